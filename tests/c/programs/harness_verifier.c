// SPDX-License-Identifier: Apache-2.0
// A task of SV-COMP: reach_error is its own.
extern void abort(void);
extern void __assert_fail(const char*, const char*, unsigned int, const char*) __attribute__((noreturn));
void reach_error(void) { __assert_fail("0", "harness_verifier.c", 5, "reach_error"); }  // bug: error-call
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  __VERIFIER_assume(x < y);
  if (__VERIFIER_nondet_bool() && y - x == 1000 && __VERIFIER_nondet_uchar() == 200) reach_error();
  return 0;
}
// expect: exhausted
// expect: input nondet_bool = true
