// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/bits.h"

#include <algorithm>

namespace cuttle::erlang::replay {

namespace {

constexpr unsigned byte = 8;

ExprId byte_at(Shadow& shadow, Cell c, uint64_t i) {
  ExprPool& pool = shadow.pool();
  if (c.tag() == Tag::bits) {
    const BitsData& bits = shadow.heap().bits_of(c);
    if (!bits.bytes.empty()) return i < bits.bytes.size() ? bits.bytes[i] : pool.bits(byte, 0);
    return pool.bits(byte, i < bits.text.size() ? static_cast<uint8_t>(bits.text[i]) : 0);
  }
  term::PositionId p = shadow.heap().open_of(c).position;
  if (i >= shadow.skeleton().domain(p).texts().most) return pool.bits(byte, 0);
  ExprId code = shadow.skeleton().unknown_code(p, static_cast<unsigned>(i));
  if (pool.sort(code).width < byte) return pool.zext(code, byte);
  return pool.extract(code, 0, byte);
}

uint64_t base_of(Shadow& shadow, Cell c) {
  return c.tag() == Tag::bits ? 0 : shadow.heap().open_of(c).offset;
}

}  // namespace

Int length_of(Shadow& shadow, Cell c) {
  if (c.tag() == Tag::open_bits) return shadow.heap().open_of(c).length;
  return shadow.ints().constant(static_cast<unsigned long>(shadow.heap().bits_of(c).size));
}

ExprId read_bits(Shadow& shadow, Cell c, uint64_t from, unsigned width) {
  ExprPool& pool = shadow.pool();
  from += base_of(shadow, c);
  const uint64_t first = from / byte, last = (from + width - 1) / byte;
  ExprId all;
  for (uint64_t i = first; i <= last; ++i) {
    ExprId next = byte_at(shadow, c, i);
    all = all ? pool.concat(all, next) : next;
  }
  auto below = static_cast<unsigned>((last + 1) * byte - (from + width));
  return pool.extract(all, below, width);
}

Cell slice(Shadow& shadow, Cell c, uint64_t from, const Int& length) {
  Heap& heap = shadow.heap();
  if (c.tag() == Tag::open_bits && !length.is_constant()) {
    const OpenBits& open = heap.open_of(c);
    return heap.open_bits({open.position, open.offset + from, length, open.to_end});
  }
  const uint64_t size = length.low.get_ui();
  if (c.tag() == Tag::bits && heap.bits_of(c).bytes.empty() && from % byte == 0) {
    BitsData part{heap.bits_of(c).text.substr(from / byte, (size + byte - 1) / byte), {}, size};
    if (size % byte != 0)
      part.text.back() = static_cast<char>(part.text.back() & (0xFF00 >> size % byte));
    return heap.bits(std::move(part));
  }
  BitsBuilder out(shadow.pool());
  for (uint64_t at = 0; at < size; at += byte)
    out.add(read_bits(shadow, c, from + at,
                      static_cast<unsigned>(std::min<uint64_t>(byte, size - at))));
  return heap.bits(out.take());
}

Cell open_or_known(Shadow& shadow, const OpenBits& bits) {
  Cell open = shadow.heap().open_bits(bits);
  return bits.length.is_constant() ? slice(shadow, open, 0, bits.length) : open;
}

Cell choose_length(Shadow& shadow, Cell c) {
  if (c.tag() == Tag::bits) return c;
  const Int length = shadow.heap().open_of(c).length;
  const unsigned unit = shadow.heap().open_of(c).is_bytes() ? byte : 1;
  std::vector<ExprId> conditions;
  std::vector<mpz_class> lengths;
  for (mpz_class n = length.low; n <= length.high; n += unit) {
    conditions.push_back(shadow.ints().equal(length, shadow.ints().constant(n)));
    lengths.push_back(n);
  }
  auto taken = shadow.decide(std::move(conditions));
  return slice(shadow, c, 0, shadow.ints().constant(taken ? lengths[*taken] : length.low));
}

ExprId equal_bits(Shadow& shadow, Cell a, Cell b) {
  ExprPool& pool = shadow.pool();
  const Int x = length_of(shadow, a), y = length_of(shadow, b);
  ExprId all = shadow.ints().equal(x, y);
  const mpz_class most = std::min(x.high, y.high);
  const uint64_t least = mpz_class(std::min(x.low, y.low)).get_ui();
  for (uint64_t at = 0; at < most.get_ui() && !pool.is_false(all); at += byte) {
    auto width = static_cast<unsigned>(std::min<uint64_t>(byte, most.get_ui() - at));
    ExprId same = pool.eq(read_bits(shadow, a, at, width), read_bits(shadow, b, at, width));
    if (at >= least) {
      ExprId ends =
          shadow.ints().less_equal(x, shadow.ints().constant(static_cast<unsigned long>(at)));
      same = pool.or_(ends, same);
    }
    all = pool.and_(all, same);
  }
  return all;
}

// Bit by bit, and the shorter one first.
ExprId less_bits(Shadow& shadow, Cell a, Cell b) {
  ExprPool& pool = shadow.pool();
  a = choose_length(shadow, a);
  b = choose_length(shadow, b);
  const uint64_t x = shadow.heap().bits_of(a).size, y = shadow.heap().bits_of(b).size;
  const uint64_t common = std::min(x, y);
  ExprId less = pool.boolean(x < y);
  for (uint64_t at = (common + byte - 1) / byte * byte; at > 0; at -= byte) {
    const uint64_t from = at - byte;
    auto width = static_cast<unsigned>(std::min<uint64_t>(byte, common - from));
    ExprId p = read_bits(shadow, a, from, width), q = read_bits(shadow, b, from, width);
    less = pool.or_(pool.binary(Op::bv_ult, p, q), pool.and_(pool.eq(p, q), less));
  }
  return less;
}

ExprId describe_bits(Shadow& shadow, Cell c, Cell& now) {
  ExprPool& pool = shadow.pool();
  const Int length = length_of(shadow, c);
  ExprId all = shadow.yes();
  Int is = length;
  if (!length.is_constant()) {
    is = shadow.ints().constant(shadow.inputs().integer(length.expr));
    all = shadow.ints().equal(length, is);
  }
  BitsBuilder out(pool);
  const uint64_t size = is.low.get_ui();
  for (uint64_t at = 0; at < size; at += byte) {
    auto width = static_cast<unsigned>(std::min<uint64_t>(byte, size - at));
    ExprId bits = read_bits(shadow, c, at, width);
    ExprId value = pool.bits(width, shadow.inputs().evaluate(bits));
    all = pool.and_(all, pool.eq(bits, value));
    out.add(value);
  }
  now = shadow.heap().bits(out.take());
  return all;
}

// ---- BitsBuilder ----

void BitsBuilder::add_byte(ExprId e) {
  if (known_ && pool_.is_constant(e)) {
    out_.text += static_cast<char>(pool_.value(e).low64());
    return;
  }
  if (known_) {
    for (char c : out_.text) out_.bytes.push_back(pool_.bits(byte, static_cast<uint8_t>(c)));
    out_.text.clear();
    known_ = false;
  }
  out_.bytes.push_back(e);
}

void BitsBuilder::add(ExprId bits) {
  out_.size += pool_.sort(bits).width;
  ExprId all = pending_ ? pool_.concat(pending_, bits) : bits;
  unsigned width = pool_.sort(all).width;
  for (; width >= byte; width -= byte) add_byte(pool_.extract(all, width - byte, byte));
  pending_ = width > 0 ? pool_.extract(all, 0, width) : ExprId{};
}

void BitsBuilder::add(const BitsData& bits) {
  if (known_ && !pending_ && bits.bytes.empty() && bits.size % byte == 0) {
    out_.text += bits.text;
    out_.size += bits.size;
    return;
  }
  for (uint64_t at = 0; at < bits.size; at += byte) {
    uint64_t i = at / byte;
    ExprId next =
        bits.bytes.empty() ? pool_.bits(byte, static_cast<uint8_t>(bits.text[i])) : bits.bytes[i];
    auto width = static_cast<unsigned>(std::min<uint64_t>(byte, bits.size - at));
    add(pool_.extract(next, byte - width, width));
  }
}

BitsData BitsBuilder::take() {
  if (pending_) {
    unsigned width = pool_.sort(pending_).width;
    ExprId rest = pool_.concat(pending_, pool_.bits(byte - width, 0));
    pending_ = {};
    add_byte(rest);
  }
  return std::move(out_);
}

}  // namespace cuttle::erlang::replay
