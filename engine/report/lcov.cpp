// SPDX-License-Identifier: Apache-2.0
// The tracefile format of lcov: one record per source file. Cuttle knows whether a point was
// reached, not how often, so that counts are 0 or 1.
#include "engine/report/coverage_map.h"
#include "engine/report/exporter.h"

namespace cuttle {

namespace {

class Record {
 public:
  Record& line(const char* key, const std::string& value) {
    text_.append(key).append(":").append(value).append("\n");
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// The format ends names at commas and lines.
std::string field(std::string text) {
  for (char& c : text)
    if (c == ',' || static_cast<unsigned char>(c) < ' ') c = '_';
  return text;
}

void write_functions(Record& record, const FileCoverage& file) {
  size_t hit = 0;
  for (const auto& [name, function] : file.functions)
    record.line("FN", std::to_string(function.first_line) + "," + field(name));
  for (const auto& [name, function] : file.functions) {
    record.line("FNDA", std::string(function.covered ? "1," : "0,") + field(name));
    hit += function.covered;
  }
  record.line("FNF", std::to_string(file.functions.size())).line("FNH", std::to_string(hit));
}

void write_branches(Record& record, const FileCoverage& file) {
  for (const auto& [number, line] : file.lines) {
    for (size_t block = 0; block < line.branches.size(); ++block) {
      const BranchCoverage& branch = line.branches[block];
      for (size_t arm = 0; arm < branch.arms.size(); ++arm) {
        const char* taken = !branch.reached() ? "-" : branch.arms[arm] ? "1" : "0";
        record.line("BRDA", std::to_string(number) + "," + std::to_string(block) + "," +
                                std::to_string(arm) + "," + taken);
      }
    }
  }
  const CoverageCount count = file.branch_count();
  record.line("BRF", std::to_string(count.total)).line("BRH", std::to_string(count.covered));
}

void write_lines(Record& record, const FileCoverage& file) {
  for (const auto& [number, line] : file.lines)
    record.line("DA", std::to_string(number) + (line.covered ? ",1" : ",0"));
  const CoverageCount count = file.line_count();
  record.line("LF", std::to_string(count.total)).line("LH", std::to_string(count.covered));
}

class LcovExporter final : public TextExporter {
 public:
  std::string name() const override { return "lcov"; }
  std::string help() const override { return "Write the coverage as an lcov tracefile"; }
  std::string text(const ReportData& data) const override {
    std::string text;
    for (const auto& [name, file] : coverage_by_file(data)) {
      Record record;
      record.line("TN", "").line("SF", field(data.source(name).string()));
      write_functions(record, file);
      write_branches(record, file);
      write_lines(record, file);
      text += record.take() + "end_of_record\n";
    }
    return text;
  }
};

}  // namespace

std::unique_ptr<TextExporter> make_lcov_exporter() {
  return std::make_unique<LcovExporter>();
}

}  // namespace cuttle
