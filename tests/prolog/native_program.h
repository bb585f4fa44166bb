// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cuttle::prolog {

// A random program with cuts, negation, exceptions, texts, arithmetic and library calls. Its goal
// n<number>(X, R) always has one answer: R lists the places that the call went through, in order.
struct NativeProgram {
  std::string text;
  std::string goal;
  std::string type;  // of X: an option of `cuttle run`, and known to native_inputs.pl
};

NativeProgram native_program(unsigned number);

}  // namespace cuttle::prolog
