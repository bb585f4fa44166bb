// SPDX-License-Identifier: Apache-2.0
#include "engine/report/exporter.h"

#include "engine/report/summary_json.h"
#include "engine/support/files.h"

namespace cuttle {

namespace {

class JsonExporter final : public TextExporter {
 public:
  std::string name() const override { return "json"; }
  std::string help() const override { return "Write the summary as JSON"; }
  std::string text(const ReportData& data) const override { return summary_to_json(data.summary); }
};

}  // namespace

Result<void> TextExporter::write(const ReportData& data,
                                 const std::filesystem::path& destination) const {
  return write_file(destination, text(data));
}

std::unique_ptr<TextExporter> make_json_exporter() {
  return std::make_unique<JsonExporter>();
}

std::vector<std::unique_ptr<Exporter>> all_exporters() {
  std::vector<std::unique_ptr<Exporter>> all;
  all.push_back(make_json_exporter());
  all.push_back(make_html_exporter());
  all.push_back(make_sarif_exporter());
  all.push_back(make_lcov_exporter());
  all.push_back(make_junit_exporter());
  return all;
}

}  // namespace cuttle
