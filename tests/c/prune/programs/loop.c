/* SPDX-License-Identifier: Apache-2.0 */
/* Locks that are taken and released as often as the inputs like: SV-COMP's locks tests. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { __builtin_abort(); }

int main(void) {
  int p1, p2, p3, lk1, lk2, lk3;
  while (1) {
    if (__VERIFIER_nondet_int() == 0) return 0;
    p1 = __VERIFIER_nondet_int();
    p2 = __VERIFIER_nondet_int();
    p3 = __VERIFIER_nondet_int();
    lk1 = lk2 = lk3 = 0;
    if (p1 != 0) lk1 = 1;
    if (p2 != 0) lk2 = 1;
    if (p3 != 0) lk3 = 1;
    if (p1 != 0) {
      if (lk1 != 1) reach_error();
      lk1 = 0;
    }
    if (p2 != 0) {
      if (lk2 != 1) reach_error();
      lk2 = 0;
    }
    if (p3 != 0) {
      if (lk3 != 1) reach_error();
      lk3 = 0;
    }
  }
}
