/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/process/crash.h"
#include "languages/c/runtime/process/persistent.h"
#include "languages/c/runtime/schedule/schedule.h"

/* The trace has everything the engine wants; dying of the signal would only cost time. Other
 * threads go on to their ends: what they do may be what leads around the bug in another run. */
void cuttle_end_process(int status, int signal) {
  sigset_t none;
  (void)signal;
  if (cuttle_controlled() && __cuttle_threads) {
    cuttle_leave_all();
    cuttle_install_handlers();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    cuttle_hold_failed();
  }
  _exit(status);
}

void cuttle_bug_exit(uint32_t bug, uint32_t site, const char* message, const char* detail,
                     const char* file, uint32_t line) {
  CuttleBugReport report = {0};
  report.bug = bug;
  report.site = site;
  report.message = message;
  report.detail = detail;
  report.file = file;
  report.line = line;
  cuttle_record_bug(&report);
  if (!cuttle_rt.in_run) abort();
  cuttle_end_process(134, 0);
}

void cuttle_redundant_exit(void) {
  __atomic_store_n(&cuttle_outcome->kind, CUTTLE_OUTCOME_REDUNDANT, __ATOMIC_RELEASE);
  cuttle_persistent_end(0);
  _exit(0);
}

void cuttle_reject_exit(uint32_t site) {
  if (cuttle_outcome) {
    cuttle_outcome->site = site;
    __atomic_store_n(&cuttle_outcome->kind, CUTTLE_OUTCOME_REJECTED, __ATOMIC_RELEASE);
  }
  if (!cuttle_rt.in_run) exit(0);
  cuttle_persistent_end(0);
  cuttle_end_process(0, 0);
}
