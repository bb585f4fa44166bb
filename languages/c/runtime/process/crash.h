/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Recognising bugs from inside the program: failed assertions, abort, fatal signals, uncaught
 * exceptions. Shared by the runtime (which records to the trace) and the replay library (which
 * writes a report), so that both judge alike. */

#include <stdint.h>

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where to record; NULL: nothing is recorded. */
extern CuttleOutcome* cuttle_outcome;
/* Asked first about writes to protected memory; 1: try again. NULL: nobody. */
extern int (*cuttle_fault_hook)(const void* address);

/* Handlers for the fatal signals on a stack of their own, and for uncaught C++ exceptions. */
void cuttle_install_handlers(void);

typedef struct CuttleBugReport {
  uint32_t bug;
  uint32_t signal;
  uint32_t site;
  uint32_t line;
  uint64_t fault_address;
  const char* message;
  const char* detail;  /* put into the message after a space, in quotes; may be NULL */
  const char* file;    /* may be NULL */
  const void* context; /* ucontext_t of the signal, or NULL: the stack is that of the caller */
} CuttleBugReport;

/* Records a bug with its stack, unless one is recorded already. Uses no memory but the stack. */
void cuttle_record_bug(const CuttleBugReport* report);

/* How the process ends once something is recorded: defined by the runtime and by the replay
 * library. `signal` is 0 unless a signal is the cause. */
void cuttle_end_process(int status, int signal) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
