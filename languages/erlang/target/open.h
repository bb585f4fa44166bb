// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/target/language.h"
#include "languages/erlang/inputs/types.h"
#include "languages/erlang/replay/core.h"
#include "languages/erlang/target/options.h"
#include "languages/erlang/vm/program.h"

namespace cuttle::erlang {

// A program that is ready to be explored: what all targets of a campaign share.
struct Opened {
  Toolchain toolchain;
  Program program;
  ErlangOptions options;
  std::vector<CoreModule> cores;  // by program.modules
  Types spec;                     // of the function
  Types inputs;                   // what is explored: the spec, or any()
  Mentioned mentioned;
  std::string name;  // "lists.erl:sum/1"

  Preparation preparation;

  std::string function_text() const;  // "m:f/2"
  // The program with code that takes turns.
  Result<Program> with_turns() const;
};

Result<std::shared_ptr<const Opened>> open_program(const ProgramRequest& request);

// The calls of the function in tests of the user, as test cases.
std::vector<PortableTestCase> seeds_of(const Opened& opened);
std::vector<std::string> notes_of(const Opened& opened);

}  // namespace cuttle::erlang
