// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>

#include "engine/search/ranked_queues.h"

namespace cuttle {

// Goes for the steps that runs took most rarely, above all those that none took yet. A step is a
// way taken at a site after a certain choice before it: in code that is called from many places
// (reading a byte, skipping blanks) every way has been taken somewhere, but not everywhere.
class RareFirst : public Strategy {
 public:
  void notice(std::span<const Flip> flips) override;
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return queues_.size(); }
  void tried_elsewhere(const Flip& flip) override;

 private:
  using Step = std::tuple<uint64_t, SiteId, uint32_t>;  // context, site, way
  struct Counts {
    uint64_t taken = 0;
    uint64_t tried = 0;
  };
  static uint64_t score_of(const Counts& counts);
  void count_try(const Step& step);

  std::map<Step, Counts> counts_;
  RankedQueues<Step> queues_;
};

}  // namespace cuttle
