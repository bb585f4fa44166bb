// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/walls/warden.h"

namespace cuttle::prolog {

// A `swipl` inside walls that runs one of our scripts: it reads requests from descriptor 4 and
// answers on descriptor 3; what it prints goes to a buffer of its own. Dies with its owner.
class Coprocess {
 public:
  Coprocess() = default;
  ~Coprocess() { stop(); }
  Coprocess(const Coprocess&) = delete;
  Coprocess& operator=(const Coprocess&) = delete;

  // `script` is Prolog text, `goal` is called after loading it.
  Result<void> start(const char* script, size_t script_size, const std::string& goal,
                     const Walls& walls);
  void stop();
  bool running() const { return warden_ != nullptr; }
  // Throws away what it wrote to files; true when there was something: it must enter its folder
  // again by name.
  bool freshen();
  // What it was refused since the last call.
  std::vector<Attempt> take_attempts();
  bool timed_out() const { return timed_out_; }

  bool send(const std::string& text);  // false: it is gone
  // The next line of the reply without its end; false: it is gone, or the time is over.
  bool read_line(std::string& line, double timeout_seconds = 0);
  std::string printed();  // what it has printed since the last call
  std::string ending();   // after a failed read: "exit code 2", "signal 9", "no answer in time"

 private:
  std::unique_ptr<Warden> warden_;  // null: it has ended
  Warden::Started process_;
  UniqueFd requests_, replies_, printed_;
  std::string buffer_;
  size_t at_ = 0;
  off_t printed_at_ = 0;
  bool timed_out_ = false;
};

}  // namespace cuttle::prolog
