// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/expr/value.h"

namespace cuttle {

// Values for some variables of one pool: a model, or the inputs of a run.
class Assignment {
 public:
  bool has(VarId v) const { return v < values_.size() && values_[v].has_value(); }
  const Value* get(VarId v) const { return has(v) ? &*values_[v] : nullptr; }
  void set(VarId v, Value value) {
    if (v >= values_.size()) values_.resize(v + 1);
    values_[v] = std::move(value);
  }
  void unset(VarId v) {
    if (v < values_.size()) values_[v].reset();
  }
  // One past the largest variable that may be set.
  VarId limit() const { return static_cast<VarId>(values_.size()); }
  friend bool operator==(const Assignment&, const Assignment&) = default;

 private:
  std::vector<std::optional<Value>> values_;
};

}  // namespace cuttle
