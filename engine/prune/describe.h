// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine/prune/entries.h"

namespace cuttle {

// Interpolants for people: `s <= 0 && (!locked || count == 3)`.
class InterpolantText {
 public:
  InterpolantText(StateVariables& variables, Stepper& stepper)
      : variables_(variables), pool_(variables.pool()), stepper_(stepper) {}

  std::string operator()(const ClauseSet& clauses);
  std::string operator()(ExprId e, unsigned depth = 0);

 private:
  std::string comparison(ExprId e, const char* sign, bool is_signed, unsigned depth);
  std::string number(const Value& value, bool is_signed) const;

  StateVariables& variables_;
  ExprPool& pool_;
  Stepper& stepper_;
};

// A point of the program as the pruner knows it.
struct AnnotatedPoint {
  std::string place;
  std::vector<std::string> interpolants;  // full ones; none: half
  uint64_t subsumed = 0;                  // paths that ended here
};
struct AnnotatedGraph {
  std::map<PointId, AnnotatedPoint> points;
  std::set<std::pair<PointId, PointId>> ways;  // that runs took
};

std::string to_dot(const AnnotatedGraph& graph);
std::string to_html(const AnnotatedGraph& graph, const std::string& title);

}  // namespace cuttle
