// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>
#include <variant>
#include <vector>

#include "engine/campaign/campaign.h"
#include "engine/campaign/database.h"
#include "engine/campaign/test_blob.h"

namespace cuttle {

struct FlipResolved {
  StoredFlip flip;
  std::optional<Limitation> why;
};

struct SummarySaved {
  std::string json;
};

using Operation = std::variant<RunRecord, FlipResolved, BugReport, SummarySaved,
                               std::vector<CoverageFamily>, std::vector<BugKindRow>>;

// Writes a batch of operations in one transaction, after the test files that belong to it. Not
// thread-safe.
class BatchWriter {
 public:
  // The tables must exist; what the dictionary and the summary hold is read from the database.
  BatchWriter(Database& database, std::filesystem::path folder, CampaignIdentity identity);

  // On failure the database and the dictionary are as before; some test files may be there already.
  Result<void> write(const std::vector<Operation>& batch);

  const InputDictionary& dictionary() const { return dictionary_; }

 private:
  void write_one(const RunRecord& record);
  void write_one(const FlipResolved& resolved);
  void write_one(const BugReport& bug);
  void write_one(const SummarySaved& summary);
  void write_one(const std::vector<CoverageFamily>& families);
  void write_one(const std::vector<BugKindRow>& kinds);
  void write_outcome(const RunRecord& record);
  void write_test_file(const RunRecord& record);
  void open(const StoredFlip& flip);
  void close(const StoredFlip& flip);
  void count(const Limitation& limitation);
  void write_collected();

  Database& database_;
  std::filesystem::path folder_;
  CampaignIdentity identity_;
  InputDictionary dictionary_;
  size_t saved_declarations_ = 0;
  bool summary_is_last_ = false;
  std::optional<Error> file_error_;

  // Within a batch: flips and limitations change often, so only their end state is written.
  using FlipKey = std::tuple<uint64_t, uint32_t, AlternativeId>;  // run, choice, alternative
  std::map<FlipKey, std::optional<std::string>> flips_;           // siblings of an open flip
  std::map<std::tuple<Reason, std::string, std::string>, uint64_t> limitations_;

  Statement insert_run_, insert_outcome_, insert_input_, insert_flip_, delete_flip_,
      insert_covered_, add_limitation_, insert_bug_;
};

}  // namespace cuttle
