// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/report/format.h"
#include "engine/support/suggest.h"
#include "engine/trace/check.h"

namespace cuttle::cli {

// The only thing to do with a trace so far; a word of its own, so that there may be others.
int trace(const Context& context) {
  const Settings& settings = context.settings;
  const std::string& action = settings.operands[0];
  if (action != "check") {
    std::string hint = did_you_mean(action, {"check"});
    if (!hint.empty()) hint += "\n";
    return fail(Error::usage("`cuttle trace' cannot `" + action + "'",
                             hint + "usage: cuttle trace check FILE"),
                settings.color);
  }
  const std::string& file = settings.operands[1];
  Result<TraceCheck> check = check_trace_file(file);
  if (!check) return fail(check.error(), settings.color);
  Terminal out = terminal_of(stdout, settings.color);
  if (settings.verbosity >= 0) fmt::print("{}\n", to_string(*check));
  for (const std::string& problem : check->problems) fmt::print("  {}\n", printable(problem));
  if (check->found > check->problems.size()) fmt::print("  ...\n");
  std::string verdict = check->ok()         ? "no problems"
                        : check->found == 1 ? "1 problem"
                                            : fmt::format("{} problems", check->found);
  fmt::print("{}\n", paint(out, check->ok() ? Paint::green : Paint::red, verdict));
  return check->ok() ? exit_fine : exit_bugs;
}

}  // namespace cuttle::cli
