// SPDX-License-Identifier: Apache-2.0
// Random numbers are the same in every run and in the plain program.
#define _GNU_SOURCE
#include <assert.h>
#include <cuttle/cuttle.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>

static uint32_t random_number(void) {
  uint32_t number = 0;
  getrandom(&number, sizeof number, 0);
  return number;
}

int main(void) {
  int x;
  uint32_t from_kernel, first, second, third = 0;
  memcpy(&from_kernel, (const void*)getauxval(AT_RANDOM), sizeof from_kernel);
  first = random_number();
  second = random_number();
  getentropy(&third, sizeof third);
  CUTTLE_input(x);
  if (first == second || second == third) return 1;
  if (x == (int)first) abort();  // bug: abort
  if (x == (int)third) abort();  // bug: abort
  if (x == (int)from_kernel) abort();  // bug: abort
  if (x == rand()) abort();  // bug: abort
  return 0;
}
// expect: exhausted
// expect: runs == 5
