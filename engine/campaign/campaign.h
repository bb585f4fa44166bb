// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/report/summary.h"
#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/target/target.h"

namespace cuttle {

// A flip that is still to be tried: the run whose choice it flips, the index of that choice and
// the alternative to go for. On resume the run is executed again to get the conditions back.
struct StoredFlip {
  uint64_t run = 0;
  uint32_t choice = 0;
  AlternativeId alternative = 0;
  // For an open choice: runs whose alternatives at this choice are known as well and excluded. Not
  // part of the flip's identity in the store: opening it again replaces them.
  std::vector<uint64_t> siblings;
  friend bool operator==(const StoredFlip&, const StoredFlip&) = default;
};

// One run and everything that follows from it; recorded in one transaction, so that after a crash
// either all of it is there or none.
struct RunRecord {
  uint64_t run = 0;  // from 1, dense
  PortableTestCase test;
  Outcome outcome;
  std::string path;        // digest of the choices taken
  bool is_path = true;     // false: rejected, or a path seen before
  bool keep_file = false;  // also write tests/NNNNNN.json
  // What the file has instead of `test`: a simpler one that shows the same bug.
  std::optional<PortableTestCase> shown;
  std::vector<std::string> description;  // Target::describe, of the test that is shown
  std::vector<RawInput> raw;             // Target::raw_inputs, for files beside the test's
  std::string picture;                   // Target::picture, for tests/NNNNNN.dot
  std::optional<StoredFlip> resolves;    // the flip that led to this run: leaves the frontier
  std::vector<StoredFlip> opens;         // new flips
  std::vector<uint32_t> covered;         // new coverage points
  std::vector<Limitation> limitations;
};

// What identifies a campaign: resuming with anything else is refused with a clear message.
struct CampaignIdentity {
  std::string target;
  std::string language;
  std::string fingerprint;  // of the program and the options that shape its paths
  std::string strategy;
  uint64_t seed = 0;

  // Not compared on resume: what `cuttle replay` and `cuttle report` need to find the program.
  std::vector<std::string> command;  // the arguments after `cuttle run`
  std::string directory;             // where it was given
};

// What a resumed campaign needs to go on.
struct CampaignState {
  CampaignIdentity identity;
  // Rebuilt from what was recorded: counters, bugs, coverage, the limitations of runs and flips.
  // Reasons that belong to one session only (budget, interrupted) are not in it. Seconds, solver,
  // schedule and prune counters are those of the last save_summary().
  Summary summary;
  // The last saved summary, unless something was recorded after it (the process was killed).
  std::optional<Summary> saved;
  uint64_t last_run = 0;
  std::vector<StoredFlip> frontier;  // sorted
  std::vector<uint32_t> covered;     // sorted
  std::vector<CoverageFamily> coverage;
  std::vector<BugKindRow> bug_kinds;
};

// What reports show: the saved summary, or, of a campaign that was killed or is still running, what
// was recorded, marked as interrupted.
Summary summary_for_report(const CampaignState& state);

// The store of one campaign. All calls are thread-safe. Writes are buffered and committed in
// batches (at least every 200 ms and on flush()); a crash loses at most the last batch, whose runs
// are then made again. A process opens a campaign once at a time: file locks belong to processes.
class Campaign {
 public:
  virtual ~Campaign() = default;
  virtual Result<void> record(const RunRecord& record) = 0;
  // A flip that led to no run: unsatisfiable, undecided (with a limitation) or dropped.
  virtual Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>& why) = 0;
  virtual Result<void> record_bug(const BugReport& bug) = 0;
  virtual Result<void> save_summary(const Summary& summary) = 0;
  // Where the coverage points are, so that reports need neither the program nor its build. Call it
  // once per session, before the first run.
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
  virtual Result<CampaignState> load() = 0;
  virtual const std::filesystem::path& folder() const = 0;
};

// The exclusive right to write into a campaign's folder. Claim it before anything is put there; it
// ends with this object or with the campaign that it is handed to. Another process that claims the
// same folder gets an error with the number of this one.
class ClaimedFolder {
 public:
  // Creates the folder if needed. Changes nothing and fails when it is in use, cannot be written,
  // or holds anything but a campaign of this version or an older one.
  static Result<ClaimedFolder> claim(const std::filesystem::path& folder);
  const std::filesystem::path& path() const { return path_; }

 private:
  ClaimedFolder(std::filesystem::path path, UniqueFd lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  UniqueFd lock_;  // of the locked file
};

// Creates FOLDER/campaign.db (SQLite, WAL, synchronous=NORMAL) and FOLDER/tests/. An older campaign
// in the same folder is replaced only if it is one of ours. docs/campaign.md describes the folder.
Result<std::unique_ptr<Campaign>> create_campaign(ClaimedFolder folder,
                                                  const CampaignIdentity& identity);
Result<std::unique_ptr<Campaign>> create_campaign(const std::filesystem::path& folder,
                                                  const CampaignIdentity& identity);
// For --resume: the identity must match.
Result<std::unique_ptr<Campaign>> resume_campaign(ClaimedFolder folder,
                                                  const CampaignIdentity& identity);
// With an identity as resume_campaign. For report and replay pass nullptr: read-only, also while
// another process is writing the campaign.
Result<std::unique_ptr<Campaign>> open_campaign(const std::filesystem::path& folder,
                                                const CampaignIdentity* identity);

}  // namespace cuttle
