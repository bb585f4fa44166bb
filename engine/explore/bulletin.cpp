// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/bulletin.h"

#include <algorithm>

#include "engine/schedule/study.h"

namespace cuttle {

Bulletin::Bulletin(const Config& config) {
  summary_.strategy = config.strategy;
  summary_.seed = config.seed;
}

void Bulletin::resume(const Summary& summary) {
  std::lock_guard lock(mutex_);
  const std::string strategy = summary_.strategy;
  const uint64_t seed = summary_.seed;
  summary_ = summary;
  summary_.strategy = strategy;
  summary_.seed = seed;
  summary_.notes.clear();  // they come again
  limitations_.add(summary_.incomplete);
}

void Bulletin::count_run(const Execution& execution, PathTree::Verdict verdict, bool made_for_flip,
                         bool diverged) {
  using Kind = Outcome::Kind;
  const Kind kind = execution.outcome.kind;
  std::lock_guard lock(mutex_);
  ++summary_.runs;
  summary_.rejected += kind == Kind::rejected;
  // Two of the user's own test cases may well take one path.
  summary_.duplicate_paths += verdict == PathTree::Verdict::duplicate && made_for_flip;
  summary_.divergences += diverged;
  if (execution.study != nullptr) {
    ++summary_.schedule.executions;
    const bool is_known = !execution.redundant && !orders_.insert(execution.study->key()).second;
    summary_.schedule.redundant += execution.redundant || is_known;
  }
  summary_.divergences += verdict == PathTree::Verdict::mismatch;
  summary_.paths += verdict == PathTree::Verdict::fresh && (kind == Kind::ok || kind == Kind::bug);
}

void Bulletin::know_order(const Execution& execution) {
  std::lock_guard lock(mutex_);
  if (execution.study != nullptr && !execution.redundant) orders_.insert(execution.study->key());
}

void Bulletin::add(const std::vector<Limitation>& limitations) {
  if (limitations.empty()) return;
  std::lock_guard lock(mutex_);
  limitations_.add(limitations);
}

bool Bulletin::take_test_file(bool worth, bool every_path) {
  constexpr uint64_t plain_test_files = 1000;
  std::lock_guard lock(mutex_);
  if (!worth && !(every_path && summary_.tests < plain_test_files)) return false;
  ++summary_.tests;
  return true;
}

bool Bulletin::has_time_to_inspect() const {
  constexpr uint64_t first = 50, runs_for_each = 100;
  std::lock_guard lock(mutex_);
  return summary_.inspected < first + summary_.runs / runs_for_each;
}

void Bulletin::count_inspection() {
  std::lock_guard lock(mutex_);
  ++summary_.inspected;
}

bool Bulletin::publish(const TargetInfo& info) {
  std::lock_guard lock(mutex_);
  bool changed = summary_.target != info.name;
  summary_.target = info.name;
  summary_.language = info.language;
  // Each worker's target has met what it has met.
  for (const std::string& note : info.notes) {
    if (std::ranges::find(summary_.notes, note) != summary_.notes.end()) continue;
    summary_.notes.push_back(note);
    changed = true;
  }
  input_hint_ = info.input_hint;
  return changed;
}

void Bulletin::add_input_hint(std::vector<std::string>& notes) const {
  std::lock_guard lock(mutex_);
  if (!input_hint_.empty()) notes.push_back(input_hint_);
}

void Bulletin::note(std::string text) {
  std::lock_guard lock(mutex_);
  if (!notes_.insert(text).second) return;
  new_notes_.push_back(std::move(text));
  event_.notify_all();
}

void Bulletin::remark(const std::string& text) {
  constexpr size_t most = 32;
  {
    std::lock_guard lock(mutex_);
    if (remarks_.size() >= most || std::ranges::find(remarks_, text) != remarks_.end()) return;
    remarks_.push_back(text);
  }
  note(text);
}

void Bulletin::found(BugReport bug) {
  std::lock_guard lock(mutex_);
  summary_.schedule.races += bug.kind == BugKind::data_race;
  summary_.schedule.deadlocks += bug.kind == BugKind::deadlock;
  new_bugs_.push_back(std::move(bug));
  event_.notify_all();
}

void Bulletin::fail(Error error) {
  std::lock_guard lock(mutex_);
  if (!failure_) failure_ = std::move(error);
}

std::optional<Error> Bulletin::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

void Bulletin::leave(const SolverStatistics& solver, size_t flips_left) {
  std::lock_guard lock(mutex_);
  summary_.solver += solver;
  flips_left_ += flips_left;
  ++left_;
  event_.notify_all();
}

Bulletin::News Bulletin::wait(unsigned workers, double seconds) {
  std::unique_lock lock(mutex_);
  event_.wait_for(lock, std::chrono::duration<double>(seconds),
                  [&] { return !new_bugs_.empty() || !new_notes_.empty() || left_ == workers; });
  News news;
  news.bugs.swap(new_bugs_);
  news.notes.swap(new_notes_);
  news.runs = summary_.runs;
  news.paths = summary_.paths;
  return news;
}

bool Bulletin::all_left(unsigned workers) const {
  std::lock_guard lock(mutex_);
  return left_ == workers;
}

Summary Bulletin::summary() const {
  std::lock_guard lock(mutex_);
  Summary summary = summary_;
  summary.notes.insert(summary.notes.end(), remarks_.begin(), remarks_.end());
  return summary;
}

LimitationLog Bulletin::limitations() const {
  std::lock_guard lock(mutex_);
  return limitations_;
}

uint64_t Bulletin::flips_left() const {
  std::lock_guard lock(mutex_);
  return flips_left_;
}

}  // namespace cuttle
