// SPDX-License-Identifier: Apache-2.0
// A variable of the environment is an input also for those who walk through all of them.
// run: --input env:MODE:3
// run: --input env:MODE:3 --input env:OTHER:1
// expect: exhausted
#include <stdlib.h>
#include <string.h>

extern char** environ;

static const char* find(char** all, const char* name) {
  for (; *all; ++all)
    if (!strncmp(*all, name, strlen(name)) && (*all)[strlen(name)] == '=')
      return *all + strlen(name) + 1;
  return NULL;
}

int main(int argc, char** argv, char** variables) {
  const char *mode = find(environ, "MODE"), *again = find(variables, "MODE");
  if (!mode != !again || !mode != !getenv("MODE")) return 2;
  if (!mode) return 1;
  if (!strcmp(mode, "on") && !strcmp(again, getenv("MODE"))) abort();  // bug: abort
  return 0;
}
