// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/campaign/records.h"
#include "engine/support/result.h"

namespace cuttle {

// The summary at the end of a session; the parts are in it.
struct SummarySaved {
  Summary summary;
};

// What a process counted that no record says (solver, divergences, second looks), when it leaves a
// campaign that others go on with.
struct SummaryPart {
  Summary summary;
};

// Everybody who works on the campaign shall come to an end: WorkStore::demand tells them.
struct CampaignStopped {
  std::string why;
};

// So many of the tests to begin with were run (TargetFactory::seeds): who resumes runs the others.
struct SeedsRun {
  uint64_t count = 0;
};

// What is recorded beside runs, which WorkStore::complete takes together with the work they do.
// A bug replaces one of the same key only if it is confirmed and the other is not, or if both are
// or are not and the other's run is not there (it was made under a lease that was lost); coverage
// families replace those that have fewer points; kinds of bugs are added.
using Operation = std::variant<BugReport, std::vector<CoverageFamily>, std::vector<BugKindRow>,
                               SummarySaved, SummaryPart, CampaignStopped, SeedsRun>;

// What a campaign found. Thread-safe. Writes may be queued and grouped: what follows from one call
// is there completely or not at all, in the order of the calls (those of a WorkStore of the same
// process among them), and others see it at the latest after flush(). After a failure nothing more
// is written, and all calls give that error.
class RecordStore {
 public:
  virtual ~RecordStore() = default;
  // The first of `count` new run numbers. No number is given twice in a campaign, whichever process
  // asks; as long as one process works alone, they are dense.
  virtual Result<uint64_t> numbers(uint32_t count) = 0;
  virtual Result<void> put(Operation operation) = 0;
  virtual Result<PortableTestCase> test(uint64_t run) = 0;
  virtual Result<CampaignState> load() = 0;
  virtual Result<void> flush() = 0;
};

}  // namespace cuttle
