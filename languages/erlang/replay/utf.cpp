// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/utf.h"

#include <algorithm>

namespace cuttle::erlang::replay {

namespace {

constexpr unsigned code_width = 22;  // bits, signed
constexpr unsigned last_code = 0x10FFFF;

ExprId between(ExprPool& pool, ExprId bits, uint64_t low, uint64_t high) {
  unsigned width = pool.sort(bits).width;
  return pool.and_(pool.binary(Op::bv_ule, pool.bits(width, low), bits),
                   pool.binary(Op::bv_ule, bits, pool.bits(width, high)));
}

ExprId little(ExprPool& pool, ExprId bits) {
  ExprId turned;
  for (unsigned from = 0; from < pool.sort(bits).width; from += 8) {
    ExprId next = pool.extract(bits, from, 8);
    turned = turned ? pool.concat(turned, next) : next;
  }
  return turned;
}

// One way to read a character: this many bits, under a condition.
struct Way {
  ExprId when;
  unsigned width;
  ExprId code;  // code_width bits
};

ExprId as_code(ExprPool& pool, ExprId bits) {
  unsigned width = pool.sort(bits).width;
  return width < code_width ? pool.zext(bits, code_width) : pool.extract(bits, 0, code_width);
}

ExprId valid(ExprPool& pool, ExprId code, unsigned least) {
  ExprId surrogate = between(pool, code, 0xD800, 0xDFFF);
  return pool.and_(between(pool, code, least, last_code), pool.not_(surrogate));
}

Way utf8_way(ExprPool& pool, ExprId bytes, unsigned count) {
  static constexpr unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
  static constexpr unsigned lead[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
  const unsigned width = count * 8;
  ExprId first = pool.extract(bytes, width - 8, 8);
  if (count == 1) return {between(pool, first, 0, 0x7F), 8, as_code(pool, first)};
  const unsigned payload = 7 - count;  // bits in the first byte
  ExprId all = pool.eq(pool.extract(first, payload, 8 - payload),
                       pool.bits(8 - payload, lead[count] >> payload));
  ExprId code = pool.extract(first, 0, payload);
  for (unsigned i = 1; i < count; ++i) {
    ExprId next = pool.extract(bytes, width - 8 * (i + 1), 8);
    all = pool.and_(all, pool.eq(pool.extract(next, 6, 2), pool.bits(2, 2)));
    code = pool.concat(code, pool.extract(next, 0, 6));
  }
  code = as_code(pool, code);
  return {pool.and_(all, valid(pool, code, least[count])), width, code};
}

std::vector<Way> ways(Shadow& shadow, const Segment& segment, Cell bits, uint64_t at) {
  ExprPool& pool = shadow.pool();
  std::vector<Way> result;
  auto read = [&](uint64_t from, unsigned width) {
    ExprId read = read_bits(shadow, bits, from, width);
    return segment.little ? little(pool, read) : read;
  };
  if (segment.type == Segment::Type::utf8) {
    for (unsigned count = 1; count <= 4; ++count)
      result.push_back(utf8_way(pool, read_bits(shadow, bits, at, count * 8), count));
  } else if (segment.type == Segment::Type::utf16) {
    ExprId unit = read(at, 16), next = read(at + 16, 16);
    ExprId surrogate = between(pool, unit, 0xD800, 0xDFFF);
    result.push_back({pool.not_(surrogate), 16, as_code(pool, unit)});
    ExprId both =
        pool.and_(between(pool, unit, 0xD800, 0xDBFF), between(pool, next, 0xDC00, 0xDFFF));
    ExprId code = as_code(pool, pool.concat(pool.extract(unit, 0, 10), pool.extract(next, 0, 10)));
    result.push_back({both, 32, pool.add(code, pool.bits(code_width, 0x10000))});
  } else {
    ExprId unit = read(at, 32);
    ExprId code = pool.extract(unit, 0, code_width);
    ExprId low = pool.binary(Op::bv_ule, unit, pool.bits(32, last_code));
    result.push_back({pool.and_(low, valid(pool, code, 0)), 32, code});
  }
  return result;
}

}  // namespace

std::optional<Int> UtfReader::read(const Segment& segment) {
  ExprPool& pool = shadow.pool();
  std::vector<Way> all = ways(shadow, segment, bits, at);
  std::vector<ExprId> conditions;
  ExprId none = shadow.yes();
  for (Way& way : all) {
    Int needed = shadow.ints().constant(static_cast<unsigned long>(at + way.width));
    way.when = pool.and_(shadow.ints().less_equal(needed, length), way.when);
    conditions.push_back(way.when);
    none = pool.and_(none, pool.not_(way.when));
  }
  conditions.push_back(none);
  auto taken = shadow.decide(conditions);
  if (!taken || *taken == all.size()) return {};
  at += all[*taken].width;
  return shadow.ints().of(all[*taken].code, 0, last_code);
}

ExprId is_character(Shadow& shadow, const Int& code) {
  ExprPool& pool = shadow.pool();
  Ranged& ints = shadow.ints();
  ExprId inside = pool.and_(ints.less_equal(ints.constant(0), code),
                            ints.less_equal(code, ints.constant(last_code)));
  ExprId surrogate = pool.and_(ints.less_equal(ints.constant(0xD800), code),
                               ints.less_equal(code, ints.constant(0xDFFF)));
  return pool.and_(inside, pool.not_(surrogate));
}

std::vector<ExprId> encode_utf(Shadow& shadow, const Segment& segment, const Int& code) {
  ExprPool& pool = shadow.pool();
  Ranged& ints = shadow.ints();
  const bool bytes = segment.type == Segment::Type::utf8;
  static constexpr unsigned ends8[] = {0x7F, 0x7FF, 0xFFFF, last_code},
                            ends16[] = {0xFFFF, last_code};
  std::span<const unsigned> ends = bytes ? std::span<const unsigned>(ends8) : ends16;
  auto word = [&](ExprId value) { return segment.little ? little(pool, value) : value; };
  if (segment.type == Segment::Type::utf32) return {word(ints.low_bits(code, 32))};
  std::vector<ExprId> conditions;
  for (size_t i = 0; i < ends.size(); ++i) {
    ExprId here = ints.less_equal(code, ints.constant(ends[i]));
    if (i > 0) here = pool.and_(here, ints.less(ints.constant(ends[i - 1]), code));
    conditions.push_back(here);
  }
  const unsigned kind = shadow.decide(conditions).value_or(0);
  ExprId value = ints.low_bits(code, code_width);
  if (!bytes) {
    if (kind == 0) return {word(pool.extract(value, 0, 16))};
    ExprId above = pool.binary(Op::bv_sub, value, pool.bits(code_width, 0x10000));
    return {word(pool.concat(pool.bits(6, 0x36), pool.extract(above, 10, 10))),
            word(pool.concat(pool.bits(6, 0x37), pool.extract(above, 0, 10)))};
  }
  if (kind == 0) return {pool.concat(pool.bits(1, 0), pool.extract(value, 0, 7))};
  std::vector<ExprId> result;
  for (unsigned i = 0; i < kind; ++i)
    result.push_back(pool.concat(pool.bits(2, 2), pool.extract(value, 6 * i, 6)));
  const unsigned payload = 6 - kind;
  ExprId lead = pool.bits(8 - payload, (0xF00u >> (kind + 1) & 0xFF) >> payload);
  result.push_back(pool.concat(lead, pool.extract(value, 6 * kind, payload)));
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace cuttle::erlang::replay
