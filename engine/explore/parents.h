// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

#include "engine/campaign/record_store.h"
#include "engine/explore/equipment.h"
#include "engine/path/kept_runs.h"
#include "engine/search/strategy.h"

namespace cuttle {

// The runs that a worker's flips start from, in terms of its pool: kept while there is room,
// executed again from the store when they were let go or were another worker's.
class Parents {
 public:
  using Execute = std::function<std::shared_ptr<Execution>(const TestCase&)>;
  using Fail = std::function<void(const Error&)>;
  Parents(uint64_t max_bytes, RecordStore& records, Equipment& equipment, Execute execute,
          Fail fail)
      : kept_(max_bytes),
        records_(records),
        equipment_(equipment),
        execute_(std::move(execute)),
        fail_(std::move(fail)) {}

  std::shared_ptr<KeptRun> keep(std::shared_ptr<const Execution> execution) {
    return kept_.keep(std::move(execution));
  }
  // For runs whose flips come back as parcels: this worker need not execute them again.
  void remember(uint64_t run, std::shared_ptr<KeptRun> kept);
  std::shared_ptr<KeptRun> known(uint64_t run) const;
  // The pool is about to be replaced.
  void let_all_go();

  // Executes a recorded run again; null when the store has no such run (the campaign fails).
  std::shared_ptr<const Execution> repeat(uint64_t run);
  std::shared_ptr<const Execution> repeat(const PortableTestCase& stored);
  // What the flip's parent did. Null when it now goes another way.
  std::shared_ptr<const Execution> of(const Flip& flip);
  // The conditions of a piece, in terms of the pool. Nothing when the run now goes another way.
  std::optional<std::vector<ExprId>> conditions_of(const Piece& piece);
  // Fills flip.excluded; false when a recorded run went another way.
  bool exclude(Flip& flip, const Execution& parent);

 private:
  KeptRuns kept_;
  RecordStore& records_;
  Equipment& equipment_;
  Execute execute_;
  Fail fail_;
  std::unordered_map<uint64_t, std::shared_ptr<KeptRun>> remembered_;
  std::deque<uint64_t> oldest_;  // of those
  uint64_t pools_ = 1;           // how many there were: which one a flip's conditions belong to
};

}  // namespace cuttle
