// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/dense_model.h"

#include <algorithm>

namespace cuttle {

bool DenseModel::assign(const Assignment* other) {
  bool changed = false;
  const VarId limit = other ? other->limit() : 0;
  if (words_.size() < limit) words_.resize(limit);
  for (VarId v = 0; v < limit; ++v) {
    const Value* value = other->get(v);
    uint64_t word = 0;
    if (value && is_narrow(value->sort())) {
      word = value->low64();
    } else if (value) {
      Value& mine = wide_[v];
      if (mine == *value) continue;
      mine = *value;
      changed = true;
      continue;
    } else if (!wide_.empty() && wide_.erase(v) != 0) {
      changed = true;
    }
    changed |= words_[v] != word;
    words_[v] = word;
  }
  for (size_t v = limit; v < words_.size(); ++v) {
    changed |= words_[v] != 0;
    words_[v] = 0;
  }
  changed |= std::erase_if(wide_, [limit](const auto& entry) { return entry.first >= limit; }) != 0;
  return changed;
}

}  // namespace cuttle
