/* SPDX-License-Identifier: Apache-2.0 */
/* Independent locks in a row: 2^10 paths. */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { __builtin_abort(); }

int main(void) {
  int p, lock;
#define LOCK()                       \
  p = __VERIFIER_nondet_int();       \
  lock = 0;                          \
  if (p != 0) lock = 1;              \
  if (p != 0) {                      \
    if (lock != 1) reach_error();    \
    lock = 0;                        \
  }
  LOCK() LOCK() LOCK() LOCK() LOCK()
  LOCK() LOCK() LOCK() LOCK() LOCK()
  return 0;
}
