// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/report/format.h"
#include "engine/report/html.h"
#include "engine/report/markup.h"

namespace cuttle {

namespace {

// Filled for an alternative that was taken, hollow for one that was not.
std::string arms(const LineCoverage& line) {
  std::string out;
  for (const BranchCoverage& branch : line.branches) {
    out += "<span title=\"" + std::to_string(branch.taken()) + " of " +
           std::to_string(branch.arms.size()) + " alternatives taken";
    if (branch.column > 0) out += ", column " + std::to_string(branch.column);
    out += "\">";
    for (bool taken : branch.arms) out += taken ? "&#9679;" : "&#9675;";
    out += "</span> ";
  }
  return out;
}

struct Mark {
  const char* name;
  const char* sign;
};

Mark mark_of(const LineCoverage* line) {
  if (line == nullptr) return {"", " "};
  if (!line->covered) return {"miss", "&minus;"};
  const bool whole = std::all_of(
      line->branches.begin(), line->branches.end(),
      [](const BranchCoverage& branch) { return branch.taken() == branch.arms.size(); });
  return whole ? Mark{"hit", "+"} : Mark{"part", "&#177;"};
}

// Bugs and limitations of one line, as rows below it.
std::string remarks(const Summary& summary, const std::string& file, unsigned number) {
  std::string out;
  auto add = [&](const char* style, const std::string& text) {
    out += "<tr class=\"remark\"><td colspan=\"3\"></td><td><span class=\"badge " +
           std::string(style) + "\">" + text + "</span></td></tr>\n";
  };
  auto here = [&](const std::string& location) {
    const FileLine place = parse_location(location);
    return place.line == number && place.file == file;
  };
  for (const BugReport& bug : summary.bugs)
    if (here(bug.location))
      add("bad", escaped(std::string(to_string(bug.kind)) + ": " + bug.message));
  for (const Limitation& item : summary.incomplete)
    if (here(item.location))
      add("warn",
          escaped(to_string(item.reason) + (item.detail.empty() ? "" : ": " + item.detail)) + " (" +
              with_commas(item.count) + ")");
  return out;
}

}  // namespace

std::string html_source_page(const HtmlReport& report, const std::string& file,
                             const std::string& source) {
  const FileCoverage& coverage = report.files.at(file);
  std::string body = "<p><a href=\"../index.html\">&larr; " + escaped(report.data.summary.target) +
                     "</a></p>\n<h1>" + escaped(file) + "</h1>\n<p>lines " +
                     html_meter(coverage.line_count());
  if (coverage.branch_count().total > 0)
    body += " &nbsp; branches " + html_meter(coverage.branch_count());
  body +=
      "</p>\n<p class=\"soft\">+ ran &nbsp; &#177; ran, with an alternative that was never taken "
      "&nbsp; &minus; never ran &nbsp; &#9679; alternative taken &nbsp; &#9675; not taken</p>\n";
  body += "<div class=\"wide\"><table class=\"source\">\n";
  unsigned number = 0;
  for (size_t begin = 0; begin < source.size();) {
    const size_t end = std::min(source.find('\n', begin), source.size());
    const auto found = coverage.lines.find(++number);
    const LineCoverage* line = found == coverage.lines.end() ? nullptr : &found->second;
    const Mark mark = mark_of(line);
    const std::string id = std::to_string(number);
    body += "<tr id=\"L" + id + "\" class=\"" + mark.name + "\"><td class=\"no\">" + id +
            "</td><td class=\"sign\">" + mark.sign + "</td><td class=\"arms\">" +
            (line ? arms(*line) : "") + "</td><td>" +
            escaped(std::string_view(source).substr(begin, end - begin)) + "</td></tr>\n" +
            remarks(report.data.summary, file, number);
    begin = end + 1;
  }
  return html_page(file, body + "</table></div>\n");
}

}  // namespace cuttle
