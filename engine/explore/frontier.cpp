// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <algorithm>

#include "engine/explore/booking.h"
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

Frontier::Frontier(Advisor* advisor) : advisor_(advisor) {
  if (advisor_ != nullptr && !advisor_->waits_for_races()) wake({});
}

void Frontier::wake(const Execution& execution) {
  const auto is_race = [](const Choice& choice) { return choice.kind == ChoiceKind::race; };
  if (is_advised_ || advisor_ == nullptr ||
      (advisor_->waits_for_races() &&
       std::none_of(execution.choices.begin(), execution.choices.end(), is_race)))
    return;
  tree_.order_races();
  tree_.tell_closings();
  is_advised_ = true;
}

bool Frontier::claim(Flip& flip) {
  std::lock_guard lock(mutex_);
  if (!tree_.claim(flip.node, flip.alternative)) return false;
  if (const auto joined = joined_.find(flip.node); joined != joined_.end()) {
    flip.siblings.insert(flip.siblings.end(), joined->second.begin(), joined->second.end());
    flip.excluded_in = 0;  // to be made again
    joined_.erase(joined);
  }
  if (is_advised_) flip.plan = advisor_->plan(flip.node, flip.alternative, tree_);
  return true;
}

void Frontier::release(const Flip& flip) {
  std::lock_guard lock(mutex_);
  tree_.release(flip.node, flip.alternative);
}

std::optional<PathTree::State> Frontier::state_of(const Flip& flip) const {
  std::lock_guard lock(mutex_);
  for (const PathTree::Alternative& other : tree_.alternatives(flip.node))
    if (other.alternative == flip.alternative) return other.state;
  return {};
}

std::vector<Parcel> Frontier::settle(const Flip& flip, Closed why) {
  std::lock_guard lock(mutex_);
  std::vector<Parcel> opened;
  if (flip.alternative == kAnyOther) joined_.erase(flip.node);
  note(tree_.close(flip.node, flip.alternative, why), opened);
  return opened;
}

Booked Frontier::book(uint64_t run, const Execution& execution, const Flip* flip, bool predicted,
                      PathEnd end) {
  std::lock_guard lock(mutex_);
  wake(execution);
  Booked booked;
  if (flip != nullptr && !predicted)
    note(tree_.close(flip->node, flip->alternative, Closed::given_up), booked);
  // A way of several steps passes nodes that nobody has filled yet: it is walked from the root.
  const bool there = predicted && !flip->then;
  if (there && flip->continuation != nullptr)
    advisor_->arriving(execution, flip->index, flip->node, *flip->continuation, tree_);
  PathTree::Insertion arrival = there ? tree_.arrive(execution, end, flip->node, flip->index)
                                      : tree_.arrive(execution, end, 0, 0);
  booked.verdict = arrival.verdict;
  booked.merged = arrival.merged;
  if (flip == nullptr) remember(run, arrival, booked);
  for (PathTree::NodeId node : arrival.joined) joined_[node].push_back(run);
  if (is_advised_ && arrival.verdict == PathTree::Verdict::fresh)
    ask(run, execution, arrival, booked);
  note(tree_.finish(arrival, end.why), booked);
  booked.opened = std::move(arrival.opened);
  if (predicted && flip->alternative == kAnyOther) {
    booked.reopened = arrival.verdict == PathTree::Verdict::fresh && !arrival.merged &&
                      tree_.release(flip->node, kAnyOther);
    if (!booked.reopened) note(tree_.close(flip->node, kAnyOther, Closed::given_up), booked);
  }
  return booked;
}

