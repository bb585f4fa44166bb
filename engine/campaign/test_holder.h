// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/campaign/campaign_store.h"

namespace cuttle {

// For tests: an item with its key.
inline WorkItem item_at(uint64_t run, uint32_t choice, AlternativeId alternative,
                        std::vector<uint64_t> siblings = {}) {
  return {ItemKey::of(run, choice, alternative), run, choice, alternative, std::move(siblings), {}};
}

// For tests: a holder of a campaign that records step by step.
class TestHolder {
 public:
  explicit TestHolder(CampaignStore& store, double seconds = 60) : store(store) {
    if (auto lease = store.lease(UINT32_MAX, seconds)) {
      token = lease->token;
      items = std::move(lease->items);
    }
  }

  Result<void> record(RunRecord run, std::optional<WorkItem> resolves = {},
                      std::vector<WorkItem> opens = {}) {
    Completion step;
    if (resolves) step.item = resolves->key;
    step.run = std::move(run);
    step.opens = std::move(opens);
    return complete(std::move(step));
  }
  Result<void> resolve(const WorkItem& item, std::optional<Limitation> why = {}) {
    Completion step;
    step.item = item.key;
    step.why = std::move(why);
    return complete(std::move(step));
  }
  Result<void> complete(Completion step) {
    std::vector<Completion> steps;
    steps.push_back(std::move(step));
    return store.complete(token, std::move(steps));
  }

  CampaignStore& store;
  LeaseToken token = 0;
  std::vector<WorkItem> items;  // that there were at the beginning
};

}  // namespace cuttle
