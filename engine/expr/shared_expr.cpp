// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/shared_expr.h"

#include <array>
#include <string>
#include <vector>

namespace cuttle {

namespace {

ExprId byte(ExprPool& pool, unsigned i) {
  return pool.variable("b" + std::to_string(i), Sort::bits(8));
}
ExprId word(ExprPool& pool, unsigned i) {
  return pool.variable("w" + std::to_string(i), Sort::bits(32));
}
ExprId flag(ExprPool& pool, unsigned i) {
  return pool.variable("p" + std::to_string(i), Sort::boolean());
}
ExprId constant(ExprPool& pool, uint64_t value) {
  return pool.bits(32, value);
}
ExprId is(ExprPool& pool, ExprId term, uint64_t value) {
  return pool.eq(term, pool.bits(pool.sort(term).width, value));
}
ExprId shl(ExprPool& pool, ExprId a, unsigned by) {
  return pool.binary(Op::bv_shl, a, constant(pool, by));
}
ExprId lshr(ExprPool& pool, ExprId a, unsigned by) {
  return pool.binary(Op::bv_lshr, a, constant(pool, by));
}

// The hash of Lua's strings.
ExprId string_hash(ExprPool& pool, unsigned depth) {
  ExprId h = constant(pool, 0x5eed);
  for (unsigned i = 0; i < depth; ++i) {
    const ExprId mixed = pool.add(shl(pool, h, 5), lshr(pool, h, 2));
    h = pool.binary(Op::bv_xor, h, pool.add(mixed, pool.zext(byte(pool, i), 32)));
  }
  return is(pool, h, 0x1234567);
}

ExprId products(ExprPool& pool, unsigned depth) {
  ExprId h = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId odd = pool.binary(Op::bv_or, h, constant(pool, 1));
    h = pool.binary(Op::bv_mul, pool.binary(Op::bv_xor, h, word(pool, i)), odd);
  }
  return is(pool, h, 77);
}

ExprId sums(ExprPool& pool, unsigned depth) {
  ExprId s = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    s = pool.add(pool.add(s, shl(pool, s, 3)), word(pool, i));
    s = pool.binary(Op::bv_sub, s, lshr(pool, s, 7));
  }
  return is(pool, s, 99);
}

ExprId divisions(ExprPool& pool, unsigned depth) {
  ExprId v = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId by = pool.binary(Op::bv_or, word(pool, i), constant(pool, 3));
    v = pool.add(pool.binary(Op::bv_udiv, v, by), pool.binary(Op::bv_urem, v, by));
  }
  return is(pool, v, 5);
}

ExprId conjunctions(ExprPool& pool, unsigned depth) {
  ExprId p = flag(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    p = pool.and_(pool.and_(p, flag(pool, 2 * i)), pool.and_(p, flag(pool, 2 * i + 1)));
  }
  return p;
}

ExprId mixed_conditions(ExprPool& pool, unsigned depth) {
  ExprId p = flag(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId either = pool.or_(p, flag(pool, 2 * i));
    p = pool.and_(either, pool.not_(pool.and_(p, flag(pool, 2 * i + 1))));
  }
  return p;
}

ExprId parities(ExprPool& pool, unsigned depth) {
  ExprId p = flag(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId either = pool.or_(p, flag(pool, 2 * i));
    p = pool.eq(either, pool.and_(p, flag(pool, 2 * i + 1)));
  }
  return p;
}

ExprId choices(ExprPool& pool, unsigned depth) {
  ExprId v = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId small = pool.binary(Op::bv_ult, v, word(pool, i));
    const ExprId other = pool.binary(Op::bv_xor, v, constant(pool, 0x55aa * i));
    v = pool.ite(small, pool.add(v, constant(pool, i)), other);
  }
  return is(pool, v, 1000);
}

ExprId parts(ExprPool& pool, unsigned depth) {
  ExprId v = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId sum = pool.add(v, pool.sext(byte(pool, i), 32));
    v = pool.concat(pool.extract(sum, 3, 16), pool.extract(pool.binary(Op::bv_xor, v, sum), 9, 16));
  }
  return is(pool, v, 0xcafe);
}

