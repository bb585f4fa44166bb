// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/deadline.h"
#include "engine/support/result.h"

namespace cuttle {

// A helper program to run: a compiler, a symboliser, an interpreter.
struct Command {
  std::vector<std::string> arguments;                            // [0] is looked up in PATH
  std::vector<std::pair<std::string, std::string>> environment;  // added to ours
  std::filesystem::path directory;                               // empty: where we are
  std::filesystem::path input;                                   // stdin; empty: /dev/null
  double timeout_seconds = 0;                                    // 0: none
  bool patient = false;              // the time-out is for CPU time: patience.h
  Deadline until = Deadline::max();  // it is then given up as after the time-out
  int last_words = 0;                // a signal that asks it where it is, before it is killed
  size_t max_output = 4u << 20;      // bytes kept of each stream; the rest is read and dropped
  uint64_t memory_bytes = 0;         // of address space; 0: no limit
  bool detached = false;             // a session of its own, without our terminal, and no core file
  bool background = false;           // gives way to everything else that wants a processor
  const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, as after the time-out
};

struct CommandResult {
  int exit_code = 0;  // 128 + signal when a signal ended it
  int signal = 0;
  int wait_status = 0;  // as wait() gave it
  bool timed_out = false;
  std::string out;
  std::string err;

  bool ok() const { return exit_code == 0 && !timed_out; }
};

// Runs the command to its end in its own process group, and kills what
// is left of the group then or after the time-out. Fails only when it cannot be started.
// Thread-safe; descriptors of ours are not inherited when they are close-on-exec, as all should be.
Result<CommandResult> run_command(const Command& command);

// "clang -c 'a b.c'": for messages and logs, can be pasted into a shell.
std::string shell_quoted(const std::vector<std::string>& arguments);

// The program's path in PATH, or empty. A name with a slash is only checked.
std::filesystem::path find_program(const std::string& name);

}  // namespace cuttle
