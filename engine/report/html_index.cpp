// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"
#include "engine/report/html.h"
#include "engine/report/markup.h"

namespace cuttle {

namespace {

constexpr size_t kMaxTests = 2000;

std::string badge(const char* style, const std::string& text) {
  return "<span class=\"badge " + std::string(style) + "\">" + escaped(text) + "</span>";
}

std::string card(const std::string& number, const std::string& what) {
  return "<div class=\"card\"><b>" + number + "</b><span class=\"soft\">" + what +
         "</span></div>\n";
}

std::string heading(const Summary& summary) {
  const size_t bugs = summary.bugs.size();
  std::string out = "<h1>" + escaped(summary.target) + "</h1>\n<p>";
  out += bugs == 0   ? badge("good", "no bugs found")
         : bugs == 1 ? badge("bad", "1 bug")
                     : badge("bad", with_commas(bugs) + " bugs");
  out += summary.exhausted ? badge("good", "every feasible path was run")
                           : badge("warn", "incomplete");
  out += "</p>\n<div class=\"cards\">\n";
  out += card(with_commas(summary.paths), "paths in " + with_commas(summary.runs) + " runs");
  for (const auto& [name, count] : summary.coverage)
    out +=
        card(percent_text(count.covered, count.total),
             escaped(name) + ": " + with_commas(count.covered) + " of " + with_commas(count.total));
  out += card(seconds_text(summary.seconds), "in total");
  out += card(seconds_text(summary.solver.seconds),
              with_commas(summary.solver.queries) + " solver queries");
  return out + "</div>\n";
}

std::string definition(const std::string& term, const std::string& markup) {
  return "<dt>" + term + "</dt><dd>" + markup + "</dd>\n";
}

std::string stack(const HtmlReport& report, const BugReport& bug) {
  std::string out;
  for (const std::string& frame : bug.stack) {
    const size_t at = frame.rfind(" at ");
    if (!out.empty()) out += "\n";
    out += at == std::string::npos
               ? escaped(frame)
               : escaped(frame.substr(0, at + 4)) + report.link(frame.substr(at + 4));
  }
  return out;
}

std::string bug_article(const HtmlReport& report, const BugReport& bug) {
  std::string out = "<article><h3>" + std::string(to_string(bug.kind));
  if (!bug.location.empty()) out += " at " + report.link(bug.location);
  out += "</h3>\n<dl>";
  if (!bug.message.empty()) out += definition("message", escaped(bug.message));
  std::string inputs;
  for (const std::string& input : bug.inputs) inputs += (inputs.empty() ? "" : "\n") + input;
  if (!inputs.empty()) out += definition("inputs", "<code>" + escaped(inputs) + "</code>");
  if (const auto picture = report.pictures.find(bug.test); picture != report.pictures.end())
    out += definition("picture", picture->second);
  if (!bug.stack.empty()) out += definition("stack", "<code>" + stack(report, bug) + "</code>");
  out +=
      definition("confirmed", bug.confirmed ? "yes, on an uninstrumented build"
                                            : badge("warn", "no") + escaped(bug.unconfirmed_why));
  const std::string test = (report.data.folder / bug.test).string();
  out +=
      definition("replay", "<code>" + escaped(shell_line({"cuttle", "replay", test})) + "</code>");
  return out + "</dl></article>\n";
}

std::string incomplete_table(const HtmlReport& report) {
  std::string out =
      "<h2>What is incomplete</h2>\n<table><tr><th>reason</th><th>place</th>"
      "<th class=\"number\">count</th><th>detail</th></tr>\n";
  for (const Limitation& item : report.data.summary.incomplete) {
    const std::string meaning(row_of(item.reason).meaning);
    out += "<tr><td title=\"" + escaped(meaning) + "\">" + escaped(to_string(item.reason)) +
           "</td><td>" + report.link(item.location) + "</td><td class=\"number\">" +
           with_commas(item.count) + "</td><td>" +
           escaped(item.detail.empty() ? meaning : item.detail) + "</td></tr>\n";
  }
  return out + "</table>\n";
}

std::string coverage_table(const HtmlReport& report) {
  std::string out =
      "<h2>Coverage</h2>\n<table><tr><th>file</th><th>lines</th><th>branches</th></tr>\n";
  for (const auto& [name, file] : report.files) {
    const auto page = report.pages.find(name);
    const std::string title =
        page == report.pages.end()
            ? escaped(name)
            : "<a href=\"source/" + uri_path(page->second) + "\">" + escaped(name) + "</a>";
    const CoverageCount branches = file.branch_count();
    out += "<tr><td>" + title + "</td><td>" + html_meter(file.line_count()) + "</td><td>" +
           (branches.total > 0 ? html_meter(branches) : "") + "</td></tr>\n";
  }
  return out + "</table>\n";
}

std::string test_table(const ReportData& data) {
  std::string out = "<details><summary>" + with_commas(data.tests.size()) +
                    " test files in <code>" + escaped((data.folder / "tests").string()) +
                    "</code></summary>\n<table><tr><th>test</th><th>outcome</th></tr>\n";
  for (size_t i = 0; i < data.tests.size(); ++i) {
    if (i == kMaxTests) {
      out += "<tr><td colspan=\"2\">... and " + with_commas(data.tests.size() - i) +
             " more</td></tr>\n";
      break;
    }
    const TestEntry& test = data.tests[i];
    std::string outcome = "exit code " + std::to_string(test.outcome.exit_code);
    if (test.outcome.is_bug())
      outcome = std::string(to_string(test.outcome.bug)) + " at " + test.outcome.location;
    if (test.outcome.kind == Outcome::Kind::lost) outcome = "lost: " + test.outcome.message;
    out += "<tr><td><code>" + escaped(test.file) + "</code></td><td>" + escaped(outcome) +
           "</td></tr>\n";
  }
  return out + "</table></details>\n";
}

}  // namespace

std::string HtmlReport::link(const std::string& location) const {
  const FileLine place = parse_location(location);
  const auto page = pages.find(place.file);
  if (place.line == 0 || page == pages.end()) return escaped(location);
  return "<a href=\"source/" + uri_path(page->second) + "#L" + std::to_string(place.line) + "\">" +
         escaped(location) + "</a>";
}

std::string html_meter(const CoverageCount& count) {
  const std::string percent = percent_text(count.covered, count.total);
  return "<span class=\"meter\"><i style=\"width:" + (percent == "-" ? "0%" : percent) +
         "\"></i></span>" + with_commas(count.covered) + " of " + with_commas(count.total) + " (" +
         percent + ")";
}

std::string html_page(const std::string& title, const std::string& body) {
  return "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
         "<meta name=\"generator\" content=\"Cuttle\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         escaped(title) + " - Cuttle</title>\n<style>\n" + kHtmlStyle +
         "</style></head>\n<body>\n" + body + "</body></html>\n";
}

std::string html_index(const HtmlReport& report) {
  const Summary& summary = report.data.summary;
  std::string body = heading(summary);
  if (!summary.bugs.empty()) body += "<h2>Bugs</h2>\n";
  for (const BugReport& bug : summary.bugs) body += bug_article(report, bug);
  for (const std::string& note : summary.notes) body += "<p>Note: " + escaped(note) + "</p>\n";
  if (!summary.incomplete.empty()) body += incomplete_table(report);
  if (!report.files.empty()) body += coverage_table(report);
  body += "<h2>Tests</h2>\n" + test_table(report.data);
  std::vector<std::string> command = {"cuttle", "run"};
  command.insert(command.end(), report.data.command.begin(), report.data.command.end());
  body += "<footer>Cuttle " CUTTLE_VERSION " &middot; <code>" + escaped(shell_line(command)) +
          "</code> &middot; strategy " + escaped(summary.strategy) + ", seed " +
          std::to_string(summary.seed) + "</footer>\n";
  return html_page(summary.target, body);
}

}  // namespace cuttle
