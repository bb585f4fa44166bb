/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/choices/pointer_choice.h"

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/expressions/ranges.h"

#define MAX_LEAVES 2048

/* The objects that an expression may point into. */
typedef struct Targets {
  uint64_t base;
  int any, several;
  int left; /* how many nodes are still looked at */
} Targets;

static void note(Targets* targets, uint64_t pointer) {
  CuttleObject object;
  const uint64_t base = cuttle_find_object(pointer, &object) ? object.base : 0;
  if (targets->any && base != targets->base) targets->several = 1;
  targets->base = base;
  targets->any = 1;
}

static void collect(Targets* targets, uint32_t id) {
  const CuttleNode* node = cuttle_get(id);
  const CuttleTable* table;
  const uint32_t* elements;
  CuttleObject object;
  uint32_t i;
  if (targets->several || targets->left-- <= 0) return;
  switch (node->op) {
    case CUTTLE_OP_CONSTANT:
      note(targets, node->value);
      break;
    case CUTTLE_OP_ADD:
      if (cuttle_is_constant(node->b) && cuttle_find_object(cuttle_get(node->b)->value, &object))
        note(targets, cuttle_get(node->b)->value);
      else
        collect(targets, node->a);
      break;
    case CUTTLE_OP_ITE:
      collect(targets, node->b);
      collect(targets, node->c);
      break;
    case CUTTLE_OP_LOOKUP:
      table = (const CuttleTable*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_TABLES) + node->b;
      elements = (const uint32_t*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_TABLE_ELEMENTS);
      for (i = 0; i < table->count; ++i) collect(targets, elements[table->first + i]);
      break;
    default: /* nothing known of it */
      break;
  }
}

static int selects_pointer(uint32_t id) {
  const CuttleNode* node = cuttle_get(id);
  Targets targets = {0, 0, 0, MAX_LEAVES};
  if ((node->op != CUTTLE_OP_ITE && node->op != CUTTLE_OP_LOOKUP) || !cuttle_has_value(id))
    return 0;
  collect(&targets, id);
  return targets.several;
}

/* Among the terms of the sum; 0 when there is none. */
static uint32_t find_selection(uint32_t id) {
  const CuttleNode* node = cuttle_get(id);
  uint32_t found;
  if (node->op != CUTTLE_OP_ADD) return selects_pointer(id) ? id : 0;
  found = find_selection(node->a);
  return found ? found : find_selection(node->b);
}

static uint32_t with_number(uint32_t id, uint32_t selection) {
  const CuttleNode* node = cuttle_get(id);
  uint32_t a, b;
  if (id == selection) return cuttle_constant_node(node->width, node->value);
  if (node->op != CUTTLE_OP_ADD) return id;
  b = node->b;
  a = with_number(node->a, selection);
  b = with_number(b, selection);
  return cuttle_make_binary(CUTTLE_OP_ADD, a, b);
}

uint32_t cuttle_settle_pointer(uint32_t address_id, uint32_t site) {
  const uint32_t selection = find_selection(address_id);
  uint32_t settled;
  if (!selection) return address_id;
  __cuttle_concretise(selection, cuttle_get(selection)->value, site, CUTTLE_REASON_TARGET);
  if (!cuttle_enter()) return address_id;
  settled = with_number(address_id, selection);
  cuttle_leave();
  return settled && cuttle_is_constant(settled) ? 0 : settled;
}

int cuttle_meant_object(uint32_t address_id, uint64_t address, CuttleObject* object) {
  const CuttleNode* n = cuttle_get(address_id);
  CuttleObject actual, base;
  const int in_object = cuttle_find_object(address, &actual);
  int has_base = 0;
  uint64_t constant = 0;
  if (n->op == CUTTLE_OP_ADD && cuttle_is_constant(n->b)) {
    constant = cuttle_get(n->b)->value;
    has_base = cuttle_find_object(constant, &base);
  }
  /* Counting down from the end of an object, which is where another one may begin. */
  if (has_base && in_object && constant == base.base && actual.base + actual.size == constant)
    has_base = 0;
  *object = has_base ? base : actual;
  return has_base || in_object;
}

/* "It is in the object, or just behind it": a choice unless it is known. Gives which holds. */
static int choose_inside(const CuttleObject* object, uint32_t id, uint64_t address, uint32_t site) {
  const int inside = address - object->base <= object->size;
  uint32_t offset, condition = 0;
  if (!cuttle_enter()) return inside;
  offset = cuttle_make_binary(CUTTLE_OP_SUB, id, cuttle_constant_node(64, object->base));
  if (offset && cuttle_upper_bound(offset) > object->size)
    condition = cuttle_make_binary(CUTTLE_OP_ULE, offset, cuttle_constant_node(64, object->size));
  cuttle_leave();
  __cuttle_branch(condition, site, (uint32_t)inside);
  return inside;
}

int cuttle_try_pointers(uint32_t id, uint64_t address, uint32_t site) {
  CuttleObject object;
  if (!cuttle_rt.active) return 0;
  id = cuttle_settle_pointer(id, site);
  if (!id) return 1;
  if (cuttle_get(id)->width != 64 || !cuttle_meant_object(id, address, &object)) return 0;
  if (!object.live || object.size_id || object.size > cuttle_rt.object_limit) return 0;
  if (!choose_inside(&object, id, address, site)) return 0;
  __cuttle_concretise(id, address, site, CUTTLE_REASON_TARGET);
  return 1;
}
