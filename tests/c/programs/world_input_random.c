// SPDX-License-Identifier: Apache-2.0
// Random numbers as inputs, whoever asks for them; after the last one that is chosen come those of the world.
// run: --input random:6
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

int main(void) {
  uint16_t first = 0, second = 0, third = 0, fourth = 0, fifth = 0;
  getrandom(&first, sizeof first, 0);
  getentropy(&second, sizeof second);
  if (first == 0xbeef && second == (uint16_t)~first) abort();  // bug: abort
  getrandom(&third, sizeof third, 0);
  if (third == 1234) {
    getrandom(&fourth, sizeof fourth, 0);
    getrandom(&fifth, sizeof fifth, 0);
    if (fourth != fifth) abort();  // bug: abort
  }
  return 0;
}
// expect: exhausted
