// SPDX-License-Identifier: Apache-2.0
// An array whose length is another parameter: one element too many is read when it is full.
// run: --function sum --array values:count --max-array 3
int sum(const short *values, int count) {
  int total = 0;
  for (int i = 0; i <= count; i++)
    if (values[i] > 0)  // bug: segfault
      total += values[i];
  return total;
}
// expect: incomplete max-length
