// SPDX-License-Identifier: Apache-2.0
// std::vector, algorithms and iterators.
#include <cuttle/cuttle.h>

#include <algorithm>
#include <numeric>
#include <vector>

int main() {
  unsigned char in[3];
  CUTTLE_input_array(in, 3);
  std::vector<int> values;
  for (unsigned char one : in) values.push_back(one);
  std::sort(values.begin(), values.end());
  CUTTLE_assert(std::is_sorted(values.begin(), values.end()));
  if (std::accumulate(values.begin(), values.end(), 0) == 500) {
    const auto found = std::find(values.begin(), values.end(), 250);
    CUTTLE_assert(found == values.end());  // bug: assertion
  }
  return 0;
}
// expect: exhausted
