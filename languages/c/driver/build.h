// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/support/deadline.h"
#include "engine/support/result.h"
#include "languages/c/driver/symbols.h"
#include "languages/c/driver/toolchain.h"
#include "languages/c/unit/options.h"

namespace cuttle {

struct BuildRequest {
  std::vector<std::filesystem::path> sources;  // C, C++, preprocessed, assembly, objects, archives
  std::vector<std::string> flags;              // the user's, for compiling and linking
  UnitOptions unit;                            // --function and how inputs are made
  bool controlled = false;                     // threads, where it makes any, obey a schedule
  std::string checks;                          // --detect: names of the pass, separated by commas
  bool memory_checks = true;                   // each access looks at what it may touch
  bool steps = false;                          // the program logs what pruning needs
  std::filesystem::path folder;                // for all products; made when missing
  unsigned jobs = 0;                           // 0: as many as there are processors
  bool background = false;                     // gives way to what else wants a processor
  const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, the build fails soon
  Deadline until = Deadline::max();              // it fails then
};

struct BuiltProgram {
  std::filesystem::path instrumented;
  std::filesystem::path plain;
  std::string fingerprint;         // of the sources, the flags and the compiler
  bool cached = false;             // nothing had to be compiled
  bool sanitized = false;          // -fsanitize=
  bool controlled = false;         // it makes threads, which obey a schedule
  Symbols symbols;                 // that its own code defines and uses
  std::vector<std::string> stubs;  // functions whose results are inputs: asked for, or not defined
};

// Compiles the sources twice: for exploration (pass and runtime) and as the user would (with the
// replay library). Products whose sources, headers, flags and compiler did not change are kept.
// What the compiler says about wrong sources is passed on as it is.
Result<BuiltProgram> build_program(const Toolchain& toolchain, const BuildRequest& request);

// Only the plain program; `folder` must not be that of another build.
Result<std::filesystem::path> build_plain(const Toolchain& toolchain, const BuildRequest& request);

bool is_cxx_source(const std::filesystem::path& file);
bool is_c_source(const std::filesystem::path& file);
bool is_object(const std::filesystem::path& file);  // for the linker: .o, .a

// Splits flags as a shell would: blanks separate, quotes and backslashes protect.
std::vector<std::string> split_flags(const std::string& text);

}  // namespace cuttle
