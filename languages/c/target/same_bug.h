// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/target/target.h"

namespace cuttle {

// How the plain program ended.
struct PlainEnding {
  Outcome outcome;         // with its place, as far as it is known
  std::string complaints;  // what it said on stderr
};

// Does the plain program show the bug that the explored one did? It takes the same kind of failure
// at the same place; that it failed is not enough. docs/confirmation.md has the rule.
Confirmation compare_outcomes(const Outcome& expected, const PlainEnding& plain);

}  // namespace cuttle
