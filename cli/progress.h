// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <thread>

#include "cli/terminal.h"
#include "engine/explore/explore.h"

namespace cuttle::cli {

// Tells the person at the terminal what happens, on stderr: a live line on terminals, a plain line
// every few seconds elsewhere, each bug at once.
class ProgressDisplay : public Observer {
 public:
  ProgressDisplay(Terminal terminal, int verbosity, double patience = 3)
      : terminal_(terminal), verbosity_(verbosity), patience_(patience) {}
  ~ProgressDisplay() override {
    stage_over();
    clear();
  }

  // "preparing testme.c". Elsewhere than on a terminal it is said only when it takes long.
  void stage(const std::string& text);
  void stage_over();
  void progress(const Progress& progress) override;
  void bug_found(const BugReport& bug) override;
  void note(const std::string& text) override;
  void clear();  // removes the live line, for other output

 private:
  void say(const std::string& line);
  void say_later(std::string text);

  Terminal terminal_;
  int verbosity_;
  double patience_;    // seconds
  bool live_ = false;  // the live line is on the screen
  double next_line_ = 5;
  std::jthread later_;  // says which stage takes long
};

// "1,234 runs, 1,200 paths, ...": one line of it, for both kinds of output.
std::string progress_line(const Progress& progress);

}  // namespace cuttle::cli
