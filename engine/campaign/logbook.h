// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/campaign/campaign_store.h"

namespace cuttle {

// What one exploring process writes down: runs with the flips that they resolve and open. All calls
// are thread-safe.
class Campaign {
 public:
  virtual ~Campaign() = default;
  virtual Result<void> record(const RunRecord& record) = 0;
  // A flip that led to no run: unsatisfiable, undecided (with a limitation) or dropped.
  virtual Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>& why) = 0;
  virtual Result<void> record_bug(const BugReport& bug) = 0;
  virtual Result<void> save_summary(const Summary& summary) = 0;
  // Where the coverage points are, so that reports need neither the program nor its build. Call it
  // before the first run, and when there are more.
  virtual Result<void> save_coverage(const std::vector<CoverageFamily>& families) {
    (void)families;
    return {};
  }
  // What the kinds of bugs mean that only the program's language has.
  virtual Result<void> save_bug_kinds(const std::vector<BugKindRow>& kinds) {
    (void)kinds;
    return {};
  }
  virtual Result<void> flush() = 0;
  virtual Result<PortableTestCase> test(uint64_t run) = 0;
  // With the frontier: what was open when this process began.
  virtual Result<CampaignState> load() = 0;
};

// Writes into a store, as the holder of all work that is free there: runs become steps under one
// lease, which ends with this object. Of a campaign that no other process joins.
Result<std::unique_ptr<Campaign>> open_logbook(std::unique_ptr<CampaignStore> store);

}  // namespace cuttle
