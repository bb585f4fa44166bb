// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/target/target.h"
#include "engine/trace/memory.h"

namespace cuttle {

// What a program publishes about itself when it starts: its sites, the cases of its switches and
// its coverage points, module by module. Read into private memory once; update() adds modules that
// were loaded since.
class ProgramTables {
 public:
  // The values of a switch that lead to one place share an arm; the last arm is the default.
  struct Switch {
    std::vector<std::pair<uint64_t, uint32_t>> cases;  // value, arm
    uint32_t arms = 0;
    // By arm, without the default: its values when there are several, otherwise null.
    std::vector<std::shared_ptr<const std::vector<uint64_t>>> shared;
  };

  // Reads modules that are not yet known. Returns how many there were.
  uint32_t update(const TraceMemory& trace);

  const std::vector<SourceLocation>& sites() const { return sites_; }
  // The switch at a site; nullptr when it is none.
  const Switch* switch_at(SiteId site) const;

  // The families "branches" and "lines" of the modules known so far, without the code of system
  // headers. Fixes the numbering of points: modules that come later are not counted.
  std::vector<CoverageFamily> make_families();
  // The coverage points that belong to a byte of the coverage area; lines more than once when
  // several blocks share them.
  const std::vector<uint32_t>& points_of(uint32_t coverage_byte) const;
  // Bytes of the coverage area in use.
  uint32_t coverage_bytes() const { return static_cast<uint32_t>(bytes_.size()); }

 private:
  struct Byte {
    std::vector<uint32_t> lines;  // of the file
    std::string file;
    std::string function;
    SiteId site = 0;
    bool is_branch = false;  // an arm of a branch that the programmer wrote
  };

  static void collect_shared(Switch& entry);
  void read_sites(const TraceMemory& trace, const CuttleModuleRecord& module);
  void read_points(const TraceMemory& trace, const CuttleModuleRecord& module);

  uint32_t modules_ = 0;
  std::vector<SourceLocation> sites_{SourceLocation{}};  // 0: unknown place
  std::map<SiteId, Switch> switches_;
  std::vector<Byte> bytes_;
  std::vector<std::vector<uint32_t>> points_;  // by coverage byte
};

}  // namespace cuttle
