// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <algorithm>
#include <chrono>

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

void Frontier::settle(const Flip& flip, Closed why) {
  std::lock_guard lock(mutex_);
  if (flip.alternative == kAnyOther) joined_.erase(flip.node);
  note(tree_.close(flip.node, flip.alternative, why));
}

Booked Frontier::book(uint64_t run, const Execution& execution, const Flip* flip, bool predicted,
                      PathEnd end) {
  std::lock_guard lock(mutex_);
  Booked booked;
  if (flip != nullptr && !predicted)
    note(tree_.close(flip->node, flip->alternative, Closed::given_up), &booked);
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
  note(tree_.finish(arrival, end.why), &booked);
  booked.opened = std::move(arrival.opened);
  if (predicted && flip->alternative == kAnyOther) {
    booked.reopened = arrival.verdict == PathTree::Verdict::fresh && !arrival.merged &&
                      tree_.release(flip->node, kAnyOther);
    if (!booked.reopened) note(tree_.close(flip->node, kAnyOther, Closed::given_up), &booked);
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
    booked.prescribed.push_back(std::move(again));
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
    note(std::move(changes), &booked);
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
void Frontier::note(PathTree::Changes changes, Booked* booked) {
  for (const PathTree::Opened& open : changes.opened) {
    Parcel parcel;
    if (const auto held = held_.find({open.node, open.alternative}); held != held_.end()) {
      parcel = std::move(held->second);
      held_.erase(held);
    } else {
      const auto& [run, choice] = passed_.at(open.node);
      parcel.run = run;
      parcel.items.push_back({{run, choice, open.alternative, {}}, open.node, {}});
      if (booked != nullptr) booked->prescribed.push_back(parcel.items.back().flip);
    }
    if (booked != nullptr)
      booked->parcels.push_back(std::move(parcel));
    else
      put(std::move(parcel));
  }
  for (const PathTree::Closing& closing : changes.closed) passed_.erase(closing.node);
  if (changes.closed.empty()) return;
  std::lock_guard lock(closings_mutex_);
  std::move(changes.closed.begin(), changes.closed.end(), std::back_inserter(closings_));
  anything_closed_.store(true, std::memory_order_release);
}

void Frontier::drain() {
  while (anything_closed_.load(std::memory_order_acquire)) {
    // Who comes while somebody tells leaves it to him: he looks again.
    std::unique_lock telling(telling_, std::try_to_lock);
    if (!telling) return;
    std::vector<PathTree::Closing> closings;
    {
      std::lock_guard lock(closings_mutex_);
      closings.swap(closings_);
      anything_closed_.store(false, std::memory_order_relaxed);
    }
    advisor_->closed(closings);
  }
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

void Frontier::worker_started() {
  std::lock_guard lock(mutex_);
  ++workers_;
}

void Frontier::give(Parcel parcel) {
  std::lock_guard lock(mutex_);
  if (!parcel.items.empty() && parcel.items.front().node == 0) unborn_ += parcel.items.size();
  put(std::move(parcel));
}

// Under the lock.
void Frontier::put(Parcel parcel) {
  parcels_.push_back(std::move(parcel));
  --hungry_;
  changed_.notify_one();
}

std::optional<Parcel> Frontier::wait(const std::function<bool()>& stopping) {
  std::unique_lock lock(mutex_);
  ++idle_;
  ++hungry_;
  while (parcels_.empty() && !done() && !stopping()) {
    // Wakes up now and then because an interrupt and the end of the time budget notify nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(50));
  }
  if (parcels_.empty() || stopping()) {
    --hungry_;
    changed_.notify_all();
    return std::nullopt;  // stays idle
  }
  --idle_;  // and hungry less, one for the worker, more, one for the parcel
  Parcel parcel = std::move(parcels_.front());
  parcels_.pop_front();
  return parcel;
}

uint64_t Frontier::size() const {
  std::lock_guard lock(mutex_);
  return tree_.pending() + unborn_;
}

uint64_t Frontier::in_parcels() const {
  std::lock_guard lock(mutex_);
  uint64_t items = 0;
  for (const Parcel& parcel : parcels_) items += parcel.items.size();
  return items;
}

bool Frontier::all_closed() const {
  std::lock_guard lock(mutex_);
  return tree_.all_closed();
}

}  // namespace cuttle
