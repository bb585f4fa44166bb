// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/campaign/schema.h"

namespace cuttle {

namespace {

// Its presence also marks the folder as one of ours, which matters when a campaign was stopped
// before it had a database. Its first byte is locked by the process that claimed the folder, the
// second one is shared by those that joined it; the first process has that one, too, until there is
// a campaign to join. Locks of the process, not of the descriptor: children of ours cannot keep
// them alive.
constexpr const char* kLockFile = "campaign.lock";
constexpr const char* kOtherFolder = "Give another folder with --out.";

Result<void> check_content(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder / "campaign.db", error))
    return check_database_file(folder / "campaign.db", true);
  if (std::filesystem::exists(folder / kLockFile, error)) return {};
  const bool empty = std::filesystem::is_empty(folder, error);
  if (error)
    return Error::environment("cannot read the folder " + folder.string() + ": " + error.message(),
                              kOtherFolder);
  if (empty) return {};
  return Error::usage("the folder " + folder.string() + " exists and is not a Cuttle campaign",
                      "Nothing was changed. Give another folder with --out, or remove this one.");
}

Result<void> make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  const auto status = std::filesystem::status(folder, error);
  if (std::filesystem::is_directory(status)) return check_content(folder);
  if (std::filesystem::exists(status))
    return Error::usage(
        "cannot put the campaign into " + folder.string() + ": there is a file of that name",
        "Nothing was changed. Give another folder with --out, or move the file.");
  std::filesystem::create_directories(folder, error);
  if (error)
    return Error::environment(
        "cannot create the folder " + folder.string() + ": " + error.message(), kOtherFolder);
  return {};
}

struct flock bytes(short type, off_t first, off_t count) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = first;
  lock.l_len = count;
  return lock;
}

// Who keeps us from getting this lock.
std::string holder_of(int file, struct flock wanted) {
  if (::fcntl(file, F_GETLK, &wanted) == 0 && wanted.l_type != F_UNLCK && wanted.l_pid > 0)
    return "process " + std::to_string(wanted.l_pid);
  return "another process";
}

}  // namespace

Result<ClaimedFolder> ClaimedFolder::claim(const std::filesystem::path& folder) {
  if (auto made = make_folder(folder); !made) return made.error();
  const auto file = folder / kLockFile;
  UniqueFd lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock)
    return Error::environment(
        "cannot write into the folder " + folder.string() + ": " + std::strerror(errno),
        std::string("Make it writable. ") + kOtherFolder);
  struct flock both = bytes(F_WRLCK, 0, 2);
  if (::fcntl(lock.get(), F_SETLK, &both) != 0)
    return Error::environment(
        "the campaign in " + folder.string() + " is in use by " + holder_of(lock.get(), both),
        "To work on it together: `cuttle worker " + folder.string() +
            "'. Otherwise wait until it ends, or give another folder with --out.");
  return ClaimedFolder(folder, std::move(lock));
}

void ClaimedFolder::admit_others() {
  struct flock second = bytes(F_UNLCK, 1, 1);
  ::fcntl(lock_.get(), F_SETLK, &second);
}

Result<JoinedFolder> JoinedFolder::join(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(database_file(folder), error)) return no_campaign(folder);
  if (auto checked = check_database_file(database_file(folder)); !checked) return checked.error();
  const auto file = folder / kLockFile;
  UniqueFd lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (!lock)
    return Error::environment(
        "cannot write into the folder " + folder.string() + ": " + std::strerror(errno),
        "Make it writable.");
  struct flock second = bytes(F_RDLCK, 1, 1);
  if (::fcntl(lock.get(), F_SETLK, &second) != 0)
    return Error::environment("the campaign in " + folder.string() + " is being prepared by " +
                                  holder_of(lock.get(), second),
                              "Try again when it has made its first runs.");
  return JoinedFolder(folder, std::move(lock));
}

}  // namespace cuttle
