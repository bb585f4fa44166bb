// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/search/open_flips.h"
#include "engine/search/strategy.h"

namespace cuttle {

// The default strategy. Several strategies look at the same open flips and take turns; one that
// lately reached new code gets more turns, and when nobody does, depth-first goes on alone most of
// the time, because its runs share long prefixes and that keeps the solver's work small.
// Deterministic: turns follow from the runs, never from the clock.
class Mixture : public Strategy, public OpeningsListener, public CoverageListener {
 public:
  explicit Mixture(uint64_t seed);
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return open_.size(); }
  Listeners listeners() override { return {.openings = this, .coverage = this}; }
  void notice(std::span<const Flip> flips) override;
  void learn(const TargetInfo& info, std::span<const uint32_t> covered) override;

 private:
  struct Member {
    std::unique_ptr<Strategy> strategy;
    Listeners listeners;
    double yield = 1;  // recent new coverage per turn, fading
    size_t told = 0;   // the flips of `added_` below this were handed to the strategy
  };
  void join(std::unique_ptr<Strategy> strategy);
  size_t choose();
  std::optional<Flip> take_from(Member& member, bool best);
  void tell(Member& member);
  void compact();

  std::vector<Member> members_;
  OpenFlips open_;               // flips that nobody took yet
  std::vector<uint64_t> added_;  // the serial numbers of these, and of some that are gone
  uint64_t turn_ = 0;
  uint64_t fruitless_ = 0;  // runs since something new was covered
  size_t latest_ = 0;       // whose turn it is
  bool turn_over_ = true;   // a turn lasts until one of its flips leads to a run
};

}  // namespace cuttle
