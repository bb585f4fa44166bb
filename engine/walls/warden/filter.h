// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <linux/filter.h>

#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// The calls that are refused or looked at (calls.h), as a program for the kernel. It is made once,
// and loaded by each process that is started.
class Filter {
 public:
  // `noticed`: somebody answers the calls that are looked at. Throws Trouble.
  Filter(const Packed& plan, uint32_t layers, bool noticed);
  // In the process that is to be fenced, which may itself not be harmed by those it makes; needs
  // no_new_privs. The descriptor on which its calls are noticed, none when they are not. Throws
  // Trouble.
  UniqueFd load() const;

 private:
  std::vector<sock_filter> program_;
  bool noticed_;
};

// Does the kernel tell somebody of calls?
bool can_notice_calls();

}  // namespace cuttle::walls
