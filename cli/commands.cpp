// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

namespace cuttle::cli {

std::vector<CommandInfo> command_rows() {
  constexpr size_t many = 1000;
  return {
      {"run", "TARGET... [-- ARGS]", "Explore the paths of a program and report its bugs",
       "TARGET is a source file (several files of one program may be given). Cuttle runs the "
       "program on concrete inputs, records what the run decided, flips one decision, solves for "
       "inputs that take the other way, and runs again, until every path is explored or a budget "
       "ends. Each bug comes with a test that `cuttle replay' runs again. What follows `--' is "
       "passed to the program.",
       1, many},
      {"replay", "TEST", "Run one test case again, on an uninstrumented build",
       "TEST is a file of a campaign, such as testme.cuttle/tests/000004.json. The exit code is 1 "
       "when the test shows a bug and 0 when it does not.",
       1, 1},
      {"report", "[CAMPAIGN]", "Show what a campaign found",
       "CAMPAIGN is the folder of a campaign; without it, the only folder *.cuttle here is taken.",
       0, 1},
      {"export", "[CAMPAIGN]", "Write a campaign's tests for use without Cuttle",
       "CAMPAIGN is the folder of a campaign; without it, the only folder *.cuttle here is taken. "
       "The formats `c' and `gtest' are for functions in C and C++ (cuttle run --function): the "
       "tests build their inputs and call the function; they need no library of ours. `plunit' is "
       "for Prolog.",
       0, 1},
      {"worker", "[CAMPAIGN]", "Help a campaign that is running, as a further process",
       "CAMPAIGN is the folder of a campaign that `cuttle run' works on, or did until it was "
       "killed; without it, the only folder *.cuttle here is taken. The program and its options "
       "are those of the campaign. No path is run twice, and what one process finds is in the "
       "report of all. A worker ends with the campaign; --time and --max-runs end it before.",
       0, 1},
      {"cc", "ARGS...", "C compiler that instruments: use it as CC", "", 0, many, true},
      {"c++", "ARGS...", "C++ compiler that instruments: use it as CXX", "", 0, many, true},
      {"trace", "check FILE", "Check a trace that a program wrote",
       "For those who write a front end. FILE is a trace as `cuttle run --protocol ... "
       "--keep-trace "
       "FILE' leaves it; everything in it that the format does not allow is listed. The exit code "
       "is "
       "1 when there is something, and 0 when there is not.",
       2, 2},
      {"doctor", "", "Show what this machine has and lacks", "", 0, 0},
      {"completion", "SHELL", "Print the completion script for bash, zsh or fish",
       "For bash: cuttle completion bash > ~/.local/share/bash-completion/completions/cuttle", 1,
       1},
      {"manpage", "", "Print the man page", "To read it: cuttle manpage | man -l -", 0, 0},
      {"help", "[COMMAND]", "Explain a command", "", 0, 1},
  };
}

}  // namespace cuttle::cli
