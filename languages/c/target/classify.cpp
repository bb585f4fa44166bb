// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/classify.h"

#include <algorithm>
#include <regex>

#include "languages/c/runtime/runtime.h"

namespace cuttle {
namespace {

// An endless loop is caught at any of its lines; the function is what stays the same.
std::string place_of(const Outcome& outcome, SourceFrame frame) {
  if (outcome.bug == BugKind::timeout && frame.start_line != 0) frame.line = frame.start_line;
  return frame.place();
}

// What libc says when an assertion fails: "PROGRAM: FILE:LINE: FUNCTION: Assertion `X' failed."
void read_assertion(const std::string& complaints, Outcome& outcome) {
  const size_t mark = complaints.rfind(": Assertion `");
  if (mark == std::string::npos) return;
  const size_t end = complaints.find("' failed.", mark);
  size_t begin = complaints.rfind('\n', mark);
  begin = begin == std::string::npos ? 0 : begin + 1;
  const std::string before = complaints.substr(begin, mark - begin);
  // In front of FUNCTION, which may have colons of its own.
  static const std::regex pattern("^[^:]+: (.+?):([0-9]+)(: .*)?$");
  std::smatch parts;
  if (end == std::string::npos || !std::regex_match(before, parts, pattern)) return;
  outcome.bug = parts[3].str() == ": reach_error" ? BugKind::error_call : BugKind::assertion;
  outcome.message = "failed assertion `" + complaints.substr(mark + 13, end - mark - 13) + "'";
  outcome.location = parts[1].str() + ":" + parts[2].str();
}

Outcome sanitizer_bug(const SanitizerReport& report) {
  Outcome outcome = bug_outcome(report.kind, report.message);
  outcome.location = report.location;
  outcome.stack = report.stack;
  return outcome;
}

}  // namespace

const BugKind& misuse_kind() {
  static const BugKind kind("misuse");
  return kind;
}

Outcome classify_c(const Ending& ending) {
  Outcome outcome = classify(ending);
  if (outcome.is_bug() && outcome.message.starts_with(CUTTLE_MESSAGE_MISUSE))
    outcome.bug = misuse_kind();
  if (ending.timed_out || !ending.failed() || outcome.kind == Outcome::Kind::rejected ||
      !failure_of_ours(ending).empty())
    return outcome;
  if (auto report = find_sanitizer_report(ending.complaints))
    return report->own_failure ? lost_outcome(report->message) : sanitizer_bug(*report);
  const bool recorded =
      ending.recorded.kind == CUTTLE_OUTCOME_BUG && ending.recorded.bug != CUTTLE_BUG_NONE;
  if (recorded || !outcome.is_bug() || outcome.bug != BugKind::abort) return outcome;
  if (ending.complaints.find("terminate called") != std::string::npos)
    outcome.bug = BugKind::uncaught_exception;
  else
    read_assertion(ending.complaints, outcome);
  return outcome;
}

namespace {

void find_place(Outcome& outcome, const TraceOutcome& recorded, const std::string& site,
                Symbolizer& symbolizer) {
  const auto stack = symbolizer.program_stack(recorded.frames);
  for (const auto& frame : stack)
    outcome.stack.push_back(shown_function(frame.function) +
                            (frame.has_place() ? " at " + frame.place() : std::string()));
  // How tasks of SV-COMP write an assumption.
  if (outcome.bug == BugKind::abort && !stack.empty() &&
      stack.front().function == "assume_abort_if_not")
    outcome.kind = Outcome::Kind::rejected;
  if (!recorded.file.empty() && recorded.line != 0)
    outcome.location = recorded.file + ":" + std::to_string(recorded.line);
  else if (!site.empty() && (!site.starts_with("cuttle:/") || stack.empty()))
    outcome.location = site;
  else if (!stack.empty())  // of a model: where the program called it
    outcome.location = place_of(outcome, stack.front());
  if (!is_library_file(outcome.location)) return;
  const auto own = std::find_if(stack.begin(), stack.end(), [](const SourceFrame& frame) {
    return frame.has_place() && !frame.system && !is_library_file(frame.file);
  });
  if (own != stack.end()) outcome.location = place_of(outcome, *own);
}

}  // namespace

void locate(Outcome& outcome, const TraceOutcome& recorded, const std::string& site,
            Symbolizer& symbolizer) {
  if (!outcome.is_bug()) return;
  if (outcome.location.empty()) find_place(outcome, recorded, site, symbolizer);
  if (outcome.is_bug()) outcome.key = usual_key(outcome);
}

}  // namespace cuttle
