/* SPDX-License-Identifier: Apache-2.0 */

/* Time: a clock that goes on by a microsecond when it is asked and by the time that is slept. */

#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/visits.h"
#include "languages/c/runtime/world/world.h"

#define SECOND 1000000000ull
#define QUESTION 1000ull
#define TICK (SECOND / 100) /* of times() */

void (*cuttle_world_slept)(void);

static uint64_t worked, slept;

static uint64_t chosen_start;
static int start_is_chosen;

uint64_t cuttle_world_start_time(void) {
  return start_is_chosen ? chosen_start : cuttle_world_number(cuttle_world.time);
}

void cuttle_world_begin_at(uint64_t seconds) {
  start_is_chosen = 1;
  chosen_start = seconds;
}

static uint64_t work(void) {
  return __atomic_add_fetch(&worked, QUESTION, __ATOMIC_RELAXED);
}

uint64_t cuttle_world_elapsed(void) {
  return work() + __atomic_load_n(&slept, __ATOMIC_RELAXED);
}

void cuttle_world_sleep(uint64_t nanoseconds) {
  __atomic_add_fetch(&slept, nanoseconds, __ATOMIC_RELAXED);
}

static uint64_t nanoseconds_of(const struct timespec* time) {
  return (uint64_t)time->tv_sec * SECOND + (uint64_t)time->tv_nsec;
}

static struct timespec timespec_of(uint64_t nanoseconds) {
  const struct timespec time = {(time_t)(nanoseconds / SECOND), (long)(nanoseconds % SECOND)};
  return time;
}

static int is_realtime(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ||
         clock == CLOCK_REALTIME_ALARM || clock == CLOCK_TAI;
}

/* 0: there is no such clock. Those of other processes stay the kernel's. */
static int ask(clockid_t clock, uint64_t* now) {
  if (is_realtime(clock)) {
    *now = cuttle_world_start_time() * SECOND + cuttle_world_elapsed();
    return 1;
  }
  switch (clock) {
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
      *now = cuttle_world_number(cuttle_world.uptime) * SECOND + cuttle_world_elapsed();
      return 1;
    default:
      *now = work();
      return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID || clock < 0;
  }
}

long cuttle_world_clock(clockid_t clock, struct timespec* time) {
  uint64_t now;
  if (!cuttle_world.on || !time || !ask(clock, &now))
    return cuttle_kernel(SYS_clock_gettime, clock, (long)time, 0, 0, 0, 0);
  *time = timespec_of(now);
  return 0;
}

WORLD int clock_gettime(clockid_t clock, struct timespec* time) {
  return (int)cuttle_kernel_result(cuttle_world_clock(clock, time));
}

WORLD int clock_getres(clockid_t clock, struct timespec* resolution) {
  const long result = KERNEL(SYS_clock_getres, clock, resolution);
  if (cuttle_world.on && !result && resolution) *resolution = timespec_of(1);
  return (int)result;
}

time_t cuttle_world_time(time_t* to) {
  struct timespec now;
  cuttle_world_clock(CLOCK_REALTIME, &now);
  if (to) *to = now.tv_sec;
  return now.tv_sec;
}

WORLD time_t time(time_t* to) {
  return cuttle_world_time(to);
}

/* The zone is long obsolete. */
long cuttle_world_timeofday(struct timeval* to, void* zone) {
  struct timespec now;
  if (zone) memset(zone, 0, sizeof(struct timezone));
  if (!to) return 0;
  cuttle_world_clock(CLOCK_REALTIME, &now);
  to->tv_sec = now.tv_sec;
  to->tv_usec = now.tv_nsec / 1000;
  return 0;
}

WORLD int gettimeofday(struct timeval* restrict to, void* restrict zone) {
  return (int)cuttle_world_timeofday(to, zone);
}
WORLD int __gettimeofday(struct timeval* restrict to, void* restrict zone) {
  return (int)cuttle_world_timeofday(to, zone);
}

WORLD int timespec_get(struct timespec* time, int base) {
  if (base != TIME_UTC) return 0;
  cuttle_world_clock(CLOCK_REALTIME, time);
  return base;
}

WORLD int ftime(struct timeb* to) {
  struct timespec now;
  cuttle_world_clock(CLOCK_REALTIME, &now);
  memset(to, 0, sizeof(*to));
  to->time = now.tv_sec;
  to->millitm = (unsigned short)(now.tv_nsec / 1000000);
  return 0;
}

