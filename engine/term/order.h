// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>

#include "engine/term/skeleton.h"

namespace cuttle::term {

// How a language orders its terms.
class Order {
 public:
  // Compared field by field: a group of kinds, the number of arguments, a name.
  struct Key {
    int group = 0;
    uint64_t size = 0;
    std::string name = {};
    friend auto operator<=>(const Key&, const Key&) = default;
  };

  virtual ~Order() = default;
  // Of two symbols with different keys the term with the smaller one comes first. With the same key
  // the numbers inside decide (so integers and floats have one key), or the first arguments that
  // differ.
  virtual Key key(const Symbol& symbol) const = 0;
  // Whether a float comes before the integer that is the same number.
  virtual bool floats_first() const = 0;
};

// The condition that the term at p comes before that at q. No unknown texts may be inside; integers
// that meet floats have at most Floats::max_integer_width bits.
ExprId before(Skeleton& skeleton, const Order& order, PositionId p, PositionId q);

}  // namespace cuttle::term
