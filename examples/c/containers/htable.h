// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "list.h"

// A hash table of lists.
#define HTABLE_SIZE 4u

typedef struct htable {
  list *buckets[HTABLE_SIZE];
} htable;

static inline list **htable_bucket(htable *t, int key) {
  return &t->buckets[(unsigned)key % HTABLE_SIZE];
}

static inline void htable_init(htable *t) {
  for (unsigned i = 0; i < HTABLE_SIZE; i++) t->buckets[i] = NULL;
}

static inline bool htable_contains(htable *t, const list *element) {
  return list_contains(*htable_bucket(t, element->key), element);
}

// An element that is in the table is not added again.
static inline void htable_add(htable *t, list *element) {
  if (!htable_contains(t, element)) list_add(htable_bucket(t, element->key), element);
}

static inline list *htable_find(htable *t, int key) {
  return list_find(*htable_bucket(t, key), key);
}

static inline bool htable_add_if_new(htable *t, list *element) {
  if (htable_find(t, element->key)) return false;
  list_add(htable_bucket(t, element->key), element);
  return true;
}

static inline bool htable_remove(htable *t, list *element) {
  return list_remove(htable_bucket(t, element->key), element);
}

static inline int htable_count(const htable *t) {
  int n = 0;
  for (unsigned i = 0; i < HTABLE_SIZE; i++) n += list_length(t->buckets[i]);
  return n;
}
