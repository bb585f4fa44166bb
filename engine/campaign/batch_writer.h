// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <tuple>
#include <variant>
#include <vector>

#include "engine/campaign/database.h"
#include "engine/campaign/record_store.h"
#include "engine/campaign/test_blob.h"
#include "engine/campaign/test_files.h"
#include "engine/campaign/work_table.h"

namespace cuttle {

struct StepsDone {
  LeaseToken token = 0;
  std::vector<Completion> steps;
};

struct ItemsReleased {
  LeaseToken token = 0;
  std::vector<ItemKey> items;
};

using Write = std::variant<StepsDone, ItemsReleased, Operation>;

// Writes a batch of operations in one transaction, after the test files that belong to it. Not
// thread-safe.
class BatchWriter {
 public:
  // The tables must exist; what the dictionary and the summary hold is read from the database.
  BatchWriter(Database& database, TestFiles files);

  // On failure the database and the dictionary are as before; some test files may be there already.
  Result<void> write(const std::vector<Write>& batch);

  // Reads again what other processes may have changed.
  void refresh();

  const InputDictionary& dictionary() const { return dictionary_; }
  WorkTable& work() { return work_; }

 private:
  void write_one(const StepsDone& done);
  void write_one(const ItemsReleased& released);
  void write_one(const Operation& operation);
  void write_one(const BugReport& bug);
  void write_one(const SummarySaved& saved);
  void write_one(const SummaryPart& part);
  void write_one(const CampaignStopped& stopped);
  void write_one(const SeedsRun& seeds);
  void write_one(const std::vector<CoverageFamily>& families);
  void write_one(const std::vector<BugKindRow>& kinds);
  bool others_wrote();
  bool is_held(LeaseToken token);
  void write_run(const RunRecord& record);
  void write_outcome(const RunRecord& record);
  void count(const Limitation& limitation);
  void write_collected();

  Database& database_;
  TestFiles files_;
  InputDictionary dictionary_;
  WorkTable work_;
  size_t saved_declarations_ = 0;
  bool summary_is_last_ = false;
  std::optional<Error> file_error_;
  LeaseToken checked_ = 0;  // in this batch; the answer is the next member
  bool is_held_ = false;
  std::optional<uint64_t> seen_version_;
  bool others_wrote_ = false;  // and we have not looked who they are

  // Within a batch: limitations are counted often, so only their sum is written.
  std::map<std::tuple<Reason, std::string, std::string>, uint64_t> limitations_;

  Statement insert_run_, insert_outcome_, insert_input_, insert_covered_, add_limitation_,
      insert_bug_, version_;
};

}  // namespace cuttle
