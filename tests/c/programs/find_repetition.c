// SPDX-License-Identifier: Apache-2.0
// A stack that overflows at the fifth number in a row; none of them covers anything new.
// run: --input stdin:16 --max-runs 12000 --stop-on-bug
// expect: not exhausted
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stack[4], top;

static void push(int value) {
  if (top > 4) exit(1);
  stack[top++] = value;  // bug: out-of-bounds
}

static int pop(void) {
  if (top == 0) exit(1);
  return stack[--top];
}

int main(void) {
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    for (char* word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
      if (isdigit((unsigned char)*word)) {
        push(atoi(word));
      } else if (!strcmp(word, "+")) {
        int right = pop();
        push(pop() + right);
      } else if (!strcmp(word, "dup")) {
        int value = pop();
        push(value);
        push(value);
      } else {
        return 1;
      }
    }
  }
  return 0;
}
