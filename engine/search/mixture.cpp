// SPDX-License-Identifier: Apache-2.0
#include "engine/search/mixture.h"

#include "engine/search/directed.h"
#include "engine/search/strategies.h"

namespace cuttle {
namespace {

constexpr double kFade = 0.95;
constexpr uint64_t kPatience = 200;  // fruitless turns before depth-first goes on nearly alone

}  // namespace

Mixture::Mixture(uint64_t seed) {
  members_.push_back({std::make_unique<DepthFirst>()});
  members_.push_back({std::make_unique<FlowDirected>()});
  members_.push_back({std::make_unique<Generational>()});
  members_.push_back({std::make_unique<UniformRandom>(seed)});
}

void Mixture::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    flip.serial = ++serial_;
    open_.insert(flip.serial);
  }
  for (Member& member : members_) member.strategy->add(flips);
  compact();
}

size_t Mixture::choose() {
  ++turn_;
  if (fruitless_ > kPatience && turn_ % 10 != 0) return 0;
  if (turn_ % 8 < members_.size()) return turn_ % 8;  // everybody is heard now and then
  size_t best = 0;
  for (size_t i = 1; i < members_.size(); ++i)
    if (members_[i].yield > members_[best].yield) best = i;
  return best;
}

std::optional<Flip> Mixture::take_from(Strategy& strategy, bool best) {
  while (std::optional<Flip> flip = best ? strategy.next() : strategy.drop_worst()) {
    if (open_.erase(flip->serial) > 0) return flip;
  }
  return std::nullopt;
}

std::optional<Flip> Mixture::next() {
  if (open_.empty()) return std::nullopt;
  latest_ = choose();
  ++fruitless_;
  members_[latest_].yield *= kFade;
  return take_from(*members_[latest_].strategy, true);
}

std::optional<Flip> Mixture::drop_worst() {
  return take_from(*members_[0].strategy, false);
}

void Mixture::learn(const TargetInfo& info, std::span<const uint32_t> covered) {
  for (Member& member : members_) member.strategy->learn(info, covered);
  if (covered.empty()) return;
  fruitless_ = 0;
  members_[latest_].yield += static_cast<double>(covered.size()) * (1 - kFade);
}

// Each member still holds flips that another one took; they keep executions alive.
void Mixture::compact() {
  for (Member& member : members_) {
    if (member.strategy->size() < 64 || member.strategy->size() < 2 * open_.size()) continue;
    std::vector<Flip> kept;
    while (std::optional<Flip> flip = member.strategy->drop_worst())
      if (open_.contains(flip->serial)) kept.push_back(std::move(*flip));
    // Worst first: the order in which depth-first must get them back.
    member.strategy->add(std::move(kept));
  }
}

}  // namespace cuttle
