/* SPDX-License-Identifier: Apache-2.0 */
/* A monitored protocol behind calls and globals. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int opened, errors;
static int table[4] = {1, 2, 3, 4};

static int open_it(int flags) {
  assert(opened == 0);
  if (flags < 0) return -1;
  opened = 1;
  return flags & 3 ? table[1] : table[0];
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
    if (__VERIFIER_nondet_int()) use_it(7);
    close_it();
  }
}

int main(void) {
  for (int i = 0; i < 3; ++i) request();
  assert(errors <= 3);
  return 0;
}
