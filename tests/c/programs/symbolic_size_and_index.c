// SPDX-License-Identifier: Apache-2.0
// The elements of an object whose size is an input are not those of one run's size, and its address
// does not depend on the size.
#include <cuttle/cuttle.h>
#include <stdlib.h>

int main(void) {
  int capacity, head;
  CUTTLE_input(capacity);
  CUTTLE_input(head);
  if (capacity < 1 || capacity > 40) return 0;
  int *numbers = malloc(capacity * sizeof(int));
  int i = (head & 3) % (capacity + 1);
  numbers[i] = 5;  // bug: out-of-bounds
  if (capacity == 30) return 3;
  if (numbers[0] == 5) return 1;
  return 2;
}
// expect: exhausted
// expect: branches all