ExprId constant_tables(ExprPool& pool, unsigned depth) {
  std::vector<ExprId> elements;
  for (uint64_t i = 0; i < 256; ++i) elements.push_back(constant(pool, i * i * 2654435761u >> 7));
  const TableId table = pool.table(elements);
  ExprId v = constant(pool, 0xffffffff);
  for (unsigned i = 0; i < depth; ++i) {
    const ExprId mixed = pool.binary(Op::bv_xor, v, pool.zext(byte(pool, i), 32));
    const ExprId found = pool.lookup(table, pool.extract(mixed, 0, 8));
    v = pool.binary(Op::bv_xor, found, lshr(pool, v, 8));
  }
  return is(pool, v, 0xbeef);
}

// A heap: what is stored is read at an index that was read before.
ExprId symbolic_tables(ExprPool& pool, unsigned depth) {
  ExprId v = word(pool, 0);
  for (unsigned i = 1; i <= depth; ++i) {
    std::vector<ExprId> elements;
    for (unsigned k = 0; k < 8; ++k) elements.push_back(pool.add(v, word(pool, i + k)));
    v = pool.lookup(pool.table(elements), pool.extract(v, 5, 3));
  }
  return is(pool, v, 12);
}

// However much is computed, there is one byte of input.
ExprId one_byte(ExprPool& pool, unsigned depth) {
  const ExprId input = pool.zext(byte(pool, 0), 32);
  ExprId v = input;
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId squared = pool.binary(Op::bv_mul, v, pool.add(v, constant(pool, i)));
    v = pool.binary(Op::bv_xor, squared, pool.add(lshr(pool, v, 3), input));
  }
  return pool.binary(Op::bv_ult, v, constant(pool, 0x10000000));
}

ExprId floats(ExprPool& pool, unsigned depth) {
  ExprId x = pool.variable("f", Sort::floating(64));
  ExprId v = x;
  for (unsigned i = 1; i <= depth; ++i) {
    v = pool.binary(Op::f_add, pool.binary(Op::f_mul, v, v), x);
  }
  return pool.binary(Op::f_lt, pool.constant(Value::float64(3.5)), v);
}

ExprId float_conditions(ExprPool& pool, unsigned depth) {
  const ExprId x = pool.variable("f", Sort::floating(64));
  const ExprId y = pool.variable("g", Sort::floating(64));
  const auto below = [&](ExprId e, double limit) {
    return pool.binary(Op::f_lt, e, pool.constant(Value::float64(limit)));
  };
  ExprId p = below(x, 1);
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId either = pool.or_(p, below(y, -2.0 * i));
    p = pool.and_(either, pool.or_(pool.not_(p), below(x, -1.0 * i)));
  }
  return pool.and_(p, pool.not_(below(y, 7)));
}

ExprId integers(ExprPool& pool, unsigned depth) {
  ExprId v = pool.variable("n", Sort::integer());
  for (unsigned i = 1; i <= depth; ++i) {
    const ExprId other = pool.variable("n" + std::to_string(i), Sort::integer());
    v = pool.binary(Op::int_add, pool.binary(Op::int_mul, v, other), v);
  }
  return pool.binary(Op::int_lt, pool.constant(Value::integer(3)), v);
}

constexpr std::array<SharedShape, 15> shapes{{
    {"string_hash", string_hash},
    {"products", products},
    {"sums", sums},
    {"divisions", divisions},
    {"conjunctions", conjunctions},
    {"mixed_conditions", mixed_conditions},
    {"parities", parities},
    {"choices", choices},
    {"parts", parts},
    {"constant_tables", constant_tables},
    {"symbolic_tables", symbolic_tables},
    {"one_byte", one_byte},
    {"floats", floats},
    {"float_conditions", float_conditions},
    {"integers", integers},
}};

}  // namespace

std::span<const SharedShape> shared_shapes() {
  return shapes;
}

}  // namespace cuttle
