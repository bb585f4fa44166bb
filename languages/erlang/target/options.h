// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/target/language.h"
#include "languages/erlang/inputs/domains.h"

namespace cuttle::erlang {

// The options of `cuttle run' that are for Erlang programs.
struct ErlangOptions {
  std::string function;               // --function, empty: main, or the only one
  std::string module;                 // --module
  std::vector<std::string> includes;  // --include
  std::vector<std::string> defines;   // --define
  bool by_spec = true;                // inputs are those that the spec allows
  bool trace = false;
  unsigned early_timeouts = 0;  // milliseconds
  DomainOptions domains;
};

std::vector<LanguageOption> erlang_option_rows();
Result<ErlangOptions> read_erlang_options(const OptionValues& values);

}  // namespace cuttle::erlang
