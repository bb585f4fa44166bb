// SPDX-License-Identifier: Apache-2.0
// Functions that are not there: their results are inputs.
// run: --function poll --stub sensor,clock_now
#include <stdlib.h>

int sensor(int channel);
unsigned long clock_now(void);

int poll(void) {
  unsigned long start = clock_now();
  if (sensor(1) == 17 && sensor(2) == 18 && clock_now() < start) abort();  // bug: abort
  return 0;
}
// expect: exhausted
// expect: branches all
// expect: input sensor() = 17
// expect: input sensor()#2 = 18
