/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/inputs/input_shapes.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "engine/trace/layout.h"
#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/schedule/schedule.h"

/* Names of more inputs than this are not counted: all further ones are first occurrences. */
#define SLOTS (1u << 16)
typedef struct Occurrence {
  uint64_t key;
  uint32_t epoch;
  uint32_t count;
} Occurrence;
static Occurrence* occurrences;
static uint32_t current_epoch = 1;

void cuttle_forget_occurrences(uint32_t epoch) {
  if (!occurrences) occurrences = (Occurrence*)cuttle_reserve(SLOTS * sizeof(Occurrence));
  current_epoch = epoch;
}

static uint32_t count_occurrence(const char* name, uint32_t width) {
  const uint64_t key = (uint64_t)cuttle_variable_hash(name, 0, 0, width) << 32 |
                       cuttle_variable_hash(name, 1, 1, width);
  uint32_t i;
  if (!occurrences) cuttle_forget_occurrences(current_epoch);
  for (i = 0; occurrences && i < SLOTS; ++i) {
    const uint32_t slot = (uint32_t)(key + i) % SLOTS;
    if (occurrences[slot].epoch != current_epoch) {
      occurrences[slot].key = key;
      occurrences[slot].epoch = current_epoch;
      occurrences[slot].count = 0;
    }
    if (occurrences[slot].key == key) return ++occurrences[slot].count;
  }
  return 1;
}

/* Threads may read inputs at the same time. */
uint32_t cuttle_count_occurrence(const char* name, uint32_t width) {
  static uint32_t lock;
  uint32_t count;
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) sched_yield();
  count = count_occurrence(name, width);
  __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
  return count;
}

static int is_bool(const char* type) {
  return !strcmp(type, "bool") || !strcmp(type, "_Bool");
}

static int is_scalar(size_t size, const char* type) {
  return type[0] && (size == 1 || size == 2 || size == 4 || size == 8);
}

/* An input that a controlled thread reads is called by the thread's path of creation, too: "x@2.1".
 * In which order threads come by does not matter then. */
#define LONGEST_NAME 512
static const char* name_in_thread(const char* name, char* room) {
  uint32_t path = cuttle_task ? cuttle_task->name : 0;
  uint32_t child = 0, shift;
  char* at = room + snprintf(room, LONGEST_NAME - 64, "%s", name);
  if (!path) return name;
  if (at > room + LONGEST_NAME - 64) at = room + LONGEST_NAME - 65;
  *at++ = '@';
  /* As cuttle_thread_name() has put it together: digits of three bits, the last one marked. */
  for (shift = 28; shift && !(path >> shift); shift -= 4) {
  }
  for (;; shift -= 4) {
    const uint32_t digit = path >> shift & 15u;
    child = child << 3 | (digit & 7u);
    if (!(digit & 8u)) at += snprintf(at, 12, "%u%s", child, shift ? "." : "");
    if (!(digit & 8u)) child = 0;
    if (!shift) break;
  }
  return room;
}

void cuttle_read_object(void* at, size_t element_size, size_t count, int is_array, const char* name,
                        const char* type, CuttleProvide* provide) {
  char room[LONGEST_NAME];
  uint32_t width, occurrence;
  size_t i;
  if (!is_scalar(element_size, type)) {
    count *= element_size;
    element_size = 1;
    is_array = 1;
    type = "unsigned char";
  }
  width = is_bool(type) ? 1 : 8 * (uint32_t)element_size;
  name = name_in_thread(name, room);
  occurrence = cuttle_count_occurrence(name, width);
  for (i = 0; i < count; ++i)
    provide((char*)at + i * element_size, (uint32_t)element_size, name,
            is_array ? (uint32_t)i : CUTTLE_NO_INDEX, occurrence, width, type);
}
