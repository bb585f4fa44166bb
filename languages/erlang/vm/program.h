// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "engine/walls/walls.h"
#include "languages/erlang/term/term.h"
#include "languages/erlang/vm/toolchain.h"

namespace cuttle::erlang {

// What is to be explored, as the user says it.
struct Preparation {
  std::vector<std::string> files;     // .erl, .beam, or folders of an application
  std::string module;                 // of several; empty: the first
  std::string function;               // "f", "f/2"; empty: main, or the only one that is exported
  std::vector<std::string> includes;  // folders
  std::vector<std::string> defines;   // NAME or NAME=VALUE
  bool turns = false;                 // also ProgramModule::turns
};

// A module of the program, or one of OTP that is followed into. All files are in the cache.
struct ProgramModule {
  std::string name;                    // as the user knows it
  std::string runs_as;                 // instrumented: "cuttle$lists"
  std::string file;                    // its source, or its beam
  std::filesystem::path instrumented;  // beam
  std::filesystem::path plain;         // beam
  std::filesystem::path turns;         // beam, when it was asked for
  std::filesystem::path core;          // docs/erlang-protocol.md, for decode_core
  bool user = false;                   // named by the user or found beside it; not of OTP
  uint32_t key = 0;                    // of its events
  uint32_t points = 0;                 // clauses, numbered from 0
  uint32_t first_point = 0;            // of the module, in Machine::coverage()
};

// A program that is ready to run.
struct Program {
  std::vector<ProgramModule> modules;
  std::string module, function;
  unsigned arity = 0;
  bool property = false;  // of PropEr: a function of what it quantifies over
  Term types;             // what the arguments range over: erl/cuttle_types.erl
  Term signature;         // what the module mentions, for arguments without types
  Term seeds;  // calls of the function with constant arguments in tests: lists of arguments
  uint32_t points = 0;      // of all modules together
  std::string fingerprint;  // of all modules
  Walls walls;              // around its runs
  // Time-outs of at most so many milliseconds may fire at any time, others when nobody can go on.
  unsigned early_timeouts = 0;

  const ProgramModule* find(const std::string& name) const;
};

// Compiles, instruments, and finds what is called. Errors have the compiler's words, or "did you
// mean". What was done before is taken from the cache.
Result<Program> prepare_program(const Toolchain& toolchain, const Preparation& preparation);

}  // namespace cuttle::erlang
