/* SPDX-License-Identifier: Apache-2.0 */

/* Which operations are not indifferent to each other's order: docs/trace-stream.md has the table.
 */

#include "languages/c/runtime/schedule/schedule.h"

static int overlap(const CuttleOperation* x, const CuttleOperation* y) {
  const uint64_t a = (uint64_t)x->object, b = (uint64_t)y->object;
  return a < b + y->aux && b < a + x->aux;
}

static int is_share(const CuttleOperation* x) {
  return x->flags == CUTTLE_SYNC_SHARE ||
         ((x->flags == CUTTLE_SYNC_TRY || x->flags == CUTTLE_SYNC_UNLOCK) &&
          x->aux == CUTTLE_SYNC_SHARE);
}

static int is_about_tasks(const CuttleOperation* x) {
  return x->flags <= CUTTLE_SYNC_JOIN;
}

/* A wake that was signalled has to do with the mutex only. */
static const volatile void* first_of(const CuttleOperation* x) {
  return x->flags == CUTTLE_SYNC_WAKE && !x->value ? x->second : x->object;
}

static const volatile void* second_of(const CuttleOperation* x) {
  return x->flags == CUTTLE_SYNC_WAIT || x->flags == CUTTLE_SYNC_WAKE ? x->second : NULL;
}

static int share_object(const CuttleOperation* x, const CuttleOperation* y) {
  const volatile void *a = first_of(x), *b = second_of(x), *c = first_of(y), *d = second_of(y);
  return (a && (a == c || a == d)) || (b && (b == c || b == d));
}

int cuttle_depend(const CuttleOperation* x, const CuttleOperation* y) {
  if (x->kind != y->kind) return 0;
  if (x->kind == CUTTLE_ACCESS)
    return ((x->flags | y->flags) & CUTTLE_ACCESS_WRITE) && overlap(x, y);
  if (is_about_tasks(x) || is_about_tasks(y)) return 0; /* possible only in one order */
  if (x->flags == CUTTLE_SYNC_YIELD || y->flags == CUTTLE_SYNC_YIELD) return 0;
  if (is_share(x) && is_share(y)) return 0;
  if (x->flags == CUTTLE_SYNC_BARRIER && y->flags == CUTTLE_SYNC_BARRIER && x->b == y->b &&
      !x->value && !y->value)
    return 0;
  return share_object(x, y);
}
