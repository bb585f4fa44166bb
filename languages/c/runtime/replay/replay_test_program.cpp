// SPDX-License-Identifier: Apache-2.0

// A plain program with inputs, for the test of the replay library.

#include <cuttle/cuttle.h>

#include <cassert>
#include <cstdlib>

struct Pair {
  char a, b;
};

int main() {
  int x, again;
  short values[3];
  bool flag;
  Pair pair;
  CUTTLE_input(x);
  CUTTLE_input_array(values, 3);
  CUTTLE_input(flag);
  CUTTLE_input(pair);
  {
    int& x = again;
    CUTTLE_input(x);
  }
  CUTTLE_assume(x >= 0);
  CUTTLE_assert(!(values[2] == -3 && flag));
  assert(!(pair.b == 7 && again == 5));
  if (x == 99) *reinterpret_cast<volatile int*>(x) = 1;
  return x == 0 ? 0 : 1;
}
