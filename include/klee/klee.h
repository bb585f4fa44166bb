/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Programs written for KLEE run in Cuttle as they are. What each function does is said in
 * docs/inputs.md; they are defined in languages/c/harness. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void* address, size_t size, const char* name);
int klee_range(int begin, int end, const char* name); /* from `begin` to below `end` */
int klee_int(const char* name);
uintptr_t klee_choose(uintptr_t n); /* below n */

void klee_assume(uintptr_t condition);
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char* file, int line, const char* message,
                                                 const char* suffix);

unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);

float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

void klee_define_fixed_object(void* address, size_t size);
void klee_mark_global(void* object);
void klee_check_memory_access(const void* address, size_t size);
void klee_alias_function(const char* name, const char* other);

void klee_warning(const char* message);
void klee_warning_once(const char* message);
void klee_prefer_cex(void* object, uintptr_t condition);
void klee_posix_prefer_cex(void* object, uintptr_t condition);
void klee_print_expr(const char* message, ...);
void klee_print_range(const char* name, int value);
void klee_stack_trace(void);
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);

#ifdef __cplusplus
}
#endif

#define klee_assert(e) \
  ((e) ? (void)0 : klee_report_error(__FILE__, __LINE__, "klee_assert: " #e, "assert.err"))
