// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Every ground input within the bounds, run concretely: what exploration must find, found without
// symbols, conditions or a solver.
struct OracleResult {
  uint64_t inputs = 0;
  bool complete = true;                // false: there are more inputs than allowed
  std::set<uint64_t> paths;            // digests of what the runs did (Machine::digest)
  std::map<uint64_t, std::string> by;  // for each path the first goal that follows it
};
OracleResult brute_force(PrologTarget& target, uint64_t max_inputs);

}  // namespace cuttle::prolog
