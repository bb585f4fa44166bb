// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/session.h"

#include <algorithm>
#include <map>

#include "engine/path/prediction.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

// Each path is a test in the database. Files are for people: all of a small campaign, and of a
// large one those that cover something new or show a bug.
constexpr uint64_t kPlainTestFiles = 1000;

// Further inputs that an unconfirmed bug is replayed with.
constexpr unsigned kMostDoubts = 10;

std::string site_text(const TargetInfo& info, SiteId site) {
  return site < info.sites.size() ? to_string(info.sites[site]) : std::string();
}

std::string divergence_text(const Execution& execution) {
  const bool threads = std::any_of(execution.limitations.begin(), execution.limitations.end(),
                                   [](const Limitation& l) { return l.reason == Reason::threads; });
  return threads ? "threads met in another order than predicted, or the run is not deterministic"
                 : "a run did not follow its prediction";
}

StoredFlip stored(const Flip& flip) {
  return {flip.parent_run, flip.index, flip.alternative, flip.siblings};
}

}  // namespace

Session::Session(const Config& config, Campaign& campaign, const std::atomic<bool>& interrupted)
    : config_(config), campaign_(campaign), interrupted_(interrupted) {
  summary_.strategy = config.strategy;
  summary_.seed = config.seed;
  auto cover = config.language_options.find("cover");
  if (cover != config.language_options.end() && !cover->second.empty())
    cover_goal_ = cover->second.back();
}

Result<void> Session::resume() {
  Result<CampaignState> state = campaign_.load();
  if (!state) return state.error();
  summary_ = state->summary;
  summary_.strategy = config_.strategy;
  summary_.seed = config_.seed;
  limitations_.add(summary_.incomplete);
  earlier_seconds_ = summary_.seconds;
  runs_begun_ = earlier_runs_ = state->last_run;
  first_run_taken_ = state->last_run > 0;
  std::vector<uint32_t> fresh;
  cover(state->covered, fresh);
  std::vector<BugReport> bugs = std::move(summary_.bugs);
  summary_.bugs.clear();
  for (BugReport& bug : bugs) {
    if (!bug.confirmed) {
      unconfirmed_.push_back(std::move(bug));
      continue;
    }
    known_bugs_.insert(bug.key);
    summary_.bugs.push_back(std::move(bug));
  }
  std::map<uint64_t, Parcel> by_run;
  for (const StoredFlip& flip : state->frontier) by_run[flip.run].items.push_back({flip, 0});
  for (auto& [run, parcel] : by_run) {
    parcel.run = run;
    frontier_ += parcel.items.size();
    parcels_.push_back(std::move(parcel));
  }
  return {};
}

double Session::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

bool Session::out_of_time() const {
  return config_.time_seconds > 0 && elapsed() >= config_.time_seconds;
}

double Session::seconds_left() const {
  constexpr double shortest = 0.001;  // 0 would mean no limit
  return config_.time_seconds > 0 ? std::max(shortest, config_.time_seconds - elapsed()) : 0;
}

bool Session::stopping() const {
  return stop_.load(std::memory_order_relaxed) || interrupted_.load(std::memory_order_relaxed) ||
         out_of_time();
}

bool Session::take_first_run() {
  std::lock_guard lock(mutex_);
  return !std::exchange(first_run_taken_, true);
}

std::optional<Parcel> Session::wait_for_parcel() {
  std::unique_lock lock(mutex_);
  ++idle_;
  ++hungry_;
  while (parcels_.empty() && !done() && !stopping()) {
    // Wakes up now and then because an interrupt and the end of the time budget notify nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(50));
  }
  --hungry_;
  if (parcels_.empty() || stopping()) {
    changed_.notify_all();
    return std::nullopt;  // stays idle
  }
  --idle_;
  Parcel parcel = std::move(parcels_.front());
  parcels_.pop_front();
  return parcel;
}

void Session::give(Parcel parcel) {
  std::lock_guard lock(mutex_);
  parcels_.push_back(std::move(parcel));
  changed_.notify_one();
}

void Session::leave(const SolverStatistics& solver, size_t flips_left) {
  std::lock_guard lock(mutex_);
  summary_.solver += solver;
  flips_left_ += flips_left;
  ++left_;
  changed_.notify_all();
  event_.notify_all();
}

bool Session::claim(const Flip& flip) {
  std::lock_guard lock(mutex_);
  return tree_.claim(flip.node, flip.alternative);
}

void Session::settle(const Flip& flip, const std::optional<Limitation>& why) {
  std::lock_guard lock(mutex_);
  tree_.close(flip.node, flip.alternative);
  --frontier_;
  if (why) limitations_.add(*why);
  check(campaign_.resolve(stored(flip), why));
}

