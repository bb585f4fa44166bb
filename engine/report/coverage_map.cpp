// SPDX-License-Identifier: Apache-2.0
#include "engine/report/coverage_map.h"

#include <algorithm>

namespace cuttle {

namespace {

BranchCoverage& branch_at(LineCoverage& line, const SourceLocation& point) {
  for (BranchCoverage& branch : line.branches)
    if (branch.column == point.column && branch.function == point.function) return branch;
  line.branches.push_back({point.column, point.function, {}});
  return line.branches.back();
}

void add_point(FileCoverage& file, const SourceLocation& point, bool is_branch, bool covered) {
  LineCoverage& line = file.lines[point.line];
  line.covered |= covered;
  if (is_branch) branch_at(line, point).arms.push_back(covered);
  if (point.function.empty()) return;
  FunctionCoverage& function = file.functions[point.function];
  function.covered |= covered;
  if (function.first_line == 0 || point.line < function.first_line)
    function.first_line = point.line;
}

}  // namespace

bool BranchCoverage::reached() const {
  return taken() > 0;
}

size_t BranchCoverage::taken() const {
  return static_cast<size_t>(std::count(arms.begin(), arms.end(), true));
}

CoverageCount FileCoverage::line_count() const {
  CoverageCount count;
  for (const auto& [number, line] : lines) {
    ++count.total;
    count.covered += line.covered;
  }
  return count;
}

CoverageCount FileCoverage::branch_count() const {
  CoverageCount count;
  for (const auto& [number, line] : lines) {
    for (const BranchCoverage& branch : line.branches) {
      count.total += branch.arms.size();
      count.covered += branch.taken();
    }
  }
  return count;
}

std::map<std::string, FileCoverage> coverage_by_file(const ReportData& data) {
  std::map<std::string, FileCoverage> files;
  uint32_t number = 0;
  for (const CoverageFamily& family : data.coverage) {
    for (const SourceLocation& point : family.points) {
      const bool covered = std::binary_search(data.covered.begin(), data.covered.end(), number++);
      if (point.file.empty() || point.line == 0) continue;
      add_point(files[point.file], point, family.name == "branches", covered);
    }
  }
  return files;
}

}  // namespace cuttle
