/* SPDX-License-Identifier: Apache-2.0 */

/* Processes that the program starts out of itself. They go on, but are no part of the run. */

#define _GNU_SOURCE
#include <unistd.h>

#include "languages/c/runtime/core/origins.h"
#include "languages/c/runtime/libc/model.h"

MODEL pid_t __cuttle_model_fork(void) {
  cuttle_note_fork();
  return fork();
}
SAME(vfork, fork); /* what it promises is what all forks do */
SAME(__fork, fork);
SAME(__vfork, fork);
SAME(_Fork, fork);