void Session::release(const Flip& flip) {
  std::lock_guard lock(mutex_);
  tree_.release(flip.node, flip.alternative);
}

uint64_t Session::begin_run() {
  std::lock_guard lock(mutex_);
  if (config_.max_runs != 0 && runs_begun_ - earlier_runs_ >= config_.max_runs) {
    budget_hit_ = true;
    stop_ = true;
    return 0;
  }
  return ++runs_begun_;
}

uint32_t Session::cover(const std::vector<uint32_t>& points, std::vector<uint32_t>& fresh) {
  for (uint32_t point : points) {
    if (point >= covered_.size()) covered_.resize(point + 1);
    if (covered_[point]) continue;
    covered_[point] = true;
    cover_log_.push_back(point);
    fresh.push_back(point);
  }
  return static_cast<uint32_t>(fresh.size());
}

// A campaign whose goal is one family of coverage points ends when they are all reached.
void Session::check_cover_goal() {
  uint32_t first = 0;
  for (const CoverageFamily& family : coverage_) {
    auto end = first + static_cast<uint32_t>(family.points.size());
    if (family.name == cover_goal_ && end <= covered_.size() &&
        std::all_of(covered_.begin() + first, covered_.begin() + end, [](bool c) { return c; })) {
      everything_covered_ = true;
      stop_ = true;
      event_.notify_all();
    }
    first = end;
  }
}

// Is the test of this path worth keeping, whatever it covers? Not if only some tests are asked for.
bool Session::wants_every_path() const {
  if (cover_goal_ == "errors") return false;
  return std::none_of(coverage_.begin(), coverage_.end(),
                      [this](const CoverageFamily& family) { return family.name == cover_goal_; });
}

void Session::note_depth(const Execution& execution, const TargetInfo& info,
                         std::vector<Limitation>& limitations) const {
  if (config_.max_depth == 0) return;
  for (uint64_t i = config_.max_depth; i < execution.choices.size(); ++i) {
    const Choice& choice = execution.choices[i];
    if (!is_real(choice) || !choice.flippable) continue;
    limitations.push_back({Reason::depth, site_text(info, choice.site),
                           "paths longer than --max-depth " + std::to_string(config_.max_depth)});
    return;
  }
}

void Session::count_verdict(const Execution& execution, PathTree::Verdict verdict, bool is_seed) {
  ++summary_.runs;
  if (execution.outcome.kind == Outcome::Kind::rejected) ++summary_.rejected;
  // Two of the user's own test cases may well take one path.
  if (verdict == PathTree::Verdict::duplicate && !is_seed) ++summary_.duplicate_paths;
  if (verdict == PathTree::Verdict::mismatch) ++summary_.divergences;
  if (verdict == PathTree::Verdict::fresh &&
      (execution.outcome.kind == Outcome::Kind::ok || execution.outcome.kind == Outcome::Kind::bug))
    ++summary_.paths;
}

Session::Recorded Session::record(uint64_t run, const Execution& execution, PortableTestCase test,
                                  const std::function<void(RunRecord&)>& describe,
                                  const TargetInfo& info, const Flip* flip,
                                  std::optional<SiteId> diverged) {
  std::lock_guard lock(mutex_);
  Recorded result;
  RunRecord record;
  record.limitations = execution.limitations;
  if (execution.truncated)
    record.limitations.push_back({Reason::trace_full, {}, "a run's trace is full"});
  note_depth(execution, info, record.limitations);

  bool predicted = flip != nullptr && !diverged;
  if (flip != nullptr && diverged) {
    ++summary_.divergences;
    record.limitations.push_back(
        {Reason::divergence, site_text(info, *diverged), divergence_text(execution)});
    tree_.close(flip->node, flip->alternative);
  }
  PathTree::Insertion insertion =
      predicted ? tree_.insert(execution, config_.max_depth, flip->node, flip->index)
                : tree_.insert(execution, config_.max_depth);
  result.verdict = insertion.verdict;
  result.opened = std::move(insertion.opened);
  if (insertion.verdict == PathTree::Verdict::mismatch)
    record.limitations.push_back(
        {Reason::non_deterministic, {}, "two runs of one path went apart"});
  count_verdict(execution, insertion.verdict, flip == nullptr);
  if (execution.outcome.kind == Outcome::Kind::lost)
    record.limitations.push_back(
        {Reason::lost_run, execution.outcome.location, execution.outcome.message});

  result.novelty = cover(execution.covered, record.covered);
  if (flip != nullptr) {
    record.resolves = stored(*flip);
    --frontier_;
    if (predicted && flip->alternative == kAnyOther) {
      result.reopened =
          insertion.verdict == PathTree::Verdict::fresh && tree_.release(flip->node, kAnyOther);
      if (result.reopened) {
        StoredFlip again = stored(*flip);
        again.siblings.push_back(run);
        record.opens.push_back(std::move(again));
      } else {
        tree_.close(flip->node, kAnyOther);
      }
    }
  }
  for (const PathTree::Opened& opened : result.opened)
    record.opens.push_back({run, opened.choice, opened.alternative, {}});
  frontier_ += record.opens.size();

  record.run = run;
  record.test = std::move(test);
  record.outcome = execution.outcome;
  record.path = path_digest(execution, config_.max_depth);
  record.is_path = insertion.verdict == PathTree::Verdict::fresh &&
                   execution.outcome.kind != Outcome::Kind::rejected &&
                   execution.outcome.kind != Outcome::Kind::lost;
  const bool plain = wants_every_path() && summary_.tests < kPlainTestFiles;
  const bool covers = (result.novelty > 0 || execution.new_values > 0) && cover_goal_ != "errors";
  record.keep_file = record.is_path && (plain || covers || execution.outcome.is_bug());
  if (record.keep_file) {
    ++summary_.tests;
    describe(record);
  }
  limitations_.add(record.limitations);
  check(campaign_.record(record));
  check_cover_goal();
  return result;
}

