// SPDX-License-Identifier: Apache-2.0
#include "engine/path/limitation.h"

#include <algorithm>
#include <array>

namespace cuttle {

namespace {

constexpr std::array kRows = {
    ReasonRow{Reason::budget, "budget", "flips not tried when the budget ended", "", true},
    ReasonRow{Reason::concretised, "concretised", "values taken as they were in the run", "",
              false},
    ReasonRow{Reason::constraints, "constraints",
              "constrained calls that may be missing, or are not as general as possible", "",
              false},
    ReasonRow{Reason::covered, "covered", "flips not tried when all that was asked for was covered",
              "", false},
    ReasonRow{Reason::depth, "depth", "paths with choices beyond the depth bound",
              "look deeper: a larger --max-depth", false},
    ReasonRow{Reason::disagreement, "disagreement", "runs that ended otherwise on the plain system",
              "", false},
    ReasonRow{Reason::divergence, "divergence", "runs that did not go where they were sent",
              "what differs between runs is named; where nothing does, please report it", false},
    ReasonRow{Reason::environment, "environment",
              "files, time and the like that are not among the inputs", "", false},
    ReasonRow{Reason::expression_size, "expression-size", "expressions too large to follow", "",
              false},
    ReasonRow{Reason::external_call, "external-call", "calls into code that is not instrumented",
              "follow calls into libraries: build them with `cuttle cc'", false},
    ReasonRow{Reason::foreign, "foreign", "calls that the plain system answered", "", false},
    ReasonRow{Reason::frontier, "frontier", "flips dropped because there were too many",
              "remember more flips: a larger --max-frontier", false},
    ReasonRow{Reason::inline_assembly, "inline-assembly", "assembly, which is not followed", "",
              false},
    ReasonRow{Reason::interrupted, "interrupted", "flips not tried when the campaign was stopped",
              "", true},
    ReasonRow{Reason::lost_run, "lost-run", "runs that could not be completed", "", false},
    ReasonRow{Reason::max_length, "max-length", "strings or arrays that could have been longer",
              "allow longer ones: a larger --max-string or --max-array", false},
    ReasonRow{Reason::max_objects, "max-objects", "pointers that could have led to one more object",
              "allow larger graphs: a larger --max-objects", false},
    ReasonRow{Reason::merged, "merged", "ways that could not be told apart and count as one", "",
              false},
    ReasonRow{Reason::mismatch, "mismatch",
              "values that are not what was followed, taken as they were in the run", "", false},
    ReasonRow{Reason::non_deterministic, "non-deterministic",
              "what differed when it was asked for again in another run",
              "make it an input, or fix its value with --world", false},
    ReasonRow{Reason::overwritten, "overwritten",
              "inputs that code changed which is not instrumented", "", false},
    ReasonRow{Reason::random, "random", "random numbers, which are the same in each run", "",
              false},
    ReasonRow{Reason::solver_unknown, "solver-unknown", "flips that the solver could not decide",
              "give the solver more time: --solver-timeout 60", false},
    ReasonRow{Reason::stopped_on_bug, "stopped-on-bug", "flips not tried after the first bug", "",
              true},
    ReasonRow{Reason::symbolic_address, "symbolic-address",
              "addresses that depend on inputs, taken as they were in the run", "", false},
    ReasonRow{Reason::symbolic_size, "symbolic-size",
              "sizes that depend on inputs, taken as they were in the run", "", false},
    ReasonRow{Reason::threads, "threads", "orders of threads that were not tried", "", false},
    ReasonRow{Reason::trace_damaged, "trace-damaged", "runs whose trace could not be read", "",
              false},
    ReasonRow{Reason::trace_full, "trace-full", "runs that were longer than the trace", "", false},
    ReasonRow{Reason::unknown, "unknown", "what only another version of Cuttle has a name for", "",
              false},
    ReasonRow{Reason::unsupported, "unsupported", "operations that are not followed", "", false},
};
static_assert(kRows.size() == static_cast<size_t>(Reason::kCount));
static_assert(std::ranges::is_sorted(kRows, {}, &ReasonRow::reason));
static_assert(std::ranges::is_sorted(kRows, {}, &ReasonRow::name));

}  // namespace

const ReasonRow& row_of(Reason reason) {
  return kRows.at(static_cast<size_t>(reason));
}

std::string to_string(Reason reason) {
  return std::string(row_of(reason).name);
}

std::optional<Reason> parse_reason(std::string_view name) {
  const auto row = std::ranges::lower_bound(kRows, name, {}, &ReasonRow::name);
  if (row == kRows.end() || row->name != name) return {};
  return row->reason;
}

Limitation limitation_named(std::string_view name, std::string location, std::string detail,
                            uint64_t count) {
  if (const auto reason = parse_reason(name))
    return {*reason, std::move(location), std::move(detail), count};
  std::string what(name);
  if (!detail.empty()) what += (what.empty() ? "" : ": ") + detail;
  return {Reason::unknown, std::move(location), std::move(what), count};
}

}  // namespace cuttle
