// SPDX-License-Identifier: Apache-2.0
#include "engine/search/mixture.h"

#include "engine/search/directed.h"
#include "engine/search/rare.h"
#include "engine/search/strategies.h"

namespace cuttle {
namespace {

constexpr double kFade = 0.95;
constexpr uint64_t kPatience = 200;  // fruitless runs before depth-first goes on nearly alone
constexpr size_t kDepthFirst = 0, kRare = 4, kRepeat = 5;  // their places among the members

}  // namespace

Mixture::Mixture(uint64_t seed) {
  join(std::make_unique<DepthFirst>());
  join(std::make_unique<FlowDirected>());
  join(std::make_unique<Generational>());
  join(std::make_unique<UniformRandom>(seed));
  join(std::make_unique<RareFirst>(RareFirst::Tell::kinds));
  join(std::make_unique<RareFirst>(RareFirst::Tell::times));
}

void Mixture::join(std::unique_ptr<Strategy> strategy) {
  Member& member = members_.emplace_back();
  member.listeners = strategy->listeners();
  member.strategy = std::move(strategy);
}

void Mixture::notice(std::span<const Flip> flips) {
  for (Member& member : members_)
    if (member.listeners.openings != nullptr) member.listeners.openings->notice(flips);
}

void Mixture::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) added_.push_back(open_.put(std::move(flip)));
  compact();
}

// Members are told of new flips when it is their turn: by then most are gone. What they get is only
// a note of the flip, without the runs and conditions it refers to.
void Mixture::tell(Member& member) {
  std::vector<Flip> notes;
  for (; member.told < added_.size(); ++member.told) {
    const Flip* flip = open_.find(added_[member.told]);
    if (flip == nullptr) continue;
    Flip& note = notes.emplace_back();
    note.index = flip->index;
    note.site = flip->site;
    note.step = flip->step;
    note.taken_step = flip->taken_step;
    note.alternative = flip->alternative;
    note.generation = flip->generation;
    note.novelty = flip->novelty;
    note.serial = flip->serial;
  }
  member.strategy->add(std::move(notes));
}

size_t Mixture::choose() {
  ++turn_;
  if (fruitless_ > kPatience) {
    if (turn_ % 5 != 0) return kDepthFirst;
    // What is left to find is mostly found by way of rare steps.
    const uint64_t round = turn_ / 5;
    if (round % 2 == 0) return round / 2 % members_.size();
    return round / 2 % 2 == 0 ? kRare : kRepeat;
  }
  // Everybody is heard in half of the turns.
  const size_t place = turn_ % (2 * members_.size());
  if (place < members_.size()) return place;
  size_t best = 0;
  for (size_t i = 1; i < members_.size(); ++i)
    if (members_[i].yield > members_[best].yield) best = i;
  return best;
}

std::optional<Flip> Mixture::take_from(Member& member, bool best) {
  tell(member);
  Strategy& strategy = *member.strategy;
  while (std::optional<Flip> note = best ? strategy.next() : strategy.drop_worst()) {
    if (std::optional<Flip> flip = open_.take(note->serial)) return flip;
  }
  return std::nullopt;
}

std::optional<Flip> Mixture::next() {
  if (open_.size() == 0) return std::nullopt;
  if (turn_over_) {
    latest_ = choose();
    turn_over_ = false;
    members_[latest_].yield *= kFade;
  }
  std::optional<Flip> flip = take_from(members_[latest_], true);
  for (size_t i = 0; flip && i < members_.size(); ++i) {
    RivalsListener* listener = members_[i].listeners.rivals;
    if (i != latest_ && listener != nullptr) listener->tried_elsewhere(*flip);
  }
  return flip;
}

std::optional<Flip> Mixture::drop_worst() {
  return take_from(members_[kDepthFirst], false);
}

void Mixture::learn(const TargetInfo& info, std::span<const uint32_t> covered) {
  for (Member& member : members_)
    if (member.listeners.coverage != nullptr) member.listeners.coverage->learn(info, covered);
  turn_over_ = true;
  ++fruitless_;
  if (covered.empty()) return;
  fruitless_ = 0;
  members_[latest_].yield += static_cast<double>(covered.size()) * (1 - kFade);
}

// Members still hold notes of flips that another one took. One that holds too many of them forgets
// everything and is told again.
void Mixture::compact() {
  const size_t bound = 4 * open_.size() + 256;
  for (Member& member : members_) {
    if (member.strategy->size() <= bound) continue;
    while (member.strategy->drop_worst()) {
    }
    member.told = 0;
  }
  if (added_.size() <= bound) return;
  size_t kept = 0;
  std::vector<size_t> told(members_.size());
  for (size_t i = 0; i < added_.size(); ++i) {
    if (open_.find(added_[i]) == nullptr) continue;
    for (size_t m = 0; m < members_.size(); ++m) told[m] += i < members_[m].told;
    added_[kept++] = added_[i];
  }
  added_.resize(kept);
  for (size_t m = 0; m < members_.size(); ++m) members_[m].told = told[m];
}

}  // namespace cuttle
