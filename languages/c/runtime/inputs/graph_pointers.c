/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/inputs/graph_pointers.h"

#include <stddef.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/memory/poison.h"
#include "languages/c/runtime/memory/shadow.h"

/* ---- What the run knows ---------------------------------------------------------------------- */

typedef struct {
  uint64_t address, size;
  uint32_t touched;       /* 0: no; otherwise its number among the touched ones of its region */
  uint32_t first_pointer; /* its domains, in a list */
} Object;

typedef struct {
  uint32_t node, next;
  uint64_t first;
  const CuttleType* type;
  const CuttleBounds* bounds;
} Domain;

#define MAX_OBJECTS 8192u
#define MAX_DOMAINS 65536u
#define MAX_SETTLED 4096u
static Object objects[MAX_OBJECTS];   /* 0 is unused */
static Domain domains[MAX_DOMAINS];   /* 0 is unused */
static uint32_t touched[MAX_OBJECTS]; /* objects, in the order of their first use */
/* Pointers to objects of one of several classes. */
#define MAX_FAMILIES 1024u
static Domain families[MAX_FAMILIES];
static uint32_t family_count;
static uint32_t object_count = 1, domain_count = 1, touched_count;
static const CuttleBounds* current_bounds;

/* Pointers that need no further choice on this path, by node. */
static struct {
  uint32_t epoch, node;
} settled[MAX_SETTLED];

void cuttle_pointers_forget(void) {
  object_count = domain_count = 1;
  touched_count = family_count = 0;
}

/* Objects end where a page ends, and what comes behind is not there. */
static void poison_before(uint64_t address, uint64_t size) {
  const uint64_t start = address & ~(uint64_t)4095, inside = (address + 7) & ~(uint64_t)7;
  cuttle_unpoison(inside, (address + size - inside) & ~(uint64_t)7);
  cuttle_poison(start, inside - start, CUTTLE_POISON_INPUT);
}

void cuttle_pointers_object(uint64_t address, const CuttleType* type, uint64_t size) {
  (void)type;
  if (object_count == MAX_OBJECTS) return;
  poison_before(address, size);
  objects[object_count].address = address;
  objects[object_count].size = size;
  objects[object_count].touched = 0;
  objects[object_count].first_pointer = 0;
  object_count++;
}

static uint32_t find_object(uint64_t address) {
  uint32_t i;
  if (!cuttle_graph_owns(address)) return 0;
  for (i = 1; i < object_count; ++i)
    if (address - objects[i].address < objects[i].size) return i;
  return 0;
}

int cuttle_pointers_find(uint64_t address, CuttleObject* object) {
  const uint32_t found = find_object(address);
  if (!found) return 0;
  object->base = objects[found].address;
  object->size = objects[found].size;
  object->live = 1;
  return 1;
}

void cuttle_pointers_release(void* p) {
  const uint32_t found = find_object((uint64_t)p);
  if (found) __cuttle_clear(p, objects[found].size);
  if (!cuttle_graph_release((uint64_t)p))
    cuttle_bug_exit(CUTTLE_BUG_ABORT, __cuttle_thread.site,
                    "free of an address that was not allocated, or no more", NULL, NULL, 0);
}

void* cuttle_pointers_resize(void* p, size_t size) {
  const uint32_t found = find_object((uint64_t)p);
  void* moved = cuttle_heap_allocate(size, 0, 0);
  if (moved && found) {
    const uint64_t kept = objects[found].size < size ? objects[found].size : size;
    cuttle_shadow_copy(moved, p, kept);
    memcpy(moved, p, kept);
  }
  if (moved) cuttle_pointers_release(p);
  return moved;
}

/* ---- Choices. All of these need cuttle_enter() ----------------------------------------------- */

static uint32_t equals(uint32_t id, uint64_t value) {
  return cuttle_make_binary(CUTTLE_OP_EQ, id, cuttle_constant_node(64, value));
}

/* Holds from here on; not to be flipped. */
static void assume(uint32_t condition, uint32_t site) {
  if (condition && !cuttle_is_constant(condition))
    cuttle_record_choice(CUTTLE_CHOICE_ASSUME, condition, site, 1, 1, 0);
}

/* One of the first slots of a region. */
static uint32_t in_region(uint32_t node, uint64_t first, uint32_t slots) {
  const uint64_t stride = (uint64_t)1 << CUTTLE_GRAPH_SLOT_SHIFT;
  uint64_t free_bits = stride;
  uint32_t in;
  while (free_bits < slots * stride) free_bits *= 2;
  free_bits -= stride;
  in = cuttle_make_binary(
      CUTTLE_OP_EQ, cuttle_make_binary(CUTTLE_OP_AND, node, cuttle_constant_node(64, ~free_bits)),
      cuttle_constant_node(64, first & ~free_bits));
  if (slots * stride == free_bits + stride) return in;
  return cuttle_make_binary(
      CUTTLE_OP_AND, in,
      cuttle_make_binary(CUTTLE_OP_ULT, node, cuttle_constant_node(64, first + slots * stride)));
}

