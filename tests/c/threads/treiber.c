// SPDX-License-Identifier: Apache-2.0
// Treiber's stack over a few nodes. One thread pops and is interrupted before its compare-and-swap;
// meanwhile another pops two and pushes the first one back: the same node, another successor. FIXED:
// with a count beside the index, which grows with each pop.
#include "threads.h"

enum { NODES = 3, NONE = 255 };
static atomic_int head;
static atomic_int next[NODES];
static atomic_int owner[NODES];

static int pack(int node, int count) {
#ifdef FIXED
  return node | count << 8;
#else
  (void)count;
  return node;
#endif
}

static int pop(void) {
  for (;;) {
    int top = atomic_load(&head);
    const int node = top & 255;
    if (node == NONE) return NONE;
    const int after = atomic_load(&next[node]);
    if (atomic_compare_exchange_strong(&head, &top, pack(after, (top >> 8) + 1))) {
      CUTTLE_assert(atomic_fetch_add(&owner[node], 1) == 0);
      return node;
    }
  }
}

static void push(int node) {
  atomic_fetch_sub(&owner[node], 1);
  for (;;) {
    int top = atomic_load(&head);
    atomic_store(&next[node], top & 255);
    if (atomic_compare_exchange_strong(&head, &top, pack(node, top >> 8))) return;
  }
}

static void *work(void *number) {
  if (number == NULL) {
    pop();
    pop();
  } else {
    const int first = pop();
    const int second = pop();
    (void)second;
    if (first != NONE) push(first);
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < NODES; ++i) atomic_store(&next[i], i + 1 < NODES ? i + 1 : NONE);
  run_threads(2, work);
  return 0;
}
