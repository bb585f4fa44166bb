/* SPDX-License-Identifier: Apache-2.0 */
/* A unit with ten branches on its input. */
#include <cuttle/cuttle.h>

static int grade(const unsigned char* c) {
  int sum = 0;
  for (int i = 0; i < 10; ++i)
    if (c[i] > 10 * i) sum += i;
  return sum;
}

int main(void) {
  unsigned char c[10];
  CUTTLE_input_array(c, 10);
  return grade(c) == 100;
}
