// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/target/language.h"
#include "languages/prolog/target/types.h"

namespace cuttle::prolog {

// How test cases are made and run.
struct TargetOptions {
  DomainOptions domains;
  unsigned answers = 1;  // 0: all
  uint64_t inferences = 1'000'000;
  bool trace = false;  // describe() shows the trace
  bool constrained = false;
  enum class Check : uint8_t { none, bugs, all } check = Check::all;
};

// The options of `cuttle run` that are for Prolog programs, read and checked as far as that can be
// done without the program.
struct PrologOptions {
  std::string goal;                    // --goal
  std::string predicate;               // --predicate
  std::string ground;                  // --ground; empty: as the program declares
  std::vector<std::string> types;      // --type
  std::vector<std::string> libraries;  // --library
  CoverageGoal cover;
  TargetOptions target;
};

std::vector<LanguageOption> prolog_option_rows();
Result<PrologOptions> read_prolog_options(const OptionValues& values);

}  // namespace cuttle::prolog
