/* SPDX-License-Identifier: Apache-2.0 */

/* A recorded schedule in a plain program: each thread is one of the kernel's, as debuggers and
 * sanitizers want it, and waits for its turn. */

#define _GNU_SOURCE
#include "languages/c/runtime/replay/replay_schedule.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/process/crash.h"
#include "languages/c/runtime/runtime.h"
#include "languages/c/runtime/schedule/schedule.h"

#define MOST_STEPS (1u << 22)
static CuttleStep* steps;
static uint32_t count;
static int wanted;

void cuttle_replay_add_steps(char* text) {
  char* end;
  wanted = 1;
  if (!steps) steps = (CuttleStep*)cuttle_reserve(MOST_STEPS * sizeof(CuttleStep));
  for (; steps && count < MOST_STEPS; text = end) {
    const unsigned long name = strtoul(text, &end, 10);
    if (end == text) return;
    steps[count].kind = CUTTLE_STEP_RUN;
    steps[count].thread = (uint32_t)name;
    ++count;
  }
}

void cuttle_replay_begin_schedule(void) {
  if (wanted) cuttle_schedule_begin(1);
}

/* ---- What the scheduler asks ----------------------------------------------------------------- */

const CuttleStep* cuttle_watch_schedule(uint32_t* how_many) {
  *how_many = count;
  return steps;
}

void cuttle_watch_race(const CuttleTask* task, uint32_t step) {
  (void)task, (void)step;
}

void cuttle_watch_operation(const CuttleTask* task, const CuttleOperation* operation) {
  (void)task, (void)operation;
}

void cuttle_watch_task(const CuttleTask* task) {
  (void)task;
}

void cuttle_watch_enter(const CuttleTask* task) {
  (void)task;
}

void cuttle_watch_leave(CuttleTask* task) {
  (void)task;
}

uint32_t cuttle_watch_site(void) {
  return 0;
}

uint64_t cuttle_watch_size(const void* object) {
  (void)object;
  return 0;
}

void cuttle_watch_complaint(const char* what) {
  fprintf(stderr, "cuttle: %s\n", what);
}

void cuttle_watch_unseen(const void* callee, uint32_t site) {
  (void)callee, (void)site;
}

static void end_as(uint32_t bug, const char* message, const char* detail) {
  CuttleBugReport report = {0};
  fprintf(stderr, "cuttle: %s\n", detail ? detail : message);
  report.bug = bug;
  report.message = message;
  report.detail = detail;
  cuttle_record_bug(&report);
  cuttle_end_process(128 + SIGABRT, SIGABRT);
}

void cuttle_watch_misuse(const char* message) {
  end_as(CUTTLE_BUG_ABORT, CUTTLE_MESSAGE_MISUSE, message);
}

void cuttle_watch_end(uint32_t bug, const char* message) {
  end_as(bug, message ? message : "the schedule leads nowhere", NULL);
  abort();
}
