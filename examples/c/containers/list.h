// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A singly linked list; the list is its first element, the empty list NULL.
typedef struct list {
  int key;
  struct list *next;
} list;

static inline bool list_is_valid(const list *l, int most) {
  for (int n = 0; l; l = l->next)
    if (++n > most) return false;
  return true;
}

static inline int list_length(const list *l) {
  int n = 0;
  for (; l; l = l->next) n++;
  return n;
}

static inline list *list_find(list *l, int key) {
  while (l && l->key != key) l = l->next;
  return l;
}

static inline bool list_contains(const list *l, const list *element) {
  for (; l; l = l->next)
    if (l == element) return true;
  return false;
}

static inline void list_add(list **l, list *element) {
  element->next = *l;
  *l = element;
}

static inline list *list_last(list *l) {
  if (!l) return NULL;
  while (l->next) l = l->next;
  return l;
}

static inline void list_concat(list **l, list *second) {
  if (!*l)
    *l = second;
  else
    list_last(*l)->next = second;
}

static inline bool list_remove(list **l, list *element) {
  for (; *l; l = &(*l)->next) {
    if (*l != element) continue;
    *l = element->next;
    element->next = NULL;
    return true;
  }
  return false;
}

static inline list *list_remove_key(list **l, int key) {
  list *found = list_find(*l, key);
  if (found) list_remove(l, found);
  return found;
}

static inline void list_reverse(list **l) {
  list *done = NULL;
  while (*l) {
    list *next = (*l)->next;
    (*l)->next = done;
    done = *l;
    *l = next;
  }
  *l = done;
}

static inline list *list_at(list *l, int index) {
  while (l && index-- > 0) l = l->next;
  return l;
}

// ---- Sorted lists: ascending by key

static inline bool sorted_is_valid(const list *l, int most) {
  if (!list_is_valid(l, most)) return false;
  for (; l && l->next; l = l->next)
    if (l->key > l->next->key) return false;
  return true;
}

static inline void sorted_add(list **l, list *element) {
  while (*l && (*l)->key < element->key) l = &(*l)->next;
  list_add(l, element);
}

static inline bool sorted_add_if_new(list **l, list *element) {
  while (*l && (*l)->key < element->key) l = &(*l)->next;
  if (*l && (*l)->key == element->key) return false;
  list_add(l, element);
  return true;
}

static inline list *sorted_find(list *l, int key) {
  while (l && l->key < key) l = l->next;
  return l && l->key == key ? l : NULL;
}

static inline list *sorted_remove(list **l, int key) {
  while (*l && (*l)->key < key) l = &(*l)->next;
  if (!*l || (*l)->key != key) return NULL;
  list *found = *l;
  *l = found->next;
  found->next = NULL;
  return found;
}

static inline list *sorted_merge(list *a, list *b) {
  list *result = NULL, **end = &result;
  while (a && b) {
    list **less = b->key < a->key ? &b : &a;
    *end = *less;
    *less = (*less)->next;
    end = &(*end)->next;
  }
  *end = a ? a : b;
  return result;
}

static inline void list_sort(list **l) {
  list *sorted = NULL;
  while (*l) {
    list *first = *l;
    *l = first->next;
    sorted_add(&sorted, first);
  }
  *l = sorted;
}
