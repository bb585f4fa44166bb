// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdbool.h>
#include <stddef.h>

// A doubly linked list; any of its elements stands for the list, NULL for the empty one.
typedef struct dlist {
  int key;
  struct dlist *previous, *next;
} dlist;

static inline dlist *dlist_first(dlist *l) {
  while (l && l->previous) l = l->previous;
  return l;
}

static inline dlist *dlist_last(dlist *l) {
  while (l && l->next) l = l->next;
  return l;
}

static inline bool dlist_is_valid(const dlist *l, int most) {
  int n = 1;
  if (!l) return true;
  for (const dlist *e = l; e->next; e = e->next)
    if (e->next->previous != e || ++n > most) return false;
  for (const dlist *e = l; e->previous; e = e->previous)
    if (e->previous->next != e || ++n > most) return false;
  return true;
}

static inline int dlist_length(dlist *l) {
  int n = 0;
  for (l = dlist_first(l); l; l = l->next) n++;
  return n;
}

static inline dlist *dlist_find(dlist *l, int key) {
  for (l = dlist_first(l); l; l = l->next)
    if (l->key == key) return l;
  return NULL;
}

static inline void dlist_add_after(dlist **l, dlist *element) {
  element->previous = *l;
  element->next = *l ? (*l)->next : NULL;
  if (element->next) element->next->previous = element;
  if (*l)
    (*l)->next = element;
  else
    *l = element;
}

static inline void dlist_add_before(dlist **l, dlist *element) {
  element->next = *l;
  element->previous = *l ? (*l)->previous : NULL;
  if (element->previous) element->previous->next = element;
  if (*l)
    (*l)->previous = element;
  else
    *l = element;
}

static inline void dlist_remove(dlist **l, dlist *element) {
  if (*l == element) *l = element->next ? element->next : element->previous;
  if (element->next) element->next->previous = element->previous;
  if (element->previous) element->previous->next = element->next;
  element->next = element->previous = NULL;
}

static inline void dlist_concat(dlist **l, dlist *second) {
  if (!*l) {
    *l = second;
  } else if (second) {
    dlist *end = dlist_last(*l), *start = dlist_first(second);
    end->next = start;
    start->previous = end;
  }
}

static inline void dlist_reverse(dlist *l) {
  for (l = dlist_first(l); l; l = l->previous) {
    dlist *next = l->next;
    l->next = l->previous;
    l->previous = next;
  }
}

static inline void dlist_sort(dlist **l) {
  dlist *sorted = NULL;
  while (*l) {
    dlist *element = dlist_first(*l), *at = dlist_first(sorted);
    dlist_remove(l, element);
    while (at && at->key < element->key && at->next) at = at->next;
    if (!at || at->key < element->key)
      dlist_add_after(&at, element);
    else
      dlist_add_before(&at, element);
    sorted = element;
  }
  *l = sorted;
}
