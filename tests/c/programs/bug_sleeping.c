// SPDX-License-Identifier: Apache-2.0
// The limit of a run is CPU time: sleeping somewhat longer is no bug, sleeping for ever is (the
// place of a time-out is its function).
// run: --run-timeout 0.6
#include <cuttle/cuttle.h>
#include <unistd.h>

int main(void) {  // bug: timeout
  int x;
  CUTTLE_input(x);
  if (x == 5) pause();
  usleep(900000);
  CUTTLE_assert(x != 7);  // bug: assertion
}
// expect: paths == 3
