// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "engine/report/summary.h"
#include "engine/target/target.h"

namespace cuttle {

// Which coverage points were reached, in which order, and whether that is all that was asked for.
// Any worker may call anything; its lock is held for a short time and never together with another.
class Covered {
 public:
  // `goal`: the family of points whose coverage ends the campaign; another name or nothing: none.
  explicit Covered(std::string goal) : goal_(std::move(goal)) {}

  // The points among these that nobody had reached before.
  std::vector<uint32_t> add(const std::vector<uint32_t>& points);
  bool has_all(const std::vector<uint32_t>& points) const;
  // What was reached since `seen`, the number of points that the caller knows of.
  std::vector<uint32_t> since(size_t& seen) const;

  // What there is to cover. True when that is new (programs that load code at run time grow).
  bool publish(const std::vector<CoverageFamily>& families);

  bool has_goal() const;      // the goal is one of the families
  bool goal_reached() const;  // and all its points are
  // Covered and all points of the first family.
  CoverageCount first_family() const;
  std::map<std::string, CoverageCount> counts() const;

 private:
  CoverageCount count(uint32_t first, const CoverageFamily& family) const;

  const std::string goal_;
  mutable std::mutex mutex_;
  std::vector<bool> covered_;
  std::vector<uint32_t> log_;  // in the order in which they were reached
  std::vector<CoverageFamily> families_;
};

}  // namespace cuttle
