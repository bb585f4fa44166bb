// SPDX-License-Identifier: Apache-2.0
// Exceptions of the library: at(), dynamic_cast, nested and rethrown ones.
#include <cuttle/cuttle.h>

#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Base {
  virtual ~Base() = default;
};
struct One : Base {};
struct Two : Base {};

int main() {
  unsigned char index;
  bool one;
  CUTTLE_input(index);
  CUTTLE_input(one);
  const std::vector<int> values = {4, 5, 6};
  try {
    try {
      if (values.at(index) == 5) return 1;
    } catch (const std::out_of_range&) {
      if (index == 200) throw;
    }
    One first;
    Two second;
    Base& base = one ? static_cast<Base&>(first) : static_cast<Base&>(second);
    dynamic_cast<One&>(base);
  } catch (const std::bad_cast&) {
    return 2;
  } catch (const std::logic_error&) {
    CUTTLE_assert(0);  // bug: assertion
  }
  return 0;
}
// expect: exhausted
