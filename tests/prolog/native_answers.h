// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/prolog/exploration.h"

namespace cuttle::prolog {

using Answers = std::set<std::string>;

// A predicate of two arguments: the input, of which native_inputs.pl knows all values, and the
// answer.
struct NativeCall {
  std::string name;
  std::string type;
};

// By predicate: what R can be in plain SWI-Prolog, as "R = ...", over all inputs.
std::map<std::string, Answers> native_answers(const std::string& file,
                                              const std::vector<NativeCall>& calls);

// What exploration found out, with the variables of answers all called _.
Answers found_answers(const Explored& explored);

}  // namespace cuttle::prolog
