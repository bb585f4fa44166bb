// SPDX-License-Identifier: Apache-2.0
// A function that reads the input and is not followed is reported, also through a pointer.
// run: --input stdin:2
// expect: not exhausted
// expect: incomplete environment
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  int (*read_wide)(const wchar_t*, va_list) = vwscanf;
  wchar_t c = 0;
  (void)read_wide;
  if (wscanf(L"%lc", &c) == 1 && c == L'x') return 1;
  return 0;
}
