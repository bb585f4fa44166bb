/* SPDX-License-Identifier: Apache-2.0 */

/* Only what keeps the trace small and costs a few comparisons; the engine has a real simplifier. */

#include "languages/c/runtime/core/state.h"

static int is_value(uint32_t id, uint64_t value) {
  return cuttle_is_constant(id) && cuttle_get(id)->value == value;
}

uint32_t cuttle_make_extract(uint32_t a, uint32_t lowest, uint32_t width) {
  for (;;) {
    const CuttleNode* n = cuttle_get(a);
    uint32_t inner;
    if (!a) return 0;
    if (lowest == 0 && width == n->width) return a;
    switch (n->op) {
      case CUTTLE_OP_CONSTANT:
        return cuttle_constant_node(width, lowest < 64 ? n->value >> lowest : 0);
      case CUTTLE_OP_EXTRACT:
        lowest += n->b;
        a = n->a;
        continue;
      case CUTTLE_OP_CONCAT:
        inner = cuttle_get(n->b)->width;
        if (lowest >= inner) {
          lowest -= inner;
          a = n->a;
          continue;
        }
        if (lowest + width <= inner) {
          a = n->b;
          continue;
        }
        break;
      case CUTTLE_OP_ZEXT:
      case CUTTLE_OP_SEXT:
        inner = cuttle_get(n->a)->width;
        if (lowest + width <= inner) {
          a = n->a;
          continue;
        }
        if (lowest >= inner && n->op == CUTTLE_OP_ZEXT) return cuttle_constant_node(width, 0);
        if (lowest == 0) return cuttle_make_extend(n->op, n->a, width);
        break;
      default:
        break;
    }
    return cuttle_node(CUTTLE_OP_EXTRACT, width, a, lowest, 0);
  }
}

/* The node and the bits of it that `id` is: itself, or what it extracts. */
static uint32_t extract_source(uint32_t id, uint32_t* lowest) {
  const CuttleNode* n = cuttle_get(id);
  *lowest = n->op == CUTTLE_OP_EXTRACT ? n->b : 0;
  return n->op == CUTTLE_OP_EXTRACT ? n->a : id;
}

uint32_t cuttle_make_concat(uint32_t high, uint32_t low) {
  const CuttleNode *h = cuttle_get(high), *l = cuttle_get(low);
  const uint32_t width = (uint32_t)h->width + l->width;
  uint32_t from_high, from_low, joined;
  if (!high || !low) return 0;
  if (h->op == CUTTLE_OP_CONSTANT && l->op == CUTTLE_OP_CONSTANT && width <= 64)
    return cuttle_constant_node(width, h->value << l->width | l->value);
  if (is_value(high, 0)) return cuttle_make_extend(CUTTLE_OP_ZEXT, low, width);
  if (extract_source(high, &from_high) == extract_source(low, &from_low) &&
      from_high == from_low + l->width && h->op == CUTTLE_OP_EXTRACT)
    return cuttle_make_extract(h->a, from_low, width);
  /* high : (x : y) where high and x are neighbours of one node */
  if (l->op == CUTTLE_OP_CONCAT && h->op == CUTTLE_OP_EXTRACT &&
      h->a == extract_source(l->a, &from_low) && h->b == from_low + cuttle_get(l->a)->width) {
    joined = cuttle_make_extract(h->a, from_low, (uint32_t)h->width + cuttle_get(l->a)->width);
    return cuttle_node(CUTTLE_OP_CONCAT, width, joined, l->b, 0);
  }
  return cuttle_node(CUTTLE_OP_CONCAT, width, high, low, 0);
}

uint32_t cuttle_make_extend(uint32_t op, uint32_t a, uint32_t width) {
  const CuttleNode* n = cuttle_get(a);
  if (!a) return 0;
  if (n->width == width) return a;
  if (n->op == CUTTLE_OP_CONSTANT && width <= 64) {
    const uint32_t unused = 64 - n->width;
    const uint64_t extended =
        op == CUTTLE_OP_SEXT ? (uint64_t)((int64_t)(n->value << unused) >> unused) : n->value;
    return cuttle_constant_node(width, extended);
  }
  if (n->op == CUTTLE_OP_ZEXT) return cuttle_make_extend(CUTTLE_OP_ZEXT, n->a, width);
  if (n->op == CUTTLE_OP_SEXT && op == CUTTLE_OP_SEXT) return cuttle_make_extend(op, n->a, width);
  return cuttle_node(op, width, a, 0, 0);
}

static uint32_t negated_comparison(uint32_t op) {
  switch (op) {
    case CUTTLE_OP_EQ:
      return CUTTLE_OP_NE;
    case CUTTLE_OP_NE:
      return CUTTLE_OP_EQ;
    default:
      return 0;
  }
}

