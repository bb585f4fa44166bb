// SPDX-License-Identifier: Apache-2.0
#include "engine/report/advice.h"

#include <array>
#include <string_view>

namespace cuttle {

namespace {

struct Row {
  std::string_view reason, meaning, remedy;
  bool resumable;
};

constexpr std::array kRows = {
    Row{"budget", "flips not tried when the budget ended", "", true},
    Row{"interrupted", "flips not tried when the campaign was stopped", "", true},
    Row{"stopped-on-bug", "flips not tried after the first bug", "", true},
    Row{"solver-unknown", "flips that the solver could not decide",
        "give the solver more time: --solver-timeout 60", false},
    Row{"depth", "paths with choices beyond the depth bound", "look deeper: a larger --max-depth",
        false},
    Row{"frontier", "flips dropped because there were too many",
        "remember more flips: a larger --max-frontier", false},
    Row{"concretised", "values taken as they were in the run", "", false},
    Row{"external-call", "calls into code that is not instrumented",
        "follow calls into libraries: build them with `cuttle cc'", false},
    Row{"constraints", "constrained calls that may be missing, or are not as general as possible",
        "", false},
    Row{"symbolic-address", "addresses that depend on inputs, taken as they were in the run", "",
        false},
    Row{"symbolic-size", "sizes that depend on inputs, taken as they were in the run", "", false},
    Row{"overwritten", "inputs that code changed which is not instrumented", "", false},
    Row{"mismatch", "values that are not what was followed, taken as they were in the run", "",
        false},
    Row{"inline-assembly", "assembly, which is not followed", "", false},
    Row{"unsupported", "operations that are not followed", "", false},
    Row{"trace-full", "runs that were longer than the trace", "", false},
    Row{"expression-size", "expressions too large to follow", "", false},
    Row{"divergence", "runs that did not go where they were sent",
        "divergences come from time, random numbers, addresses or unseen input", false},
    Row{"non-deterministic", "paths that differed when they were run again",
        "make the program deterministic: no time, no random numbers, no addresses", false},
    Row{"max-objects", "pointers that could have led to one more object",
        "allow larger graphs: a larger --max-objects", false},
    Row{"max-length", "strings or arrays that could have been longer",
        "allow longer ones: a larger --max-string or --max-array", false},
    Row{"lost-run", "runs that could not be completed", "", false},
};

}  // namespace

Advice advice_for(const std::string& reason) {
  for (const Row& row : kRows)
    if (row.reason == reason)
      return {std::string(row.meaning), std::string(row.remedy), row.resumable};
  return {};
}

}  // namespace cuttle
