// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/sqlite_store.h"

#include <algorithm>

#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"

namespace cuttle {
namespace {

using namespace std::chrono_literals;

constexpr auto kGatherTime = 100ms;      // how long a record waits for others, at most
constexpr size_t kBatchSize = 4096;      // operations that are written without waiting longer
constexpr size_t kMaxWaiting = 1 << 15;  // beyond it, callers wait for the disk
constexpr uint64_t kNumbers = 4096;      // run numbers that are taken from the file at once
constexpr LeaseToken kOwner = 1;         // of the process that claimed the folder

uint64_t number_in(Database& database, std::string_view key) {
  const std::string text = read_meta(database, key);
  return std::strtoull(text.c_str(), nullptr, 10);
}

}  // namespace

SqliteStore::SqliteStore(std::variant<ClaimedFolder, JoinedFolder> folder,
                         std::unique_ptr<Database> database, TestFiles files, StoreClock clock)
    : folder_(std::move(folder)),
      database_(std::move(database)),
      writer_(*database_, std::move(files)),
      clock_(clock),
      thread_([this] { write_batches(); }) {}

SqliteStore::~SqliteStore() {
  {
    std::lock_guard guard(mutex_);
    stopping_ = true;
  }
  wake_writer_.notify_one();
  thread_.join();
  if (!failure_) leave();
}

// In good order: with the numbers that were not used, and without a lease.
void SqliteStore::leave() {
  database_->begin();
  if (next_number_ < numbers_end_ && number_in(*database_, "next_run") == numbers_end_)
    write_meta(*database_, "next_run", std::to_string(next_number_));
  if (token_ != 0) give_up(token_);
  database_->commit();
  database_->rollback();
}

// Where nobody else is, the items stay as they are: a frontier may be large. Whoever comes next
// finds them held by a lease that is not there.
void SqliteStore::give_up(LeaseToken token) {
  Demand others;
  writer_.work().count_holders(token, others);
  if (others.working + others.waiting > 0) writer_.work().free_items_of(token);
  writer_.work().end_lease(token);
}

Result<void> SqliteStore::begin_owner(bool resumed) {
  std::lock_guard guard(database_mutex_);
  database_->begin();
  Statement last(*database_, "SELECT coalesce(max(run), 0) + 1 FROM runs");
  if (last.step()) write_meta(*database_, "next_run", std::to_string(last.integer(0)));
  last = Statement();
  database_->execute("DELETE FROM parts");
  write_meta(*database_, "stopped", "");
  writer_.work().adopt_all(kOwner);
  database_->commit();
  if (!database_->ok()) {
    database_->rollback();
    return database_->take_error();
  }
  token_ = kOwner;
  adopted_ = resumed;
  return {};
}

// --- Records -------------------------------------------------------------------------------------

Result<uint64_t> SqliteStore::numbers(uint32_t count) {
  std::lock_guard guard(numbers_mutex_);
  if (numbers_end_ - next_number_ < count) {
    if (auto taken = take_numbers(std::max<uint64_t>(count, kNumbers)); !taken)
      return taken.error();
  }
  return std::exchange(next_number_, next_number_ + count);
}

Result<void> SqliteStore::take_numbers(uint64_t count) {
  std::lock_guard guard(database_mutex_);
  database_->begin();
  const uint64_t first = number_in(*database_, "next_run");
  write_meta(*database_, "next_run", std::to_string(first + count));
  database_->commit();
  if (!database_->ok()) {
    database_->rollback();
    return database_->take_error();
  }
  if (first != numbers_end_) next_number_ = first;  // others took some: ours have a gap
  numbers_end_ = first + count;
  return {};
}

Result<void> SqliteStore::put(Operation operation) {
  return enqueue(Write(std::move(operation)));
}

Result<void> SqliteStore::flush() {
  std::unique_lock lock(mutex_);
  const uint64_t target = enqueued_;
  flush_target_ = std::max(flush_target_, target);
  wake_writer_.notify_one();
  wake_callers_.wait(lock, [&] { return written_ >= target || failure_; });
  if (failure_) return *failure_;
  return {};
}

Result<PortableTestCase> SqliteStore::test(uint64_t run) {
  if (auto flushed = flush(); !flushed) return flushed.error();
  std::lock_guard guard(database_mutex_);
  writer_.refresh();
  return load_test(*database_, writer_.dictionary(), run);
}

Result<CampaignState> SqliteStore::load() {
  if (auto flushed = flush(); !flushed) return flushed.error();
  std::lock_guard guard(database_mutex_);
  return load_state(*database_);
}

// --- Work ----------------------------------------------------------------------------------------

uint64_t SqliteStore::milliseconds_from_now(double seconds) const {
  return static_cast<uint64_t>((clock_() + seconds) * 1000);
}

Result<Lease> SqliteStore::lease(uint32_t most, double seconds) {
  if (auto flushed = flush(); !flushed) return flushed.error();
  std::lock_guard guard(database_mutex_);
  WorkTable& work = writer_.work();
  database_->begin();
  if (token_ == 0 || !work.is_held(token_)) {
    token_ = work.begin_lease(milliseconds_from_now(seconds));
    work.free_orphans();
    adopted_ = false;
  }
  Lease lease{token_, {}};
  if (std::exchange(adopted_, false)) {
    lease.items = work.held_by(token_);
  } else if (most > 0) {
    lease.items = work.take_free(token_, most);
    if (lease.items.size() < most) {
      work.free_expired(token_, milliseconds_from_now(0));
      auto more = work.take_free(token_, most - static_cast<uint32_t>(lease.items.size()));
      std::ranges::move(more, std::back_inserter(lease.items));
    }
  }
  work.extend(token_, milliseconds_from_now(seconds));
  work.set_waiting(token_, lease.items.empty() && most > 0);
  database_->commit();
  if (database_->ok()) return lease;
  database_->rollback();
  return database_->take_error();
}

Result<bool> SqliteStore::extend(LeaseToken token, double seconds) {
  if (seconds <= 0)
    if (auto flushed = flush(); !flushed) return flushed.error();
  std::lock_guard guard(database_mutex_);
  WorkTable& work = writer_.work();
  database_->begin();
  const bool held =
      seconds > 0 ? work.extend(token, milliseconds_from_now(seconds)) : work.is_held(token);
  if (seconds <= 0 && held) give_up(token);
  database_->commit();
  if (database_->ok()) return held;
  database_->rollback();
  return database_->take_error();
}

Result<void> SqliteStore::complete(LeaseToken token, std::vector<Completion> steps) {
  return enqueue(StepsDone{token, std::move(steps)});
}

Result<void> SqliteStore::release(LeaseToken token, std::vector<ItemKey> items) {
  return enqueue(ItemsReleased{token, std::move(items)});
}

Result<Demand> SqliteStore::demand() {
  std::lock_guard guard(database_mutex_);
  Demand demand;
  database_->execute("BEGIN");
  writer_.work().count_holders(token_, demand);
  demand.free = writer_.work().count_free();
  demand.stopped = read_meta(*database_, "stopped");
  database_->execute("COMMIT");
  if (database_->ok()) return demand;
  database_->rollback();
  return database_->take_error();
}

// --- The queue -----------------------------------------------------------------------------------

Result<void> SqliteStore::enqueue(Write write) {
  std::unique_lock lock(mutex_);
  wake_callers_.wait(lock, [&] { return queue_.size() < kMaxWaiting || failure_; });
  if (failure_) return *failure_;
  queue_.push_back(std::move(write));
  ++enqueued_;
  if (queue_.size() == 1 || queue_.size() == kBatchSize) wake_writer_.notify_one();
  return {};
}

void SqliteStore::write_batches() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_writer_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    if (queue_.empty() || failure_) return;
    wake_writer_.wait_for(lock, kGatherTime, [&] {
      return stopping_ || flush_target_ > written_ || queue_.size() >= kBatchSize;
    });
    std::vector<Write> batch;
    batch.swap(queue_);
    lock.unlock();
    wake_callers_.notify_all();
    auto done = write(batch);
    lock.lock();
    if (!done) failure_ = done.error();
    written_ += batch.size();
    wake_callers_.notify_all();
  }
}

Result<void> SqliteStore::write(const std::vector<Write>& batch) {
  std::lock_guard guard(database_mutex_);
  return writer_.write(batch);
}

}  // namespace cuttle
