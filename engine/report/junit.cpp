// SPDX-License-Identifier: Apache-2.0
// JUnit's XML as continuous integration systems read it: one test case per test file, a failure for
// each that shows a bug. What is incomplete goes to system-out.
#include <algorithm>

#include "engine/report/exporter.h"
#include "engine/report/format.h"
#include "engine/report/markup.h"

namespace cuttle {

namespace {

// `bug` is null when another test shows the same bug and carries the report.
std::string failure(const TestEntry& test, const BugReport* bug, const ReportData& data) {
  const Outcome& outcome = test.outcome;
  const std::string location = bug ? bug->location : outcome.location;
  const std::string message = bug ? bug->message : outcome.message;
  std::string text = location.empty() ? "" : location + ": ";
  text += std::string(to_string(outcome.bug)) + ": " + message;
  std::string body = text + "\n";
  if (bug) {
    for (const std::string& input : bug->inputs) body += "  input  " + input + "\n";
    for (const std::string& frame : bug->stack) body += "  stack  " + frame + "\n";
    if (!bug->confirmed) body += "  not confirmed: " + bug->unconfirmed_why + "\n";
  }
  body += "  replay " + shell_line({"cuttle", "replay", (data.folder / test.file).string()}) + "\n";
  return "      <failure type=\"" + std::string(to_string(outcome.bug)) + "\" message=\"" +
         escaped(text) + "\">" + escaped(body) + "</failure>\n";
}

std::string test_case(const TestEntry& test, const ReportData& data) {
  const Summary& summary = data.summary;
  const auto bug = std::find_if(summary.bugs.begin(), summary.bugs.end(),
                                [&](const BugReport& bug) { return bug.run == test.run; });
  const BugReport* report = bug == summary.bugs.end() ? nullptr : &*bug;
  std::string text = "    <testcase classname=\"" + escaped(summary.target) + "\" name=\"" +
                     escaped(test.file) + "\" time=\"0\"";
  if (test.outcome.is_bug()) {
    const FileLine place = parse_location(report ? report->location : test.outcome.location);
    if (place.line > 0)
      text += " file=\"" + escaped(place.file) + "\" line=\"" + std::to_string(place.line) + "\"";
    return text + ">\n" + failure(test, report, data) + "    </testcase>\n";
  }
  if (test.outcome.kind == Outcome::Kind::lost)
    return text + ">\n      <error message=\"" + escaped(test.outcome.message) +
           "\"/>\n    </testcase>\n";
  return text + "/>\n";
}

std::string remarks(const Summary& summary) {
  if (summary.exhausted) return "exhausted: every feasible path was run\n";
  std::string text = "incomplete: not every path was explored\n";
  for (const Limitation& item : summary.incomplete)
    text += "  " + to_string(item.reason) + (item.location.empty() ? "" : " at " + item.location) +
            ": " + std::to_string(item.count) +
            (item.detail.empty() ? "" : " (" + item.detail + ")") + "\n";
  return text;
}

class JunitExporter final : public TextExporter {
 public:
  std::string name() const override { return "junit"; }
  std::string help() const override { return "Write tests and bugs as JUnit XML"; }
  std::string text(const ReportData& data) const override {
    size_t failures = 0, errors = 0;
    for (const TestEntry& test : data.tests) {
      failures += test.outcome.is_bug();
      errors += test.outcome.kind == Outcome::Kind::lost;
    }
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.3f", data.summary.seconds);
    const std::string counts = "tests=\"" + std::to_string(data.tests.size()) + "\" failures=\"" +
                               std::to_string(failures) + "\" errors=\"" + std::to_string(errors) +
                               "\" time=\"" + seconds + "\"";
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cuttle\" " +
                       counts + ">\n  <testsuite name=\"" + escaped(data.summary.target) +
                       "\" skipped=\"0\" " + counts + ">\n";
    for (const TestEntry& test : data.tests) text += test_case(test, data);
    return text + "    <system-out>" + escaped(remarks(data.summary)) +
           "</system-out>\n  </testsuite>\n</testsuites>\n";
  }
};

}  // namespace

std::unique_ptr<TextExporter> make_junit_exporter() {
  return std::make_unique<JunitExporter>();
}

}  // namespace cuttle
