/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Entry {
  struct Entry* next;
  uint64_t key, value;
} Entry;

#define BUCKETS 4096
static Entry* buckets[BUCKETS];

static unsigned hash(uint64_t key) {
  return (unsigned)((key * 0x9e3779b97f4a7c15ull) >> 52);
}

static Entry* find(uint64_t key) {
  for (Entry* entry = buckets[hash(key)]; entry; entry = entry->next)
    if (entry->key == key) return entry;
  return NULL;
}

static void add(uint64_t key, uint64_t value) {
  Entry* entry = find(key);
  if (!entry) {
    entry = malloc(sizeof *entry);
    entry->key = key;
    entry->value = 0;
    entry->next = buckets[hash(key)];
    buckets[hash(key)] = entry;
  }
  entry->value += value;
}

int main(void) {
  uint64_t sum = 0, seed = 1;
  for (int i = 0; i < 4000000; ++i) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    add(seed >> 51, (uint64_t)i);
  }
  for (uint64_t key = 0; key < 10000; ++key) {
    const Entry* entry = find(key);
    if (entry) sum += entry->value;
  }
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
