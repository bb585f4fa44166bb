// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/target/target.h"

namespace cuttle {

// How far it is, in edges of the control flow graph, from a coverage point to the nearest one that
// is still uncovered (0: the point itself). Recomputed lazily, one breadth-first search over the
// reversed graph per change of coverage.
class FlowDistance {
 public:
  static constexpr uint32_t unreachable = 1u << 20;

  void learn(const TargetInfo& info, std::span<const uint32_t> covered);
  // Of the point that alternative `alternative` at `site` leads to; 1 when the graph says nothing.
  uint32_t of(SiteId site, AlternativeId alternative);
  // Grows with every change of coverage: distances asked before may have changed.
  uint64_t version() const { return version_; }

 private:
  void rebuild(const TargetInfo& info);
  void measure();

  size_t known_edges_ = 0;
  std::vector<uint32_t> first_point_;
  std::vector<uint32_t> begin_;    // of a point's predecessors in `sources_`
  std::vector<uint32_t> sources_;  // predecessors, grouped by point
  std::vector<bool> covered_;
  std::vector<uint32_t> distance_;
  bool stale_ = true;
  uint64_t version_ = 0;
};

}  // namespace cuttle
