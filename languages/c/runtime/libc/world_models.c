/* SPDX-License-Identifier: Apache-2.0 */

/* Time and random numbers: what is stored is concrete, unless it is an input. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/random.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "languages/c/runtime/harness.h"
#include "languages/c/runtime/inputs/world_inputs.h"
#include "languages/c/runtime/libc/model.h"

MODEL time_t __cuttle_model_time(time_t* to) {
  time_t now;
  uint32_t id;
  pin_arguments(SELF(time), 1);
  now = time(to);
  id = cuttle_time_expression((uint64_t)now);
  if (to) __cuttle_store(to, sizeof(*to), id);
  __cuttle_store(&now, sizeof(now), id);
  cuttle_return_value(SELF(time), &now, sizeof(now), 64);
  return now;
}

MODEL int __cuttle_model_gettimeofday(struct timeval* to, void* zone) {
  int result;
  pin_arguments(SELF(gettimeofday), 2);
  result = gettimeofday(to, zone);
  if (zone) __cuttle_clear(zone, sizeof(struct timezone));
  if (!to) return result;
  __cuttle_clear(to, sizeof(*to));
  __cuttle_store(&to->tv_sec, sizeof(to->tv_sec), cuttle_time_expression((uint64_t)to->tv_sec));
  return result;
}
CUTTLE_SAME_MODEL(__gettimeofday, gettimeofday);

MODEL int __cuttle_model_clock_gettime(clockid_t clock, struct timespec* to) {
  int result;
  pin_arguments(SELF(clock_gettime), 2);
  result = clock_gettime(clock, to);
  if (result != 0) return result;
  __cuttle_clear(to, sizeof(*to));
  if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
    __cuttle_store(&to->tv_sec, sizeof(to->tv_sec), cuttle_time_expression((uint64_t)to->tv_sec));
  return result;
}

MODEL int __cuttle_model_timespec_get(struct timespec* to, int base) {
  pin_arguments(SELF(timespec_get), 2);
  return base == TIME_UTC && __cuttle_model_clock_gettime(CLOCK_REALTIME, to) == 0 ? base : 0;
}

/* Bytes that are inputs get their expressions where they are put. */
MODEL ssize_t __cuttle_model_getrandom(void* to, size_t size, unsigned flags) {
  pin_arguments(SELF(getrandom), 3);
  __cuttle_clear(to, size);
  return getrandom(to, size, flags);
}

MODEL int __cuttle_model_getentropy(void* to, size_t size) {
  pin_arguments(SELF(getentropy), 2);
  __cuttle_clear(to, size);
  return getentropy(to, size);
}

MODEL void __cuttle_model_arc4random_buf(void* to, size_t size) {
  pin_arguments(SELF(arc4random_buf), 2);
  __cuttle_clear(to, size);
  arc4random_buf(to, size);
}

MODEL uint32_t __cuttle_model_arc4random(void) {
  uint32_t number = 0;
  __cuttle_clear(&number, sizeof(number));
  arc4random_buf(&number, sizeof(number));
  cuttle_return_value(SELF(arc4random), &number, sizeof(number), 32);
  return number;
}
