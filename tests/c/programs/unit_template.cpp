// SPDX-License-Identifier: Apache-2.0
// An instance of a template is known by the template's name, an overloaded function by its parameters.
// run: --function clamp
// run: --function numbers::clamp<int>
// run: --function "over( int )"
#include <cassert>

namespace numbers {
template <class T>
T clamp(T value, T low, T high) {
  if (value < low) return low;
  return value > high ? high : value;
}
int use(int x) {
  return clamp(x, 1, 5);
}
}  // namespace numbers

int over(int x) {
  if (x == 3) return 1;
  if (x < -7) return 2;
  return 3;
}
int over(double x) {
  return over(x > 2.5 ? 1 : 0);
}
// expect: paths == 3
// expect: exhausted
