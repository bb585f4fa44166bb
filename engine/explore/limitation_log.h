// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/path/execution.h"

namespace cuttle {

// Adds up what was not followed exactly, by reason and place: the summary's `incomplete`.
class LimitationLog {
 public:
  void add(const Limitation& limitation) {
    counts_[{limitation.reason, limitation.location, limitation.detail}] += limitation.count;
  }
  void add(const std::vector<Limitation>& limitations) {
    for (const Limitation& limitation : limitations) add(limitation);
  }
  bool empty() const { return counts_.empty(); }

  // Sorted by reason, location and detail.
  std::vector<Limitation> list() const {
    std::vector<Limitation> result;
    for (const auto& [key, count] : counts_)
      result.push_back({std::get<0>(key), std::get<1>(key), std::get<2>(key), count});
    return result;
  }

 private:
  std::map<std::tuple<Reason, std::string, std::string>, uint64_t> counts_;
};

}  // namespace cuttle
