// SPDX-License-Identifier: Apache-2.0
// Lists and tail queues of <bsd/sys/queue.h>, the same elements in one of each.
// run: --sequence push,append,remove_key:4
#include <bsd/sys/queue.h>

#include "check.h"

struct node {
  LIST_ENTRY(node) list;
  TAILQ_ENTRY(node) queue;
  unsigned char key;
};

static LIST_HEAD(list, node) list = LIST_HEAD_INITIALIZER(list);
static TAILQ_HEAD(queue, node) queue = TAILQ_HEAD_INITIALIZER(queue);

static unsigned check_list(void) {
  unsigned found = 0;
  struct node **from = &LIST_FIRST(&list), *n;
  LIST_FOREACH(n, &list, list) {
    CUTTLE_assert(n->list.le_prev == from && *from == n);
    found |= 1u << n->key;
    from = &LIST_NEXT(n, list);
  }
  return found;
}

static unsigned check_queue(void) {
  unsigned found = 0;
  struct node **from = &TAILQ_FIRST(&queue), *n;
  TAILQ_FOREACH(n, &queue, queue) {
    CUTTLE_assert(n->queue.tqe_prev == from && *from == n);
    found |= 1u << n->key;
    from = &TAILQ_NEXT(n, queue);
  }
  CUTTLE_assert(queue.tqh_last == from);
  return found;
}

static void check(void) {
  check_present(check_list());
  check_present(check_queue());
}

static struct node* look_for(unsigned char key) {
  struct node* n;
  TAILQ_FOREACH(n, &queue, queue) if (n->key == key) return n;
  return NULL;
}

static struct node* make(unsigned char key) {
  assume_key(key);
  if (look_for(key)) return NULL;
  struct node* n = malloc(sizeof *n);
  CUTTLE_assume(n != NULL);
  n->key = key;
  present |= 1u << key;
  return n;
}

void push(unsigned char key) {
  struct node* n = make(key);
  if (!n) return;
  LIST_INSERT_HEAD(&list, n, list);
  TAILQ_INSERT_HEAD(&queue, n, queue);
  CUTTLE_assert(TAILQ_FIRST(&queue) == n);
  check();
}

void append(unsigned char key) {
  struct node *n = make(key), *last = TAILQ_LAST(&queue, queue);
  if (!n) return;
  if (last)
    LIST_INSERT_AFTER(last, n, list);
  else
    LIST_INSERT_HEAD(&list, n, list);
  TAILQ_INSERT_TAIL(&queue, n, queue);
  CUTTLE_assert(TAILQ_LAST(&queue, queue) == n && TAILQ_PREV(n, queue, queue) == last);
  check();
}

void remove_key(unsigned char key) {
  assume_key(key);
  struct node* n = look_for(key);
  CUTTLE_assert((n != NULL) == is_present(key));
  if (!n) return;
  LIST_REMOVE(n, list);
  TAILQ_REMOVE(&queue, n, queue);
  free(n);
  present &= ~(1u << key);
  check();
}
// expect: exhausted
// expect: bugs == 0
