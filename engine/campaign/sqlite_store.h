// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <variant>

#include "engine/campaign/batch_writer.h"
#include "engine/campaign/campaign_store.h"
#include "engine/campaign/folder.h"

namespace cuttle {

// A campaign in a SQLite file. Callers only put what they write into a queue; a thread of its own
// writes that in batches. Leases are taken at once, after what is in the queue.
class SqliteStore final : public CampaignStore {
 public:
  // Throws std::system_error when there is no thread to be had.
  SqliteStore(std::variant<ClaimedFolder, JoinedFolder> folder, std::unique_ptr<Database> database,
              TestFiles files, StoreClock clock);
  ~SqliteStore() override;

  // For the process that claimed the folder, before anything else: it holds all work that is there,
  // because nobody else is alive.
  Result<void> begin_owner(bool resumed);

  Result<uint64_t> numbers(uint32_t count) override;
  Result<void> put(Operation operation) override;
  Result<PortableTestCase> test(uint64_t run) override;
  Result<CampaignState> load() override;
  Result<void> flush() override;

  Result<Lease> lease(uint32_t most, double seconds) override;
  Result<bool> extend(LeaseToken token, double seconds) override;
  Result<void> complete(LeaseToken token, std::vector<Completion> steps) override;
  Result<void> release(LeaseToken token, std::vector<ItemKey> items) override;
  Result<Demand> demand() override;

 private:
  Result<void> enqueue(Write write);
  void write_batches();
  Result<void> write(const std::vector<Write>& batch);
  Result<void> take_numbers(uint64_t count);
  uint64_t milliseconds_from_now(double seconds) const;
  void leave();
  void give_up(LeaseToken token);

  std::variant<ClaimedFolder, JoinedFolder> folder_;  // is locked as long as we live
  std::unique_ptr<Database> database_;
  BatchWriter writer_;
  StoreClock clock_;
  LeaseToken token_ = 0;
  bool adopted_ = false;       // the items of a resumed campaign have not been leased yet
  std::mutex database_mutex_;  // all above

  std::mutex numbers_mutex_;
  uint64_t next_number_ = 0, numbers_end_ = 0;

  std::mutex mutex_;  // all below
  std::condition_variable wake_writer_, wake_callers_;
  std::vector<Write> queue_;
  uint64_t enqueued_ = 0, written_ = 0, flush_target_ = 0;
  bool stopping_ = false;
  std::optional<Error> failure_;  // after it nothing is written any more

  std::thread thread_;  // last: started when all else is there
};

}  // namespace cuttle
