// SPDX-License-Identifier: Apache-2.0
#include "engine/term/knowledge.h"

#include <algorithm>

namespace cuttle::term {

void Knowledge::clear() {
  known_.clear();
  decided_.clear();
  bounds_.clear();
}

Knowledge::Known& Knowledge::known(PositionId p) {
  Known& k = known_[p];
  if (k.excluded.empty()) {
    k.excluded.resize(skeleton_.domain(p).size());
    if (k.excluded.size() == 1) k.symbol = 0;
  }
  return k;
}

void Knowledge::learn_symbol(PositionId p, unsigned symbol) {
  known(p).symbol = static_cast<int>(symbol);
}

void Knowledge::learn_not(PositionId p, unsigned symbol) {
  Known& k = known(p);
  if (k.excluded[symbol]) return;
  k.excluded[symbol] = true;
  if (++k.excluded_count + 1 < k.excluded.size()) return;
  auto left = std::find(k.excluded.begin(), k.excluded.end(), false);
  if (left != k.excluded.end()) k.symbol = static_cast<int>(left - k.excluded.begin());
}

void Knowledge::learn(const Condition& c) {
  if (c.expr) {
    decide(c.expr, true);
  } else {
    learn_symbol(c.position, c.symbol);
  }
}

void Knowledge::decide(ExprId e, bool holds) {
  decided_[e] = holds;
  bounds_.learn(pool_, e, holds);
}

const bool* Knowledge::decided(ExprId e) {
  if (auto it = decided_.find(e); it != decided_.end()) return &it->second;
  if (auto holds = bounds_.implied(pool_, e)) return &(decided_[e] = *holds);
  return nullptr;
}

void Knowledge::reduce(Literal& literal) {
  auto settled = [this, &literal](const Condition& c) {
    if (literal.impossible) return true;
    if (c.expr) {
      if (pool_.is_false(c.expr)) literal.impossible = true;
      if (pool_.is_constant(c.expr)) return true;
      const bool* holds = decided(c.expr);
      if (!holds) return false;
      if (!*holds) literal.impossible = true;
      return true;
    }
    Known& k = known(c.position);
    bool excluded = k.symbol >= 0 ? k.symbol != static_cast<int>(c.symbol) : k.excluded[c.symbol];
    if (excluded) literal.impossible = true;
    return excluded || k.symbol >= 0;
  };
  std::erase_if(literal.conditions, settled);
}

}  // namespace cuttle::term
