/* SPDX-License-Identifier: Apache-2.0 */
/* uthash: sequences of add, find and delete, two bytes each. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <uthash.h>

typedef struct Entry {
  int key;
  int value;
  UT_hash_handle hh;
} Entry;

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Entry *table = NULL, *entry, *next;
  if (size > 12) return 0;
  for (size_t i = 0; i + 1 < size; i += 2) {
    int key = data[i + 1];
    HASH_FIND_INT(table, &key, entry);
    switch (data[i] & 3) {
      case 0:
        if (entry) break;
        entry = malloc(sizeof *entry);
        if (!entry) abort();
        entry->key = key;
        entry->value = (int)i;
        HASH_ADD_INT(table, key, entry);
        break;
      case 1:
        if (!entry) break;
        HASH_DEL(table, entry);
        free(entry);
        break;
      default:
        if (entry && entry->value > (int)i) abort();
    }
  }
  HASH_ITER(hh, table, entry, next) {
    HASH_DEL(table, entry);
    free(entry);
  }
  return 0;
}
