// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/memory_store.h"

#include <algorithm>
#include <chrono>

#include "engine/campaign/test_file.h"

namespace cuttle {
namespace {

uint64_t points_of(const std::vector<CoverageFamily>& families) {
  uint64_t points = 0;
  for (const CoverageFamily& family : families) points += family.points.size();
  return points;
}

void count_runs(const MemoryContents& campaign, CampaignState& state) {
  Summary& summary = state.summary;
  for (const auto& [number, run] : campaign.runs) {
    state.last_run = number;
    ++summary.runs;
    summary.paths += run.is_path;
    const Outcome::Kind kind = run.outcome.kind;
    summary.rejected += kind == Outcome::Kind::rejected;
    summary.duplicate_paths += run.is_duplicate;
    state.covered.insert(state.covered.end(), run.covered.begin(), run.covered.end());
    if (!run.keep_file && !run.outcome.is_bug()) continue;
    ++summary.tests;
    state.tests.push_back({number, test_file_name(number), run.outcome});
  }
  std::sort(state.covered.begin(), state.covered.end());
  state.covered.erase(std::unique(state.covered.begin(), state.covered.end()), state.covered.end());
}

void count_coverage(const MemoryContents& campaign, CampaignState& state) {
  state.coverage = campaign.coverage;
  uint32_t first = 0;
  for (const CoverageFamily& family : campaign.coverage) {
    const uint32_t end = first + static_cast<uint32_t>(family.points.size());
    const auto covered = std::ranges::count_if(
        state.covered, [&](uint32_t point) { return first <= point && point < end; });
    state.summary.coverage[family.name] = {static_cast<uint64_t>(covered), family.points.size()};
    first = end;
  }
}

// Reports, and runs that ended in a bug whose report was still being made.
void list_bugs(const MemoryContents& campaign, Summary& summary) {
  std::set<uint64_t> reported;
  for (const auto& [key, bug] : campaign.bugs) {
    summary.bugs.push_back(bug);
    reported.insert(bug.run);
  }
  std::ranges::stable_sort(summary.bugs, {}, &BugReport::run);
  std::map<std::string, BugReport> others;
  std::set<std::string> known;
  for (const auto& [number, run] : campaign.runs) {
    const Outcome& outcome = run.outcome;
    if (!outcome.is_bug()) continue;
    if (campaign.bugs.contains(outcome.key) || reported.contains(number)) known.insert(outcome.key);
    others.try_emplace(
        outcome.key,
        BugReport{outcome.bug, outcome.message, outcome.location, number, test_file_name(number),
                  false, "the campaign was stopped before the bug could be replayed",
                  run.description, outcome.stack, outcome.key});
  }
  for (auto& [key, bug] : others)
    if (!known.contains(key)) summary.bugs.push_back(std::move(bug));
}

}  // namespace

double wall_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Result<uint64_t> MemoryStore::numbers(uint32_t count) {
  std::lock_guard guard(campaign_->mutex);
  const uint64_t first = campaign_->last_number + 1;
  campaign_->last_number += count;
  return first;
}

Result<void> MemoryStore::put(Operation operation) {
  std::lock_guard guard(campaign_->mutex);
  campaign_->saved_is_last = std::holds_alternative<SummarySaved>(operation);
  std::visit([this](auto& what) { put_one(std::move(what)); }, operation);
  return {};
}

void MemoryStore::put_one(BugReport bug) {
  const auto [entry, added] = campaign_->bugs.try_emplace(bug.key, bug);
  const BugReport& known = entry->second;
  const bool same = bug.confirmed == known.confirmed;
  if (added || (same ? campaign_->runs.contains(known.run) : known.confirmed)) return;
  entry->second = std::move(bug);
}

void MemoryStore::put_one(std::vector<CoverageFamily> families) {
  if (points_of(families) > points_of(campaign_->coverage)) campaign_->coverage = families;
}

void MemoryStore::put_one(std::vector<BugKindRow> kinds) {
  for (BugKindRow& kind : kinds)
    if (std::ranges::find(campaign_->bug_kinds, kind.name, &BugKindRow::name) ==
        campaign_->bug_kinds.end())
      campaign_->bug_kinds.push_back(std::move(kind));
}

void MemoryStore::put_one(SummarySaved saved) {
  campaign_->saved = std::move(saved.summary);
  campaign_->parts.clear();
}

void MemoryStore::put_one(SummaryPart part) {
  campaign_->parts.push_back(std::move(part.summary));
}

void MemoryStore::put_one(CampaignStopped stopped) {
  campaign_->stopped = std::move(stopped.why);
}

void MemoryStore::put_one(SeedsRun seeds) {
  campaign_->seeds_run = seeds.count;
}

Result<PortableTestCase> MemoryStore::test(uint64_t run) {
  std::lock_guard guard(campaign_->mutex);
  const auto found = campaign_->runs.find(run);
  if (found != campaign_->runs.end()) return found->second.test;
  return Error::usage("the campaign has no run " + std::to_string(run));
}

Result<CampaignState> MemoryStore::load() {
  std::lock_guard guard(campaign_->mutex);
  CampaignState state;
  state.identity = campaign_->identity;
  Summary& summary = state.summary;
  if (campaign_->saved) {
    summary.divergences = campaign_->saved->divergences;
    summary.seconds = campaign_->saved->seconds;
    summary.inspected = campaign_->saved->inspected;
    summary.solver = campaign_->saved->solver;
    if (campaign_->saved_is_last) state.saved = campaign_->saved;
  }
  summary.target = state.identity.target;
  summary.language = state.identity.language;
  summary.strategy = state.identity.strategy;
  summary.seed = state.identity.seed;
  count_runs(*campaign_, state);
  count_coverage(*campaign_, state);
  list_bugs(*campaign_, summary);
  for (const auto& [what, count] : campaign_->limitations)
    summary.incomplete.push_back({std::get<0>(what), std::get<1>(what), std::get<2>(what), count});
  state.open_items = campaign_->items.size();
  state.bug_kinds = campaign_->bug_kinds;
  state.parts = campaign_->parts;
  state.seeds_run = campaign_->seeds_run;
  return state;
}

void MemoryStore::free_items_of(LeaseToken token) {
  for (auto& [key, item] : campaign_->items)
    if (item.holder == token) item.holder = 0;
}

void MemoryStore::take_over_expired() {
  const double now = clock_();
  std::erase_if(campaign_->leases, [&](const auto& lease) {
    if (lease.first == token_ || lease.second.until > now) return false;
    free_items_of(lease.first);
    return true;
  });
}

void MemoryStore::take_free(Lease& lease, uint32_t most) {
  std::vector<MemoryContents::Item*> free;
  for (auto& [key, item] : campaign_->items)
    if (item.holder == 0) free.push_back(&item);
  std::ranges::sort(free, {}, [](const MemoryContents::Item* item) {
    return std::tuple(item->item.run, item->item.choice, item->item.alternative);
  });
  for (MemoryContents::Item* item : free) {
    if (lease.items.size() == most) break;
    item->holder = lease.token;
    lease.items.push_back(item->item);
  }
}

Result<Lease> MemoryStore::lease(uint32_t most, double seconds) {
  std::lock_guard guard(campaign_->mutex);
  if (!campaign_->leases.contains(token_)) token_ = ++campaign_->last_token;
  Lease lease{token_, {}};
  take_free(lease, most);
  if (lease.items.size() < most) {
    take_over_expired();
    take_free(lease, most);
  }
  campaign_->leases[token_] = {clock_() + seconds, lease.items.empty() && most > 0};
  return lease;
}

Result<bool> MemoryStore::extend(LeaseToken token, double seconds) {
  std::lock_guard guard(campaign_->mutex);
  const auto found = campaign_->leases.find(token);
  if (found == campaign_->leases.end()) return false;
  if (seconds > 0) {
    found->second.until = clock_() + seconds;
    return true;
  }
  free_items_of(token);
  campaign_->leases.erase(found);
  return true;
}

void MemoryStore::count(const Limitation& limitation) {
  campaign_->limitations[{limitation.reason, limitation.location, limitation.detail}] +=
      limitation.count;
}

void MemoryStore::complete_one(LeaseToken token, Completion step) {
  if (step.item) {
    const auto found = campaign_->items.find(*step.item);
    if (found == campaign_->items.end()) {
      campaign_->strays += step.run.has_value();
    } else {
      if (found->second.holder != token) return;
      campaign_->items.erase(found);
    }
  }
  if (!step.opens.empty()) campaign_->leases[token].waiting = false;
  for (WorkItem& item : step.opens)
    campaign_->items.try_emplace(item.key, MemoryContents::Item{item, token});
  if (step.why) count(*step.why);
  if (!step.run) return;
  for (const Limitation& limitation : step.run->limitations) count(limitation);
  campaign_->runs[step.run->run] = std::move(*step.run);
}

Result<void> MemoryStore::complete(LeaseToken token, std::vector<Completion> steps) {
  std::lock_guard guard(campaign_->mutex);
  if (!campaign_->leases.contains(token)) return {};
  campaign_->saved_is_last = false;
  for (Completion& step : steps) complete_one(token, std::move(step));
  return {};
}

Result<void> MemoryStore::release(LeaseToken token, std::vector<ItemKey> items) {
  std::lock_guard guard(campaign_->mutex);
  if (!campaign_->leases.contains(token)) return {};
  for (const ItemKey& key : items) {
    const auto found = campaign_->items.find(key);
    if (found != campaign_->items.end() && found->second.holder == token) found->second.holder = 0;
  }
  return {};
}

Result<Demand> MemoryStore::demand() {
  std::lock_guard guard(campaign_->mutex);
  Demand demand;
  for (const auto& [token, holder] : campaign_->leases)
    if (token != token_) ++(holder.waiting ? demand.waiting : demand.working);
  for (const auto& [key, item] : campaign_->items) demand.free += item.holder == 0;
  demand.stopped = campaign_->stopped;
  return demand;
}

}  // namespace cuttle
