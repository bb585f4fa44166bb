// SPDX-License-Identifier: Apache-2.0
// Wide characters and patterns are followed in the C locale.
// run: --input argv:1-1:3
// expect: exhausted
// expect: no incomplete external-call
// expect: no incomplete concretised
#include <fnmatch.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

int main(int argc, char** argv) {
  mbstate_t state = {0};
  wchar_t c = 0;
  if (argc < 2 || mbrtowc(&c, argv[1], 3, &state) != 1) return 1;
  if (!iswupper((wint_t)c) || towlower((wint_t)c) != L'q') return 2;
  if (fnmatch("?[0-4]*", argv[1], 0) != 0 || fnmatch("*[!x]z", argv[1], 0) != 0) return 3;
  abort();  // bug: abort
}
