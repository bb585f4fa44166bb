// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "engine/report/coverage_map.h"
#include "engine/report/report_data.h"

namespace cuttle {

// The pages of the HTML report; html.cpp writes them into a folder. No script, no address outside
// the folder: it opens from the disk, can be zipped, mailed and published as it is.
struct HtmlReport {
  const ReportData& data;
  std::map<std::string, FileCoverage> files;
  std::map<std::string, std::string>
      pages;  // of files whose source is there: "f.c" -> "1-f.c.html"
  std::map<std::string, std::string> pictures = {};  // markup, by the test's file

  // `location` as text; a link when there is a page for it.
  std::string link(const std::string& location) const;
};

// The parts that all pages share; `title` is plain text, `body` is markup.
std::string html_page(const std::string& title, const std::string& body);
// A bar with numbers: "7 of 8 (87%)".
std::string html_meter(const CoverageCount& count);

std::string html_index(const HtmlReport& report);
std::string html_source_page(const HtmlReport& report, const std::string& file,
                             const std::string& source);
extern const char* const kHtmlStyle;

}  // namespace cuttle
