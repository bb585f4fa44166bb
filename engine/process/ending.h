// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/path/execution.h"
#include "engine/trace/reader.h"

namespace cuttle {

// How the process of a run ended, from all that is known: what the program recorded, its wait
// status, and what it said on stderr.
struct Ending {
  TraceOutcome recorded;
  int wait_status = 0;
  bool timed_out = false;
  double seconds = 0;  // the time limit
  std::string complaints;

  // By a signal, or with an exit code other than 0.
  bool failed() const;
};

BugKind to_bug_kind(CuttleBug bug);  // bug is not NONE

// Outcomes of runs that nobody recorded.
Outcome bug_outcome(BugKind kind, std::string message);
Outcome lost_outcome(std::string why);
Outcome cut_off_outcome();  // the campaign's time ended before the run did

// Why our own library in the program gave up (CUTTLE_FAILURE_STATUS); empty when it did not.
std::string failure_of_ours(const Ending& ending);

// What the end means in any language: a time-out, what was recorded, a signal, an exit, or a run
// that was lost. A language may know better: what its sanitizers or its virtual machine say, and
// where it happened, which is left open here.
Outcome classify(const Ending& ending);

}  // namespace cuttle
