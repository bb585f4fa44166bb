/* SPDX-License-Identifier: Apache-2.0 */
/* A parser of a small protocol: HELO, then any number of DATA, then QUIT; the state is monitored. */
#include <cuttle/cuttle.h>

enum { START, READY, DONE };

int main(void) {
  char text[8];
  int state = START, data = 0, quits = 0;
  CUTTLE_input_array(text, 8);
  for (int i = 0; i < 8; ++i) {
    switch (text[i]) {
      case 'H':
        if (state == START) state = READY;
        break;
      case 'D':
        if (state == READY) ++data;
        CUTTLE_assert(state != START || data == 0);
        break;
      case 'Q':
        if (state == READY) {
          state = DONE;
          ++quits;
        }
        break;
      default:
        break;
    }
    CUTTLE_assert(quits <= 1);
  }
  CUTTLE_assert(state != DONE || quits == 1);
  return 0;
}
