// SPDX-License-Identifier: Apache-2.0
// --world says what the world is like, in the explored program and in the plain one.
// run: --world time=86400 --world pid=77 --world seed=5 --world hostname=there --world cores=16 --world terminal=132x50 --world env:MODE=fast --world uid=0 --world memory=64
#define _GNU_SOURCE
#include <cuttle/cuttle.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  int x;
  char host[65];
  struct winsize size = {0};
  CUTTLE_input(x);
  gethostname(host, sizeof host);
  ioctl(1, TIOCGWINSZ, &size);
  if (x == 1 && time(NULL) == 86400) abort();                               // bug: abort
  if (x == 2 && getpid() == 77 && getuid() == 0) abort();                   // bug: abort
  if (x == 3 && strcmp(host, "there") == 0) abort();                        // bug: abort
  if (x == 4 && get_nprocs() == 16 && get_phys_pages() == 16384) abort();   // bug: abort
  if (x == 5 && isatty(1) && size.ws_col == 132 && size.ws_row == 50) abort();  // bug: abort
  if (x == 6 && getenv("MODE") && strcmp(getenv("MODE"), "fast") == 0) abort();  // bug: abort
  return 0;
}
// expect: exhausted
