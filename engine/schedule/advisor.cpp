// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/advisor.h"

#include <algorithm>

namespace cuttle {

const std::vector<std::string>& schedule_names() {
  static const std::vector<std::string> names = {"optimal", "flip", "pct", "pos", "random"};
  return names;
}

std::unique_ptr<Advisor> make_schedule_advisor(const std::string& name) {
  if (name == "optimal") return std::make_unique<ScheduleAdvisor>(make_wakeup_trees());
  if (name == "flip") return std::make_unique<ScheduleAdvisor>(make_flips());
  const std::vector<std::string>& names = schedule_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return nullptr;
  return std::make_unique<ScheduleAdvisor>(nullptr);
}

void ScheduleAdvisor::look_at(Execution& run, const PlaceOf& place_of) {
  run.study = Study::of(run);
  if (run.study == nullptr) return;
  add_races(run, place_of);
  forgive(run);
  add_lock_orders(run, place_of);
  add_leftovers(run, place_of);
  judge_blocked(run, place_of);
}

// Takes the races away that are meant to be.
void ScheduleAdvisor::forgive(Execution& run) {
  if (run.findings.empty()) return;
  std::lock_guard lock(mutex_);
  std::erase_if(run.findings, [&](const Outcome& finding) {
    if (finding.bug != BugKind::data_race) return false;
    for (const std::string& place : finding.stack) {
      if (!benign_.contain(place)) continue;
      run.remarks.insert("a race at " + place + " is not reported: it is marked as benign there");
      return true;
    }
    return false;
  });
}

void ScheduleAdvisor::inserted(uint64_t number, const Execution& run,
                               std::span<const PathTree::NodeId> nodes, Wishes& wishes) {
  forget();
  if (reversals_ == nullptr || run.study == nullptr) return;
  AddedRun added{number, run, *run.study, nodes, {}};
  added.event_nodes.reserve(run.study->events().size());
  size_t depth = 0;
  for (const Choice& choice : run.choices) {
    if (!is_real(choice)) continue;
    if (choice.kind == ChoiceKind::race)
      added.event_nodes.push_back(depth < nodes.size() ? nodes[depth] : 0);
    ++depth;
  }
  reversals_->add(added, wishes);
}

std::shared_ptr<const Plan> ScheduleAdvisor::plan(PathTree::NodeId node, AlternativeId alternative,
                                                  const PathTree& tree) {
  return reversals_ == nullptr ? nullptr : reversals_->plan(node, alternative, tree);
}

void ScheduleAdvisor::arriving(const Execution& run, uint32_t choice, PathTree::NodeId node,
                               const Continuation& continuation, PathTree& tree) {
  if (reversals_ != nullptr) reversals_->arriving(run, choice, node, continuation, tree);
}

// Comes without the lock under which the reversals work.
void ScheduleAdvisor::closed(std::span<const PathTree::Closing> closings) {
  std::lock_guard lock(mutex_);
  for (const PathTree::Closing& closing : closings) gone_.push_back(closing.node);
}

void ScheduleAdvisor::forget() {
  std::lock_guard lock(mutex_);
  for (const PathTree::NodeId node : gone_)
    if (reversals_ != nullptr) reversals_->forget(node);
  gone_.clear();
}

}  // namespace cuttle
