// SPDX-License-Identifier: Apache-2.0
// Doubly linked lists of <utlist.h>: the first element's prev is the last element.
// run: --sequence push,append,insert,remove_key:4
#include <utlist.h>

#include "check.h"

struct node {
  unsigned char key;
  struct node *prev, *next;
};

static struct node* head;

static int compare(const struct node* a, const struct node* b) {
  return a->key - b->key;
}

static void check(void) {
  unsigned found = 0;
  struct node *before = NULL, *n;
  DL_FOREACH(head, n) {
    if (before) CUTTLE_assert(n->prev == before);
    found |= 1u << n->key;
    before = n;
  }
  if (head) CUTTLE_assert(head->prev == before);
  check_present(found);
}

static struct node* make(unsigned char key) {
  struct node* n;
  assume_key(key);
  DL_SEARCH_SCALAR(head, n, key, key);
  CUTTLE_assert((n != NULL) == is_present(key));
  if (n) return NULL;
  n = malloc(sizeof *n);
  CUTTLE_assume(n != NULL);
  n->key = key;
  present |= 1u << key;
  return n;
}

void push(unsigned char key) {
  struct node* n = make(key);
  if (!n) return;
  DL_PREPEND(head, n);
  CUTTLE_assert(head == n);
  check();
}

void append(unsigned char key) {
  struct node* n = make(key);
  if (!n) return;
  DL_APPEND(head, n);
  CUTTLE_assert(head->prev == n && !n->next);
  check();
}

// Into its place, after the list is sorted.
void insert(unsigned char key) {
  struct node* n = make(key);
  if (!n) return;
  DL_SORT(head, compare);
  DL_INSERT_INORDER(head, n, compare);
  for (n = head; n && n->next; n = n->next) CUTTLE_assert(n->key < n->next->key);
  check();
}

void remove_key(unsigned char key) {
  struct node* n;
  assume_key(key);
  DL_SEARCH_SCALAR(head, n, key, key);
  if (!n) return;
  DL_DELETE(head, n);
  free(n);
  present &= ~(1u << key);
  check();
}
// expect: exhausted
// expect: bugs == 0
