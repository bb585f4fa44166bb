// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"

namespace cuttle {

// Fits into one word: Booleans and bit-vectors of up to 64 bits, which is nearly everything.
inline bool is_narrow(Sort sort) {
  return sort.is_bool() || (sort.is_bits() && sort.width <= 64);
}
inline unsigned bit_width(Sort sort) {
  return sort.is_bool() ? 1 : sort.width;
}
inline Value narrow_value(Sort sort, uint64_t bits) {
  return sort.is_bool() ? Value::boolean(bits != 0) : Value::bits(sort.width, bits);
}

// A value for every variable, for the inside of the solver: one word each, others aside. What was
// never set is zero.
class DenseModel {
 public:
  uint64_t narrow(VarId v) const { return v < words_.size() ? words_[v] : 0; }
  // Null: zero.
  const Value* wide(VarId v) const {
    const auto found = wide_.find(v);
    return found == wide_.end() ? nullptr : &found->second;
  }
  Value value(const ExprPool& pool, VarId v) const {
    const Sort sort = pool.variable_info(v).sort;
    if (is_narrow(sort)) return narrow_value(sort, narrow(v));
    const Value* found = wide(v);
    return found ? *found : Value::zero(sort);
  }

  void set(VarId v, uint64_t bits) {
    if (v >= words_.size()) words_.resize(v + 1);
    words_[v] = bits;
  }
  void set(VarId v, const Value& value) {
    if (is_narrow(value.sort())) return set(v, value.low64());
    wide_[v] = value;
  }

  // Becomes `other` (null: all zero); returns whether anything changed.
  bool assign(const Assignment* other);

 private:
  std::vector<uint64_t> words_;
  std::unordered_map<VarId, Value> wide_;
};

}  // namespace cuttle
