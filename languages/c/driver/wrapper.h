// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "languages/c/driver/toolchain.h"

namespace cuttle {

// `cuttle cc` and `cuttle c++`: clang, which instruments what it compiles and adds the runtime to
// what it links. Everything else (probes, preprocessing, questions such as --version) is passed
// through unchanged, and nothing is printed that clang would not print.
// Returns the exit code; usually does not return, because it becomes clang.
int run_compiler_wrapper(bool cxx, const std::vector<std::string>& arguments);

// What a compiler command line asks for.
struct CompilerCall {
  bool compiles = false;     // some source becomes code
  bool links = false;        // an executable or a shared library comes out
  bool shared = false;       // -shared
  bool relocatable = false;  // -r: neither
  bool fuzzer = false;       // -fsanitize=fuzzer: a harness that wants a main
  bool fuzzed = false;       // that, or what is linked with one
  bool threads = false;      // -pthread: memory may be shared
};
CompilerCall classify_call(const std::vector<std::string>& arguments);

// The clang command line for a call of the wrapper.
std::vector<std::string> wrapped_command(const Toolchain& toolchain, bool cxx,
                                         const std::vector<std::string>& arguments);

// Of what is built for libFuzzer or with -pthread a plain twin is made beside it (NAME.plain,
// NAME.o.plain.o), which confirms bugs: the command for it. Empty: there is none to be made, or a
// part has no twin.
std::vector<std::string> plain_twin_command(const Toolchain& toolchain, bool cxx,
                                            const std::vector<std::string>& arguments);

}  // namespace cuttle
