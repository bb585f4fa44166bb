// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/logbook.h"

namespace cuttle {
namespace {

// Nobody else can take the work over, so that the lease need not be extended.
constexpr double kLeaseSeconds = 1e9;

// Run numbers are unique in a store, so that this names the flip in it. It says nothing about the
// prefix: two processes may not open flips of one campaign with such keys.
ItemKey key_of(const StoredFlip& flip) {
  return {flip.run << 32 | flip.choice, flip.alternative};
}

WorkItem item_of(const StoredFlip& flip) {
  return {key_of(flip), flip.run, flip.choice, flip.alternative, flip.siblings, {}};
}

class Logbook final : public Campaign {
 public:
  Logbook(std::unique_ptr<CampaignStore> store, Lease lease)
      : store_(std::move(store)), lease_(std::move(lease)) {}
  ~Logbook() override { (void)store_->extend(lease_.token, 0); }

  Result<void> record(const RunRecord& record) override {
    Completion step;
    if (record.resolves) step.item = key_of(*record.resolves);
    step.opens.reserve(record.opens.size());
    for (const StoredFlip& flip : record.opens) step.opens.push_back(item_of(flip));
    step.run = record;
    return complete(std::move(step));
  }
  Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>& why) override {
    Completion step;
    step.item = key_of(flip);
    step.why = why;
    return complete(std::move(step));
  }
  Result<void> record_bug(const BugReport& bug) override { return store_->put(bug); }
  Result<void> save_summary(const Summary& summary) override {
    return store_->put(SummarySaved{summary});
  }
  Result<void> save_coverage(const std::vector<CoverageFamily>& families) override {
    return store_->put(families);
  }
  Result<void> save_bug_kinds(const std::vector<BugKindRow>& kinds) override {
    return store_->put(kinds);
  }
  Result<void> flush() override { return store_->flush(); }
  Result<PortableTestCase> test(uint64_t run) override { return store_->test(run); }
  Result<CampaignState> load() override {
    Result<CampaignState> state = store_->load();
    if (!state) return state;
    for (const WorkItem& item : lease_.items)
      state->frontier.push_back({item.run, item.choice, item.alternative, item.siblings});
    return state;
  }

 private:
  Result<void> complete(Completion step) {
    std::vector<Completion> steps;
    steps.push_back(std::move(step));
    return store_->complete(lease_.token, std::move(steps));
  }

  std::unique_ptr<CampaignStore> store_;
  const Lease lease_;  // as it was at the beginning
};

}  // namespace

Result<std::unique_ptr<Campaign>> open_logbook(std::unique_ptr<CampaignStore> store) {
  Result<Lease> lease = store->lease(UINT32_MAX, kLeaseSeconds);
  if (!lease) return lease.error();
  return std::unique_ptr<Campaign>(std::make_unique<Logbook>(std::move(store), std::move(*lease)));
}

}  // namespace cuttle
