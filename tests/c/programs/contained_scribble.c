// SPDX-License-Identifier: Apache-2.0
// The program writes over the memory in which its run is recorded.
#include <cuttle/cuttle.h>
#include <stdio.h>
#include <string.h>

static void scribble(unsigned char with) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512];
  while (maps && fgets(line, sizeof line, maps)) {
    unsigned long begin, end;
    if (!strstr(line, "cuttle-trace") || sscanf(line, "%lx-%lx", &begin, &end) != 2) continue;
    for (unsigned long at = begin; at < begin + (1 << 20) && at < end; at += 7)
      *(volatile unsigned char *)at = with;
  }
  if (maps) fclose(maps);
}

int main(void) {
  unsigned char x;
  CUTTLE_input(x);
  if (x == 5) scribble(0);
  if (x == 6) scribble(0xff);
  if (x == 7) scribble(1);
  return 0;
}
// expect: divergences
// expect: unconfirmed
// expect: paths >= 1
// expect: any bugs
