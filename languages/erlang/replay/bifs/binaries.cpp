// SPDX-License-Identifier: Apache-2.0
// Construction and taking apart of bitstrings.
#include <cmath>

#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/core.h"
#include "languages/erlang/replay/lists.h"
#include "languages/erlang/replay/utf.h"

namespace cuttle::erlang::replay {

namespace {

constexpr unsigned long most_bits = 1ul << 32;

// Adds segments one after the other; `fine` is the condition that all values fit their types.
class Construction {
 public:
  explicit Construction(Call& call)
      : call_(call),
        shadow_(call.shadow),
        pool_(call.pool()),
        out_(call.pool()),
        fine_(shadow_.yes()) {}

  // False: it fails, whatever else.
  bool add(const Segment& segment, Cell value, Cell size);
  Cases take() {
    Cell bits = call_.heap().bits(out_.take());
    return call_.value_if(fine_, bits);
  }

 private:
  bool require(ExprId condition) {
    fine_ = pool_.and_(fine_, condition);
    return !pool_.is_false(fine_);
  }
  bool take_size(const Segment& segment, Cell size, unsigned long& bits);
  bool add_integer(const Segment& segment, Cell value, unsigned long width);
  bool add_float(const Segment& segment, Cell value, unsigned long width);
  bool add_bits(const Segment& segment, Cell value, Cell size);
  void add_ordered(ExprId bits, bool little);

