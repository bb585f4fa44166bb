/* SPDX-License-Identifier: Apache-2.0 */

/* Accesses to memory. A task's own stack is its own until it gives an address of it away: stores
 * one of them somewhere else, or copies one. The first task gives everything away when it makes the
 * second. */

#include <string.h>

#include "languages/c/runtime/schedule/schedule.h"

static int is_in_stack(const CuttleTask* task, uint64_t address) {
  return address >= task->stack_low && address < task->stack_high;
}

static int is_private(const CuttleTask* task, const volatile void* at) {
  return !task->stack_shared && is_in_stack(task, (uint64_t)at);
}

static uint64_t value_at(const volatile void* at, uint64_t size) {
  uint64_t value = 0;
  memcpy(&value, (const void*)at, size < sizeof(value) ? size : sizeof(value));
  return value;
}

static void announce(const volatile void* at, uint64_t size, uint32_t how, uint64_t value,
                     uint32_t site) {
  CuttleOperation operation;
  if (!size || !cuttle_controlled()) return;
  memset(&operation, 0, sizeof(operation));
  operation.kind = CUTTLE_ACCESS;
  operation.flags = (uint8_t)how;
  operation.site = site;
  operation.aux = size < ~0u ? (uint32_t)size : ~0u;
  operation.object = at;
  operation.value = value;
  cuttle_await_hold(&operation);
  if (how & CUTTLE_ACCESS_READ) operation.value = value_at(at, size);
  cuttle_tell(&operation);
  if (how & CUTTLE_ACCESS_WRITE)
    cuttle_await_wrote(at, size, how);
  else
    cuttle_await_note(at, operation.aux);
}

void __cuttle_access(const volatile void* at, uint64_t size, uint32_t how, uint64_t value,
                     uint32_t site) {
  CuttleTask* self = cuttle_task;
  if (!self || is_private(self, at)) return;
  if ((how & CUTTLE_ACCESS_WRITE) && !self->stack_shared && is_in_stack(self, value))
    self->stack_shared = 1;
  announce(at, size, how, value, site);
}

void __cuttle_access_copy(const volatile void* to, const volatile void* from, uint64_t size,
                          uint32_t site) {
  CuttleTask* self = cuttle_task;
  uint64_t i;
  if (!self) return;
  if (from && !is_private(self, from)) announce(from, size, CUTTLE_ACCESS_READ, 0, site);
  if (!to || is_private(self, to)) return;
  for (i = 0; from && !self->stack_shared && i + 8 <= size; i += 8)
    if (is_in_stack(self, value_at((const volatile char*)from + i, 8))) self->stack_shared = 1;
  announce(to, size, CUTTLE_ACCESS_WRITE, from ? value_at(from, size) : 0, site);
}

static uint64_t text_size(const char* text, uint64_t most) {
  const uint64_t length = strnlen(text, most);
  return length < most ? length + 1 : most;
}

void __cuttle_access_text(const char* to, const char* from, uint64_t most, uint32_t append,
                          uint32_t site) {
  CuttleTask* self = cuttle_task;
  if (!self || !from) return;
  if (!is_private(self, from)) announce(from, text_size(from, most), CUTTLE_ACCESS_READ, 0, site);
  if (!to || is_private(self, to)) return;
  if (append) {
    announce(to, strlen(to) + 1, CUTTLE_ACCESS_READ, 0, site);
    to += strlen(to);
  }
  /* With a limit, copies fill what is left, and what is appended has an end of its own. */
  announce(to, append || most == ~(uint64_t)0 ? strnlen(from, most) + 1 : most, CUTTLE_ACCESS_WRITE,
           0, site);
}

void __cuttle_access_unknown(const volatile void* at, const void* callee, uint32_t site) {
  if (at && cuttle_task && !is_private(cuttle_task, at)) cuttle_watch_unseen(callee, site);
}

void __cuttle_access_free(const void* object, uint32_t site) {
  const uint64_t size = object && cuttle_task ? cuttle_watch_size(object) : 0;
  if (object && cuttle_task) announce(object, size ? size : 1, CUTTLE_ACCESS_WRITE, 0, site);
}
