// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/covered.h"

#include <algorithm>

namespace cuttle {

std::vector<uint32_t> Covered::add(const std::vector<uint32_t>& points) {
  std::vector<uint32_t> fresh;
  if (points.empty()) return fresh;
  std::lock_guard lock(mutex_);
  for (uint32_t point : points) {
    if (point >= covered_.size()) covered_.resize(point + 1);
    if (covered_[point]) continue;
    covered_[point] = true;
    log_.push_back(point);
    fresh.push_back(point);
  }
  return fresh;
}

bool Covered::has_all(const std::vector<uint32_t>& points) const {
  std::lock_guard lock(mutex_);
  return std::all_of(points.begin(), points.end(),
                     [this](uint32_t point) { return point < covered_.size() && covered_[point]; });
}

std::vector<uint32_t> Covered::since(size_t& seen) const {
  std::lock_guard lock(mutex_);
  std::vector<uint32_t> fresh(log_.begin() + static_cast<std::ptrdiff_t>(seen), log_.end());
  seen = log_.size();
  return fresh;
}

bool Covered::publish(const std::vector<CoverageFamily>& families) {
  std::lock_guard lock(mutex_);
  const bool same = std::equal(families_.begin(), families_.end(), families.begin(), families.end(),
                               [](const CoverageFamily& a, const CoverageFamily& b) {
                                 return a.points.size() == b.points.size();
                               });
  if (!same) families_ = families;
  return !same;
}

bool Covered::has_goal() const {
  std::lock_guard lock(mutex_);
  return std::any_of(families_.begin(), families_.end(),
                     [this](const CoverageFamily& family) { return family.name == goal_; });
}

bool Covered::goal_reached() const {
  if (goal_.empty()) return false;
  std::lock_guard lock(mutex_);
  uint32_t first = 0;
  for (const CoverageFamily& family : families_) {
    const CoverageCount now = count(first, family);
    if (family.name == goal_ && now.covered == now.total) return true;
    first += static_cast<uint32_t>(family.points.size());
  }
  return false;
}

CoverageCount Covered::count(uint32_t first, const CoverageFamily& family) const {
  const size_t begin = std::min<size_t>(first, covered_.size());
  const size_t end = std::min(begin + family.points.size(), covered_.size());
  const auto at = [this](size_t i) { return covered_.begin() + static_cast<std::ptrdiff_t>(i); };
  return {static_cast<uint64_t>(std::count(at(begin), at(end), true)), family.points.size()};
}

CoverageCount Covered::first_family() const {
  std::lock_guard lock(mutex_);
  return families_.empty() ? CoverageCount{} : count(0, families_.front());
}

std::map<std::string, CoverageCount> Covered::counts() const {
  std::lock_guard lock(mutex_);
  std::map<std::string, CoverageCount> result;
  uint32_t first = 0;
  for (const CoverageFamily& family : families_) {
    result[family.name] = count(first, family);
    first += static_cast<uint32_t>(family.points.size());
  }
  return result;
}

}  // namespace cuttle
