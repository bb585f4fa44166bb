// SPDX-License-Identifier: Apache-2.0
// Atomic operations move and change inputs like plain ones.
#include <cuttle/cuttle.h>
#include <stdatomic.h>

static atomic_int counter;

int main(void) {
  int x, y, expected = 5;
  CUTTLE_input(x);
  CUTTLE_input(y);
  atomic_store(&counter, x);
  if (atomic_fetch_add(&counter, 10) == 32) return 1;
  if (atomic_load(&counter) == 52) return 2;
  if (atomic_compare_exchange_strong(&counter, &expected, y))
    if (atomic_exchange(&counter, 0) == 99) return 3;
  return 0;
}
// expect: paths == 5
// expect: branches all
// expect: exhausted
