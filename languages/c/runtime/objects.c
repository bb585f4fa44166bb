/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/state.h"

uint32_t __cuttle_load_symbolic(uint32_t address_id, const void* address, uint64_t size,
                                const void* object, uint64_t object_size, uint32_t site) {
  (void)object, (void)object_size;
  __cuttle_concretise(address_id, (uint64_t)address, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  return __cuttle_load(address, size);
}

void __cuttle_store_symbolic(uint32_t address_id, void* address, uint64_t size, uint32_t value_id,
                             uint64_t value, const void* object, uint64_t object_size,
                             uint32_t site) {
  (void)value, (void)object, (void)object_size;
  __cuttle_concretise(address_id, (uint64_t)address, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  __cuttle_store(address, size, value_id);
}

void __cuttle_stack_object(const void* address, uint64_t size) {
  (void)address, (void)size;
}
