// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "engine/campaign/batch_writer.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/database.h"
#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"
#include "engine/report/summary_json.h"
#include "engine/support/check.h"

namespace cuttle {

namespace {

using namespace std::chrono_literals;

constexpr auto kGatherTime = 100ms;      // how long a record waits for others, at most
constexpr size_t kBatchSize = 4096;      // operations that are written without waiting longer
constexpr size_t kMaxWaiting = 1 << 15;  // beyond it, record() waits for the disk

// Reads only, also while another process writes.
class CampaignReader final : public Campaign {
 public:
  CampaignReader(std::filesystem::path folder, std::unique_ptr<Database> database)
      : folder_(std::move(folder)),
        database_(std::move(database)),
        dictionary_(load_dictionary(*database_)) {}

  Result<void> record(const RunRecord&) override { return refuse(); }
  Result<void> resolve(const StoredFlip&, const std::optional<Limitation>&) override {
    return refuse();
  }
  Result<void> record_bug(const BugReport&) override { return refuse(); }
  Result<void> save_summary(const Summary&) override { return refuse(); }
  Result<void> save_coverage(const std::vector<CoverageFamily>&) override { return refuse(); }
  Result<void> save_bug_kinds(const std::vector<BugKindRow>&) override { return refuse(); }
  Result<void> flush() override { return {}; }
  Result<PortableTestCase> test(uint64_t run) override {
    std::lock_guard guard(mutex_);
    auto test = load_test(*database_, dictionary_, run);
    if (test) return test;
    dictionary_ = load_dictionary(*database_);  // the writer may have added declarations
    return load_test(*database_, dictionary_, run);
  }
  Result<CampaignState> load() override {
    std::lock_guard guard(mutex_);
    return load_state(*database_);
  }
  const std::filesystem::path& folder() const override { return folder_; }

 private:
  Result<void> refuse() const {
    return Error::environment("the campaign in " + folder_.string() + " is open for reading only");
  }

  std::mutex mutex_;
  std::filesystem::path folder_;
  std::unique_ptr<Database> database_;
  InputDictionary dictionary_;
};

// Callers only put operations into a queue; a thread of its own writes them in batches.
class CampaignWriter final : public Campaign {
 public:
  CampaignWriter(ClaimedFolder folder, std::unique_ptr<Database> database)
      : claimed_(std::move(folder)),
        database_(std::move(database)),
        writer_(*database_, claimed_.path(), read_identity(*database_)),
        thread_([this] { write_batches(); }) {}

  ~CampaignWriter() override {
    {
      std::lock_guard guard(mutex_);
      stopping_ = true;
    }
    wake_writer_.notify_one();
    thread_.join();
  }

  Result<void> record(const RunRecord& record) override { return enqueue(record); }
  Result<void> resolve(const StoredFlip& flip, const std::optional<Limitation>& why) override {
    return enqueue(FlipResolved{flip, why});
  }
  Result<void> record_bug(const BugReport& bug) override { return enqueue(bug); }
  Result<void> save_summary(const Summary& summary) override {
    return enqueue(SummarySaved{summary_to_json(summary)});
  }
  Result<void> save_coverage(const std::vector<CoverageFamily>& families) override {
    return enqueue(families);
  }
  Result<void> save_bug_kinds(const std::vector<BugKindRow>& kinds) override {
    return enqueue(kinds);
  }

  Result<void> flush() override {
    std::unique_lock lock(mutex_);
    const uint64_t target = enqueued_;
    flush_target_ = std::max(flush_target_, target);
    wake_writer_.notify_one();
    wake_callers_.wait(lock, [&] { return written_ >= target || failure_; });
    if (failure_) return *failure_;
    return {};
  }

  Result<PortableTestCase> test(uint64_t run) override {
    if (auto flushed = flush(); !flushed) return flushed.error();
    std::lock_guard guard(database_mutex_);
    return load_test(*database_, writer_.dictionary(), run);
  }

  Result<CampaignState> load() override {
    if (auto flushed = flush(); !flushed) return flushed.error();
    std::lock_guard guard(database_mutex_);
    return load_state(*database_);
  }

  const std::filesystem::path& folder() const override { return claimed_.path(); }

 private:
  Result<void> enqueue(Operation operation) {
    std::unique_lock lock(mutex_);
    wake_callers_.wait(lock, [&] { return queue_.size() < kMaxWaiting || failure_; });
    if (failure_) return *failure_;
    queue_.push_back(std::move(operation));
    ++enqueued_;
    if (queue_.size() == 1 || queue_.size() == kBatchSize) wake_writer_.notify_one();
    return {};
  }