/* NULL, or a slot below the bound. */
static uint32_t domain_condition(const Domain* d) {
  const uint32_t slots = d->bounds->objects;
  uint32_t in = in_region(d->node, d->first, slots), i;
  for (i = 1; i <= d->type->others; ++i)
    in = cuttle_make_binary(CUTTLE_OP_OR, in,
                            in_region(d->node, cuttle_graph_first(d->type, i), slots));
  if (d->type->flags & CUTTLE_TYPE_NEVER_NULL) return in;
  return cuttle_make_binary(CUTTLE_OP_OR, equals(d->node, 0), in);
}

void cuttle_pointers_domain(uint32_t id, uint64_t owner, uint64_t first, const CuttleType* type,
                            const CuttleBounds* bounds) {
  const uint32_t object = owner ? find_object(owner) : 0;
  Domain* d = &domains[domain_count];
  current_bounds = bounds;
  if (!id || domain_count == MAX_DOMAINS) return;
  d->node = id;
  d->first = first;
  d->type = type;
  d->bounds = bounds;
  if (type->others && family_count < MAX_FAMILIES) families[family_count++] = *d;
  if (!object || objects[object].touched) {
    if (!cuttle_enter()) return;
    assume(domain_condition(d), __cuttle_thread.site);
    cuttle_leave();
    return;
  }
  d->next = objects[object].first_pointer;
  objects[object].first_pointer = domain_count++;
}

static void touch(uint32_t object, uint32_t site) {
  uint32_t i;
  if (objects[object].touched) return;
  touched[touched_count++] = object;
  objects[object].touched = touched_count;
  for (i = objects[object].first_pointer; i; i = domains[i].next)
    assume(domain_condition(&domains[i]), site);
}

static int same_region(uint64_t a, uint64_t b) {
  return ((a ^ b) >> CUTTLE_GRAPH_REGION_SHIFT) == 0;
}

/* Of which class is the object that a pointer to a base class leads to? */
static void choose_class(uint32_t id, uint64_t value, uint32_t site) {
  uint32_t i, k;
  for (i = 0; i < family_count; ++i) {
    const Domain* d = &families[i];
    if (d->node != id) continue;
    /* Only the last one is left when it is none of the others. */
    for (k = 0; k < d->type->others; ++k) {
      const uint64_t first = cuttle_graph_first(d->type, k);
      const uint32_t met = (uint32_t)same_region(first, value);
      cuttle_record_choice(CUTTLE_CHOICE_BRANCH, in_region(id, first, d->bounds->objects), site,
                           met, met, 0);
      if (met) break;
    }
    return;
  }
}

/* Which object of its region is it? */
static void choose_object(uint32_t id, uint64_t value, uint32_t object, uint32_t site) {
  const uint64_t offset = value - objects[object].address;
  uint32_t i, seen = 0;
  int met = 0;
  for (i = 0; i < touched_count && !met; ++i) {
    const Object* other = &objects[touched[i]];
    uint32_t same;
    if (!same_region(other->address, value)) continue;
    ++seen;
    met = touched[i] == object;
    same = equals(id, other->address + offset);
    if (same && !cuttle_is_constant(same))
      cuttle_record_choice(CUTTLE_CHOICE_BRANCH, same, site, (uint32_t)met, (uint64_t)met, 0);
  }
  if (met && current_bounds && seen >= current_bounds->objects)
    cuttle_event(CUTTLE_REASON_OBJECTS, site, NULL);
  if (!met) assume(equals(id, value), site);
  touch(object, site);
}

/* ---- Addresses ------------------------------------------------------------------------------- */

static int is_settled(uint32_t id) {
  return settled[id % MAX_SETTLED].node == id && settled[id % MAX_SETTLED].epoch == cuttle_rt.epoch;
}

static void settle(uint32_t id) {
  settled[id % MAX_SETTLED].node = id;
  settled[id % MAX_SETTLED].epoch = cuttle_rt.epoch;
}

static int is_input_pointer(const CuttleNode* n) {
  const CuttleVariable* variables;
  const char* type;
  size_t length;
  if (n->op != CUTTLE_OP_VARIABLE || n->width != 64) return 0;
  variables = (const CuttleVariable*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_VARIABLES);
  type = cuttle_string(cuttle_rt.trace, variables[n->a].type);
  length = strlen(type);
  return length && (type[length - 1] == '*' || type[length - 1] == '&');
}

static const uint32_t* elements_of(const CuttleNode* lookup, uint32_t* count) {
  const CuttleTable* table =
      (const CuttleTable*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_TABLES) + lookup->b;
  *count = table->count;
  return (const uint32_t*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_TABLE_ELEMENTS) + table->first;
}

