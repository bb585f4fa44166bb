// SPDX-License-Identifier: Apache-2.0
// A maze of 10 by 10, walked by key presses from the standard input, no cell twice. The treasure is
// 22 steps away.
// run: --input stdin:32 --max-runs 400 --stop-on-bug
#include <stdio.h>
#include <stdlib.h>

static char maze[10][11] = {"##########", "# #     ##", "# ##### ##", "#       ##", "####### ##",
                            "#  x#   ##", "# ### ####", "#       ##", "##########", "##########"};

int main(void) {
  int x = 1, y = 1, c;
  while ((c = getchar()) != EOF) {
    maze[y][x] = '#';
    switch (c) {
      case 'w':
        --y;
        break;
      case 's':
        ++y;
        break;
      case 'a':
        --x;
        break;
      case 'd':
        ++x;
        break;
      default:
        return 1;
    }
    if (maze[y][x] == '#') return 2;
    if (maze[y][x] == 'x') abort();  // bug: abort
  }
  return 0;
}
