// SPDX-License-Identifier: Apache-2.0
// A parser that crashes behind twelve bytes of keywords.
// run: --input stdin:16 --max-runs 500 --stop-on-bug
#include <stdio.h>
#include <string.h>

static char text[32];
static size_t at;

static int keyword(const char* word) {
  const size_t size = strlen(word);
  if (text[at] == ' ') ++at;
  if (strncmp(text + at, word, size) != 0) return 0;
  at += size;
  return 1;
}

int main(void) {
  volatile int* volatile nowhere = NULL;
  const size_t size = fread(text, 1, sizeof text - 1, stdin);
  text[size] = 0;
  if (keyword("let") && keyword("x") && keyword("in") && keyword("fun") && keyword("end"))
    *nowhere = 1;  // bug: segfault
  return 0;
}