/* One of several pointers, at least one of them an input. (pointer_choice.h is for the others.) */
static int selects_input_pointer(const CuttleNode* n) {
  if (n->op == CUTTLE_OP_ITE)
    return is_input_pointer(cuttle_get(n->b)) || is_input_pointer(cuttle_get(n->c)) ||
           selects_input_pointer(cuttle_get(n->c));
  if (n->op == CUTTLE_OP_LOOKUP) {
    uint32_t count, i;
    const uint32_t* elements = elements_of(n, &count);
    for (i = 0; i < count; ++i)
      if (is_input_pointer(cuttle_get(elements[i]))) return 1;
  }
  return 0;
}

/* Tells apart what an address is made of: sums of a pointer and offsets. */
static uint32_t find_pointer(uint32_t id, int depth) {
  const CuttleNode* n = cuttle_get(id);
  uint32_t found;
  if (n->width != 64 || depth == 0) return 0;
  if (n->op == CUTTLE_OP_ADD) {
    found = find_pointer(n->a, depth - 1);
    return found ? found : find_pointer(n->b, depth - 1);
  }
  if (n->op == CUTTLE_OP_SUB) return find_pointer(n->a, depth - 1);
  if (is_input_pointer(n)) return id;
  if (n->op == CUTTLE_OP_CONSTANT || !cuttle_has_value(id)) return 0;
  if (selects_input_pointer(n)) return id;
  return cuttle_graph_owns(n->value) ? id : 0;
}

static uint32_t replace_in_sum(uint32_t id, uint32_t from, uint32_t to) {
  const CuttleNode* n = cuttle_get(id);
  uint32_t a, b;
  if (id == from) return to;
  if (n->op != CUTTLE_OP_ADD && n->op != CUTTLE_OP_SUB) return id;
  a = replace_in_sum(n->a, from, to);
  b = n->op == CUTTLE_OP_ADD ? replace_in_sum(n->b, from, to) : n->b;
  if (a == n->a && b == n->b) return id;
  return cuttle_make_binary(cuttle_get(id)->op, a, b);
}

/* Which of several pointers it is, is a choice: afterwards it is that one. */
static uint32_t choose_pointer(uint32_t id, uint32_t site) {
  const CuttleNode* n = cuttle_get(id);
  if (n->op == CUTTLE_OP_ITE) {
    const uint32_t taken = cuttle_get(n->a)->value != 0;
    cuttle_record_choice(CUTTLE_CHOICE_BRANCH, n->a, site, taken, taken, 0);
    return taken ? n->b : n->c;
  } else {
    const uint64_t index = cuttle_get(n->a)->value;
    uint32_t count;
    const uint32_t* elements = elements_of(n, &count);
    cuttle_record_choice(CUTTLE_CHOICE_CONCRETISE, n->a, site, 0, index, CUTTLE_REASON_TARGET);
    return elements[index < count ? index : count - 1];
  }
}

static uint32_t resolve_choices(uint32_t id, uint32_t pointer, uint32_t site) {
  const CuttleNode* n = cuttle_get(pointer);
  while ((n->op == CUTTLE_OP_ITE || n->op == CUTTLE_OP_LOOKUP) && cuttle_has_value(pointer)) {
    const uint32_t chosen = choose_pointer(pointer, site);
    if (!chosen) break;
    id = replace_in_sum(id, pointer, chosen);
    pointer = chosen;
    n = cuttle_get(pointer);
  }
  return id;
}

uint32_t cuttle_resolve_address(uint32_t id, uint64_t address, uint32_t site) {
  uint32_t pointer, object, null;
  uint64_t value;
  if (!id || !cuttle_rt.active || cuttle_get(id)->width != 64 || !cuttle_has_value(id) ||
      cuttle_get(id)->value != address || !cuttle_enter())
    return id;
  pointer = find_pointer(id, 16);
  if (pointer &&
      (cuttle_get(pointer)->op == CUTTLE_OP_ITE || cuttle_get(pointer)->op == CUTTLE_OP_LOOKUP)) {
    id = resolve_choices(id, pointer, site);
    pointer = id ? find_pointer(id, 16) : 0;
  }
  if (!pointer) {
    cuttle_leave();
    return id && cuttle_is_constant(id) ? 0 : id;
  }
  value = cuttle_get(pointer)->value;
  if (!is_settled(pointer)) {
    null = is_input_pointer(cuttle_get(pointer)) ? equals(pointer, 0) : 0;
    cuttle_leave();
    __cuttle_check(null, value == 0, CUTTLE_BUG_SEGFAULT, site);
    object = find_object(value);
    if (!cuttle_rt.active || !cuttle_enter()) return id;
    if (!object) { /* beyond an object: what follows says so */
      cuttle_leave();
      return id;
    }
    choose_class(pointer, value, site);
    choose_object(pointer, value, object, site);
    settle(pointer);
  }
  id = replace_in_sum(id, pointer, cuttle_constant_node(64, value));
  cuttle_leave();
  return id && cuttle_is_constant(id) ? 0 : id;
}
