// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/report/report_data.h"
#include "engine/support/result.h"

namespace cuttle {

// A format that `cuttle report` can write. docs/adding-an-exporter.md shows how to add one; the
// command line takes its option from here.
class Exporter {
 public:
  virtual ~Exporter() = default;
  virtual std::string name() const = 0;  // of the option: "sarif"
  virtual std::string help() const = 0;  // of the option, in one line
  virtual bool writes_folder() const { return false; }
  // Writes to a file (or a folder) that appears complete or not at all. An existing file is
  // replaced; an existing folder only if an earlier report of ours is in it.
  virtual Result<void> write(const ReportData& data,
                             const std::filesystem::path& destination) const = 0;
};

// One whose whole report is one text.
class TextExporter : public Exporter {
 public:
  virtual std::string text(const ReportData& data) const = 0;
  Result<void> write(const ReportData& data,
                     const std::filesystem::path& destination) const override;
};

std::unique_ptr<TextExporter> make_json_exporter();
std::unique_ptr<TextExporter> make_sarif_exporter();
std::unique_ptr<TextExporter> make_lcov_exporter();
std::unique_ptr<TextExporter> make_junit_exporter();
std::unique_ptr<Exporter> make_html_exporter();

// All of them, in the order in which help shows them.
std::vector<std::unique_ptr<Exporter>> all_exporters();

}  // namespace cuttle
