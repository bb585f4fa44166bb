// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/seccomp.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/warden/calls.h"
#include "engine/walls/warden/guard.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// Answers the calls that are looked at, and tells the engine of attempts: who tried what, from
// where. This is for people: the walls hold without it.
class Watch {
 public:
  Watch(const Packed& plan, uint32_t layers, const Guard& guard);

  // A call waits on this descriptor. `server`: the process that makes the others, which none of
  // them may end; 0: there is none.
  void answer(int notices, pid_t server);

 private:
  struct Verdict {
    bool goes_on = true;  // the kernel does what it would do anyway
    int error = 0;
    std::string about = {};  // of an attempt; empty: it is none
    bool loss = false;       // an ordinary user might have got another answer
    std::string path = {};
    std::shared_ptr<const UniqueFd> gift = {};  // what an open gives
  };
  Verdict judge(const Call& call, const seccomp_data& data, pid_t caller, pid_t server) const;
  Verdict judge_process(const Call& call, const seccomp_data& data, pid_t caller,
                        pid_t server) const;
  Verdict judge_connection(const seccomp_data& data, pid_t caller) const;
  Verdict judge_sending(const Call& call, const seccomp_data& data, pid_t caller) const;
  Verdict judge_address(const std::string& address, const char* about) const;
  Verdict judge_path(const Call& call, const seccomp_data& data, pid_t caller) const;
  Verdict judge_socket_file(const std::string& name, int socket, pid_t caller) const;
  Verdict open_safely(const Call& call, const seccomp_data& data, const std::string& path) const;
  bool is_inside(const std::string& path) const;
  bool is_writable(const std::string& path) const;
  void report(const Verdict& verdict, pid_t caller);

  const uint32_t layers_;
  const Guard& guard_;
  const bool only_wall_;  // nothing but the filter keeps files as they are
  std::vector<std::string> writable_, shown_, work_;
  std::map<int, const Call*> calls_;
  std::map<std::pair<pid_t, std::string>, unsigned> told_;
};

}  // namespace cuttle::walls
