// SPDX-License-Identifier: Apache-2.0
// What day it is follows from the time, which is an input.
// run: --input time --world env:TZ=UTC0
// expect: no incomplete external-call
#include <stdlib.h>
#include <time.h>

int main(void) {
  const time_t now = time(NULL);
  const struct tm* day = localtime(&now);
  if (day->tm_year == 130 && day->tm_mon == 1 && day->tm_mday == 3) abort();  // bug: abort
  return 0;
}