uint32_t cuttle_make_unary(uint32_t op, uint32_t width, uint32_t a, uint32_t parameter) {
  const CuttleNode* n = cuttle_get(a);
  if (!a) return 0;
  if (op == CUTTLE_OP_NOT) {
    if (n->op == CUTTLE_OP_CONSTANT) return cuttle_constant_node(n->width, ~n->value);
    if (n->op == CUTTLE_OP_NOT) return n->a;
    if (n->width == 1 && negated_comparison(n->op))
      return cuttle_node(negated_comparison(n->op), 1, n->a, n->b, 0);
    /* not (a < b) is b <= a */
    if (n->op == CUTTLE_OP_ULT) return cuttle_node(CUTTLE_OP_ULE, 1, n->b, n->a, 0);
    if (n->op == CUTTLE_OP_ULE) return cuttle_node(CUTTLE_OP_ULT, 1, n->b, n->a, 0);
    if (n->op == CUTTLE_OP_SLT) return cuttle_node(CUTTLE_OP_SLE, 1, n->b, n->a, 0);
    if (n->op == CUTTLE_OP_SLE) return cuttle_node(CUTTLE_OP_SLT, 1, n->b, n->a, 0);
  }
  if (op == CUTTLE_OP_FISNAN) width = 1;
  return cuttle_node(op, width, a, parameter, 0);
}

static int has_constant_term(uint32_t id) {
  return cuttle_get(id)->op == CUTTLE_OP_ADD && cuttle_is_constant(cuttle_get(id)->b);
}

/* Sums keep one constant, outermost: that of an address is the object it was computed from. */
static uint32_t add_constant(uint32_t a, uint64_t value) {
  const uint32_t width = cuttle_get(a)->width;
  if (width > 64) return 0;
  if (has_constant_term(a)) {
    value += cuttle_get(cuttle_get(a)->b)->value;
    a = cuttle_get(a)->a;
  }
  if (!(value & cuttle_mask(width))) return a;
  return cuttle_node(CUTTLE_OP_ADD, width, a, cuttle_constant_node(width, value), 0);
}

static uint32_t add(uint32_t a, uint32_t b) {
  uint64_t constant = 0;
  if (has_constant_term(a)) {
    constant = cuttle_get(cuttle_get(a)->b)->value;
    a = cuttle_get(a)->a;
  }
  if (has_constant_term(b)) {
    constant += cuttle_get(cuttle_get(b)->b)->value;
    b = cuttle_get(b)->a;
  }
  return add_constant(cuttle_node(CUTTLE_OP_ADD, cuttle_get(a)->width, a, b, 0), constant);
}

/* a OP b where b is a constant: the simplified node, or 0 when there is none. */
static uint32_t binary_with_constant(uint32_t op, uint32_t a, uint32_t b) {
  const uint32_t width = cuttle_get(a)->width;
  const uint64_t value = cuttle_get(b)->value;
  switch (op) {
    case CUTTLE_OP_AND:
      if (value == 0) return b;
      if (value == cuttle_mask(width)) return a;
      if (!(value & (value + 1))) {
        const uint32_t bits = 64 - (uint32_t)__builtin_clzll(value);
        return cuttle_make_extend(CUTTLE_OP_ZEXT, cuttle_make_extract(a, 0, bits), width);
      }
      return 0;
    case CUTTLE_OP_MUL:
      if (value == 0) return b;
      return value == 1 ? a : 0;
    case CUTTLE_OP_UDIV:
    case CUTTLE_OP_SDIV:
      return value == 1 && width > 1 ? a : 0;
    case CUTTLE_OP_XOR:
      if (width == 1 && value == 1) return cuttle_make_unary(CUTTLE_OP_NOT, 1, a, 0);
      return value == 0 ? a : 0;
    case CUTTLE_OP_OR:
      if (value == cuttle_mask(width)) return b;
      return value == 0 ? a : 0;
    case CUTTLE_OP_ADD:
      return add_constant(a, value);
    case CUTTLE_OP_SUB:
      return add_constant(a, 0 - value);
    case CUTTLE_OP_SHL:
    case CUTTLE_OP_LSHR:
    case CUTTLE_OP_ASHR:
      return value == 0 ? a : 0;
    default:
      return 0;
  }
}

/* The difference of two bytes as an int; 0 exactly when they are equal. */
uint32_t cuttle_byte_difference(uint32_t x, uint32_t y) {
  return cuttle_make_binary(CUTTLE_OP_SUB, cuttle_make_extend(CUTTLE_OP_ZEXT, x, 32),
                            cuttle_make_extend(CUTTLE_OP_ZEXT, y, 32));
}

/* (x == y ? rest : x - y) == 0 is x == y and rest == 0: what memcmp and its kin return. */
static uint32_t is_comparison_zero(const CuttleNode* ite) {
  const CuttleNode* condition = cuttle_get(ite->a);
  const uint32_t equal = ite->a, rest = ite->b;
  if (condition->op != CUTTLE_OP_EQ || cuttle_get(condition->a)->width != 8 || ite->width != 32 ||
      cuttle_byte_difference(condition->a, condition->b) != ite->c)
    return 0;
  return cuttle_make_binary(CUTTLE_OP_AND, equal,
                            cuttle_make_binary(CUTTLE_OP_EQ, rest, cuttle_constant_node(32, 0)));
}

