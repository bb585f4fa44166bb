/* SPDX-License-Identifier: Apache-2.0 */
/* Starts processes of a name that can be found, and does not end. */
#include <cuttle/cuttle.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int x, i;
  CUTTLE_input(x);
  for (i = 0; i < 3 && argc > 1; i++)
    if (fork() == 0) {
      setsid();
      execlp("sleep", "sleep", argv[1], (char*)0);
    }
  for (;;) pause();
  return x;
}
