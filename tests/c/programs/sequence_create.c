// SPDX-License-Identifier: Apache-2.0
// Calls in any order: one function makes the object, the others get it, one ends it. The third
// element that is pushed after a pop goes to the wrong place.
// run: --sequence stack_create,stack_push,stack_pop,stack_destroy:6 --stop-on-bug
#include <cuttle/cuttle.h>
#include <stdlib.h>

struct stack {
  int count, popped;
  int values[4];
};

struct stack *stack_create(void) { return calloc(1, sizeof(struct stack)); }

int stack_push(struct stack *s, int value) {
  if (s->count == 4) return 0;
  s->values[s->count + (s->popped && s->count == 2)] = value;
  s->count++;
  CUTTLE_assert(s->values[s->count - 1] == value);  // bug: assertion
  return 1;
}

int stack_pop(struct stack *s) {
  if (!s->count) return 0;
  s->popped = 1;
  return s->values[--s->count];
}

void stack_destroy(struct stack *s) { free(s); }
// expect: input step1 = stack_create()
// expect: stdout stack_push(value = 
