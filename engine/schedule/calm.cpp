// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/calm.h"

#include <algorithm>
#include <map>

namespace cuttle {
namespace {

// Stays with a thread until its next event needs one that has not come yet.
class Calmly {
 public:
  explicit Calmly(const Study& study) : study_(study) {
    for (uint32_t i = 0; i < study.events().size(); ++i) of_[study.events()[i].thread].push_back(i);
  }

  // Begins with this thread; gives the steps and how often threads change.
  std::pair<size_t, std::vector<uint32_t>> begin_with(uint32_t thread) {
    done_.clear();
    std::vector<uint32_t> steps;
    size_t changes = 0;
    uint32_t at = thread;
    while (steps.size() < study_.events().size()) {
      if (!can_go(at)) {
        at = next(at);
        ++changes;
      }
      steps.push_back(study_.events()[of_[at][done_[at]++]].name);
    }
    return {changes, std::move(steps)};
  }
  const std::map<uint32_t, std::vector<uint32_t>>& threads() const { return of_; }
  bool can_begin_with(uint32_t thread) {
    done_.clear();
    return can_go(thread);
  }

 private:
  bool can_go(uint32_t thread) {
    const auto& own = of_[thread];
    if (done_[thread] >= own.size()) return false;
    const auto clock = study_.clock(own[done_[thread]]);
    for (const auto& [other, events] : of_)
      if (other != thread && clock[other] > done_[other]) return false;
    return true;
  }
  // The thread that can go on for longest: the others will have to wait for it anyway.
  uint32_t next(uint32_t from) {
    uint32_t best = from;
    size_t most = 0;
    for (const auto& [thread, events] : of_) {
      const uint32_t before = done_[thread];
      while (can_go(thread)) ++done_[thread];
      const size_t length = done_[thread] - before;
      done_[thread] = before;
      if (length > most) {
        most = length;
        best = thread;
      }
    }
    return best;
  }

  const Study& study_;
  std::map<uint32_t, std::vector<uint32_t>> of_;  // events, by thread
  std::map<uint32_t, uint32_t> done_;
};

}  // namespace

std::vector<uint32_t> calm_steps(const Study& study) {
  Calmly calmly(study);
  std::pair<size_t, std::vector<uint32_t>> best{~size_t{0}, {}};
  std::vector<uint32_t> first;
  for (const auto& [thread, events] : calmly.threads()) first.push_back(thread);
  for (const uint32_t thread : first)
    if (calmly.can_begin_with(thread)) best = std::min(best, calmly.begin_with(thread));
  return best.second;
}

}  // namespace cuttle
