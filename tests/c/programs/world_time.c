// SPDX-License-Identifier: Apache-2.0
// Time is the same in every run and in the plain program: it begins at a fixed moment, goes on when it is asked for, and
// sleeping takes none of ours.
// run:
// run: --persistent never
#define _GNU_SOURCE
#include <assert.h>
#include <cuttle/cuttle.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

static const time_t start = 946684800;
static time_t early;

__attribute__((constructor)) static void before_main(void) { early = time(NULL); }

static int is_fixed(void) {
  struct timespec a, b;
  struct timeval day;
  struct rusage usage;
  long raw[2];
  if (early != start || time(NULL) != start) return 0;
  clock_gettime(CLOCK_MONOTONIC, &a);
  clock_gettime(CLOCK_MONOTONIC, &b);
  if (a.tv_sec != 1000 || b.tv_nsec - a.tv_nsec != 1000) return 0;
  gettimeofday(&day, NULL);
  timespec_get(&a, TIME_UTC);
  if (day.tv_sec != start || a.tv_nsec / 1000 != day.tv_usec + 1) return 0;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, raw);
  if (raw[0] != start || raw[1] != a.tv_nsec + 1000) return 0;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec == 0 && clock() < 100 && times(NULL) == 100000;
}

static int sleeps(void) {
  struct timeval two = {2, 0};
  struct timespec moment = {start + 3600 * 24, 0};
  sleep(3600);
  usleep(500000);
  select(0, NULL, NULL, NULL, &two);
  if (time(NULL) != start + 3602) return 0;
  clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, NULL);
  return time(NULL) == moment.tv_sec;
}

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 1) assert(!is_fixed());  // bug: assertion
  if (x == 2) assert(!sleeps());    // bug: assertion
  if (x == time(NULL)) return 3;
  return 0;
}
// expect: exhausted
