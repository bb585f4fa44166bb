// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/campaign.h"

#include <system_error>

#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"
#include "engine/campaign/sqlite_store.h"

namespace cuttle {
namespace {

using Opened = Result<std::unique_ptr<CampaignStore>>;

// Reads only, also while another process writes.
class SqliteReader final : public RecordStore {
 public:
  SqliteReader(std::filesystem::path folder, std::unique_ptr<Database> database)
      : folder_(std::move(folder)),
        database_(std::move(database)),
        dictionary_(load_dictionary(*database_)) {}

  Result<uint64_t> numbers(uint32_t) override { return refusal(); }
  Result<void> put(Operation) override { return refusal(); }
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

 private:
  Error refusal() const {
    return Error::environment("the campaign in " + folder_.string() + " is open for reading only");
  }

  std::mutex mutex_;
  std::filesystem::path folder_;
  std::unique_ptr<Database> database_;
  InputDictionary dictionary_;
};

template <typename Folder>
Result<std::unique_ptr<SqliteStore>> open_store(Folder folder, StoreClock clock) {
  auto database =
      std::make_unique<Database>(database_file(folder.path()), Database::Mode::read_write);
  database->execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;");
  TestFiles files(folder.path(), read_identity(*database));
  if (!database->ok()) return database->take_error();
  try {
    return std::make_unique<SqliteStore>(std::move(folder), std::move(database), std::move(files),
                                         clock);
  } catch (const std::system_error& problem) {  // no thread to be had
    return Error::environment(std::string("cannot start a thread: ") + problem.what(),
                              "End other programs, or raise the limit of processes.");
  }
}

Opened open_claimed(ClaimedFolder folder, bool resumed, StoreClock clock) {
  folder.admit_others();
  auto store = open_store(std::move(folder), clock);
  if (!store) return store.error();
  if (auto begun = (*store)->begin_owner(resumed); !begun) return begun.error();
  return std::unique_ptr<CampaignStore>(std::move(*store));
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

Opened create_campaign(ClaimedFolder folder, const CampaignIdentity& identity, StoreClock clock) {
  const auto file = database_file(folder.path());
  const auto fresh = file.string() + ".new";
  if (auto created = create_database(fresh, identity); !created) return created.error();
  remove_database(file);
  TestFiles::remove_all(folder.path());
  std::error_code error;
  std::filesystem::create_directories(folder.path() / "tests", error);
  if (!error) std::filesystem::rename(fresh, file, error);
  if (error)
    return Error::environment("cannot create the campaign in " + folder.path().string() + ": " +
                              error.message());
  return open_claimed(std::move(folder), false, clock);
}

Opened create_campaign(const std::filesystem::path& folder, const CampaignIdentity& identity) {
  auto claimed = ClaimedFolder::claim(folder);
  if (!claimed) return claimed.error();
  return create_campaign(std::move(claimed).value(), identity);
}

Result<void> check_resumable(const ClaimedFolder& folder) {
  const auto file = database_file(folder.path());
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return no_campaign(folder.path());
  return check_database_file(file);
}

Opened resume_campaign(ClaimedFolder folder, const CampaignIdentity& identity) {
  if (auto readable = check_resumable(folder); !readable) return readable.error();
  const auto file = database_file(folder.path());
  if (auto whole = check_whole(file); !whole) return whole.error();
  {
    auto database = open_to_read(file);
    const CampaignIdentity stored = read_identity(*database);
    if (!database->ok()) return database->take_error();
    auto same = check_identity(folder.path(), stored, identity);
    if (!same) return same.error();
  }
  return open_claimed(std::move(folder), true, wall_clock);
}

Opened resume_campaign(const std::filesystem::path& folder, const CampaignIdentity& identity) {
  if (auto checked = open_checked(folder); !checked) return checked.error();
  auto claimed = ClaimedFolder::claim(folder);
  if (!claimed) return claimed.error();
  return resume_campaign(std::move(claimed).value(), identity);
}

Opened join_campaign(JoinedFolder folder, StoreClock clock) {
  auto store = open_store(std::move(folder), clock);
  if (!store) return store.error();
  return std::unique_ptr<CampaignStore>(std::move(*store));
}

Result<std::unique_ptr<RecordStore>> read_campaign(const std::filesystem::path& folder) {
  auto database = open_checked(folder);
  if (!database) return database.error();
  return std::unique_ptr<RecordStore>(
      std::make_unique<SqliteReader>(folder, std::move(database).value()));
}

}  // namespace cuttle
