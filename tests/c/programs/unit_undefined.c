// SPDX-License-Identifier: Apache-2.0
// Functions that are declared and defined nowhere: of a unit, their results are inputs. What a
// library defines runs as it is.
// run: --function poll
#include <stdlib.h>
#include <string.h>

int sensor(int channel);
unsigned long clock_now(void);

int poll(void) {
  unsigned long start = clock_now();
  if (strlen("known") != 5) return 1;
  if (sensor(1) == 17 && sensor(2) == 18 && clock_now() < start) abort();  // bug: abort
  return 0;
}
// expect: exhausted
// expect: input sensor() = 17
// expect: input sensor()#2 = 18
// expect: stdout note        the results of these functions are inputs: clock_now, sensor