  Call& call_;
  Shadow& shadow_;
  ExprPool& pool_;
  BitsBuilder out_;
  ExprId fine_;
};

bool Construction::take_size(const Segment& segment, Cell size, unsigned long& bits) {
  Shadow::Number n = shadow_.as_number(shadow_.concretise(size, "the size of a segment"));
  if (pool_.is_false(n.is_int) || n.integer.low < 0) return false;
  const mpz_class total = n.integer.low * segment.unit;
  if (total > most_bits) return false;
  bits = total.get_ui();
  return true;
}

void Construction::add_ordered(ExprId bits, bool little) {
  const unsigned width = pool_.sort(bits).width;
  if (!little) return out_.add(bits);
  for (unsigned from = 0; from < width; from += 8)
    out_.add(pool_.extract(bits, from, std::min(8u, width - from)));
}

bool Construction::add_integer(const Segment& segment, Cell value, unsigned long width) {
  Shadow::Number n = shadow_.as_number(value);
  if (!require(n.is_int)) return false;
  if (width == 0) return true;
  auto w = static_cast<unsigned>(width);
  ExprId bits = n.integer.is_constant() ? pool_.constant(Value::bits(w, n.integer.low))
                                        : shadow_.ints().low_bits(n.integer, w);
  add_ordered(bits, segment.little);
  return true;
}

bool Construction::add_float(const Segment& segment, Cell value, unsigned long width) {
  if (width != 64 && width != 32) return false;
  if (call_.heap().is_integer(value) || value.tag() == Tag::integer) {
    // As erlang:float/1 makes it.
    Cell args[] = {value};
    Call inner{shadow_, args};
    Cases cases = find_model("erlang", "float", 1)(inner);
    if (cases.size() != 1 || cases[0].raises) return false;
    value = cases[0].value;
  }
  Shadow::Number n = shadow_.as_number(value);
  if (!pool_.is_false(n.is_int)) {
    value = shadow_.settle(value);
    return value.tag() != Tag::position && add_float(segment, value, width);
  }
  if (!require(n.is_real)) return false;
  ExprId number = n.real.expr;
  if (width == 32) {
    number = pool_.make(Op::f_to_float, Sort::floating(32), {{number}});
    if (!require(pool_.not_(pool_.unary(Op::f_is_inf, number)))) return false;
  }
  add_ordered(pool_.make(Op::f_to_bits, Sort::bits(static_cast<unsigned>(width)), {{number}}),
              segment.little);
  return true;
}

bool Construction::add_bits(const Segment& segment, Cell value, Cell size) {
  auto bits = shadow_.choose_bits(value);
  if (!bits) return false;
  if (segment.size_kind != Segment::Size::given) {
    Cell whole = choose_length(shadow_, *bits);
    const BitsData data = call_.heap().bits_of(whole);
    if (segment.unit > 1 && data.size % segment.unit != 0) return false;
    out_.add(data);
    return true;
  }
  unsigned long wanted = 0;
  if (!take_size(segment, size, wanted)) return false;
  Int length = shadow_.ints().constant(wanted);
  if (!shadow_.decide_if(shadow_.ints().less_equal(length, length_of(shadow_, *bits))))
    return false;
  Cell part = slice(shadow_, *bits, 0, length);
  out_.add(BitsData(call_.heap().bits_of(part)));
  return true;
}

bool Construction::add(const Segment& segment, Cell value, Cell size) {
  value = shadow_.resolve(value);
  unsigned long width = 0;
  switch (segment.type) {
    case Segment::Type::binary:
      return add_bits(segment, value, size);
    case Segment::Type::integer:
      return take_size(segment, size, width) && add_integer(segment, value, width);
    case Segment::Type::floating:
      return take_size(segment, size, width) && add_float(segment, value, width);
    default:
      break;
  }
  Shadow::Number n = shadow_.as_number(value);
  if (pool_.is_false(n.is_int)) return false;
  if (!shadow_.decide_if(pool_.and_(n.is_int, is_character(shadow_, n.integer)))) return false;
  for (ExprId part : encode_utf(shadow_, segment, n.integer)) out_.add(part);
  return true;
}

// ---- functions ----

// All bitstrings that the argument can be, each with a value computed from it.
template <typename Compute>
Cases of_bits(Call& call, Compute compute) {
  std::vector<Alt> values;
  ExprId fine = call.shadow.no();
  for (const Alt& alt : call.shadow.shapes_of(call.arg(0))) {
    if (alt.value.tag() != Tag::bits && alt.value.tag() != Tag::open_bits) continue;
    values.push_back({alt.when, compute(length_of(call.shadow, alt.value))});
    fine = call.pool().or_(fine, alt.when);
  }
  if (values.empty()) return call.error("badarg");
  return call.value_if(fine, call.shadow.mux(std::move(values)));
}

Cases bit_size(Call& call) {
  return of_bits(call, [&](const Int& length) { return call.heap().unknown(length); });
}

// Rounded up.
Cases byte_size(Call& call) {
  return of_bits(call, [&](const Int& length) {
    Ranged& ints = call.shadow.ints();
    return call.heap().unknown(ints.shift_right(ints.add(length, ints.constant(7)), 3));
  });
}

Cases binary_to_list(Call& call) {
  auto bits = call.shadow.choose_bits(call.arg(0));
  if (!bits) return call.error("badarg");
  Cell known = choose_length(call.shadow, *bits);
  const uint64_t size = call.heap().bits_of(known).size;
  if (size % 8 != 0) return call.error("badarg");
  std::vector<Cell> items;
  for (uint64_t at = 0; at < size; at += 8) {
    ExprId byte = call.pool().zext(read_bits(call.shadow, known, at, 8), 9);
    items.push_back(call.heap().unknown(call.shadow.ints().of(byte, 0, 255)));
  }
  return call.value(call.heap().list(items));
}

// Bytes, binaries and lists of them; false: something else. Goes down as deep as the data.
bool flatten(Call& call, Cell item, BitsBuilder& out, bool is_tail, unsigned depth) {
  Shadow& shadow = call.shadow;
  constexpr unsigned too_deep = 2000;
  if (depth > too_deep) return false;
  for (;; is_tail = true) {
    item = shadow.resolve(item);
    if (item.tag() == Tag::nil) return true;
    if (shadow.decide_if(shadow.is_kind(item, mask_of(TermKind::nil)))) return true;
    Shadow::Pair pair = shadow.as_cons(item);
    if (shadow.decide_if(pair.when)) {
      Shadow::Number n = shadow.as_number(pair.head);
      ExprId byte = n.is_int;
      if (!call.pool().is_false(byte)) {
        Ranged& ints = shadow.ints();
        byte = call.pool().and_(byte, ints.less_equal(ints.constant(0), n.integer));
        byte = call.pool().and_(byte, ints.less_equal(n.integer, ints.constant(255)));
      }
      if (shadow.decide_if(byte)) {
        out.add(n.integer.is_constant() ? call.pool().bits(8, n.integer.low.get_ui())
                                        : shadow.ints().low_bits(n.integer, 8));
      } else if (!flatten(call, pair.head, out, false, depth + 1)) {
        return false;
      }
      item = pair.tail;
      continue;
    }
    auto bits = shadow.choose_bits(item);
    if (!bits) return false;
    Cell known = choose_length(shadow, *bits);
    const BitsData data = call.heap().bits_of(known);
    if (data.size % 8 != 0) return false;
    out.add(data);
    return true;
  }
}

template <bool or_binary>
Cases list_to_binary(Call& call) {
  constexpr KindMask lists = mask_of(TermKind::nil, TermKind::cons);
  constexpr KindMask kinds = or_binary ? lists | mask_of(TermKind::bitstring) : lists;
  if (!call.shadow.decide_if(call.shadow.is_kind(call.arg(0), kinds))) return call.error("badarg");
  BitsBuilder out(call.pool());
  if (!flatten(call, call.arg(0), out, false, 0)) return call.error("badarg");
  return call.value(call.heap().bits(out.take()));
}

// Bytes [start, start + length), also backwards. The places are as in this run.
Cases part_of(Call& call, Cell binary, Cell from, Cell count) {
  auto bits = call.shadow.choose_bits(binary);
  if (!bits) return call.error("badarg");
  Cell known = choose_length(call.shadow, *bits);
  const uint64_t size = call.heap().bits_of(known).size;
  from = call.shadow.concretise(from, "a place in a binary");
  count = call.shadow.concretise(count, "the size of a part of a binary");
  if (size % 8 != 0 || !call.heap().is_integer(from) || !call.heap().is_integer(count))
    return call.error("badarg");
  mpz_class first = call.heap().integer_of(from), length = call.heap().integer_of(count);
  if (length < 0) {
    first += length;
    length = -length;
  }
  if (first < 0 || first + length > static_cast<unsigned long>(size / 8))
    return call.error("badarg");
  return call.value(
      slice(call.shadow, known, first.get_ui() * 8, call.shadow.ints().constant(length * 8)));
}

Cases binary_part3(Call& call) {
  return part_of(call, call.arg(0), call.arg(1), call.arg(2));
}
Cases binary_part2(Call& call) {
  Shadow::Items pair = call.shadow.as_tuple(call.arg(1), 2);
  if (!call.shadow.decide_if(pair.when)) return call.error("badarg");
  return part_of(call, call.arg(0), pair.items[0], pair.items[1]);
}

constexpr ModelRow rows[] = {
    {"erlang", "bit_size", 1, bit_size},
    {"erlang", "byte_size", 1, byte_size},
    {"erlang", "binary_to_list", 1, binary_to_list},
    {"erlang", "list_to_binary", 1, list_to_binary<false>},
    {"erlang", "iolist_to_binary", 1, list_to_binary<true>},
    {"erlang", "binary_part", 2, binary_part2},
    {"erlang", "binary_part", 3, binary_part3},
    {"binary", "part", 2, binary_part2},
    {"binary", "part", 3, binary_part3},
};

}  // namespace

std::span<const ModelRow> binary_models() {
  return rows;
}

Cases build_binary(Call call, std::span<const Segment> segments, std::span<const Cell> sizes) {
  Construction out(call);
  for (size_t i = 0; i < segments.size(); ++i) {
    if (!out.add(segments[i], call.arg(i), sizes[i])) return call.error("badarg");
  }
  return out.take();
}

}  // namespace cuttle::erlang::replay
