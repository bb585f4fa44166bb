// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <set>
#include <vector>

namespace cuttle::walls {

// The processes that were started here and all that came of them.
class Guard {
 public:
  // `alone`: we are the first process of a namespace, and all others in it are ours.
  explicit Guard(bool alone);

  void add(pid_t pid) { started_.insert(pid); }
  struct End {
    pid_t pid;
    int status;
  };
  // Those that were started here and have ended; others that have are forgotten.
  std::vector<End> reap();
  // Ends them all, whatever they do. False: some are left, which only the end of us all helps.
  bool end_all(std::vector<End>& ended);

  // Those that came of others than these. Who makes more of them while we look is met again.
  void end_all_but(const std::vector<pid_t>& kept) const;

  std::vector<pid_t> everybody() const;
  bool is_ours(pid_t pid) const;

 private:
  void signal_all(int signal) const;

  const bool alone_;
  std::set<pid_t> started_;
};

}  // namespace cuttle::walls
