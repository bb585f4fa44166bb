// SPDX-License-Identifier: Apache-2.0
// Objects of one function, wrong accesses in another one, to which only a pointer came. The run that
// goes wrong covers nothing new.
#include <alloca.h>
#include <cuttle/cuttle.h>
#include <stdlib.h>

static int table[10];

__attribute__((noinline)) static int get(const int *p, int i) {
  return p[i];  // bug: out-of-bounds
}
__attribute__((noinline)) static void put(char *p, int i) {
  p[i] = 1;  // bug: out-of-bounds
}
__attribute__((noinline)) static void put_in_array(char *p, int i) {
  p[i] = 1;  // bug: out-of-bounds
}
__attribute__((noinline)) static void put_in_memory(char *p, int i) {
  p[i] = 1;  // bug: out-of-bounds
}
__attribute__((noinline)) static void put_after(char *p, int i) {
  p[i] = 1;  // bug: use-after-free
}

static int variable_array(int n, int i) {
  char array[n];
  put_in_array(array, i);
  return array[0];
}

int main(void) {
  unsigned i;
  CUTTLE_input(i);
  CUTTLE_assume(i < 24);
  int local[4] = {0}, sum = 0;
  unsigned k;
  for (k = 0; k < i; k++) sum++;  // a number in each run
  char *heap = malloc(10);
  if (k < 6) {  // 4 and 5 are beyond
    sum += get(local, (int)k) + get(table, (int)k + 4);
  } else if (k < 12) {
    sum += get(table, 11 - (int)k);
  } else if (k < 14) {
    put(heap, (int)k - 3);
  } else if (k < 18) {
    sum += variable_array(3, (int)k - 14);
  } else if (k < 20) {
    put_in_memory(alloca(8), (int)k - 11);
  } else if (k < 22) {
    if (k == 21) free(heap);
    put_after(heap, 1);
    return sum;
  }
  free(heap);
  return sum;
}
// expect: exhausted
// expect: runs == 24
