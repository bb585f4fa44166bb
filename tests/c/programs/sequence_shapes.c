// SPDX-License-Identifier: Apache-2.0
// The ways in which functions share an object: a list that is NULL at first and given back, its
// address, a structure that must be initialised, plain memory, two objects at a time.
// run: --sequence insert,rest,find:4
// run: --sequence insert_at,rest_at:4
// run: --sequence count_init,count_up:4
// run: --sequence count_up:3
// run: --sequence make,join,count_up,drop:4
#include <cuttle/cuttle.h>
#include <stdlib.h>

typedef struct node {
  struct node *next;
  signed char key;
} node;

node *insert(node *list, signed char key) {
  node *n = malloc(sizeof *n);
  n->next = list;
  n->key = key;
  CUTTLE_assert(!list || list->key >= 0);
  if (key < 0) n->key = 0;
  return n;
}

node *rest(node *list) {
  node *next = list ? list->next : NULL;
  free(list);
  return next;
}

const node *find(const node *list, signed char key) {
  while (list && list->key != key) list = list->next;
  CUTTLE_assert(key >= 0 || !list);
  return list;
}

void insert_at(node **list, signed char key) { *list = insert(*list, key); }
void rest_at(node **list) { *list = rest(*list); }

typedef struct counter {
  unsigned ready, count;
} counter;
static int initialised;

void count_init(counter *c) {
  initialised = 1;
  c->ready = 42;
  c->count = 0;
}

void count_up(counter *c) {
  if (initialised) CUTTLE_assert(c->ready == 42);
  CUTTLE_assert(c->count < 4);
  c->count++;
}

counter *make(void) {
  counter *c = calloc(1, sizeof *c);
  count_init(c);
  return c;
}

void join(counter *to, counter *from) {
  CUTTLE_assert(to != from && to->ready == 42 && from->ready == 42);
  from->count = 0;
}

void drop(counter *c) {
  CUTTLE_assert(c->ready == 42);
  c->ready = 0;
  free(c);
}
// expect: exhausted
// expect: bugs == 0
