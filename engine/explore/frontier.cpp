// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <algorithm>

#include "engine/support/check.h"

namespace cuttle {

Frontier::Frontier(Advisor* advisor) : advisor_(advisor) {
  if (advisor_ == nullptr) return;
  tree_.order_races();
  tree_.tell_closings();
}

bool Frontier::claim(Flip& flip) {
  std::lock_guard lock(mutex_);
  if (!tree_.claim(flip.node, flip.alternative)) return false;
  if (const auto joined = joined_.find(flip.node); joined != joined_.end()) {
    flip.siblings.insert(flip.siblings.end(), joined->second.begin(), joined->second.end());
    flip.excluded_in = 0;  // to be made again
    joined_.erase(joined);
  }
  return true;
}

void Frontier::release(const Flip& flip) {
  std::lock_guard lock(mutex_);
  tree_.release(flip.node, flip.alternative);
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
  Booked booked;
  if (flip != nullptr && !predicted)
    note(tree_.close(flip->node, flip->alternative, Closed::given_up), booked);
  // A way of several steps passes nodes that nobody has filled yet: it is walked from the root.
  const bool there = predicted && !flip->then;
  PathTree::Insertion arrival = there ? tree_.arrive(execution, end, flip->node, flip->index)
                                      : tree_.arrive(execution, end, 0, 0);
  booked.verdict = arrival.verdict;
  booked.merged = arrival.merged;
  if (flip == nullptr) remember(run, arrival, booked);
  for (PathTree::NodeId node : arrival.joined) joined_[node].push_back(run);
  if (advisor_ != nullptr && arrival.verdict == PathTree::Verdict::fresh)
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

// The user's own tests may take what an earlier one of them has opened: then that is no flip any
// more, or one alternative less of an open choice.
void Frontier::remember(uint64_t run, const PathTree::Insertion& arrival, Booked& booked) {
  for (const auto& [node, alternative] : arrival.crossed) {
    const auto opener = openers_.find(node);
    if (opener == openers_.end()) continue;
    booked.crossed.push_back({opener->second.first, opener->second.second, alternative, {}});
  }
  for (PathTree::NodeId node : arrival.joined) {
    const auto opener = openers_.find(node);
    if (opener == openers_.end()) continue;
    StoredFlip again{opener->second.first, opener->second.second, kAnyOther, joined_[node]};
    again.siblings.push_back(run);
    booked.rejoined.push_back(std::move(again));
  }
  for (const PathTree::Opened& open : arrival.opened) openers_[open.node] = {run, open.choice};
}

std::unique_lock<std::mutex> Frontier::in_order() {
  return advisor_ == nullptr ? std::unique_lock<std::mutex>() : std::unique_lock(order_);
}

// The advisor's wishes become flips, now or when their turn comes.
void Frontier::ask(uint64_t run, const Execution& execution, const PathTree::Insertion& arrival,
                   Booked& booked) {
  std::vector<uint32_t> depth_of(execution.choices.size(), ~0u);  // by choice: into the nodes
  uint32_t depth = 0;
  for (uint32_t i = 0; i < execution.choices.size() && depth < arrival.nodes.size(); ++i) {
    if (!is_real(execution.choices[i])) continue;
    passed_[arrival.nodes[depth]] = {run, i};
    depth_of[i] = depth++;
  }
  for (Wish& wish : advisor_->inserted(execution, arrival.nodes, tree_)) {
    if (wish.choice >= depth_of.size() || depth_of[wish.choice] == ~0u) continue;
    PathTree::Edge end;
    PathTree::Changes changes;
    const auto answer =
        tree_.prescribe(arrival.nodes[depth_of[wish.choice]], wish.way, end, changes);
    note(std::move(changes), booked);
    if (answer != PathTree::Prescribed::pending && answer != PathTree::Prescribed::held) continue;
    Parcel parcel;
    parcel.run = run;
    const StoredFlip flip{run, wish.choice, wish.way.front().alternative, {}};
    parcel.items.push_back({flip, end.node, {}});
    if (wish.way.size() > 1)
      parcel.items.back().then = std::make_shared<const std::vector<PathStep>>(std::move(wish.way));
    booked.prescribed.push_back(flip);
    if (answer == PathTree::Prescribed::held)
      held_[{end.node, end.alternative}] = std::move(parcel);
    else
      booked.parcels.push_back(std::move(parcel));
  }
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
  return tree_.restore(execution, pending, end).opened;
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
