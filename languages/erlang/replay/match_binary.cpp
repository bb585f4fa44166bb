// SPDX-License-Identifier: Apache-2.0
// Segments of binary patterns.
#include <algorithm>

#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/match.h"
#include "languages/erlang/replay/utf.h"

namespace cuttle::erlang::replay {

BitsMatch::BitsMatch(Shadow& shadow, Cell bits)
    : shadow_(shadow),
      pool_(shadow.pool()),
      bits_(bits),
      length_(length_of(shadow, bits)),
      condition_(shadow.yes()) {}

void BitsMatch::require(ExprId condition) {
  condition_ = pool_.and_(condition_, condition);
}

bool BitsMatch::has(uint64_t more) {
  Int needed = shadow_.ints().constant(static_cast<unsigned long>(at_ + more));
  require(shadow_.known(shadow_.ints().less_equal(needed, length_)));
  return !pool_.is_false(condition_);
}

ExprId BitsMatch::end() {
  if (!ended_) {
    Int here = shadow_.ints().constant(static_cast<unsigned long>(at_));
    require(shadow_.known(shadow_.ints().equal(here, length_)));
  }
  return condition_;
}

// The size in bits. When it depends on inputs it is a choice between the sizes that there is room
// for: what follows has a place then.
bool BitsMatch::take_size(const Segment& segment, Cell size, uint64_t& bits) {
  Shadow::Number n = shadow_.as_number(size);
  require(n.is_int);
  if (pool_.is_false(condition_)) return false;
  if (!n.integer.is_constant()) {
    // The rest is looked at only where the part before it fits.
    if (!shadow_.decide_if(condition_)) return false;
    condition_ = shadow_.yes();
    const mpz_class room = length_.high - static_cast<unsigned long>(at_);
    const mpz_class most = std::min<mpz_class>(n.integer.high, room / std::max(1u, segment.unit));
    std::vector<ExprId> conditions;
    ExprId other = shadow_.yes();
    for (mpz_class k = 0; k <= most; ++k) {
      conditions.push_back(shadow_.ints().equal(n.integer, shadow_.ints().constant(k)));
      other = pool_.and_(other, pool_.not_(conditions.back()));
    }
    conditions.push_back(other);
    auto taken = shadow_.decide(conditions);
    if (!taken || *taken + 1 == conditions.size()) return false;
    bits = uint64_t{*taken} * segment.unit;
    return true;
  }
  const mpz_class total = n.integer.low * segment.unit;
  if (total < 0 || total > length_.high) return false;
  bits = total.get_ui();
  return true;
}

bool BitsMatch::read(const Segment& segment, Cell size, Cell& out) {
  if (ended_) {
    return false;
  }
  switch (segment.type) {
    case Segment::Type::binary:
      return segment.size_kind == Segment::Size::given ? read_slice(segment, size, out)
                                                       : read_rest(segment, out);
    case Segment::Type::utf8:
    case Segment::Type::utf16:
    case Segment::Type::utf32:
      return read_utf(segment, out);
    default:
      break;
  }
  uint64_t width = 0;
  if (!take_size(segment, size, width) || !has(width)) return false;
  if (width >= Ranged::max_width) {
    // Too wide to compute with: as it is in this run.
    if (!shadow_.decide_if(condition_)) return false;
    condition_ = shadow_.yes();
    Int size_now = shadow_.ints().constant(static_cast<unsigned long>(width));
    Cell part = shadow_.concretise(slice(shadow_, bits_, at_, size_now), "a very long integer");
    const uint64_t next = at_ + width;
    std::swap(bits_, part);
    at_ = 0;
    bool fine = read_number(segment, static_cast<unsigned>(width), out);
    std::swap(bits_, part);
    at_ = next;
    return fine;
  }
  return read_number(segment, static_cast<unsigned>(width), out);
}

bool BitsMatch::read_rest(const Segment& segment, Cell& out) {
  Int here = shadow_.ints().constant(static_cast<unsigned long>(at_));
  Int left = shadow_.ints().subtract(length_, here);
  require(shadow_.known(shadow_.ints().less_equal(here, length_)));
  const bool whole = bits_.tag() == Tag::open_bits && at_ % 8 == 0 &&
                     shadow_.heap().open_of(bits_).is_bytes() && 8 % segment.unit == 0;
  if (segment.unit > 1 && !whole) {
    Int unit = shadow_.ints().constant(segment.unit);
    require(shadow_.ints().equal(shadow_.ints().remainder(left, unit), shadow_.ints().constant(0)));
  }
  if (pool_.is_false(condition_)) return false;
  // Shorter than nothing is not possible here.
  if (left.low < 0) left.low = 0;
  out = slice(shadow_, bits_, at_, left);
  ended_ = true;
  return true;
}

bool BitsMatch::read_slice(const Segment& segment, Cell size, Cell& out) {
  uint64_t width = 0;
  if (!take_size(segment, size, width) || !has(width)) return false;
  out = slice(shadow_, bits_, at_, shadow_.ints().constant(static_cast<unsigned long>(width)));
  at_ += width;
  return true;
}

bool BitsMatch::read_number(const Segment& segment, unsigned width, Cell& out) {
  Heap& heap = shadow_.heap();
  if (width == 0) {
    if (segment.type == Segment::Type::floating) return false;
    out = Cell::small(0);
    return true;
  }
  ExprId bits = read_bits(shadow_, bits_, at_, width);
  at_ += width;
  if (segment.little) {
    ExprId turned;
    // Whole bytes from the end; what is left over is the highest part.
    for (unsigned from = 0; from < width; from += 8) {
      unsigned part = std::min(8u, width - from);
      ExprId next = pool_.extract(bits, width - from - part, part);
      turned = turned ? pool_.concat(next, turned) : next;
    }
    bits = turned;
  }
  if (segment.type == Segment::Type::floating) {
    if (width != 64 && width != 32) return false;
    ExprId value = pool_.make(Op::f_from_bits, Sort::floating(width), {{bits}});
    if (width == 32) value = pool_.make(Op::f_to_float, Sort::floating(64), {{value}});
    require(
        pool_.not_(pool_.or_(pool_.unary(Op::f_is_nan, value), pool_.unary(Op::f_is_inf, value))));
    if (pool_.is_false(condition_)) return false;
    if (pool_.is_constant(value)) {
      out = heap.floating(pool_.value(value).as_double());
    } else {
      out = heap.unknown(Real{value, {1.7e308, 4.9e-324, {}}});
    }
    return true;
  }
  if (width + 1 > Ranged::max_width) {
    if (!pool_.is_constant(bits)) return false;  // read() sees to it
    mpz_class value =
        segment.is_signed ? pool_.value(bits).as_signed() : pool_.value(bits).as_unsigned();
    out = heap.integer(value);
    return true;
  }
  Int value = segment.is_signed
                  ? shadow_.ints().of(bits)
                  : shadow_.ints().of(pool_.zext(bits, width + 1), 0, (mpz_class(1) << width) - 1);
  out = heap.unknown(std::move(value));
  return true;
}

bool BitsMatch::read_utf(const Segment& segment, Cell& out) {
  // How many bytes a character has depends on them: that is looked at by choices.
  if (!pool_.is_constant(condition_) && !shadow_.decide_if(condition_)) return false;
  condition_ = shadow_.yes();
  UtfReader reader{shadow_, bits_, length_, at_};
  auto code = reader.read(segment);
  if (!code) return false;
  at_ = reader.at;
  out = shadow_.heap().unknown(*code);
  return true;
}

}  // namespace cuttle::erlang::replay