// A second look costs as much as many runs: it is for the first ones, and then for some of those
// that cover something new as the campaign goes on.
bool Session::wants_inspection(const Execution& execution) {
  constexpr uint64_t first = 50, runs_for_each = 100;
  std::lock_guard lock(mutex_);
  if (summary_.inspected >= first + summary_.runs / runs_for_each) return false;
  return std::any_of(execution.covered.begin(), execution.covered.end(), [this](uint32_t point) {
    return point >= covered_.size() || !covered_[point];
  });
}

void Session::count_inspection() {
  std::lock_guard lock(mutex_);
  ++summary_.inspected;
}

std::vector<uint32_t> Session::covered_since(size_t& seen) {
  std::lock_guard lock(mutex_);
  std::vector<uint32_t> fresh(cover_log_.begin() + seen, cover_log_.end());
  seen = cover_log_.size();
  return fresh;
}

std::vector<PathTree::Opened> Session::restore(const Execution& execution, const Parcel& parcel) {
  std::lock_guard lock(mutex_);
  std::vector<std::pair<uint32_t, AlternativeId>> pending;
  for (const Parcel::Item& item : parcel.items)
    pending.emplace_back(item.flip.choice, item.flip.alternative);
  std::sort(pending.begin(), pending.end());
  return tree_.restore(execution, pending, config_.max_depth).opened;
}

bool Session::is_new_bug(const Outcome& outcome) {
  std::lock_guard lock(mutex_);
  const std::string& key = outcome.key;
  CUTTLE_CHECK(!key.empty(), "a bug without a key");
  if (known_bugs_.insert(key).second) return true;
  // Another input may show on the plain program what the first one did not.
  const auto doubtful = doubtful_bugs_.find(key);
  return doubtful != doubtful_bugs_.end() && doubtful->second++ < kMostDoubts;
}

std::optional<BugReport> Session::take_unconfirmed() {
  std::lock_guard lock(mutex_);
  if (unconfirmed_.empty()) return std::nullopt;
  BugReport bug = std::move(unconfirmed_.back());
  unconfirmed_.pop_back();
  return bug;
}

void Session::report_bug(BugReport bug) {
  std::lock_guard lock(mutex_);
  const std::string key = bug.key;
  known_bugs_.insert(key);
  if (bug.confirmed)
    doubtful_bugs_.erase(key);
  else
    doubtful_bugs_.emplace(key, 0);
  // The plain build may place two findings of ours at one spot.
  const auto known = std::find_if(summary_.bugs.begin(), summary_.bugs.end(),
                                  [&](const BugReport& other) { return other.key == key; });
  if (known != summary_.bugs.end() && (known->confirmed || !bug.confirmed)) return;
  check(campaign_.record_bug(bug));
  if (known != summary_.bugs.end())
    *known = bug;
  else
    summary_.bugs.push_back(bug);
  new_bugs_.push_back(std::move(bug));
  if (config_.stop_on_bug) {
    stopped_on_bug_ = true;
    stop_ = true;
  }
  event_.notify_all();
}

