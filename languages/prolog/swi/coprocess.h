// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"

namespace cuttle::prolog {

// A child `swipl` that runs one of our scripts: it reads requests from descriptor 4 and answers on
// descriptor 3; what it prints goes to a buffer of its own. Dies with its owner.
class Coprocess {
 public:
  Coprocess() = default;
  ~Coprocess() { stop(); }
  Coprocess(const Coprocess&) = delete;
  Coprocess& operator=(const Coprocess&) = delete;

  // `script` is Prolog text, `goal` is called after loading it.
  Result<void> start(const char* script, size_t script_size, const std::string& goal);
  void stop();
  bool running() const { return pid_ > 0; }
  bool timed_out() const { return timed_out_; }

  bool send(const std::string& text);  // false: it is gone
  // The next line of the reply without its end; false: it is gone, or the time is over.
  bool read_line(std::string& line, double timeout_seconds = 0);
  std::string printed();  // what it has printed since the last call
  std::string ending();   // after a failed read: "exit code 2", "signal 9", "no answer in time"

 private:
  pid_t pid_ = -1;
  UniqueFd requests_, replies_, printed_;
  std::string buffer_;
  size_t at_ = 0;
  off_t printed_at_ = 0;
  bool timed_out_ = false;
};

}  // namespace cuttle::prolog
