// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/target/target.h"
#include "engine/walls/walls.h"
#include "languages/c/driver/toolchain.h"
#include "languages/c/target/sources.h"

namespace cuttle {

// A program of which there is an instrumented and a plain build.
struct CProgram {
  std::string name;  // for reports: "testme.c", "testme.c:insert"
  std::filesystem::path instrumented;
  std::filesystem::path plain;         // may be empty: then nothing can be confirmed
  std::vector<std::string> arguments;  // of the program, without [0]
  std::vector<InputSource> sources;    // parts of its environment that are inputs
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::filesystem::path scratch;                                 // a folder for short-lived files
  Walls walls;                                                   // around all of its runs
  Toolchain toolchain;
  std::filesystem::path
      witness;  // loaded into a plain program that has not our library; may be empty
  bool plain_libfuzzer = false;  // it has libFuzzer's engine
  bool plain_sanitized = false;  // its sanitizer reserves address space as it likes
  // Makes a plain build with AddressSanitizer, which notices what the bare machine lets pass;
  // called when a bug needs it. Fails when it is not ready in time. May be empty. Thread-safe.
  std::function<Result<std::filesystem::path>(Deadline)> checked;
  bool controlled = false;              // its threads run as a schedule says
  bool persistent = false;              // many runs in one process, where the program allows it
  std::vector<std::string> stubs = {};  // functions whose results are inputs
};

// Starts the program once; it stays ready for runs. One object per worker.
Result<std::unique_ptr<Target>> make_c_target(ExprPool& pool, const CProgram& program,
                                              const RunLimits& limits);

}  // namespace cuttle