Booked Frontier::book_again(uint64_t run, const Execution& execution, PathEnd end) {
  Flip flip;
  {
    std::lock_guard lock(mutex_);
    wake(execution);
    const PathTree::Leaving leaving = tree_.leaving(execution);
    flip.node = leaving.node;
    flip.index = leaving.choice;
    flip.alternative = leaving.alternative;
    const bool decided = leaving.node != 0 && tree_.kind(leaving.node) != ChoiceKind::race;
    if (decided && is_advised_) flip.plan = advisor_->plan(flip.node, flip.alternative, tree_);
  }
  if (flip.plan != nullptr)
    for (const Continuation& continuation : flip.plan->continuations)
      if (follows(execution, flip.index, continuation.way)) {
        flip.continuation = &continuation;
        return book(run, execution, &flip, true, end);
      }
  return book(run, execution, nullptr, false, end);
}

std::vector<Parcel> Frontier::forgo(PathTree::NodeId node, AlternativeId alternative) {
  std::lock_guard lock(mutex_);
  std::vector<Parcel> parcels;
  note(tree_.close(node, alternative, Closed::infeasible), parcels);
  return parcels;
}

bool Frontier::is_pending(PathTree::NodeId node, AlternativeId alternative) const {
  std::lock_guard lock(mutex_);
  for (const PathTree::Alternative& known : tree_.alternatives(node))
    if (known.alternative == alternative) return known.state == PathTree::State::pending;
  return false;
}

// The user's own tests may take what an earlier one of them has opened: then that is no flip any
// more, or one alternative less of an open choice.
void Frontier::remember(uint64_t run, const PathTree::Insertion& arrival, Booked& booked) {
  for (const auto& [node, alternative] : arrival.crossed) {
    const auto opener = openers_.find(node);
    if (opener == openers_.end()) continue;
    booked.crossed.push_back({opener->second.run, opener->second.choice, alternative, {}});
  }
  for (PathTree::NodeId node : arrival.joined) {
    const auto opener = openers_.find(node);
    if (opener == openers_.end()) continue;
    const auto& [first, choice, siblings] = opener->second;
    StoredFlip again{first, choice, kAnyOther, siblings};
    again.siblings.insert(again.siblings.end(), joined_[node].begin(), joined_[node].end());
    again.siblings.push_back(run);
    booked.rejoined.push_back(std::move(again));
  }
  for (const PathTree::Opened& open : arrival.opened) openers_[open.node] = {run, open.choice, {}};
}

std::unique_lock<std::mutex> Frontier::in_order() {
  return is_advised_ ? std::unique_lock(order_) : std::unique_lock<std::mutex>();
}

// The advisor's wishes become flips, now or when their turn comes.
class Frontier::Granter : public Wishes {
 public:
  Granter(Frontier& frontier, uint64_t run, const Execution& execution,
          const PathTree::Insertion& arrival, Booked& booked)
      : frontier_(frontier), run_(run), arrival_(arrival), booked_(booked) {
    depth_of_.assign(execution.choices.size(), ~0u);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < execution.choices.size() && depth < arrival.nodes.size(); ++i) {
      if (!is_real(execution.choices[i])) continue;
      frontier.passed_[arrival.nodes[depth]] = {run, i};
      depth_of_[i] = depth++;
    }
  }

  const PathTree& tree() const override { return frontier_.tree_; }

  void ask(Wish wish) override {
    if (wish.choice >= depth_of_.size() || depth_of_[wish.choice] == ~0u) return;
    PathTree::Edge end;
    PathTree::Changes changes;
    const auto answer =
        frontier_.tree_.prescribe(arrival_.nodes[depth_of_[wish.choice]], wish.way, end, changes);
    frontier_.note(std::move(changes), booked_);
    if (answer != PathTree::Prescribed::pending && answer != PathTree::Prescribed::held) return;
    Parcel parcel;
    parcel.run = run_;
    const StoredFlip flip{run_, wish.choice, number_of(wish.way), {}};
    parcel.items.push_back({flip, end.node, {}, std::move(wish.holds)});
    if (wish.way.size() > 1)
      parcel.items.back().then = std::make_shared<const std::vector<PathStep>>(std::move(wish.way));
    booked_.prescribed.push_back(flip);
    if (answer == PathTree::Prescribed::held)
      frontier_.held_[{end.node, end.alternative}] = std::move(parcel);
    else
      booked_.parcels.push_back(std::move(parcel));
  }

 private:
  Frontier& frontier_;
  const uint64_t run_;
  const PathTree::Insertion& arrival_;
  Booked& booked_;
  std::vector<uint32_t> depth_of_;  // by choice: into the nodes
};

