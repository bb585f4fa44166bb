/* SPDX-License-Identifier: Apache-2.0 */

/* memcmp, strcmp and their kin. A comparison is one expression, pairs of bytes from the last to the
 * first:
 *     a[i] == b[i] ? (a[i] == 0 ? 0 : result of the rest) : a[i] - b[i]
 * so that comparing with a keyword is one choice and not one per byte. (`== 0` of this becomes a
 * conjunction of equalities: simplify.c.) */

#include <string.h>

#include "languages/c/runtime/choices/symbolic_size.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/objects.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/modelling.h"

#define MODEL __attribute__((weak, visibility("default")))
#define MAX_COMPARED 4096u

typedef struct Comparison {
  const uint8_t *a, *b;
  size_t size;       /* at most so many bytes */
  int stops_at_zero; /* strings */
  int ignores_case;
} Comparison;

/* ---- Concretely ------------------------------------------------------------------------------ */

static int lower(int c) {
  return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int difference(const Comparison* c) {
  size_t i;
  for (i = 0; i < c->size; ++i) {
    const int x = c->ignores_case ? lower(c->a[i]) : c->a[i];
    const int y = c->ignores_case ? lower(c->b[i]) : c->b[i];
    if (x != y) return x - y;
    if (c->stops_at_zero && !x) return 0;
  }
  return 0;
}

/* ---- Symbolically ---------------------------------------------------------------------------- */

static int is_symbolic(const uint8_t* p) {
  return cuttle_shadow_get((uint64_t)p) != 0;
}

/* May the byte after this one be read? It may when both are in one known object. */
static int has_next(const uint8_t* p) {
  CuttleObject object;
  return cuttle_find_object((uint64_t)p, &object) && (uint64_t)p + 1 - object.base < object.size;
}

/* Does the string end at this symbolic byte, where nothing is known of what follows? Then it may
 * not be read unless this run goes on there, so each such byte is a choice, taken either way. */
static int ends_here(const uint8_t* p) {
  const uint32_t id = __cuttle_load(p, 1);
  __cuttle_branch(__cuttle_binary(CUTTLE_OP_EQ, 8, id, 0, 0, 0), __cuttle_thread.site, !*p);
  return !*p;
}

/* How many bytes the comparison can depend on, whatever the symbolic ones are. */
static size_t extent(const Comparison* c, int* any) {
  size_t i;
  *any = 0;
  for (i = 0; i < c->size; ++i) {
    const int sa = is_symbolic(c->a + i), sb = is_symbolic(c->b + i);
    *any |= sa | sb;
    if (!c->stops_at_zero) continue;
    if (i >= MAX_COMPARED) return i + 1;
    if ((!sa && !c->a[i]) || (!sb && !c->b[i])) return i + 1;
    if (sa && !has_next(c->a + i) && ends_here(c->a + i)) return i + 1;
    if (sb && !has_next(c->b + i) && ends_here(c->b + i)) return i + 1;
    /* Two different concrete bytes end it as well. */
    if (!sa && !sb && c->a[i] != c->b[i] && !c->ignores_case) return i + 1;
  }
  return c->size;
}

static uint32_t lower_node(uint32_t id) {
  const uint32_t from_a =
      cuttle_make_binary(CUTTLE_OP_SUB, id, cuttle_constant_node(8, (uint64_t)'A'));
  const uint32_t upper = cuttle_make_binary(CUTTLE_OP_ULT, from_a, cuttle_constant_node(8, 26));
  return cuttle_make_ite(upper, cuttle_make_binary(CUTTLE_OP_ADD, id, cuttle_constant_node(8, 32)),
                         id);
}

static uint32_t byte_node(const Comparison* c, const uint8_t* p) {
  const uint32_t id = cuttle_byte_or_constant((uint64_t)p);
  return c->ignores_case ? lower_node(id) : id;
}

static uint32_t compare_node(const Comparison* c, size_t size) {
  const uint32_t zero = cuttle_constant_node(32, 0);
  uint32_t rest = zero;
  size_t i;
  for (i = size; i-- > 0 && rest;) {
    const uint32_t x = byte_node(c, c->a + i), y = byte_node(c, c->b + i);
    const uint32_t equal = cuttle_make_binary(CUTTLE_OP_EQ, x, y);
    if (c->stops_at_zero && x && y && !cuttle_is_constant(x) && !cuttle_is_constant(y)) {
      const uint32_t end = cuttle_make_binary(CUTTLE_OP_EQ, x, cuttle_constant_node(8, 0));
      rest = cuttle_make_ite(end, zero, rest);
    }
    rest = cuttle_make_ite(equal, rest, cuttle_byte_difference(x, y));
  }
  return rest;
}

static void check_operand(const uint8_t* bytes, size_t size, uint32_t size_id, uint32_t site) {
  cuttle_check_size(bytes, size, size_id, site);
  cuttle_check_sized_range(bytes, size, size_id, site);
}

static int compare(const void* function, const Comparison* wanted, uint32_t argument_count) {
  Comparison c = *wanted;
  const uint32_t site = __cuttle_thread.site;
  uint32_t ids[3], result = 0;
  int any;
  size_t size;
  cuttle_take_arguments(function, ids, argument_count);
  if (!cuttle_rt.active) return difference(&c);
  if (ids[0]) __cuttle_concretise(ids[0], (uint64_t)c.a, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  if (ids[1]) __cuttle_concretise(ids[1], (uint64_t)c.b, site, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  if (argument_count > 2 && !c.stops_at_zero) {
    check_operand(c.a, c.size, ids[2], site);
    check_operand(c.b, c.size, ids[2], site);
  }
  if (argument_count > 2 && ids[2] && c.stops_at_zero)
    __cuttle_concretise(ids[2], c.size, site, CUTTLE_REASON_SYMBOLIC_SIZE);
  else if (argument_count > 2 && ids[2])
    cuttle_pin_size(c.a, c.b, c.size, ids[2], site);
  size = extent(&c, &any);
  if (any && cuttle_enter()) {
    result = compare_node(&c, size);
    if (result && cuttle_is_constant(result)) result = 0;
    cuttle_leave();
  }
  __cuttle_thread.results[0] = result;
  __cuttle_thread.results_from = result ? function : NULL;
  return result ? (int)cuttle_get(result)->value : difference(&c);
}

/* ---- The functions --------------------------------------------------------------------------- */

#define BYTES(p) ((const uint8_t*)(p))
#define SELF(name) ((const void*)__cuttle_model_##name)
#define EVERYTHING ((size_t)-1)

MODEL int __cuttle_model_memcmp(const void* a, const void* b, size_t size) {
  const Comparison c = {BYTES(a), BYTES(b), size, 0, 0};
  return compare(SELF(memcmp), &c, 3);
}

MODEL int __cuttle_model_bcmp(const void* a, const void* b, size_t size) {
  const Comparison c = {BYTES(a), BYTES(b), size, 0, 0};
  return compare(SELF(bcmp), &c, 3);
}

MODEL int __cuttle_model_strcmp(const char* a, const char* b) {
  const Comparison c = {BYTES(a), BYTES(b), EVERYTHING, 1, 0};
  return compare(SELF(strcmp), &c, 2);
}

MODEL int __cuttle_model_strcoll(const char* a, const char* b) {
  const Comparison c = {BYTES(a), BYTES(b), EVERYTHING, 1, 0};
  return compare(SELF(strcoll), &c, 2);
}

MODEL int __cuttle_model_strncmp(const char* a, const char* b, size_t size) {
  const Comparison c = {BYTES(a), BYTES(b), size, 1, 0};
  return compare(SELF(strncmp), &c, 3);
}

MODEL int __cuttle_model_strcasecmp(const char* a, const char* b) {
  const Comparison c = {BYTES(a), BYTES(b), EVERYTHING, 1, 1};
  return compare(SELF(strcasecmp), &c, 2);
}

MODEL int __cuttle_model_strncasecmp(const char* a, const char* b, size_t size) {
  const Comparison c = {BYTES(a), BYTES(b), size, 1, 1};
  return compare(SELF(strncasecmp), &c, 3);
}

CUTTLE_SAME_MODEL(__strcasecmp, strcasecmp);
CUTTLE_SAME_MODEL(strcasecmp_l, strcasecmp);
CUTTLE_SAME_MODEL(__strcasecmp_l, strcasecmp);
CUTTLE_SAME_MODEL(strncasecmp_l, strncasecmp);
CUTTLE_SAME_MODEL(__strncasecmp_l, strncasecmp);
CUTTLE_SAME_MODEL(strcoll_l, strcoll);
CUTTLE_SAME_MODEL(__strcoll_l, strcoll);
