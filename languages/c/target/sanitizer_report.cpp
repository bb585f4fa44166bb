// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/sanitizer_report.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "languages/c/target/symbolizer.h"

namespace cuttle {
namespace {

// "FILE:LINE" out of "FILE:LINE:COLUMN".
std::string without_column(const std::string& place) {
  const size_t last = place.rfind(':');
  const size_t before = last == std::string::npos ? last : place.rfind(':', last - 1);
  return before == std::string::npos ? place : place.substr(0, last);
}

// Without its addresses, which differ from run to run.
std::string without_addresses(std::string text) {
  for (const char* address : {" on address 0x", " on unknown address 0x", " on 0x"})
    if (const size_t at = text.find(address); at != std::string::npos) text.erase(at);
  return text;
}

// What follows "==123==ERROR: " or "==123== ERROR: "; empty for other lines.
std::string error_text(const std::string& line) {
  if (!line.starts_with("==")) return {};
  size_t at = 2;
  while (at < line.size() && std::isdigit(static_cast<unsigned char>(line[at]))) ++at;
  if (at == 2 || line.compare(at, 2, "==") != 0) return {};
  at += 2;
  if (at < line.size() && line[at] == ' ') ++at;
  for (const std::string mark : {"ERROR: ", "WARNING: "})
    if (line.compare(at, mark.size(), mark) == 0) return line.substr(at + mark.size());
  return {};
}

// Of UndefinedBehaviorSanitizer: "FILE:LINE:COLUMN: runtime error: TEXT", with something in front
// of the mark that is a place.
struct RuntimeError {
  std::string location, text;
};
std::optional<RuntimeError> runtime_error(const std::string& line) {
  const std::string mark = ": runtime error: ";
  const size_t at = line.find(mark);
  if (at == std::string::npos) return {};
  const std::string place = line.substr(0, at);
  if (place == "<unknown>") return RuntimeError{{}, line.substr(at + mark.size())};
  const size_t colon = place.rfind(':');
  if (colon == std::string::npos || colon + 1 == place.size() ||
      !std::all_of(place.begin() + static_cast<long>(colon) + 1, place.end(),
                   [](unsigned char c) { return std::isdigit(c); }))
    return {};
  return RuntimeError{shown_path(without_column(place)), line.substr(at + mark.size())};
}

struct Mark {
  const char* text;
  BugKind kind;
};

BugKind kind_of_runtime_error(const std::string& text) {
  static const Mark marks[] = {
      {"division by zero", BugKind::division_by_zero},
      {"overflow: ", BugKind::overflow},
      {"shift", BugKind::overflow},
      {"cannot be represented in type", BugKind::overflow},
      {"is outside the range of representable values", BugKind::overflow},
      {"out of bounds for type", BugKind::out_of_bounds},
      {"null pointer", BugKind::segfault},
      {"insufficient space for an object", BugKind::out_of_bounds},
  };
  for (const auto& [mark, kind] : marks)
    if (text.find(mark) != std::string::npos) return kind;
  return BugKind::abort;
}

// By what follows the sanitizer's name.
BugKind kind_of_error(const std::string& what) {
  static const Mark marks[] = {
      {"heap-use-after-free", BugKind::use_after_free},
      {"stack-use-after", BugKind::use_after_free},
      {"attempting double-free", BugKind::use_after_free},
      {"heap-buffer-overflow", BugKind::out_of_bounds},
      {"stack-buffer-", BugKind::out_of_bounds},
      {"global-buffer-overflow", BugKind::out_of_bounds},
      {"dynamic-stack-buffer-overflow", BugKind::out_of_bounds},
      {"container-overflow", BugKind::out_of_bounds},
      {"intra-object-overflow", BugKind::out_of_bounds},
      {"use-after-poison", BugKind::out_of_bounds},
      {"unknown-crash", BugKind::out_of_bounds},
      {"negative-size-param", BugKind::out_of_bounds},
      {"SEGV", BugKind::segfault},
      {"BUS", BugKind::segfault},
      {"stack-overflow", BugKind::segfault},
      {"FPE", BugKind::division_by_zero},
      {"detected memory leaks", BugKind::leak},
      {"data race", BugKind::data_race},
      {"lock-order-inversion", BugKind::deadlock},
      {"timeout", BugKind::timeout},
  };
  for (const auto& [mark, kind] : marks)
    if (what.starts_with(mark)) return kind;
  return BugKind::abort;
}

bool is_own_failure(const std::string& text) {
  for (const char* mark :
       {"Sanitizer failed to ", "Sanitizer: out of memory", "Sanitizer: out-of-memory",
        "Sanitizer CHECK failed", "Sanitizer: CHECK failed", "rss limit exhausted",
        "libFuzzer: out-of-memory", "Sanitizer has encountered a fatal error"})
    if (text.find(mark) != std::string::npos) return true;
  return false;
}

// The first stack of a report, as far as it is the program's own: "#0 0x12 in f FILE:LINE:COLUMN".
// Frames of the sanitizer have no such place, or one in its own sources.
void read_stack(std::istringstream& lines, SanitizerReport& report) {
  std::string anywhere;
  for (std::string line; std::getline(lines, line);) {
    const size_t number = line.find('#'), in = line.find(" in ");
    if (number == std::string::npos && !report.stack.empty()) break;
    if (number == std::string::npos || in == std::string::npos) continue;
    const size_t file = line.rfind(" /");
    const size_t space = file == std::string::npos || file <= in ? line.rfind(' ') : file;
    if (space <= in + 3 || line.find(':', space) == std::string::npos || line.back() == ')' ||
        line.find("compiler-rt/", space) != std::string::npos ||
        line.find("/libsanitizer/", space) != std::string::npos)
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

SanitizerReport report_of_error(const std::string& text) {
  SanitizerReport report;
  report.message = without_addresses(text);
  report.own_failure = is_own_failure(text);
  const size_t colon = text.find(": ");
  if (colon != std::string::npos) report.kind = kind_of_error(text.substr(colon + 2));
  return report;
}

// "SUMMARY: AddressSanitizer: heap-use-after-free f.c:3:4 in f", when the rest was too long to
// keep.
std::optional<SanitizerReport> report_of_summary(const std::string& line) {
  const std::string mark = "SUMMARY: ";
  if (!line.starts_with(mark) || line.find("Sanitizer: ") == std::string::npos) return {};
  SanitizerReport report = report_of_error(line.substr(mark.size()));
  const size_t begin = line.find("Sanitizer: ") + 11, kind = line.find(' ', begin),
               in = line.rfind(" in ");
  if (kind == std::string::npos || in == std::string::npos || in <= kind) return report;
  const std::string place = line.substr(kind + 1, in - kind - 1);
  if (place.find(':') == std::string::npos || place.find('+') != std::string::npos) return report;
  report.location = shown_path(without_column(place));
  report.stack = {shown_function(line.substr(in + 4)) + " at " + report.location};
  return report;
}

}  // namespace

std::optional<SanitizerReport> find_sanitizer_report(const std::string& complaints) {
  std::optional<SanitizerReport> found;
  std::istringstream lines(complaints);
  for (std::string line; std::getline(lines, line);) {
    const std::string error = error_text(line);
    const bool named =
        error.find("Sanitizer") != std::string::npos || error.starts_with("libFuzzer: ");
    if (named) {  // it ends the run
      SanitizerReport report = report_of_error(error);
      read_stack(lines, report);
      return report;
    }
    if (line.find("LeakSanitizer has encountered a fatal error") != std::string::npos)
      return SanitizerReport{BugKind::abort, line, {}, {}, true};
    if (const auto summary = report_of_summary(line); summary && !found) return summary;
    // This one may have been told to go on; the last one is what it ended with.
    if (auto undefined = runtime_error(line)) {
      found =
          SanitizerReport{kind_of_runtime_error(undefined->text), line, undefined->location, {}};
      std::istringstream rest(
          complaints.substr(lines.eof() ? complaints.size() : static_cast<size_t>(lines.tellg())));
      read_stack(rest, *found);
    }
  }
  return found;
}

}  // namespace cuttle
