// SPDX-License-Identifier: Apache-2.0
// The part of the frontier for what comes from earlier processes, and what goes to others.
#include <algorithm>

#include "engine/explore/frontier.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

// Does the run go this way from its first race behind the choice on?
bool follows(const Execution& run, uint32_t choice, const std::vector<PathStep>& way) {
  const auto is_race = [](const Choice& c) { return c.kind == ChoiceKind::race; };
  auto at = std::find_if(run.choices.begin() + choice, run.choices.end(), is_race);
  for (const PathStep& step : way) {
    at = std::find_if(at, run.choices.end(), is_real);
    if (at == run.choices.end() || PathStep{at->site, at->kind, at->taken} != step) return false;
    ++at;
  }
  return true;
}

}  // namespace

Booked Frontier::book_again(uint64_t run, const Execution& execution, PathEnd end) {
  Flip flip;
  {
    const Hold hold(*this);
    wake(execution);
    const PathTree::Leaving leaving = tree_.leaving(execution);
    flip.node = leaving.node;
    flip.index = leaving.choice;
    flip.alternative = leaving.alternative;
    const bool decided = leaving.node != 0 && tree_.kind(leaving.node) != ChoiceKind::race;
    if (decided) flip.plan = plan(flip);
  }
  if (flip.plan != nullptr)
    for (const Continuation& continuation : flip.plan->continuations)
      if (follows(execution, flip.index, continuation.way)) {
        flip.continuation = &continuation;
        return book(run, execution, &flip, true, end);
      }
  return book(run, execution, nullptr, false, end);
}

std::vector<Parcel> Frontier::forgo(PathTree::NodeId node, AlternativeId alternative, Closed why) {
  const Hold hold(*this);
  std::vector<Parcel> parcels;
  note(tree_.close(node, alternative, why), parcels);
  return parcels;
}

std::vector<PathTree::Opened> Frontier::restore(const Execution& execution, const Parcel& parcel,
                                                PathEnd end) {
  std::vector<PathTree::Pending> pending;
  for (const Parcel::Item& item : parcel.items)
    pending.emplace_back(item.flip.choice, item.flip.alternative);
  std::sort(pending.begin(), pending.end());
  const Hold hold(*this);
  unborn_ -= std::min<uint64_t>(unborn_, parcel.items.size());
  std::vector<PathTree::Opened> opened = tree_.restore(execution, pending, end).opened;
  if (strays_follow_) strays_.note(parcel, opened);
  return opened;
}

void Frontier::know(PathTree::NodeId node, AlternativeId alternative) {
  const Hold hold(*this);
  tree_.know(node, alternative);
}

void Frontier::expect(const Parcel& parcel) {
  const Hold hold(*this);
  unborn_ += parcel.items.size();
}

Frontier::ForOthers Frontier::leave(Parcel parcel) {
  const Hold hold(*this);
  ForOthers result;
  for (Parcel::Item& item : parcel.items) {
    const bool mine = item.node == 0 || tree_.claim(item.node, item.flip.alternative);
    if (item.node == 0) --unborn_;
    if (item.flip.alternative == kAnyOther) {
      const std::vector<uint64_t> joined = strays_.take_joined(item.node);
      item.flip.siblings.insert(item.flip.siblings.end(), joined.begin(), joined.end());
    }
    // Not `elsewhere`: runs that lose their way are not to go on there. Nothing takes its turn:
    // only races are ordered, and campaigns with races have one process.
    std::vector<Parcel> none;
    note(tree_.close(item.node, item.flip.alternative, Closed::run), none);
    CUTTLE_CHECK(none.empty(), "a race was left to others");
    (mine ? result.flips : result.taken).push_back(std::move(item.flip));
  }
  return result;
}

}  // namespace cuttle
