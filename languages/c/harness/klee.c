/* SPDX-License-Identifier: Apache-2.0 */

/* KLEE's interface. */

#include "include/klee/klee.h"

#include <stdio.h>
#include <stdlib.h>

#include "languages/c/runtime/harness.h"

/* An object without a type: numbers of the usual sizes are shown as such, others as bytes. */
HARNESS void klee_make_symbolic(void* address, size_t size, const char* name) {
  static const char* const types[] = {"", "char", "short", "", "int", "", "", "", "long"};
  __cuttle_input(address, size, name ? name : "unnamed", size <= 8 ? types[size] : "");
}

HARNESS int klee_int(const char* name) {
  int value;
  __cuttle_input(&value, sizeof(value), name, "int");
  cuttle_return_value((const void*)klee_int, &value, sizeof(value), 32);
  return value;
}

HARNESS int klee_range(int begin, int end, const char* name) {
  int value;
  if (begin >= end) cuttle_report_error("klee_range: the range is empty", NULL, 0);
  __cuttle_input(&value, sizeof(value), name, "int");
  cuttle_assume_range(&value, begin, end);
  cuttle_return_value((const void*)klee_range, &value, sizeof(value), 32);
  return value;
}

HARNESS uintptr_t klee_choose(uintptr_t n) {
  uint64_t value;
  cuttle_pin_argument((const void*)klee_choose);
  __cuttle_input(&value, sizeof(value), "klee_choose", "unsigned long");
  cuttle_assume_below(&value, n);
  cuttle_return_value((const void*)klee_choose, &value, sizeof(value), 64);
  return (uintptr_t)value;
}

HARNESS void klee_assume(uintptr_t condition) {
  cuttle_forward_condition((const void*)klee_assume);
  __cuttle_assume(condition != 0, "klee_assume", "", 0);
}

/* KLEE makes no test of such a run. */
HARNESS void klee_silent_exit(int status) {
  cuttle_ignore_arguments();
  __cuttle_assume(0, "klee_silent_exit", "", 0);
  exit(status);
}

HARNESS void klee_abort(void) {
  abort();
}

HARNESS void klee_report_error(const char* file, int line, const char* message,
                               const char* suffix) {
  (void)suffix;
  cuttle_report_error(message, file, line);
}

HARNESS unsigned klee_is_symbolic(uintptr_t value) {
  const int symbolic = cuttle_forward_condition((const void*)klee_is_symbolic);
  (void)value;
  cuttle_ignore_arguments();
  return (unsigned)symbolic;
}

HARNESS unsigned klee_is_replay(void) {
  return (unsigned)cuttle_is_replay();
}

#define GET_VALUE(type, name)                               \
  HARNESS type klee_get_value##name(type value) {           \
    cuttle_pin_argument((const void*)klee_get_value##name); \
    return value;                                           \
  }
GET_VALUE(float, f)
GET_VALUE(double, d)
GET_VALUE(long, l)
GET_VALUE(long long, ll)
GET_VALUE(int32_t, _i32)
GET_VALUE(int64_t, _i64)

/* ---- Advice, which changes nothing here ------------------------------------------------------ */

HARNESS void klee_prefer_cex(void* object, uintptr_t condition) {
  (void)object, (void)condition;
  cuttle_ignore_arguments();
}
HARNESS void klee_posix_prefer_cex(void* object, uintptr_t condition) {
  (void)object, (void)condition;
  cuttle_ignore_arguments();
}
HARNESS void klee_warning(const char* message) {
  fprintf(stderr, "warning: %s\n", message);
}
HARNESS void klee_warning_once(const char* message) {
  klee_warning(message);
}
HARNESS void klee_print_expr(const char* message, ...) {
  (void)message;
  cuttle_ignore_arguments();
}
HARNESS void klee_print_range(const char* name, int value) {
  (void)name, (void)value;
  cuttle_ignore_arguments();
}
HARNESS void klee_check_memory_access(const void* address, size_t size) {
  (void)address, (void)size;
  cuttle_ignore_arguments();
}
HARNESS void klee_stack_trace(void) {}
HARNESS void klee_mark_global(void* object) {
  (void)object;
}

/* ---- What has no counterpart here: a note, once ---------------------------------------------- */

HARNESS void klee_set_forking(unsigned enable) {
  (void)enable;
  cuttle_note("klee_set_forking");
}
HARNESS void klee_open_merge(void) {
  cuttle_note("klee_open_merge");
}
HARNESS void klee_close_merge(void) {
  cuttle_note("klee_close_merge");
}
HARNESS void klee_merge(void) {
  cuttle_note("klee_merge");
}
HARNESS void klee_alias_function(const char* name, const char* other) {
  (void)name, (void)other;
  cuttle_note("klee_alias_function");
}
HARNESS void klee_define_fixed_object(void* address, size_t size) {
  (void)address, (void)size;
  cuttle_note("klee_define_fixed_object");
}
