// SPDX-License-Identifier: Apache-2.0
#include "engine/process/ending.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include <sstream>
#include <utility>

namespace cuttle {
namespace {

Outcome from_signal(int signal) {
  switch (signal) {
    case SIGSEGV:
    case SIGBUS:
      return bug_outcome(BugKind::segfault, strsignal(signal));
    case SIGFPE:
      return bug_outcome(BugKind::division_by_zero, "arithmetic exception");
    case SIGXCPU:
      return bug_outcome(BugKind::timeout, "CPU time limit exceeded");
    case SIGKILL:
      // Not by us: the machine ran out of memory, or somebody else did it.
      return lost_outcome("the run was killed from outside (out of memory?)");
    default:
      return bug_outcome(BugKind::abort, "ended by signal " + std::to_string(signal) + " (" +
                                             strsignal(signal) + ")");
  }
}

std::string text(double seconds) {
  std::ostringstream stream;
  stream << seconds;
  return stream.str();
}

}  // namespace

bool Ending::failed() const {
  return WIFSIGNALED(wait_status) || (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) != 0);
}

BugKind to_bug_kind(CuttleBug bug) {
  switch (bug) {
    case CUTTLE_BUG_ASSERTION:
      return BugKind::assertion;
    case CUTTLE_BUG_ERROR_CALL:
      return BugKind::error_call;
    case CUTTLE_BUG_SEGFAULT:
      return BugKind::segfault;
    case CUTTLE_BUG_DIVISION_BY_ZERO:
      return BugKind::division_by_zero;
    case CUTTLE_BUG_OVERFLOW:
      return BugKind::overflow;
    case CUTTLE_BUG_OUT_OF_BOUNDS:
      return BugKind::out_of_bounds;
    case CUTTLE_BUG_USE_AFTER_FREE:
      return BugKind::use_after_free;
    case CUTTLE_BUG_LEAK:
      return BugKind::leak;
    case CUTTLE_BUG_UNCAUGHT_EXCEPTION:
      return BugKind::uncaught_exception;
    case CUTTLE_BUG_TIMEOUT:
      return BugKind::timeout;
    case CUTTLE_BUG_DEADLOCK:
      return BugKind::deadlock;
    case CUTTLE_BUG_DATA_RACE:
      return BugKind::data_race;
    default:
      return BugKind::abort;
  }
}

Outcome bug_outcome(BugKind kind, std::string message) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.bug = kind;
  outcome.message = std::move(message);
  return outcome;
}

Outcome lost_outcome(std::string why) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::lost;
  outcome.message = std::move(why);
  return outcome;
}

Outcome cut_off_outcome() {
  return lost_outcome("the campaign's time ended");
}

std::string failure_of_ours(const Ending& ending) {
  const int status = ending.wait_status;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != CUTTLE_FAILURE_STATUS) return {};
  const std::string& said = ending.complaints;
  const std::string mark = "cuttle: ";
  size_t at = said.starts_with(mark) ? 0 : said.find("\n" + mark);
  if (at == std::string::npos) return {};
  at = said.find(mark, at) + mark.size();
  return said.substr(at, said.find('\n', at) - at);
}

Outcome classify(const Ending& ending) {
  const TraceOutcome& recorded = ending.recorded;
  if (ending.timed_out)
    return bug_outcome(BugKind::timeout, "did not end within " + text(ending.seconds) + " s");
  if (recorded.kind == CUTTLE_OUTCOME_REJECTED || recorded.kind == CUTTLE_OUTCOME_REDUNDANT) {
    Outcome outcome;
    outcome.kind = Outcome::Kind::rejected;
    return outcome;
  }
  if (std::string why = failure_of_ours(ending); !why.empty()) return lost_outcome(std::move(why));
  if (recorded.kind == CUTTLE_OUTCOME_BUG && recorded.bug != CUTTLE_BUG_NONE)
    return bug_outcome(to_bug_kind(recorded.bug), recorded.message);
  if (WIFSIGNALED(ending.wait_status)) return from_signal(WTERMSIG(ending.wait_status));
  Outcome outcome;
  outcome.exit_code = WEXITSTATUS(ending.wait_status);
  return outcome;
}

}  // namespace cuttle
