/* SPDX-License-Identifier: Apache-2.0 */

/* Calls that change the process in a way that cannot be put back between runs (persistent.h): the
 * process ends with its run. */

#define _GNU_SOURCE
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/modelling.h"
#include "languages/c/runtime/process/persistent.h"

#define MODEL __attribute__((weak, visibility("default")))
#define SPOILING(result, name, parameters, arguments) \
  MODEL result __cuttle_model_##name parameters {     \
    __cuttle_thread.callee = NULL;                    \
    cuttle_persistent_spoil();                        \
    return name arguments;                            \
  }

SPOILING(sighandler_t, signal, (int number, sighandler_t handler), (number, handler))
SPOILING(int, sigaction, (int number, const struct sigaction* action, struct sigaction* old),
         (number, action, old))
SPOILING(int, sigaltstack, (const stack_t* stack, stack_t* old), (stack, old))
SPOILING(unsigned, alarm, (unsigned seconds), (seconds))
SPOILING(int, setitimer,
         (__itimer_which_t which, const struct itimerval* value, struct itimerval* old),
         (which, value, old))
SPOILING(int, chdir, (const char* path), (path))
SPOILING(int, fchdir, (int fd), (fd))
SPOILING(mode_t, umask, (mode_t mask), (mask))
SPOILING(int, setrlimit, (__rlimit_resource_t resource, const struct rlimit* limit),
         (resource, limit))

CUTTLE_SAME_MODEL(bsd_signal, signal);
CUTTLE_SAME_MODEL(ssignal, signal);
CUTTLE_SAME_MODEL(__sigaction, sigaction);
CUTTLE_SAME_MODEL(setrlimit64, setrlimit);
