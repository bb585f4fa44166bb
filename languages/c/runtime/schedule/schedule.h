/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A controlled program: its threads are *tasks*, of which one runs at a time. Before an operation
 * that another task could notice (an access to shared memory, a lock, ...) the running task says
 * what it is going to do, and somebody is chosen of those who can go on:
 *
 *     cuttle_visible(&operation);      held here until it is chosen; then nobody else runs
 *     ... does it ...                  up to its next visible operation
 *
 * Without a second task nothing is visible, and everything costs a look at __cuttle_threads. */

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUTTLE_MAX_TASKS 4096u

typedef struct CuttleTask CuttleTask;

/* What a task is about to do: as an ACCESS or SYNC record has it. Objects are addresses here. */
typedef struct CuttleOperation {
  uint8_t kind;  /* CUTTLE_ACCESS or CUTTLE_SYNC */
  uint8_t flags; /* CuttleAccess or CuttleSync */
  uint32_t site;
  uint32_t aux;
  uint64_t value;
  const volatile void* object;
  const volatile void* second; /* the mutex of a wait */
  const CuttleTask* task;      /* of FORK and JOIN */
  uint32_t b;                  /* where it is neither object nor task: as in the record */
  /* Can it be done now? NULL: always. */
  int (*possible)(const CuttleTask* task);
  int is_last;     /* rather not while another can go on */
  uint64_t sleeps; /* nanoseconds of this world that go by when it is done */
} CuttleOperation;

/* How a task gets a processor (carriers.c). */
typedef struct CuttleCarrier {
  void* stack_pointer;  /* where it was left */
  void* thread_pointer; /* of its thread-local storage */
  uint32_t turn;        /* kernel threads: 1 when it may run */
  struct CuttleSeat* seat;
} CuttleCarrier;

enum {
  CUTTLE_TASK_READY,
  CUTTLE_TASK_FAILED, /* held for good */
  CUTTLE_TASK_ENDED,
  CUTTLE_TASK_GONE, /* and joined */
};

struct CuttleTask {
  uint32_t index, name, children;
  const CuttleTask* parent;
  int state, detached, cancelled, cancel_disabled, at_cancellation_point;
  int asleep;                    /* its next operation was tried elsewhere */
  uint32_t done, redrawn;        /* for the policy */
  uint32_t tired;                /* the step at which it had had a long turn; 0: it had none */
  uint32_t allocated[64];        /* how many objects it made, by size */
  uint64_t handle;               /* pthread_t */
  CuttleOperation next;          /* what it is held before */
  const volatile void* waits_at; /* a condition, or a word */
  uint64_t ticket;               /* who of those came first; 0: was signalled */
  void* (*start)(void*);
  void* argument;
  void* result;
  void* passenger;                 /* the function of a thrd_create */
  uint32_t argument_id, result_id; /* as expressions, for the runtime */
  uint64_t stack_low, stack_high;
  int stack_shared;                           /* others may have addresses of it */
  uint32_t look_count, look_overflow, awaits; /* await.c */
  void* end;                                  /* life.c: where its end begins */
  void* cleanups;
  void* destructors;
  CuttleCarrier carrier;
};

/* More than one task: instrumented code announces its accesses. */
extern uint32_t __cuttle_threads;
/* Who runs; NULL when the program is not controlled. */
extern CuttleTask* cuttle_task;

static inline int cuttle_controlled(void) {
  return cuttle_task != NULL;
}

/* ---- scheduler.c */

/* Before the first run of the process: memory. */
void cuttle_schedule_prepare(void);
/* The calling thread is the only task. `kernel_threads`: the others are carried by such. */
void cuttle_schedule_begin(int kernel_threads);
/* Nothing is controlled any more (a forked process; the end of a run). */
void cuttle_schedule_stop(void);
/* Holds the running task until it may do this. */
void cuttle_visible(const CuttleOperation* operation);
/* A new task, held before its first operation; NULL: there are too many. */
CuttleTask* cuttle_new_task(void* (*start)(void*), void* argument);
/* The running task has ended; does not return. */
void cuttle_end_task(void) __attribute__((noreturn));
/* The n-th task (from 0), or NULL. */
CuttleTask* cuttle_task_at(uint32_t index);
CuttleTask* cuttle_task_of(uint64_t handle);
int cuttle_can_run(const CuttleTask* task);

/* Is control wanted where a second thread is made? From the first one on everything is visible. */
void cuttle_count_unjoined(int change);
/* A task is held for good because it failed: the others go on to their ends. Returns when there is
 * none that could. */
void cuttle_hold_failed(void);

/* For an object of this size that the running task makes: the same in all schedules. */
uint32_t cuttle_number_object(uint64_t size);

