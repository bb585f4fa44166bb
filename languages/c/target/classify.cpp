// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/classify.h"

#include <algorithm>
#include <sstream>

namespace cuttle {
namespace {

// An endless loop is caught at any of its lines; the function is what stays the same.
std::string place_of(const Outcome& outcome, SourceFrame frame) {
  if (outcome.bug == BugKind::timeout && frame.start_line != 0) frame.line = frame.start_line;
  return frame.place();
}

// "FILE:LINE" out of "FILE:LINE:COLUMN".
std::string without_column(const std::string& place) {
  const size_t last = place.rfind(':');
  const size_t before = last == std::string::npos ? last : place.rfind(':', last - 1);
  return before == std::string::npos ? place : place.substr(0, last);
}

// A report's line without its preamble and its addresses, which differ from run to run.
std::string headline(std::string line) {
  if (const size_t head = line.find("ERROR: "); head != std::string::npos) line.erase(0, head + 7);
  for (const char* address : {" on address 0x", " on unknown address 0x", " on 0x"})
    if (const size_t at = line.find(address); at != std::string::npos) line.erase(at);
  return line;
}

// Of UndefinedBehaviorSanitizer, whose line begins with it.
std::string place_before_error(const std::string& text, size_t begin) {
  const size_t mark = text.find(": runtime error: ", begin);
  if (mark == std::string::npos || mark >= text.find('\n', begin)) return {};
  return shown_path(without_column(text.substr(begin, mark - begin)));
}

// The first stack of a report, as far as it is the program's own: "#0 0x12 in f FILE:LINE:COLUMN".
// Frames of the sanitizer have no such place, or one in its own sources.
void read_sanitizer_stack(const std::string& text, size_t begin, SanitizerReport& report) {
  std::string anywhere;
  std::istringstream lines(text.substr(begin));
  for (std::string line; std::getline(lines, line);) {
    const size_t number = line.find('#'), in = line.find(" in ");
    if (number == std::string::npos && !report.stack.empty()) break;
    if (number == std::string::npos || in == std::string::npos) continue;
    const size_t file = line.rfind(" /");
    const size_t space = file == std::string::npos || file <= in ? line.rfind(' ') : file;
    if (space <= in + 3 || line.find(':', space) == std::string::npos || line.back() == ')' ||
        line.find("compiler-rt/", space) != std::string::npos)
      continue;
    const std::string function = line.substr(in + 4, space - in - 4);
    const std::string place = shown_path(without_column(line.substr(space + 1)));
    if (is_runtime_file(place)) break;
    report.stack.push_back(shown_function(function) + " at " + place);
    if (anywhere.empty()) anywhere = place;
    if (report.location.empty() && !is_library_file(place)) report.location = place;
    if (function == "main") break;
  }
  if (report.location.empty()) report.location = anywhere;
}

}  // namespace

std::optional<SanitizerReport> find_sanitizer_report(const std::string& complaints) {
  static const struct {
    const char* mark;
    BugKind kind;
  } marks[] = {
      {"AddressSanitizer: heap-use-after-free", BugKind::use_after_free},
      {"AddressSanitizer: stack-use-after", BugKind::use_after_free},
      {"AddressSanitizer: attempting double-free", BugKind::use_after_free},
      {"AddressSanitizer: heap-buffer-overflow", BugKind::out_of_bounds},
      {"AddressSanitizer: stack-buffer-", BugKind::out_of_bounds},
      {"AddressSanitizer: global-buffer-overflow", BugKind::out_of_bounds},
      {"AddressSanitizer: dynamic-stack-buffer-overflow", BugKind::out_of_bounds},
      {"AddressSanitizer: container-overflow", BugKind::out_of_bounds},
      {"AddressSanitizer: SEGV", BugKind::segfault},
      {"AddressSanitizer: stack-overflow", BugKind::segfault},
      {"AddressSanitizer: FPE", BugKind::division_by_zero},
      {"LeakSanitizer: detected memory leaks", BugKind::leak},
      {"runtime error: division by zero", BugKind::division_by_zero},
      {"overflow: ", BugKind::overflow},
      {"runtime error: shift", BugKind::overflow},
      {"is outside the range of representable values", BugKind::overflow},
      {"out of bounds for type", BugKind::out_of_bounds},
      {"runtime error: load of null pointer", BugKind::segfault},
      {"runtime error: store to null pointer", BugKind::segfault},
  };
  if (complaints.find("Sanitizer") == std::string::npos &&
      complaints.find("runtime error: ") == std::string::npos)
    return {};
  for (const auto& [mark, kind] : marks) {
    const size_t at = complaints.find(mark);
    if (at == std::string::npos) continue;
    size_t begin = complaints.rfind('\n', at);
    begin = begin == std::string::npos ? 0 : begin + 1;
    const std::string line = complaints.substr(begin, complaints.find('\n', at) - begin);
    SanitizerReport report{kind, headline(line), place_before_error(complaints, begin), {}};
    read_sanitizer_stack(complaints, begin, report);
    return report;
  }
  return SanitizerReport{BugKind::abort, "a sanitizer stopped the program", {}, {}};
}

namespace {

Outcome sanitizer_bug(const SanitizerReport& report) {
  Outcome outcome = bug_outcome(report.kind, report.message);
  outcome.location = report.location;
  outcome.stack = report.stack;
  return outcome;
}

}  // namespace

Outcome classify_c(const Ending& ending) {
  Outcome outcome = classify(ending);
  if (ending.timed_out || !ending.failed() || outcome.kind == Outcome::Kind::rejected ||
      !failure_of_ours(ending).empty())
    return outcome;
  if (auto report = find_sanitizer_report(ending.complaints)) return sanitizer_bug(*report);
  const bool recorded =
      ending.recorded.kind == CUTTLE_OUTCOME_BUG && ending.recorded.bug != CUTTLE_BUG_NONE;
  if (!recorded && outcome.is_bug() && outcome.bug == BugKind::abort &&
      ending.complaints.find("terminate called") != std::string::npos)
    outcome.bug = BugKind::uncaught_exception;
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
