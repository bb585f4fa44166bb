// SPDX-License-Identifier: Apache-2.0
// What goes wrong in a header of the library is reported where the program called it.
#include <cuttle/cuttle.h>

#include <vector>

int main() {
  unsigned i;
  CUTTLE_input(i);
  std::vector<int> values(3);
  return values.at(i % 4);  // bug: uncaught-exception
}
// expect: exhausted
