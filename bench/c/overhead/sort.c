/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

static void sort(int* first, int* last) {
  while (last - first > 1) {
    const int pivot = first[(last - first) / 2];
    int *low = first, *high = last - 1;
    while (low <= high) {
      while (*low < pivot) ++low;
      while (*high > pivot) --high;
      if (low <= high) {
        const int t = *low;
        *low++ = *high;
        *high-- = t;
      }
    }
    sort(first, high + 1);
    first = low;
  }
}

int main(void) {
  const int count = 300000;
  int* numbers = malloc(count * sizeof *numbers);
  unsigned seed = 1, sum = 0;
  for (int round = 0; round < 8; ++round) {
    for (int i = 0; i < count; ++i) {
      seed = seed * 1664525u + 1013904223u;
      numbers[i] = (int)(seed >> 4);
    }
    sort(numbers, numbers + count);
    for (int i = 1; i < count; ++i)
      if (numbers[i - 1] > numbers[i]) return 1;
    sum += (unsigned)numbers[count / 2];
  }
  printf("%u\n", sum);
  free(numbers);
  return 0;
}