void Session::publish_info(const TargetInfo& info) {
  std::lock_guard lock(mutex_);
  bool changed = coverage_.size() != info.coverage.size();
  for (size_t i = 0; !changed && i < coverage_.size(); ++i)
    changed = coverage_[i].points.size() != info.coverage[i].points.size();
  if (!changed && summary_.target == info.name) return;
  summary_.target = info.name;
  summary_.language = info.language;
  summary_.notes = info.notes;
  coverage_ = info.coverage;
  check(campaign_.save_coverage(coverage_));
  check(campaign_.save_bug_kinds(info.bug_kinds));
}

void Session::note(std::string text) {
  std::lock_guard lock(mutex_);
  if (!notes_.insert(text).second) return;
  new_notes_.push_back(std::move(text));
  event_.notify_all();
}

void Session::check(Result<void> result) {
  if (result || failure_) return;
  failure_ = result.error();
  stop_ = true;
}

void Session::fail(Error error) {
  std::lock_guard lock(mutex_);
  check(std::move(error));
}

bool Session::finished() {
  std::lock_guard lock(mutex_);
  return left_ == workers_;
}

Progress Session::snapshot() const {
  Progress progress;
  progress.runs = summary_.runs;
  progress.paths = summary_.paths;
  progress.frontier = frontier_;
  progress.bugs = summary_.bugs.size();
  if (!coverage_.empty()) {
    progress.coverable = coverage_.front().points.size();
    size_t limit = std::min<size_t>(progress.coverable, covered_.size());
    progress.covered = std::count(covered_.begin(), covered_.begin() + limit, true);
  }
  progress.seconds = elapsed();
  uint64_t own_runs = summary_.runs - std::min(summary_.runs, earlier_runs_);
  progress.runs_per_second = progress.seconds > 0 ? own_runs / progress.seconds : 0;
  if (config_.time_seconds > 0)
    progress.seconds_left = std::max(0.0, config_.time_seconds - progress.seconds);
  if (config_.max_runs > 0 && progress.runs_per_second > 0) {
    double by_runs =
        (config_.max_runs - std::min(config_.max_runs, own_runs)) / progress.runs_per_second;
    if (progress.seconds_left < 0 || by_runs < progress.seconds_left)
      progress.seconds_left = by_runs;
  }
  return progress;
}

void Session::pump(Observer& observer, double seconds) {
  std::vector<BugReport> bugs;
  std::vector<std::string> notes;
  Progress progress;
  {
    std::unique_lock lock(mutex_);
    event_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return !new_bugs_.empty() || !new_notes_.empty() || left_ == workers_; });
    bugs.swap(new_bugs_);
    notes.swap(new_notes_);
    progress = snapshot();
  }
  for (const std::string& text : notes) observer.note(text);
  for (const BugReport& bug : bugs) observer.bug_found(bug);
  observer.progress(progress);
}

Summary Session::summarise() {
  std::lock_guard lock(mutex_);
  Summary summary = summary_;
  summary.seconds = earlier_seconds_ + elapsed();
  uint64_t left = flips_left_;
  for (const Parcel& parcel : parcels_) left += parcel.items.size();
  LimitationLog log = limitations_;
  summary.interrupted = interrupted_;
  if (left > 0 || stop_) {
    Reason reason = Reason::budget;
    std::string detail = "stopped by --time";
    if (interrupted_) {
      reason = Reason::interrupted, detail = "stopped by the user";
    } else if (everything_covered_) {
      reason = Reason::covered, detail = "--cover " + cover_goal_ + ": all of them are";
    } else if (stopped_on_bug_) {
      reason = Reason::stopped_on_bug, detail = "--stop-on-bug";
    } else if (budget_hit_) {
      detail = "stopped by --max-runs";
    }
    log.add({reason, {}, detail, std::max<uint64_t>(left, 1)});
  }
  summary.incomplete = log.list();
  // A campaign that was resumed with nothing left to do never put anything into the tree.
  const bool was_done = earlier_runs_ > 0 && runs_begun_ == earlier_runs_ && frontier_ == 0;
  summary.exhausted =
      log.empty() && summary.divergences == 0 && !failure_ && (was_done || tree_.all_closed());
  uint32_t first = 0;
  for (const CoverageFamily& family : coverage_) {
    CoverageCount& count = summary.coverage[family.name];
    count.total = family.points.size();
    count.covered = 0;
    for (size_t i = 0; i < family.points.size(); ++i)
      if (first + i < covered_.size() && covered_[first + i]) ++count.covered;
    first += static_cast<uint32_t>(family.points.size());
  }
  return summary;
}

}  // namespace cuttle
