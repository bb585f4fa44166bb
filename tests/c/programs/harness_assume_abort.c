// SPDX-License-Identifier: Apache-2.0
// How newer tasks of SV-COMP assume something: that abort is no bug.
extern void abort(void);
extern void __assert_fail(const char*, const char*, unsigned int, const char*) __attribute__((noreturn));
void reach_error(void) { __assert_fail("0", "harness_assume_abort.c", 5, "reach_error"); }  // bug: error-call
extern unsigned int __VERIFIER_nondet_uint(void);

void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  unsigned int y = __VERIFIER_nondet_uint();
  assume_abort_if_not(x > 100 && y < 7);
  if (x * 3 + y == 1000) reach_error();
  return 0;
}
// expect: exhausted
// expect: rejected >= 2
