// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace cuttle {

// One generated program: the functions it needs and `static void program_N(void)`.
//
// The text uses macros that its user defines:
//   INPUT(TYPE, NAME)    declares a variable and gives it the next input
//   BRANCH(SITE, E)      the value of E, which decides a branch
//   ARM(SITE, NUMBER)    a switch came here
//   CALLS(SITE, NUMBER)  an indirect call goes to the function of that number
// and the types i8, u8, ... u64. Every program ends on every input, computes nothing undefined but
// signed overflow (which wraps), and reads at most 16 bits of input.
std::string generate_program(uint64_t seed, unsigned number);

// How many bits of input the program of that seed reads: 8 or 16.
unsigned input_bits(uint64_t seed);

}  // namespace cuttle
