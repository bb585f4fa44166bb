// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "cli/terminal.h"
#include "engine/campaign/load_report.h"
#include "engine/campaign/test_file.h"
#include "engine/report/annotations.h"
#include "engine/report/format.h"
#include "engine/report/summary_json.h"
#include "engine/report/text.h"
#include "engine/support/files.h"

namespace cuttle::cli {
namespace {

std::string short_text(const Outcome& outcome) {
  std::string text = outcome.is_bug() ? "BUG: " + std::string(to_string(outcome.bug)) : "";
  if (!outcome.message.empty()) text += (text.empty() ? "" : ", ") + printable(outcome.message);
  return text.empty() ? fmt::format("exit code {}", outcome.exit_code) : text;
}

// The coverage points that no run covered. After an exhaustive exploration that is a proof.
std::string uncovered(const ReportData& data) {
  std::string text;
  uint32_t number = 0;
  for (const CoverageFamily& family : data.coverage) {
    for (const SourceLocation& point : family.points) {
      if (std::ranges::binary_search(data.covered, number++)) continue;
      text +=
          fmt::format("        {} of {} at {}\n", family.name, point.function, to_string(point));
    }
  }
  if (text.empty()) return text;
  const char* claim = data.summary.exhausted ? "by no input within the bounds" : "so far";
  return fmt::format("not covered ({}):\n{}\n", claim, text);
}

// One line for each test case: its run, its inputs, what happens.
Result<std::string> test_list(const std::filesystem::path& folder) {
  Result<ReportData> data = load_report(folder);
  if (!data) return data.error();
  std::vector<std::pair<std::string, std::string>> rows;
  size_t width = 0;
  for (const TestEntry& entry : data->tests) {
    Result<StoredTest> test = read_test_file(folder / entry.file);
    if (!test) return test.error();
    std::string inputs = printable(fmt::format("{}", fmt::join(test->description, ", ")));
    rows.emplace_back(fmt::format("{:>6}  {}", entry.run, inputs), short_text(test->outcome));
    if (rows.back().first.size() <= 60) width = std::max(width, rows.back().first.size());
  }
  std::string text;
  for (const auto& [inputs, outcome] : rows) {
    text += fmt::format("{:<{}}  {}\n", inputs, width, outcome);
  }
  return text + "\n" + uncovered(*data);
}

}  // namespace

Result<void> show(const Summary& summary, const std::filesystem::path& folder,
                  const std::vector<std::string>& command, const Settings& settings) {
  const std::filesystem::path& json = settings.config.json;
  bool only_json = json == "-";
  std::FILE* people = only_json ? stderr : stdout;

  TextOptions options;
  options.color = terminal_of(people, settings.color).color;
  options.all = settings.verbosity > 0;
  options.program = settings.program;
  options.folder = folder;
  options.command = command;
  std::ostringstream text;
  if (settings.list) {
    Result<std::string> tests = test_list(folder);
    if (!tests) return tests.error();
    text << *tests;
  }
  write_text(text, summary, options);
  if (!only_json || settings.verbosity >= 0) std::fputs(text.str().c_str(), people);

  // In its logs, GitHub shows these beside the code.
  if (const char* github = std::getenv("GITHUB_ACTIONS"); github && std::string(github) == "true") {
    std::ostringstream annotations;
    write_annotations(annotations, summary);
    std::fputs(annotations.str().c_str(), stderr);
  }

  if (only_json) std::fputs(summary_to_json(summary).c_str(), stdout);
  if (!json.empty() && !only_json) return write_file(json, summary_to_json(summary));
  return {};
}

}  // namespace cuttle::cli
