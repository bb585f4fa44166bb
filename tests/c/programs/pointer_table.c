// SPDX-License-Identifier: Apache-2.0
// A table of pointers at an unknown index: every object is tried.
#include <cuttle/cuttle.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *table[4];
  unsigned char i;
  for (int k = 0; k < 4; ++k) {
    table[k] = malloc(sizeof(struct node));
    table[k]->value = 10 * k;
    table[k]->next = k > 0 ? table[k - 1] : NULL;
  }
  CUTTLE_input(i);
  CUTTLE_assume(i < 4);
  if (table[i]->value == 20) return 1;
  return table[i]->next->value == 20;  // bug: segfault
}
// expect: exhausted
