/* SPDX-License-Identifier: Apache-2.0 */
#include "sums.h"

long digit_sum(long n) {
  long sum = 0;
  for (; n > 0; n /= 10) sum += n % 10;
  return sum;
}
