// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"

namespace cuttle {

// The number of an atom, doubled, plus one when it is negated: `a < b` and `b >= a`... share an
// atom, however they were written, so that equal and opposite constraints are seen as such.
using LiteralCode = uint32_t;
constexpr LiteralCode negation(LiteralCode code) {
  return code ^ 1;
}

// What a constraint says when it compares; negations are resolved.
enum class Relation : uint8_t { none, eq, ne, ult, ule, slt, sle };

// What is known of one constraint: a Boolean expression that is not a conjunction.
struct LiteralInfo {
  LiteralCode code = 0;
  Relation relation = Relation::none;  // none: just the atom, true or false
  ExprId a, b;                         // of the relation
  bool blastable = false;              // nothing but Booleans and bit-vectors
};

// The same for the negated constraint: not (a < b) is b <= a.
LiteralInfo opposite(const LiteralInfo& info);

// Splits and classifies constraints, each once.
class Literals {
 public:
  explicit Literals(ExprPool& pool) : pool_(pool) {}

  // The constraints that together are `e`; none for true, `false` itself for false. Valid until
  // the next call.
  std::span<const ExprId> conjuncts(ExprId e);
  // Valid until the next call.
  const LiteralInfo& info(ExprId conjunct);
  LiteralCode code(ExprId conjunct) { return info(conjunct).code; }
  // Expressions looked at so far, for splitting and for classifying.
  uint64_t visits() const { return visits_; }

 private:
  LiteralInfo classify(ExprId conjunct);
  void scan_cone(ExprId conjunct, LiteralInfo& info);
  bool first_visit(ExprId e);

  ExprPool& pool_;
  std::vector<uint32_t> index_;  // by expression; into infos_
  std::vector<LiteralInfo> infos_{1};
  enum Scan : uint8_t { unknown, blastable, supported };
  std::vector<uint8_t> scans_;  // by expression
  std::vector<ExprId> result_, stack_;
  std::vector<uint32_t> visited_;  // by expression: the last split that met it
  uint32_t split_ = 0;
  uint64_t visits_ = 0;
};

}  // namespace cuttle
