// SPDX-License-Identifier: Apache-2.0
// What was stored at an unknown index is read again at the same one: a pointer, whatever the index.
#include <cuttle/cuttle.h>

typedef struct Entry {
  unsigned hash;
} Entry;

static struct {
  Entry* head;
  int count;
} buckets[8];

static unsigned hash(unsigned char key) {
  return (key * 2654435761u) >> 7;
}

static void add(Entry* entry, unsigned char key) {
  entry->hash = hash(key);
  buckets[entry->hash % 8].head = entry;
  buckets[entry->hash % 8].count++;
}

int main(void) {
  static Entry a, b;
  unsigned char k, l;
  CUTTLE_input(k);
  CUTTLE_input(l);
  add(&a, k);
  add(&b, l);
  CUTTLE_assert(buckets[b.hash % 8].head == &b);
  if (buckets[a.hash % 8].head == &a) return buckets[a.hash % 8].count == 1 ? 0 : 1;
  CUTTLE_assert(buckets[a.hash % 8].count == 2);
  return 2;
}
// expect: exhausted
// expect: paths == 2
// expect: no incomplete symbolic-address
