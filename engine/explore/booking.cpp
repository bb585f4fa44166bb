// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/booking.h"

#include <algorithm>

#include "engine/explore/flipper.h"
#include "engine/path/path_digest.h"

namespace cuttle {
namespace {

// Whose fault it is: that of something that gave another answer than in an earlier run, that of
// the order of threads, or else ours, if only for not seeing what the program reads.
std::string divergence_text(const Execution& execution) {
  const auto met = [&](Reason reason) {
    return std::ranges::find(execution.limitations, reason, &Limitation::reason);
  };
  if (const auto found = met(Reason::non_deterministic); found != execution.limitations.end()) {
    std::string text = found->detail;
    if (!found->location.empty()) text += " at " + found->location;
    return text;
  }
  if (met(Reason::threads) != execution.limitations.end())
    return "threads met in another order than predicted, or the run is not deterministic";
  return "a run did not follow its prediction, and nothing that is known to differ was read: a "
         "fault "
         "of Cuttle, unless the program asks the processor or the kernel behind its back";
}

// The first choice beyond the bound on depth that could have been flipped.
const Choice* beyond(const Execution& execution, uint64_t max_depth) {
  if (max_depth == 0) return nullptr;
  for (uint64_t i = max_depth; i < execution.choices.size(); ++i) {
    const Choice& choice = execution.choices[i];
    if (is_real(choice) && choice.flippable) return &choice;
  }
  return nullptr;
}

}  // namespace

std::string place_of(const TargetInfo& info, SiteId site) {
  return site < info.sites.size() ? to_string(info.sites[site]) : std::string();
}

StoredFlip stored(const Flip& flip) {
  const AlternativeId way = flip.then ? number_of(*flip.then) : flip.alternative;
  return {flip.parent_run, flip.index, way, flip.siblings};
}

AlternativeId number_of(std::span<const PathStep> way) {
  if (way.size() == 1) return way.front().alternative;
  PathDigest digest;
  for (const PathStep& step : way) {
    digest.add(uint64_t{step.site} << 8 | static_cast<uint8_t>(step.kind));
    digest.add(step.alternative);
  }
  return digest.high() == kAnyOther ? 0 : digest.high();
}

std::vector<Limitation> limitations_of(const FinishedRun& run, const Booked& booked,
                                       const TargetInfo& info, uint64_t max_depth) {
  const Execution& execution = run.execution;
  std::vector<Limitation> result = execution.limitations;
  if (execution.truncated) result.push_back({Reason::trace_full, {}, "a run's trace is full"});
  if (const Choice* choice = beyond(execution, max_depth))
    result.push_back({Reason::depth, place_of(info, choice->site),
                      "paths longer than --max-depth " + std::to_string(max_depth)});
  if (run.diverged)
    result.push_back(
        {Reason::divergence, place_of(info, *run.diverged), divergence_text(execution)});
  if (booked.verdict == PathTree::Verdict::mismatch)
    result.push_back({Reason::non_deterministic, {}, "two runs of one path went apart"});
  if (booked.merged)
    result.push_back({Reason::merged, place_of(info, run.flip->site),
                      "two ways of one choice have the same number"});
  if (execution.outcome.kind == Outcome::Kind::lost)
    result.push_back({Reason::lost_run, execution.outcome.location, execution.outcome.message});
  return result;
}

RunRecord record_of(const FinishedRun& run, const Booked& booked, uint64_t max_depth) {
  const Outcome& outcome = run.execution.outcome;
  RunRecord record;
  record.run = run.number;
  record.outcome = outcome;
  record.path = path_digest(run.execution, max_depth);
  record.is_path = booked.verdict == PathTree::Verdict::fresh &&
                   outcome.kind != Outcome::Kind::rejected && outcome.kind != Outcome::Kind::lost;
  record.is_duplicate = booked.verdict == PathTree::Verdict::duplicate && run.flip != nullptr;
  if (run.flip != nullptr) {
    record.resolves = stored(*run.flip);
    if (booked.reopened) {
      StoredFlip again = stored(*run.flip);
      again.siblings.push_back(run.number);
      record.opens.push_back(std::move(again));
    }
  }
  for (const PathTree::Opened& opened : booked.opened)
    record.opens.push_back({run.number, opened.choice, opened.alternative, {}});
  record.opens.insert(record.opens.end(), booked.prescribed.begin(), booked.prescribed.end());
  return record;
}

}  // namespace cuttle
