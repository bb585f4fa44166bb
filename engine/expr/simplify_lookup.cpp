// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/evaluator.h"
#include "engine/expr/simplify.h"
#include "engine/expr/simplify_util.h"

namespace cuttle {

ExprId simplify_lookup(ExprPool& pool, const ExprNode& n) {
  ExprId index = n.args[0];
  if (pool.is_constant(index)) return lookup_element(pool, n.payload, pool.value(index));
  if (is(pool, index, Op::bv_zext)) return pool.lookup(n.payload, pool.arg(index, 0));
  std::span<const ExprId> elements = pool.elements(n.payload);
  // What the index cannot reach, and the repetitions of the last element, do not matter.
  size_t count = elements.size();
  unsigned width = width_of(pool, index);
  if (width < 32 && count > size_t{1} << width) count = size_t{1} << width;
  while (count > 1 && elements[count - 1] == elements[count - 2]) --count;
  if (count == 1) return elements[0];
  if (count == 2) {
    ExprId first = elements[0], second = elements[1];
    return pool.ite(pool.eq(index, zero(pool, width)), first, second);
  }
  if (count < elements.size()) {
    std::vector<ExprId> kept(elements.begin(), elements.begin() + static_cast<long>(count));
    return pool.lookup(pool.table(kept), index);
  }
  if (is_constant_ite(pool, index)) {
    ExprId first = lookup_element(pool, n.payload, pool.value(pool.arg(index, 1)));
    ExprId second = lookup_element(pool, n.payload, pool.value(pool.arg(index, 2)));
    return pool.ite(pool.arg(index, 0), first, second);
  }
  return {};
}

}  // namespace cuttle
