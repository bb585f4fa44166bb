// SPDX-License-Identifier: Apache-2.0
// What libc does to shared memory in a function that nobody has described.
#include <stdlib.h>

#include "threads.h"

static char name[16] = "abc";

static void *work(void *unused) {
  wchar_t wide[16];
  (void)unused;
  return (void *)(intptr_t)mbstowcs(wide, name, 16);
}

int main(void) {
  run_threads(2, work);
  return 0;
}
