/* SPDX-License-Identifier: Apache-2.0 */

/* Inputs of any type in the plain program: the same walk as in the instrumented one. */

#include <string.h>

#include "languages/c/runtime/graph.h"
#include "languages/c/runtime/runtime.h"

extern void (*const cuttle_replay_provide)(void*, uint32_t, const char*, uint32_t, uint32_t,
                                           uint32_t, const char*);

static void replace(void* at, uint64_t value) {
  memcpy(at, &value, sizeof(value));
}

static void pointer(void* at, uint64_t object, uint64_t first, const CuttleType* type,
                    const CuttleBounds* bounds) {
  (void)at, (void)object, (void)first, (void)type, (void)bounds;
}

static void insert(void* record, uint32_t first_bit, uint32_t bits, uint64_t* value) {
  uint32_t i;
  for (i = 0; i < bits; ++i) {
    uint8_t* byte = (uint8_t*)record + (first_bit + i) / 8;
    const uint8_t mask = (uint8_t)(1u << (first_bit + i) % 8);
    *byte = (uint8_t)(*value >> i & 1 ? *byte | mask : *byte & ~mask);
  }
}

static void function(void* at, void (*stub)(void)) {
  const uint64_t value = *(const uint8_t*)at ? (uint64_t)stub : 0;
  memcpy(at, &value, sizeof(value));
}

/* Objects end at a page that is not there. Where AddressSanitizer watches, it also knows what comes
 * before them, but for the up to seven bytes that it cannot tell from the object. */
extern void __asan_poison_memory_region(const void* start, size_t size) __attribute__((weak));
static void object(uint64_t address, const CuttleType* type, uint64_t size) {
  const uint64_t start = address & ~(uint64_t)4095;
  (void)type, (void)size;
  if (__asan_poison_memory_region)
    __asan_poison_memory_region((const void*)start, (address & ~(uint64_t)7) - start);
}

static void cut(const char* what) {
  (void)what;
}

/* Not constant: `provide` is known at run time only. */
static CuttleGraphUser user = {0, replace, pointer, insert, function, object, cut};

void __cuttle_input_typed(void* at, const CuttleType* type, const char* name,
                          const CuttleBounds* bounds) {
  user.provide = cuttle_replay_provide;
  cuttle_graph_read(at, type, 1, 0, name, bounds, &user);
}

void __cuttle_input_typed_array(void* at, const CuttleType* type, size_t count, const char* name,
                                const CuttleBounds* bounds) {
  user.provide = cuttle_replay_provide;
  cuttle_graph_read(at, type, count, 1, name, bounds, &user);
}

void __cuttle_input_buffer(void** at, const CuttleType* type, size_t count, const char* name,
                           const CuttleBounds* bounds) {
  user.provide = cuttle_replay_provide;
  *at = cuttle_graph_buffer(type, count, name, bounds, &user);
}

void __cuttle_input_rows(void*** at, const CuttleType* type, size_t count, size_t columns,
                         const char* name, const CuttleBounds* bounds) {
  user.provide = cuttle_replay_provide;
  *at = cuttle_graph_rows(type, count, columns, name, bounds, &user);
}

void __cuttle_stub_called(void) {}

void __cuttle_length_is_known(void* at, size_t size) {
  (void)at, (void)size;
}
