// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace cuttle::prolog {

// What a generated program is made of.
enum class Flavour : uint8_t { pure, lists, integers, control };

struct RandomProgram {
  std::string text;
  std::string goal;
};

// The program with that number; its predicates are called r<number>_p0, r<number>_p1, ...
RandomProgram random_program(unsigned number, Flavour flavour);

}  // namespace cuttle::prolog
