// SPDX-License-Identifier: Apache-2.0
// The time of day as an input: the clock goes on from there.
// run: --input time
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timeval day;
  struct timespec up;
  const time_t begin = time(NULL);
  if (begin == 2147483648) abort();  // bug: abort
  sleep(100);
  gettimeofday(&day, NULL);
  if (day.tv_sec % 86400 == 0 && begin > 1000000000) abort();  // bug: abort
  clock_gettime(CLOCK_MONOTONIC, &up);
  if (up.tv_sec != 1100) abort();
  return 0;
}
// expect: exhausted
// expect: input time = 2147483648