WORLD clock_t clock(void) {
  struct timespec now;
  cuttle_world_clock(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (clock_t)(nanoseconds_of(&now) / (SECOND / CLOCKS_PER_SEC));
}

WORLD clock_t times(struct tms* to) {
  uint64_t now;
  if (!cuttle_world.on) return (clock_t)KERNEL(SYS_times, to);
  ask(CLOCK_MONOTONIC, &now);
  if (to) {
    memset(to, 0, sizeof(*to));
    to->tms_utime = (clock_t)(worked / TICK);
  }
  return (clock_t)(now / TICK);
}

WORLD int getrusage(__rusage_who_t who, struct rusage* usage) {
  const long result = KERNEL(SYS_getrusage, who, usage);
  uint64_t now;
  if (!cuttle_world.on || result) return (int)result;
  memset(usage, 0, sizeof(*usage));
  usage->ru_maxrss = 4096;
  if (who == RUSAGE_CHILDREN) return 0;
  now = work();
  usage->ru_utime.tv_sec = (time_t)(now / SECOND);
  usage->ru_utime.tv_usec = (suseconds_t)(now % SECOND / 1000);
  return 0;
}

/* ---- Sleeping -------------------------------------------------------------------------------- */

static int is_valid(const struct timespec* time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < (long)SECOND;
}

WORLD int clock_nanosleep(clockid_t clock, int flags, const struct timespec* time,
                          struct timespec* left) {
  uint64_t now;
  if (!cuttle_world.on || !time)
    return (int)-cuttle_kernel(SYS_clock_nanosleep, clock, flags, (long)time, (long)left, 0, 0);
  if (!is_valid(time) || !ask(clock, &now)) return EINVAL;
  if (!(flags & TIMER_ABSTIME))
    cuttle_world_sleep(nanoseconds_of(time));
  else if (nanoseconds_of(time) > now)
    cuttle_world_sleep(nanoseconds_of(time) - now);
  if (cuttle_world_slept) cuttle_world_slept();
  return 0;
}

WORLD int nanosleep(const struct timespec* time, struct timespec* left) {
  const int error = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
  if (!error) return 0;
  errno = error;
  return -1;
}

WORLD int usleep(useconds_t microseconds) {
  const struct timespec time = timespec_of((uint64_t)microseconds * 1000);
  return nanosleep(&time, NULL);
}

WORLD unsigned sleep(unsigned seconds) {
  struct timespec time = timespec_of(seconds * SECOND);
  return nanosleep(&time, &time) == 0 ? 0 : (unsigned)time.tv_sec;
}

WORLD int thrd_sleep(const struct timespec* time, struct timespec* left) {
  return clock_nanosleep(CLOCK_REALTIME, 0, time, left) == 0 ? 0 : -1;
}

/* ---- Waiting for descriptors: it is the kernel who knows, and the time that went by in vain is
 * ours. For nothing but time to pass nobody has to wait. */

typedef struct Polling {
  struct pollfd* files;
  nfds_t count;
  const sigset_t* mask;
} Polling;

static long wait_for_polled(void* what, int64_t nanoseconds) {
  const Polling* p = (const Polling*)what;
  struct timespec time = timespec_of((uint64_t)nanoseconds);
  if (cuttle_world.on && !p->count && nanoseconds >= 0 && !p->mask) return 0;
  return KERNEL(SYS_ppoll, p->files, p->count, nanoseconds < 0 ? NULL : &time, p->mask, _NSIG / 8);
}

WORLD int poll(struct pollfd* files, nfds_t count, int milliseconds) {
  Polling p = {files, count, NULL};
  return (int)cuttle_world_await(wait_for_polled, &p,
                                 milliseconds < 0 ? -1 : (int64_t)milliseconds * 1000000);
}

WORLD int ppoll(struct pollfd* files, nfds_t count, const struct timespec* time,
                const sigset_t* mask) {
  Polling p = {files, count, mask};
  if (time && !is_valid(time)) return (int)KERNEL(SYS_ppoll, files, count, time, mask, _NSIG / 8);
  return (int)cuttle_world_await(wait_for_polled, &p, time ? (int64_t)nanoseconds_of(time) : -1);
}

typedef struct Selecting {
  int count;
  fd_set *in, *out, *odd;
  const sigset_t* mask;
} Selecting;

/* The sets are the kernel's to change: those who wait again want them as they were. */
static long wait_for_selected(void* what, int64_t nanoseconds) {
  const Selecting* s = (const Selecting*)what;
  struct timespec time = timespec_of((uint64_t)nanoseconds);
  fd_set kept[3], *const sets[3] = {s->in, s->out, s->odd};
  const struct {
    const sigset_t* set;
    size_t size;
  } mask = {s->mask, _NSIG / 8};
  const size_t bytes = (size_t)(s->count + 63) / 64 * 8;
  long result;
  int i;
  if (cuttle_world.on && !s->count && nanoseconds >= 0 && !s->mask) return 0;
  for (i = 0; i < 3; ++i)
    if (sets[i] && bytes <= sizeof(kept[i])) memcpy(&kept[i], sets[i], bytes);
  result = KERNEL(SYS_pselect6, s->count, s->in, s->out, s->odd, nanoseconds < 0 ? NULL : &time,
                  s->mask ? &mask : NULL);
  if (result == 0 && nanoseconds && bytes <= sizeof(kept[0]))
    for (i = 0; i < 3; ++i)
      if (sets[i]) memcpy(sets[i], &kept[i], bytes);
  return result;
}

static int wait_for_sets(Selecting* s, int64_t nanoseconds) {
  const long result = cuttle_world_await(wait_for_selected, s, nanoseconds);
  fd_set* const sets[3] = {s->in, s->out, s->odd};
  int i;
  for (i = 0; i < 3 && result == 0; ++i)
    if (sets[i] && s->count > 0) memset(sets[i], 0, (size_t)(s->count + 63) / 64 * 8);
  return (int)result;
}

WORLD int select(int count, fd_set* restrict in, fd_set* restrict out, fd_set* restrict odd,
                 struct timeval* restrict time) {
  Selecting s = {count, in, out, odd, NULL};
  int result;
  if (!cuttle_world.on || (time && (time->tv_sec < 0 || time->tv_usec < 0)))
    return (int)KERNEL(SYS_select, count, in, out, odd, time);
  result = wait_for_sets(
      &s, time ? (int64_t)time->tv_sec * (int64_t)SECOND + (int64_t)time->tv_usec * 1000 : -1);
  if (time && result == 0) time->tv_sec = time->tv_usec = 0;
  return result;
}

WORLD int pselect(int count, fd_set* restrict in, fd_set* restrict out, fd_set* restrict odd,
                  const struct timespec* restrict time, const sigset_t* restrict mask) {
  Selecting s = {count, in, out, odd, mask};
  if (time && !is_valid(time)) {
    errno = EINVAL;
    return -1;
  }
  return wait_for_sets(&s, time ? (int64_t)nanoseconds_of(time) : -1);
}
