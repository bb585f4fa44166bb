// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "languages/prolog/builtins/builtins.h"
#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// A machine with everything it needs: symbols, terms, the program and its builtins.
class Interpreter {
 public:
  explicit Interpreter(SwiSession* session, std::shared_ptr<SiteTable> sites = nullptr,
                       uint64_t heap_bytes = uint64_t{4} << 30);

  // Fetches the user's predicates; call it once before running anything.
  Result<void> load();

  Symbols symbols;
  Store store;
  Program program;
  Machine machine;

  // For tests and tools: runs a goal given as text, without a shadow, and describes each answer
  // ("X = 1, Y = f(_)", "true"), then how it ended ("false", the error, "inference limit", ...).
  std::vector<std::string> ask(const std::string& goal, unsigned max_answers,
                               const MachineLimits& limits = {});
  std::string show(Cell term, size_t max_length = size_t{1} << 20);
  std::string show_ball();
};

}  // namespace cuttle::prolog
