// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/frontier.h"

#include <algorithm>

namespace cuttle {
namespace {

thread_local bool held = false;

}  // namespace

Frontier::Hold::Hold(const Frontier& frontier) : lock_(frontier.mutex_) {
  held = true;
}

Frontier::Hold::~Hold() {
  held = false;
}

bool Frontier::is_held() {
  return held;
}

Frontier::Frontier(Advisor* advisor)
    : advisor_(advisor), orders_(advisor == nullptr ? nullptr : advisor->on_orders()) {
  if (advisor_ != nullptr && orders_ == nullptr) wake({});
}

void Frontier::wake(const Execution& execution) {
  const auto is_race = [](const Choice& choice) { return choice.kind == ChoiceKind::race; };
  if (is_advised_ || advisor_ == nullptr ||
      (orders_ != nullptr &&
       std::none_of(execution.choices.begin(), execution.choices.end(), is_race)))
    return;
  tree_.order_races();
  tree_.tell_closings();
  is_advised_ = true;
}

std::shared_ptr<const Plan> Frontier::plan(const Flip& flip) {
  if (!is_advised_ || orders_ == nullptr) return nullptr;
  return orders_->plan(flip.node, flip.alternative, tree_);
}

bool Frontier::claim(Flip& flip) {
  const Hold hold(*this);
  if (!tree_.claim(flip.node, flip.alternative)) return false;
  if (const auto joined = strays_.take_joined(flip.node); !joined.empty()) {
    flip.siblings.insert(flip.siblings.end(), joined.begin(), joined.end());
    flip.excluded_in = 0;  // to be made again
  }
  flip.plan = plan(flip);
  return true;
}

void Frontier::release(const Flip& flip) {
  const Hold hold(*this);
  tree_.release(flip.node, flip.alternative);
}

std::optional<PathTree::State> Frontier::state_of(const Flip& flip) const {
  const Hold hold(*this);
  for (const PathTree::Alternative& other : tree_.alternatives(flip.node))
    if (other.alternative == flip.alternative) return other.state;
  return {};
}

std::vector<Parcel> Frontier::settle(const Flip& flip, Closed why) {
  const Hold hold(*this);
  std::vector<Parcel> opened;
  if (flip.alternative == kAnyOther) strays_.take_joined(flip.node);
  note(tree_.close(flip.node, flip.alternative, why), opened);
  return opened;
}

Booked Frontier::book(uint64_t run, const Execution& execution, const Flip* flip, bool predicted,
                      PathEnd end) {
  const Hold hold(*this);
  wake(execution);
  Booked booked;
  if (flip != nullptr && !predicted)
    note(tree_.close(flip->node, flip->alternative, Closed::given_up), booked);
  // A way of several steps passes nodes that nobody has filled yet: it is walked from the root.
  const bool there = predicted && !flip->then;
  if (there && flip->continuation != nullptr)
    orders_->arriving(execution, flip->index, flip->node, *flip->continuation, tree_);
  PathTree::Insertion arrival = there ? tree_.arrive(execution, end, flip->node, flip->index)
                                      : tree_.arrive(execution, end, 0, 0);
  booked.verdict = arrival.verdict;
  booked.merged = arrival.merged;
  strays_.note(run, flip == nullptr, arrival, booked);
  if (is_advised_ && arrival.verdict == PathTree::Verdict::fresh)
    turns_.ask(*advisor_, run, execution, arrival, booked);
  note(tree_.finish(arrival, end.why), booked);
  booked.opened = std::move(arrival.opened);
  if (predicted && flip->alternative == kAnyOther) {
    booked.reopened = arrival.verdict == PathTree::Verdict::fresh && !arrival.merged &&
                      tree_.release(flip->node, kAnyOther);
    if (!booked.reopened) note(tree_.close(flip->node, kAnyOther, Closed::given_up), booked);
  }
  return booked;
}

bool Frontier::is_pending(PathTree::NodeId node, AlternativeId alternative) const {
  const Hold hold(*this);
  for (const PathTree::Alternative& known : tree_.alternatives(node))
    if (known.alternative == alternative) return known.state == PathTree::State::pending;
  return false;
}

std::unique_lock<std::mutex> Frontier::in_order() {
  return is_advised_ ? std::unique_lock(order_) : std::unique_lock<std::mutex>();
}

// Under the lock.
void Frontier::note(PathTree::Changes changes, std::vector<Parcel>& parcels,
                    std::vector<StoredFlip>* prescribed) {
  turns_.note(changes, parcels, prescribed);
  closings_.add(std::move(changes.closed));
}

void Frontier::drain() {
  if (advisor_ != nullptr) closings_.tell(*advisor_);
}

uint64_t Frontier::size() const {
  const Hold hold(*this);
  return tree_.pending() + unborn_;
}

bool Frontier::all_closed() const {
  const Hold hold(*this);
  return tree_.all_closed();
}

}  // namespace cuttle