  void write_batches() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_writer_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
      if (queue_.empty() || failure_) return;
      wake_writer_.wait_for(lock, kGatherTime, [&] {
        return stopping_ || flush_target_ > written_ || queue_.size() >= kBatchSize;
      });
      std::vector<Operation> batch;
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

  Result<void> write(const std::vector<Operation>& batch) {
    std::lock_guard guard(database_mutex_);
    return writer_.write(batch);
  }

  ClaimedFolder claimed_;
  std::unique_ptr<Database> database_;
  BatchWriter writer_;
  std::mutex database_mutex_;  // database_ and writer_

  std::mutex mutex_;  // all below
  std::condition_variable wake_writer_, wake_callers_;
  std::vector<Operation> queue_;
  uint64_t enqueued_ = 0, written_ = 0, flush_target_ = 0;
  bool stopping_ = false;
  std::optional<Error> failure_;  // after it nothing is written any more

  std::thread thread_;  // last: started when all else is there
};

// Removes the campaign that `folder` holds, and nothing else.
void remove_old(const std::filesystem::path& folder) {
  remove_database(database_file(folder));
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tests", ignored)) {
    const std::string name = entry.path().filename().string();
    const size_t digits = name.find_first_not_of("0123456789");
    // The test, and what lies beside it: 000001.json, 000001.stdin, 000001.file-PATH.
    if (digits >= 6 && digits != std::string::npos && name[digits] == '.')
      std::filesystem::remove(entry.path(), ignored);
  }
}

Result<std::unique_ptr<Campaign>> open_for_writing(ClaimedFolder folder) {
  auto database =
      std::make_unique<Database>(database_file(folder.path()), Database::Mode::read_write);
  database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
  if (!database->ok()) return database->take_error();
  try {
    return std::unique_ptr<Campaign>(
        std::make_unique<CampaignWriter>(std::move(folder), std::move(database)));
  } catch (const std::system_error& problem) {  // no thread to be had
    return Error::environment(std::string("cannot start a thread: ") + problem.what(),
                              "End other programs, or raise the limit of processes.");
  }
}

// Before a damaged file is opened for writing, which could make it worse.
Result<void> check_whole(const std::filesystem::path& file) {
  auto database = open_to_read(file);
  Statement check(*database, "PRAGMA quick_check(1)");
  const bool answered = check.step();
  if (!database->ok()) return database->take_error();
  if (answered && check.text(0) == "ok") return {};
  return Error::environment(
      file.string() + " is not a Cuttle campaign or is damaged (" + check.text(0) + ")",
      "Nothing was changed. Give another folder with --out, or remove this one.");
}

}  // namespace

Result<std::unique_ptr<Campaign>> create_campaign(ClaimedFolder folder,
                                                  const CampaignIdentity& identity) {
  const auto file = database_file(folder.path());
  const auto fresh = file.string() + ".new";
  if (auto created = create_database(fresh, identity); !created) return created.error();
  remove_old(folder.path());
  std::error_code error;
  std::filesystem::create_directories(folder.path() / "tests", error);
  if (!error) std::filesystem::rename(fresh, file, error);
  if (error)
    return Error::environment("cannot create the campaign in " + folder.path().string() + ": " +
                              error.message());
  return open_for_writing(std::move(folder));
}

Result<std::unique_ptr<Campaign>> create_campaign(const std::filesystem::path& folder,
                                                  const CampaignIdentity& identity) {
  auto claimed = ClaimedFolder::claim(folder);
  if (!claimed) return claimed.error();
  return create_campaign(std::move(claimed).value(), identity);
}

Result<std::unique_ptr<Campaign>> resume_campaign(ClaimedFolder folder,
                                                  const CampaignIdentity& identity) {
  const auto file = database_file(folder.path());
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return no_campaign(folder.path());
  if (auto header = check_database_file(file); !header) return header.error();
  if (auto whole = check_whole(file); !whole) return whole.error();
  {
    auto database = open_to_read(file);
    const CampaignIdentity stored = read_identity(*database);
    if (!database->ok()) return database->take_error();
    auto same = check_identity(folder.path(), stored, identity);
    if (!same) return same.error();
  }
  return open_for_writing(std::move(folder));
}

Result<std::unique_ptr<Campaign>> open_campaign(const std::filesystem::path& folder,
                                                const CampaignIdentity* identity) {
  auto database = open_checked(folder);
  if (!database) return database.error();
  if (identity == nullptr)
    return std::unique_ptr<Campaign>(
        std::make_unique<CampaignReader>(folder, std::move(database).value()));
  database->reset();
  auto claimed = ClaimedFolder::claim(folder);
  if (!claimed) return claimed.error();
  return resume_campaign(std::move(claimed).value(), *identity);
}

}  // namespace cuttle
