/* SPDX-License-Identifier: Apache-2.0 */
/* As calls.c, but one way through leaves it open, and the errors are counted too strictly. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int opened, errors;

static int open_it(int flags) {
  assert(opened == 0); /* fails */
  if (flags < 0) return -1;
  opened = 1;
  return 1;
}
static void use_it(int n) {
  assert(opened == 1);
  if (n > 10) ++errors;
}
static void close_it(void) {
  assert(opened == 1);
  opened = 0;
}

static void request(void) {
  if (open_it(__VERIFIER_nondet_int()) > 0) {
    if (__VERIFIER_nondet_int()) use_it(__VERIFIER_nondet_int());
    if (__VERIFIER_nondet_int() == 77) return;
    close_it();
  }
}

int main(void) {
  for (int i = 0; i < 3; ++i) request();
  assert(errors < 3); /* fails */
  return 0;
}
