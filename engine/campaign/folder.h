// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"

namespace cuttle {

// The exclusive right to begin or resume a campaign in a folder. Claim it before anything is put
// there; it ends with this object or with the store that it is handed to. Another process that
// claims the same folder, also one that claims it while others still work on the campaign, gets an
// error with the number of the process that has it.
class ClaimedFolder {
 public:
  // Creates the folder if needed. Changes nothing and fails when it is in use, cannot be written,
  // or holds anything but a campaign that this version can read or replace.
  static Result<ClaimedFolder> claim(const std::filesystem::path& folder);
  const std::filesystem::path& path() const { return path_; }
  // There is a campaign now: others may join it.
  void admit_others();

 private:
  ClaimedFolder(std::filesystem::path path, UniqueFd lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  UniqueFd lock_;  // of the locked file
};

// The right to work on the campaign in a folder beside the process that claimed it. Any number of
// processes may have it; nobody can claim the folder meanwhile.
class JoinedFolder {
 public:
  // Fails when there is no campaign that this version can read.
  static Result<JoinedFolder> join(const std::filesystem::path& folder);
  const std::filesystem::path& path() const { return path_; }

 private:
  JoinedFolder(std::filesystem::path path, UniqueFd lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  std::filesystem::path path_;
  UniqueFd lock_;
};

}  // namespace cuttle
