/* SPDX-License-Identifier: Apache-2.0 */
/* The paper's first figure: s stays small on all eight paths. */
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

int main(void) {
  int s = 0;
  if (__VERIFIER_nondet_int()) s = s + 1;
  if (__VERIFIER_nondet_int()) s = s + 2;
  if (s > 3) abort();
  return 0;
}
