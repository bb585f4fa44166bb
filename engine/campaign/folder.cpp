// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/campaign/campaign.h"
#include "engine/campaign/schema.h"

namespace cuttle {

namespace {

// Locked by the process that writes; its presence also marks the folder as one of ours, which
// matters when a campaign was stopped before it had a database.
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

Error in_use(const std::filesystem::path& folder, int lock) {
  struct flock holder{};
  holder.l_type = F_WRLCK;
  holder.l_whence = SEEK_SET;
  std::string who = "another process";
  if (::fcntl(lock, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK && holder.l_pid > 0)
    who = "process " + std::to_string(holder.l_pid);
  return Error::environment("the campaign in " + folder.string() + " is in use by " + who,
                            "Wait until it ends, or give another folder with --out.");
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
  // A lock of the process, not of the descriptor: children of ours cannot keep it alive.
  struct flock request{};
  request.l_type = F_WRLCK;
  request.l_whence = SEEK_SET;
  if (::fcntl(lock.get(), F_SETLK, &request) != 0) return in_use(folder, lock.get());
  return ClaimedFolder(folder, std::move(lock));
}

}  // namespace cuttle
