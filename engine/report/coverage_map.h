// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/report/report_data.h"

namespace cuttle {

// The alternatives of one branch.
struct BranchCoverage {
  unsigned column = 0;
  std::string function;
  std::vector<bool> arms;  // in the order of the points: was it taken?
  bool reached() const;
  size_t taken() const;
};

struct LineCoverage {
  bool covered = false;
  std::vector<BranchCoverage> branches;
};

struct FunctionCoverage {
  unsigned first_line = 0;  // the first that has a point
  bool covered = false;
};

struct FileCoverage {
  std::map<unsigned, LineCoverage> lines;  // those that have code
  std::map<std::string, FunctionCoverage> functions;

  CoverageCount line_count() const;
  CoverageCount branch_count() const;
};

// The points of all families, by file and line. The family "branches" gives the branches; every
// family says which lines have code and which of them ran. Points without a place are left out.
std::map<std::string, FileCoverage> coverage_by_file(const ReportData& data);

}  // namespace cuttle
