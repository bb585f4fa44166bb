/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The world that the program sees. Without the engine and without a test to replay it is the real
 * one: then each function here is libc's. Otherwise it is made of the values below and of what the
 * program does: asking for the time takes a microsecond, sleeping takes no time of ours.
 *
 * All state is the program's own memory: it goes back to the start with each run. */

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#include "languages/c/runtime/world_keys.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CuttleWorld {
  int on;
#define CUTTLE_WORLD_FIELD(key, standard, least, most, meaning) const char* key;
  CUTTLE_WORLD_KEYS(CUTTLE_WORLD_FIELD)
#undef CUTTLE_WORLD_FIELD
} CuttleWorld;

extern CuttleWorld cuttle_world;

/* ---- world.c */

/* "KEY=VALUE", before the start. */
void cuttle_world_set(const char* setting);
/* The world is there from now on. `environment` is that of the process, with the auxiliary vector
 * behind it. */
void cuttle_world_start(char** environment);
/* While code of ours runs that must see the real one. */
void cuttle_world_pause(void);
void cuttle_world_resume(void);
uint64_t cuttle_world_number(const char* value);

/* ---- clock.c: nanoseconds */

uint64_t cuttle_world_elapsed(void); /* since the start; asking takes time */
void cuttle_world_sleep(uint64_t nanoseconds);

/* As the kernel's calls of these names; nobody else's functions take their place. */
long cuttle_world_clock(clockid_t clock, struct timespec* time);
long cuttle_world_timeofday(struct timeval* to, void* zone);
time_t cuttle_world_time(time_t* to);
uint64_t cuttle_world_start_time(void); /* of day, in seconds */
void cuttle_world_begin_at(uint64_t seconds);

/* Who controls threads wants to know when one sleeps, and when one waits for a word (SYS_futex with
 * its arguments, answered as by the kernel). NULL: nobody does. */
extern void (*cuttle_world_slept)(void);
extern long (*cuttle_world_futex)(const long* arguments);

/* ---- random.c */

void cuttle_world_random(void* to, size_t size);
/* Who chooses the first bytes: 0: none any more. NULL: nobody does. */
extern int (*cuttle_world_choose)(uint64_t index, uint8_t* to);
/* Hexadecimal digits of the first bytes, in memory that stays. */
void cuttle_world_set_random(const char* digits);

/* ---- devices.c */

/* What to open in the place of the path: the same, or a file that tells of this world. The answer
 * holds until the next question. */
const char* cuttle_world_path(const char* path);
#define CUTTLE_WORLD_FILE "cuttle-world" /* what such a file is called */

/* ---- system_calls.c */

/* syscall(), with its six arguments. */
long cuttle_world_syscall(long number, const long* arguments);

/* ---- instructions.c */

/* The processor's counter and the clock that the kernel puts into the process are ours. */
void cuttle_world_catch_clocks(const void* vdso);
/* A fault at this instruction is its reading of the counter: done in its place. */
int cuttle_world_emulate(void* context);
/* From now on: who handles faults asks the function above. */
void cuttle_world_take_counter(void);
/* Faults go to a handler that does not know of this. */
void cuttle_world_give_counter_up(void);
/* Around the start of another program, which is not ours. */
void cuttle_world_release_counter(int release);

/* ---- signals.c */

/* A handler of ours for a signal that the program leaves as it is: it does not see it. */
struct sigaction;
void cuttle_world_stand_in(int signal, const struct sigaction* action);

/* A function that takes the place of libc's. */
#define WORLD __attribute__((weak, visibility("default")))
/* libc's own. */
#define REAL(name)                                                     \
  ({                                                                   \
    static __typeof__(name)* real_##name;                              \
    if (!real_##name) *(void**)&real_##name = dlsym(RTLD_NEXT, #name); \
    real_##name;                                                       \
  })

#ifdef __cplusplus
}
#endif
