// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/schedule/reversals.h"

namespace cuttle {
namespace {

// Figures 13, 17 and 18 of the paper: a race is flagged at its first event; there, one of the other
// threads that could have run is tried, and the flag has to be set again for the next one. Complete
// where no run ends in a deadlock.
class Flips final : public Reversals {
 public:
  void add(const AddedRun& run, Wishes& wishes) override {
    for (const Reversible& pair : run.study.reversible()) {
      const PathTree::NodeId node = run.node_of(pair.first);
      if (node == 0 || pair.second >= run.study.events().size()) continue;
      const Event& event = run.study.events()[pair.first];
      if (const auto thread = next(run, event, node, wishes.tree()))
        wishes.ask({event.race, {{0, ChoiceKind::race, *thread}}, {}});
    }
  }

 private:
  // The first thread that was not tried there; nothing when another one waits for its turn.
  static std::optional<AlternativeId> next(const AddedRun& run, const Event& event,
                                           PathTree::NodeId node, const PathTree& tree) {
    std::vector<AlternativeId> tried;
    for (const PathTree::Alternative& alternative : tree.alternatives(node)) {
      const bool is_closed = alternative.state == PathTree::State::closed;
      if (is_closed && alternative.why == Closed::elsewhere) continue;
      if (!is_closed && alternative.alternative != event.name) return {};
      tried.push_back(alternative.alternative);
    }
    std::optional<AlternativeId> best;
    for (const Alternative& other : run.run.others(run.run.choices[event.race])) {
      if (std::find(tried.begin(), tried.end(), other.id) != tried.end()) continue;
      if (!best || other.id < *best) best = other.id;
    }
    return best;
  }
};

}  // namespace

std::unique_ptr<Reversals> make_flips() {
  return std::make_unique<Flips>();
}

}  // namespace cuttle
