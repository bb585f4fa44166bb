// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <unordered_map>

#include "engine/expr/pool.h"

namespace cuttle::term {

// Between which constants the float expressions of a run lie, from the comparisons that it made.
// Comparisons that follow from these are no choices: a solver would have to multiply doubles to
// find out.
class FloatBounds {
 public:
  void clear() { bounds_.clear(); }
  void learn(const ExprPool& pool, ExprId condition, bool holds);
  std::optional<bool> implied(const ExprPool& pool, ExprId condition) const;

 private:
  struct End {
    double value;
    bool included;
  };
  struct Bounds {
    End low{-std::numeric_limits<double>::infinity(), true};
    End high{std::numeric_limits<double>::infinity(), true};
  };
  // A comparison of `term` with a constant: term < end, or end < term.
  struct Comparison {
    ExprId term;
    End end;
    bool upper;
  };
  static std::optional<Comparison> read(const ExprPool& pool, ExprId condition);

  std::unordered_map<ExprId, Bounds> bounds_;
};

}  // namespace cuttle::term
