/* SPDX-License-Identifier: Apache-2.0 */

/* The kernel's wait for a word to change, on which std::atomic::wait, std::future, latches and
 * barriers of C++ stand: a task looks at the word and waits until somebody wakes it. */

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>

#include "languages/c/runtime/schedule/locks.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/schedule/waiters.h"
#include "languages/c/runtime/world/kernel.h"

static int can_wake(const CuttleTask* task) {
  return !task->ticket || task->next.value;
}

static long wait_for(uint32_t* word, uint32_t expected, int timed) {
  CuttleOperation operation;
  uint64_t in_vain;
  if (!__cuttle_threads) {
    if (*word != expected) return -EAGAIN;
    if (timed) return -ETIMEDOUT;
    cuttle_watch_end(CUTTLE_BUG_DEADLOCK, "the only thread waits to be woken");
  }
  __cuttle_access(word, sizeof(*word), CUTTLE_ACCESS_READ | CUTTLE_ACCESS_ATOMIC, 0,
                  cuttle_watch_site());
  if (*word != expected) return -EAGAIN;
  /* To look and to begin to wait is one step: nobody ran in between. */
  cuttle_begin_waiting(word);
  operation = cuttle_operation(CUTTLE_SYNC_WAIT, word);
  operation.value = (uint64_t)timed;
  cuttle_tell(&operation);
  operation.flags = CUTTLE_SYNC_WAKE;
  operation.possible = can_wake;
  operation.is_last = timed;
  cuttle_visible(&operation);
  in_vain = cuttle_stop_waiting(cuttle_task);
  operation.value = in_vain;
  cuttle_tell(&operation);
  return in_vain ? -ETIMEDOUT : 0;
}

static long wake(uint32_t* word, uint32_t most) {
  CuttleOperation operation =
      cuttle_operation(most == 1 ? CUTTLE_SYNC_SIGNAL : CUTTLE_SYNC_BROADCAST, word);
  CuttleTask* woken;
  long count = 0;
  if (!__cuttle_threads) return 0;
  cuttle_visible(&operation);
  while (count < (long)most && (woken = cuttle_first_waiting(word))) {
    woken->ticket = 0;
    woken->next.value = 0;
    woken->next.is_last = 0;
    if (most == 1) operation.b = woken->index + 1;
    ++count;
  }
  cuttle_tell(&operation);
  return count;
}

/* As the kernel answers. */
long cuttle_futex(const long* a) {
  uint32_t* word = (uint32_t*)a[0];
  const int timed = a[3] != 0;
  switch (a[1] & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      return wait_for(word, (uint32_t)a[2], timed);
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET:
      return wake(word, a[2] < 0 || a[2] > INT_MAX ? INT_MAX : (uint32_t)a[2]);
    default:
      cuttle_watch_complaint("a kind of futex that is not controlled");
      return cuttle_kernel(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
  }
}
