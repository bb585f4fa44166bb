// SPDX-License-Identifier: Apache-2.0
#include "engine/search/flow_distance.h"

#include <algorithm>

namespace cuttle {

void FlowDistance::learn(const TargetInfo& info, std::span<const uint32_t> covered) {
  if (info.flow.edges.size() != known_edges_ || info.flow.first_point.size() != first_point_.size())
    rebuild(info);
  for (uint32_t point : covered) {
    if (point >= covered_.size()) covered_.resize(point + 1);
    covered_[point] = true;
  }
  if (covered.empty()) return;
  stale_ = true;
  ++version_;
}

void FlowDistance::rebuild(const TargetInfo& info) {
  const FlowGraph& flow = info.flow;
  known_edges_ = flow.edges.size();
  first_point_ = flow.first_point;
  uint32_t points = 0;
  for (const FlowGraph::Edge& edge : flow.edges)
    points = std::max({points, edge.from + 1, edge.to + 1});
  for (const CoverageFamily& family : info.coverage)
    points = std::max(points, static_cast<uint32_t>(family.points.size()));
  begin_.assign(points + 1, 0);
  for (const FlowGraph::Edge& edge : flow.edges) ++begin_[edge.to + 1];
  for (uint32_t i = 0; i < points; ++i) begin_[i + 1] += begin_[i];
  sources_.resize(flow.edges.size());
  std::vector<uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const FlowGraph::Edge& edge : flow.edges) sources_[next[edge.to]++] = edge.from;
  stale_ = true;
  ++version_;
}

void FlowDistance::measure() {
  uint32_t points = begin_.empty() ? 0 : static_cast<uint32_t>(begin_.size() - 1);
  covered_.resize(std::max<size_t>(covered_.size(), points));
  distance_.assign(points, unreachable);
  std::vector<uint32_t> queue;
  for (uint32_t point = 0; point < points; ++point) {
    if (covered_[point]) continue;
    distance_[point] = 0;
    queue.push_back(point);
  }
  for (size_t head = 0; head < queue.size(); ++head) {
    uint32_t point = queue[head];
    for (uint32_t i = begin_[point]; i < begin_[point + 1]; ++i) {
      uint32_t source = sources_[i];
      if (distance_[source] != unreachable) continue;
      distance_[source] = distance_[point] + 1;
      queue.push_back(source);
    }
  }
  stale_ = false;
}

uint32_t FlowDistance::of(SiteId site, AlternativeId alternative) {
  if (site >= first_point_.size() || first_point_[site] == FlowGraph::no_point) return 1;
  if (stale_) measure();
  if (alternative >= distance_.size()) return 1;  // no arm
  uint64_t point = uint64_t{first_point_[site]} + alternative;
  return point < distance_.size() ? distance_[point] : 1;
}

}  // namespace cuttle