void Frontier::ask(uint64_t run, const Execution& execution, const PathTree::Insertion& arrival,
                   Booked& booked) {
  Granter granter(*this, run, execution, arrival, booked);
  advisor_->inserted(run, execution, arrival.nodes, granter);
}

// Under the lock.
void Frontier::note(PathTree::Changes changes, std::vector<Parcel>& parcels,
                    std::vector<StoredFlip>* prescribed) {
  for (const PathTree::Opened& open : changes.opened) {
    Parcel& parcel = parcels.emplace_back();
    if (const auto held = held_.find({open.node, open.alternative}); held != held_.end()) {
      parcel = std::move(held->second);
      held_.erase(held);
      continue;
    }
    const auto& [run, choice] = passed_.at(open.node);
    parcel.run = run;
    parcel.items.push_back({{run, choice, open.alternative, {}}, open.node, {}});
    if (prescribed != nullptr) prescribed->push_back(parcel.items.back().flip);
  }
  for (const PathTree::Closing& closing : changes.closed) passed_.erase(closing.node);
  closings_.add(std::move(changes.closed));
}

void Frontier::drain() {
  if (advisor_ != nullptr) closings_.tell(*advisor_);
}

std::vector<PathTree::Opened> Frontier::restore(const Execution& execution, const Parcel& parcel,
                                                PathEnd end) {
  std::vector<PathTree::Pending> pending;
  for (const Parcel::Item& item : parcel.items)
    pending.emplace_back(item.flip.choice, item.flip.alternative);
  std::sort(pending.begin(), pending.end());
  std::lock_guard lock(mutex_);
  unborn_ -= std::min<uint64_t>(unborn_, parcel.items.size());
  std::vector<PathTree::Opened> opened = tree_.restore(execution, pending, end).opened;
  if (strays_follow_) remember(parcel, opened);
  return opened;
}

void Frontier::remember(const Parcel& parcel, const std::vector<PathTree::Opened>& opened) {
  for (const PathTree::Opened& open : opened) {
    Opener& opener = openers_[open.node] = {parcel.run, open.choice, {}};
    if (open.alternative != kAnyOther) continue;
    for (const Parcel::Item& item : parcel.items)
      if (item.flip.choice == open.choice) opener.siblings = item.flip.siblings;
  }
}

void Frontier::know(PathTree::NodeId node, AlternativeId alternative) {
  std::lock_guard lock(mutex_);
  tree_.know(node, alternative);
}

void Frontier::expect(const Parcel& parcel) {
  std::lock_guard lock(mutex_);
  unborn_ += parcel.items.size();
}

Frontier::ForOthers Frontier::leave(Parcel parcel) {
  std::lock_guard lock(mutex_);
  ForOthers result;
  for (Parcel::Item& item : parcel.items) {
    const bool mine = item.node == 0 || tree_.claim(item.node, item.flip.alternative);
    if (item.node == 0) --unborn_;
    if (const auto joined = joined_.find(item.node);
        joined != joined_.end() && item.flip.alternative == kAnyOther) {
      item.flip.siblings.insert(item.flip.siblings.end(), joined->second.begin(),
                                joined->second.end());
      joined_.erase(joined);
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

uint64_t Frontier::size() const {
  std::lock_guard lock(mutex_);
  return tree_.pending() + unborn_;
}

bool Frontier::all_closed() const {
  std::lock_guard lock(mutex_);
  return tree_.all_closed();
}

}  // namespace cuttle