/* EQ and NE against a constant: look through extensions, and let conditions be conditions. */
static uint32_t equality_with_constant(uint32_t op, uint32_t a, uint32_t b) {
  const CuttleNode* n = cuttle_get(a);
  const uint64_t value = cuttle_get(b)->value;
  if (n->op == CUTTLE_OP_ZEXT) {
    const uint32_t inner = cuttle_get(n->a)->width;
    if (value > cuttle_mask(inner)) return cuttle_constant_node(1, op == CUTTLE_OP_NE);
    return cuttle_make_binary(op, n->a, cuttle_constant_node(inner, value));
  }
  if (n->op == CUTTLE_OP_SEXT) {
    const uint32_t inner = cuttle_get(n->a)->width, unused = 64 - inner;
    const uint64_t extended = (uint64_t)((int64_t)(value << unused) >> unused);
    if (n->width > 64) return 0;
    if ((extended & cuttle_mask(n->width)) != value)
      return cuttle_constant_node(1, op == CUTTLE_OP_NE);
    return cuttle_make_binary(op, n->a, cuttle_constant_node(inner, value));
  }
  if (n->op == CUTTLE_OP_ITE && value == 0) {
    const uint32_t equal = is_comparison_zero(n);
    if (equal) return op == CUTTLE_OP_EQ ? equal : cuttle_make_unary(CUTTLE_OP_NOT, 1, equal, 0);
  }
  if (n->width == 1)
    return (op == CUTTLE_OP_EQ) == (value == 1) ? a : cuttle_make_unary(CUTTLE_OP_NOT, 1, a, 0);
  return 0;
}

static int is_equality(uint32_t op) {
  return op == CUTTLE_OP_EQ || op == CUTTLE_OP_NE;
}

static int commutes(uint32_t op) {
  return is_equality(op) || op == CUTTLE_OP_AND || op == CUTTLE_OP_OR || op == CUTTLE_OP_XOR ||
         op == CUTTLE_OP_ADD || op == CUTTLE_OP_MUL;
}

static uint32_t binary_of_same(uint32_t op, uint32_t a) {
  const uint32_t width = cuttle_get(a)->width;
  switch (op) {
    case CUTTLE_OP_AND:
    case CUTTLE_OP_OR:
      return a;
    case CUTTLE_OP_XOR:
    case CUTTLE_OP_SUB:
      return width <= 64 ? cuttle_constant_node(width, 0) : 0;
    case CUTTLE_OP_EQ:
    case CUTTLE_OP_ULE:
    case CUTTLE_OP_SLE:
      return cuttle_constant_node(1, 1);
    case CUTTLE_OP_NE:
    case CUTTLE_OP_ULT:
    case CUTTLE_OP_SLT:
      return cuttle_constant_node(1, 0);
    default:
      return 0;
  }
}

static int gives_condition(uint32_t op) {
  return (op >= CUTTLE_OP_EQ && op <= CUTTLE_OP_SLE) ||
         (op >= CUTTLE_OP_FEQ && op <= CUTTLE_OP_FLE);
}

uint32_t cuttle_make_binary(uint32_t op, uint32_t a, uint32_t b) {
  const uint32_t width = cuttle_get(a)->width;
  uint32_t simple = 0;
  if (!a || !b) return 0;
  if (commutes(op) && cuttle_is_constant(a)) {
    const uint32_t swapped = a;
    a = b;
    b = swapped;
  }
  if (a == b)
    simple = binary_of_same(op, a);
  else if (cuttle_is_constant(b) && !cuttle_is_constant(a))
    simple = is_equality(op) ? equality_with_constant(op, a, b) : binary_with_constant(op, a, b);
  if (simple) return simple;
  if (op == CUTTLE_OP_ADD && width <= 64 && (has_constant_term(a) || has_constant_term(b)))
    return add(a, b);
  simple = cuttle_node(op, gives_condition(op) ? 1 : width, a, b, 0);
  if (simple && cuttle_is_constant(a) && cuttle_is_constant(b) && cuttle_has_value(simple))
    return cuttle_constant_node(cuttle_get(simple)->width, cuttle_get(simple)->value);
  return simple;
}

uint32_t cuttle_make_ite(uint32_t condition, uint32_t a, uint32_t b) {
  const uint32_t width = cuttle_get(a)->width;
  if (!condition || !a || !b) return 0;
  if (cuttle_is_constant(condition)) return cuttle_get(condition)->value ? a : b;
  /* What the condition decides already. */
  if (cuttle_get(a)->op == CUTTLE_OP_ITE && cuttle_get(a)->a == condition) a = cuttle_get(a)->b;
  if (cuttle_get(b)->op == CUTTLE_OP_ITE && cuttle_get(b)->a == condition) b = cuttle_get(b)->c;
  if (a == b) return a;
  if (is_value(b, 0) && is_value(a, 1)) return cuttle_make_extend(CUTTLE_OP_ZEXT, condition, width);
  if (width == 1 && is_value(a, 0) && is_value(b, 1))
    return cuttle_make_unary(CUTTLE_OP_NOT, 1, condition, 0);
  return cuttle_node(CUTTLE_OP_ITE, width, condition, a, b);
}
