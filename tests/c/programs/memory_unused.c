// SPDX-License-Identifier: Apache-2.0
// What fails although nobody needs its result: a program that is not optimised does it.
#include <cuttle/cuttle.h>
#include <stdlib.h>

static int array[4];

__attribute__((noinline)) static void read_through(int *p) {
  int x = *p;  // bug: segfault
}
__attribute__((noinline)) static void divide(int d) {
  int x = 10 / d;  // bug: division-by-zero
}
__attribute__((noinline)) static void look(int *p, int i) {
  p[i];  // bug: out-of-bounds
}
__attribute__((noinline)) static void look_here(int i) {
  array[i];  // bug: out-of-bounds
}
__attribute__((noinline)) static void look_far(void) {
  int few[3] = {1, 2, 3};
  int x = few[5];  // bug: out-of-bounds
}

int main(void) {
  int k, d;
  CUTTLE_input(k);
  CUTTLE_input(d);
  int some[2] = {0};
  if (k == 1) read_through(d ? some : NULL);
  if (k == 2) divide(d);
  if (k == 3) look(some, 2);
  if (k == 4) look_here(4);
  if (k == 5) look_far();
  return 0;
}
