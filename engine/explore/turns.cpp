// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/turns.h"

#include "engine/explore/booking.h"

namespace cuttle {

class Turns::Granter : public Wishes {
 public:
  Granter(Turns& turns, uint64_t run, const Execution& execution,
          const PathTree::Insertion& arrival, Booked& booked)
      : turns_(turns), run_(run), arrival_(arrival), booked_(booked) {
    depth_of_.assign(execution.choices.size(), ~0u);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < execution.choices.size() && depth < arrival.nodes.size(); ++i) {
      if (!is_real(execution.choices[i])) continue;
      turns.passed_[arrival.nodes[depth]] = {run, i};
      depth_of_[i] = depth++;
    }
  }

  const PathTree& tree() const override { return turns_.tree_; }

  void ask(Wish wish) override {
    if (wish.choice >= depth_of_.size() || depth_of_[wish.choice] == ~0u) return;
    PathTree::Edge end;
    PathTree::Changes changes;
    const auto answer =
        turns_.tree_.prescribe(arrival_.nodes[depth_of_[wish.choice]], wish.way, end, changes);
    turns_.note(changes, booked_.parcels, &booked_.prescribed);
    if (answer != PathTree::Prescribed::pending && answer != PathTree::Prescribed::held) return;
    Parcel parcel;
    parcel.run = run_;
    const StoredFlip flip{run_, wish.choice, number_of(wish.way), {}};
    parcel.items.push_back({flip, end.node, {}, std::move(wish.holds)});
    if (wish.way.size() > 1)
      parcel.items.back().then = std::make_shared<const std::vector<PathStep>>(std::move(wish.way));
    booked_.prescribed.push_back(flip);
    if (answer == PathTree::Prescribed::held)
      turns_.held_[{end.node, end.alternative}] = std::move(parcel);
    else
      booked_.parcels.push_back(std::move(parcel));
  }

 private:
  Turns& turns_;
  const uint64_t run_;
  const PathTree::Insertion& arrival_;
  Booked& booked_;
  std::vector<uint32_t> depth_of_;  // by choice: into the nodes
};

void Turns::ask(Advisor& advisor, uint64_t run, const Execution& execution,
                const PathTree::Insertion& arrival, Booked& booked) {
  Granter granter(*this, run, execution, arrival, booked);
  advisor.inserted(run, execution, arrival.nodes, granter);
}

void Turns::note(const PathTree::Changes& changes, std::vector<Parcel>& parcels,
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
}

}  // namespace cuttle