/* An operation of its own, done and told of. */
void cuttle_sync(uint8_t how, const volatile void* object, int (*possible)(const CuttleTask*));
/* The same in two steps: afterwards it can still be changed. */
CuttleOperation cuttle_operation(uint8_t how, const volatile void* object);
void cuttle_tell(const CuttleOperation* operation);

/* ---- carriers.c */

int cuttle_carriers_prepare(void);
void cuttle_carriers_begin(int kernel_threads);
/* Gives a new task something to run on; 0: there is nothing left. */
int cuttle_carrier_make(CuttleTask* task, const void* attributes);
/* The running task rests, and `to` goes on. */
void cuttle_carrier_switch(CuttleTask* from, CuttleTask* to);
/* The running task ends here. */
void cuttle_carrier_leave(CuttleTask* from, CuttleTask* to) __attribute__((noreturn));
/* After the end of a task nobody needs its stack any more. */
void cuttle_carrier_give_back(CuttleTask* task);
/* The first thread's storage, for who goes on with another stack. */
void cuttle_carriers_go_home(void);
int cuttle_carriers_are_stacks(void);
/* So many tasks there will be: makes what they run on now, for all processes forked from here. */
void cuttle_carriers_stock(uint32_t tasks);

/* ---- life.c */

/* What a task does from its first to its last step. */
void cuttle_task_main(CuttleTask* task);

/* ---- pauses.c */

/* The running task slept. */
void cuttle_pause_sleeping(void);

/* ---- dependence.c */

/* Would the order of the two make a difference? */
int cuttle_depend(const CuttleOperation* x, const CuttleOperation* y);

/* ---- once.c */

/* Learns what is not the program's, before anything is controlled. */
void cuttle_once_prepare(void);

/* ---- await.c: loops that only look */

void cuttle_await_prepare(void);
/* The running task read this. */
void cuttle_await_note(const volatile void* at, uint32_t size);
/* It did something else. */
void cuttle_await_forget(CuttleTask* task);
/* It wrote there; `how` is a CuttleAccess. */
void cuttle_await_wrote(const volatile void* at, uint64_t size, uint32_t how);
/* cuttle_visible(); when the task awaits something, not before that happened. Flags the operation
 * as an await when it was not possible before the last write there. */
void cuttle_await_hold(CuttleOperation* operation);

/* ---- accesses.c: what instrumented code calls, under `if (__cuttle_threads)` */

/* Before an access: `how` is a CuttleAccess, `value` what is going to be written. */
void __cuttle_access(const volatile void* at, uint64_t size, uint32_t how, uint64_t value,
                     uint32_t site);
/* Before a copy. */
void __cuttle_access_copy(const volatile void* to, const volatile void* from, uint64_t size,
                          uint32_t site);
/* Before a look at a text of at most so many characters, and its copy to `to` (or NULL): to the end
 * of the text there? */
void __cuttle_access_text(const char* to, const char* from, uint64_t most, uint32_t append,
                          uint32_t site);
/* Before a call that may do anything there, unless the program has the callee's code. */
void __cuttle_access_unknown(const volatile void* at, const void* callee, uint32_t site);
/* Before an object is given back. */
void __cuttle_access_free(const void* object, uint32_t site);
/* An iteration of a loop that only looks has ended in vain. */
void __cuttle_await(uint32_t site);

/* ---- Who asks for control and who watches: ../threads in explored programs, ../replay in others
 */

/* The schedule of this run (CuttleStep). */
const CuttleStep* cuttle_watch_schedule(uint32_t* count);
/* `task` is chosen for the step; it does its next operation when it runs. */
void cuttle_watch_race(const CuttleTask* task, uint32_t step);
void cuttle_watch_operation(const CuttleTask* task, const CuttleOperation* operation);
void cuttle_watch_task(const CuttleTask* task);
/* Around the function that the task runs. */
void cuttle_watch_enter(const CuttleTask* task);
void cuttle_watch_leave(CuttleTask* task);
/* The run does not do what was prescribed, or something cannot be controlled. */
void cuttle_watch_complaint(const char* what);
/* Memory that others may reach is handed to this function (NULL: one that is not the program's). */
void cuttle_watch_unseen(const void* callee, uint32_t site);
/* The run ends here: as a bug, or (CUTTLE_BUG_NONE) because all that could run are asleep. */
void cuttle_watch_end(uint32_t bug, const char* message) __attribute__((noreturn));
/* The running task does something that is wrong whatever comes after it. */
void cuttle_watch_misuse(const char* message);
/* Where the running code is. */
uint32_t cuttle_watch_site(void);
/* How large is what begins at `object`? 0: not known. */
uint64_t cuttle_watch_size(const void* object);

#ifdef __cplusplus
}
#endif
