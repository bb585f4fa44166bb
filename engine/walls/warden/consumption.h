// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "engine/support/unique_fd.h"

namespace cuttle::walls {

// What processes occupy together. Looking costs some system calls for each of them.
class Consumption {
 public:
  // `folders`: on a real disk, where they may write.
  explicit Consumption(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  // Of these descriptors, files: what the engine shares with the program of now is not theirs.
  void leave_out(const std::vector<UniqueFd>& given);

  // Is their memory more than this? `stored`: what is in files of theirs that are kept in memory.
  // Memory that some of them share counts once.
  bool exceeds(const std::vector<pid_t>& all, uint64_t stored, uint64_t most) const;
  // Do they fill the disk?
  bool fills_disk(const std::vector<pid_t>& all) const;

 private:
  // Files without a name, which nothing but their descriptors shows: in memory, or on the disk.
  uint64_t nameless(const std::vector<pid_t>& all, bool in_memory) const;

  std::vector<std::string> folders_;
  std::vector<UniqueFd> given_;
};

}  // namespace cuttle::walls
