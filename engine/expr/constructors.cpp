// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/pool.h"
#include "engine/expr/typing.h"

namespace cuttle {

ExprId ExprPool::not_(ExprId a) {
  return build({Op::not_, Sort::boolean(), {a}});
}

ExprId ExprPool::and_(ExprId a, ExprId b) {
  return build({Op::and_, Sort::boolean(), {a, b}});
}

ExprId ExprPool::or_(ExprId a, ExprId b) {
  return build({Op::or_, Sort::boolean(), {a, b}});
}

ExprId ExprPool::xor_(ExprId a, ExprId b) {
  return build({Op::xor_, Sort::boolean(), {a, b}});
}

ExprId ExprPool::ite(ExprId condition, ExprId a, ExprId b) {
  return build({Op::ite, sort(a), {condition, a, b}});
}

ExprId ExprPool::eq(ExprId a, ExprId b) {
  return build({Op::eq, Sort::boolean(), {a, b}});
}

ExprId ExprPool::unary(Op op, ExprId a) {
  return build({op, result_sort(op, sort(a), {}), {a}});
}

ExprId ExprPool::binary(Op op, ExprId a, ExprId b) {
  return build({op, result_sort(op, sort(a), sort(b)), {a, b}});
}

ExprId ExprPool::concat(ExprId high, ExprId low) {
  return binary(Op::bv_concat, high, low);
}

ExprId ExprPool::extract(ExprId a, unsigned lowest, unsigned width) {
  return build({Op::bv_extract, Sort::bits(width), {a}, lowest});
}

ExprId ExprPool::zext(ExprId a, unsigned width) {
  return build({Op::bv_zext, Sort::bits(width), {a}});
}

ExprId ExprPool::sext(ExprId a, unsigned width) {
  return build({Op::bv_sext, Sort::bits(width), {a}});
}

ExprId ExprPool::bool_to_bits(ExprId condition, unsigned width) {
  return ite(condition, bits(width, 1), bits(width, 0));
}

ExprId ExprPool::bits_to_bool(ExprId a) {
  return ne(a, bits(sort(a).width, 0));
}

}  // namespace cuttle
