// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "engine/campaign/campaign_store.h"

namespace cuttle {

// A campaign that lives as long as the process, with all that the other stores would keep.
struct MemoryContents {
  struct Item {
    WorkItem item;
    LeaseToken holder = 0;  // 0: free
  };
  struct Holder {
    double until = 0;
    bool waiting = false;
  };

  std::mutex mutex;  // of all below
  CampaignIdentity identity;
  std::map<uint64_t, RunRecord> runs;
  std::map<ItemKey, Item> items;
  uint64_t strays = 0;  // items that runs completed though they were not there: a mistake of ours
  std::map<LeaseToken, Holder> leases;
  std::map<std::string, BugReport> bugs;  // by key
  std::map<std::tuple<Reason, std::string, std::string>, uint64_t> limitations;
  std::vector<CoverageFamily> coverage;
  std::vector<BugKindRow> bug_kinds;
  std::vector<Summary> parts;
  std::optional<Summary> saved;
  bool saved_is_last = false;
  std::string stopped;
  uint64_t seeds_run = 0;
  LeaseToken last_token = 0;
  uint64_t last_number = 0;
};

// A holder of such a campaign; several may share it.
class MemoryStore : public CampaignStore {
 public:
  MemoryStore() : MemoryStore(std::make_shared<MemoryContents>()) {}
  explicit MemoryStore(std::shared_ptr<MemoryContents> campaign, StoreClock clock = wall_clock)
      : campaign_(std::move(campaign)), clock_(clock) {}
  ~MemoryStore() override { (void)extend(token_, 0); }

  Result<uint64_t> numbers(uint32_t count) override;
  Result<void> put(Operation operation) override;
  Result<PortableTestCase> test(uint64_t run) override;
  Result<CampaignState> load() override;
  Result<void> flush() override { return {}; }

  Result<Lease> lease(uint32_t most, double seconds) override;
  Result<bool> extend(LeaseToken token, double seconds) override;
  Result<void> complete(LeaseToken token, std::vector<Completion> steps) override;
  Result<void> release(LeaseToken token, std::vector<ItemKey> items) override;
  Result<Demand> demand() override;

  MemoryContents& campaign() { return *campaign_; }

 private:
  void put_one(BugReport bug);
  void put_one(std::vector<CoverageFamily> families);
  void put_one(std::vector<BugKindRow> kinds);
  void put_one(SummarySaved saved);
  void put_one(SummaryPart part);
  void put_one(CampaignStopped stopped);
  void put_one(SeedsRun seeds);
  void complete_one(LeaseToken token, Completion step);
  void count(const Limitation& limitation);
  void free_items_of(LeaseToken token);
  void take_over_expired();
  void take_free(Lease& lease, uint32_t most);

  std::shared_ptr<MemoryContents> campaign_;
  StoreClock clock_;
  LeaseToken token_ = 0;
};

}  // namespace cuttle
