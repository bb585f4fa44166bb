/* SPDX-License-Identifier: Apache-2.0 */

/* Arithmetic, sorting and searching. */

#include <stdlib.h>

#include "languages/c/models/models.h"

/* Without branches, so that the sign is not a choice of its own. */
int MODEL(abs)(int x) {
  const int sign = x >> 31;
  return (int)(((unsigned)x ^ (unsigned)sign) - (unsigned)sign);
}
long MODEL(labs)(long x) {
  const long sign = x >> 63;
  return (long)(((unsigned long)x ^ (unsigned long)sign) - (unsigned long)sign);
}
long long MODEL(llabs)(long long x) {
  return __cuttle_model_labs(x);
}
intmax_t MODEL(imaxabs)(intmax_t x) {
  return __cuttle_model_labs(x);
}

div_t MODEL(div)(int a, int b) {
  const div_t result = {a / b, a % b};
  return result;
}
ldiv_t MODEL(ldiv)(long a, long b) {
  const ldiv_t result = {a / b, a % b};
  return result;
}
lldiv_t MODEL(lldiv)(long long a, long long b) {
  const lldiv_t result = {a / b, a % b};
  return result;
}

typedef int Compare(const void*, const void*, void*);
typedef struct Order {
  Compare* compare;
  void* context;
  int (*plain)(const void*, const void*);
} Order;

static int compare_plain(const void* a, const void* b, void* order) {
  return ((const Order*)order)->plain(a, b);
}

/* Stable, like that of glibc: programs see the same order as without us. */
static void merge_sort(char* base, size_t count, size_t size, const Order* order, char* spare) {
  const size_t half = count / 2;
  size_t left = 0, right = half, at = 0;
  if (count < 2) return;
  merge_sort(base, half, size, order, spare);
  merge_sort(base + half * size, count - half, size, order, spare);
  while (left < half && right < count) {
    const int take_left =
        order->compare(base + left * size, base + right * size, order->context) <= 0;
    const size_t from = take_left ? left++ : right++;
    __cuttle_model_memcpy(spare + at++ * size, base + from * size, size);
  }
  /* What is left of the right part is where it belongs. */
  __cuttle_model_memcpy(spare + at * size, base + left * size, (half - left) * size);
  at += half - left;
  __cuttle_model_memcpy(base, spare, at * size);
}

static void sort(void* base, size_t count, size_t size, const Order* order) {
  char* spare = (char*)REAL(malloc)(count * size + 1);
  if (!spare) return;
  merge_sort((char*)base, count, size, order, spare);
  REAL(free)(spare);
}

void MODEL(qsort)(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  Order order = {compare_plain, NULL, compare};
  order.context = &order;
  sort(base, count, size, &order);
}

void MODEL(qsort_r)(void* base, size_t count, size_t size, Compare* compare, void* context) {
  const Order order = {compare, context, NULL};
  sort(base, count, size, &order);
}

void* MODEL(bsearch)(const void* key, const void* base, size_t count, size_t size,
                     int (*compare)(const void*, const void*)) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const char* element = (const char*)base + middle * size;
    const int order = compare(key, element);
    if (order == 0) return (void*)element;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

SAME(imaxdiv, ldiv); /* the same structure */
