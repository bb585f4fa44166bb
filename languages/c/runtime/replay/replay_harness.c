/* SPDX-License-Identifier: Apache-2.0 */

/* What the interfaces of other tools need, in a plain build: nothing is symbolic here. */

#include <signal.h>
#include <stdlib.h>

#include "languages/c/runtime/harness.h"
#include "languages/c/runtime/process/crash.h"

void cuttle_return_value(const void* function, const void* at, size_t size, uint32_t width) {
  (void)function, (void)at, (void)size, (void)width;
}

int cuttle_forward_condition(const void* function) {
  (void)function;
  return 0;
}

void cuttle_pin_argument(const void* function) {
  (void)function;
}

void cuttle_ignore_arguments(void) {}

void cuttle_assume_range(const int* x, int first, int end) {
  __cuttle_assume(first <= *x && *x < end, "range", "", 0);
}

void cuttle_assume_below(const uint64_t* x, uint64_t end) {
  __cuttle_assume(*x < end, "range", "", 0);
}

void cuttle_note(const char* what) {
  (void)what;
}

void cuttle_report_error(const char* message, const char* file, int line) {
  CuttleBugReport bug = {0};
  bug.bug = CUTTLE_BUG_ERROR_CALL;
  bug.signal = SIGABRT;
  bug.message = message;
  bug.file = file;
  bug.line = (uint32_t)line;
  cuttle_record_bug(&bug);
  abort();
}

int cuttle_is_replay(void) {
  return 1;
}

uint8_t* cuttle_fuzzer_data(size_t* size, uint32_t* size_id) {
  *size_id = 0;
  return cuttle_read_standard_input(size);
}

void cuttle_pass_data(const void* function, uint32_t size_id) {
  (void)function, (void)size_id;
}
