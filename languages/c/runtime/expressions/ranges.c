/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/expressions/ranges.h"

#include "languages/c/runtime/core/state.h"

#define LEVELS 8

static uint64_t saturating_product(uint64_t a, uint64_t b) {
  uint64_t result;
  return __builtin_mul_overflow(a, b, &result) ? ~(uint64_t)0 : result;
}

static uint64_t upper_bound(uint32_t id, int levels) {
  const CuttleNode* n = cuttle_get(id);
  const uint64_t most = cuttle_mask(n->width);
  uint64_t bound = most, a, b;
  if (n->op == CUTTLE_OP_CONSTANT) return n->value;
  if (!levels || n->width > 64) return most;
  switch (n->op) {
    case CUTTLE_OP_ZEXT:
      return upper_bound(n->a, levels - 1);
    case CUTTLE_OP_SEXT:
      a = upper_bound(n->a, levels - 1);
      return a <= cuttle_mask(cuttle_get(n->a)->width) / 2 ? a : most;
    case CUTTLE_OP_EXTRACT:
      if (cuttle_get(n->a)->width > 64) return most;
      a = upper_bound(n->a, levels - 1) >> n->b;
      return a < most ? a : most;
    case CUTTLE_OP_AND:
      a = upper_bound(n->a, levels - 1);
      b = upper_bound(n->b, levels - 1);
      return a < b ? a : b;
    case CUTTLE_OP_ITE:
      a = upper_bound(n->b, levels - 1);
      b = upper_bound(n->c, levels - 1);
      return a > b ? a : b;
    case CUTTLE_OP_LSHR:
      if (!cuttle_is_constant(n->b) || cuttle_get(n->b)->value >= 64) return most;
      return upper_bound(n->a, levels - 1) >> cuttle_get(n->b)->value;
    case CUTTLE_OP_UREM:
      b = cuttle_is_constant(n->b) ? cuttle_get(n->b)->value : 0;
      return b ? b - 1 : most;
    case CUTTLE_OP_UDIV:
      b = cuttle_is_constant(n->b) ? cuttle_get(n->b)->value : 0;
      return b ? upper_bound(n->a, levels - 1) / b : most;
    case CUTTLE_OP_ADD:
      if (__builtin_add_overflow(upper_bound(n->a, levels - 1), upper_bound(n->b, levels - 1),
                                 &bound))
        return most;
      break;
    case CUTTLE_OP_MUL:
      bound = saturating_product(upper_bound(n->a, levels - 1), upper_bound(n->b, levels - 1));
      break;
    case CUTTLE_OP_SHL:
      if (!cuttle_is_constant(n->b) || cuttle_get(n->b)->value >= 63) return most;
      bound =
          saturating_product(upper_bound(n->a, levels - 1), (uint64_t)1 << cuttle_get(n->b)->value);
      break;
    default:
      break;
  }
  return bound <= most ? bound : most; /* more than fits: it may wrap to anything */
}

uint64_t cuttle_upper_bound(uint32_t id) {
  return upper_bound(id, LEVELS);
}

static uint32_t trailing_zeros(uint32_t id, int levels) {
  const CuttleNode* n = cuttle_get(id);
  uint32_t a, b;
  if (n->op == CUTTLE_OP_CONSTANT) return n->value ? (uint32_t)__builtin_ctzll(n->value) : n->width;
  if (!levels || n->width > 64) return 0;
  switch (n->op) {
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
      return trailing_zeros(n->a, levels - 1);
    case CUTTLE_OP_MUL:
      a = trailing_zeros(n->a, levels - 1) + trailing_zeros(n->b, levels - 1);
      return a < n->width ? a : n->width;
    case CUTTLE_OP_SHL:
      if (!cuttle_is_constant(n->b) || cuttle_get(n->b)->value >= n->width) return 0;
      return trailing_zeros(n->a, levels - 1) + (uint32_t)cuttle_get(n->b)->value;
    case CUTTLE_OP_CONCAT:
      a = trailing_zeros(n->b, levels - 1);
      return a;
    case CUTTLE_OP_AND:
      a = trailing_zeros(n->a, levels - 1);
      b = trailing_zeros(n->b, levels - 1);
      return a > b ? a : b;
    case CUTTLE_OP_ADD:
    case CUTTLE_OP_SUB:
    case CUTTLE_OP_OR:
    case CUTTLE_OP_XOR:
      a = trailing_zeros(n->a, levels - 1);
      b = trailing_zeros(n->b, levels - 1);
      return a < b ? a : b;
    case CUTTLE_OP_ITE:
      a = trailing_zeros(n->b, levels - 1);
      b = trailing_zeros(n->c, levels - 1);
      return a < b ? a : b;
    default:
      return 0;
  }
}

uint32_t cuttle_trailing_zeros(uint32_t id) {
  return trailing_zeros(id, LEVELS);
}

static uint32_t known_low_bits(uint32_t id, uint64_t* value, int levels) {
  const CuttleNode* n = cuttle_get(id);
  uint64_t right = 0;
  uint32_t a, b;
  *value = n->op == CUTTLE_OP_CONSTANT ? n->value : 0;
  if (n->op == CUTTLE_OP_CONSTANT) return n->width;
  if (!levels || n->width > 64) return 0;
  switch (n->op) {
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
      return known_low_bits(n->a, value, levels - 1);
    case CUTTLE_OP_ADD:
    case CUTTLE_OP_SUB:
    case CUTTLE_OP_OR:
      a = known_low_bits(n->a, value, levels - 1);
      b = known_low_bits(n->b, &right, levels - 1);
      if (b < a) a = b;
      if (n->op == CUTTLE_OP_ADD)
        *value += right;
      else if (n->op == CUTTLE_OP_SUB)
        *value -= right;
      else
        *value |= right;
      *value &= cuttle_mask(a);
      return a;
    default:
      return trailing_zeros(id, levels);
  }
}

uint32_t cuttle_known_low_bits(uint32_t id, uint64_t* value) {
  return known_low_bits(id, value, LEVELS);
}

static int is_power_of_two(uint32_t id, uint32_t* log) {
  const uint64_t value = cuttle_get(id)->value;
  if (!cuttle_is_constant(id) || !value || (value & (value - 1))) return 0;
  *log = (uint32_t)__builtin_ctzll(value);
  return 1;
}

static uint32_t shifted_bits(uint32_t id, uint32_t shift, uint32_t width, int levels) {
  const CuttleNode* n = cuttle_get(id);
  uint32_t log;
  if (levels && shift + width <= n->width) {
    if (n->op == CUTTLE_OP_ADD || n->op == CUTTLE_OP_SUB) {
      /* Nothing carries out of the low bits where only one side has any. */
      uint64_t low, right_low;
      const uint32_t known = cuttle_known_low_bits(n->a, &low);
      const uint32_t right_known = cuttle_known_low_bits(n->b, &right_low);
      low &= cuttle_mask(shift);
      right_low &= cuttle_mask(shift);
      if (known >= shift && right_known >= shift &&
          (!right_low || (!low && n->op == CUTTLE_OP_ADD))) {
        const uint32_t op = n->op, right = n->b;
        const uint32_t a = shifted_bits(n->a, shift, width, levels - 1);
        const uint32_t b = shifted_bits(right, shift, width, levels - 1);
        return cuttle_make_binary(op, a, b);
      }
    }
    if (n->op == CUTTLE_OP_MUL && is_power_of_two(n->b, &log) && log <= shift)
      return shifted_bits(n->a, shift - log, width, levels - 1);
    if (n->op == CUTTLE_OP_SHL && cuttle_is_constant(n->b) && cuttle_get(n->b)->value <= shift)
      return shifted_bits(n->a, shift - (uint32_t)cuttle_get(n->b)->value, width, levels - 1);
  }
  if (shift >= n->width) return cuttle_constant_node(width, 0);
  if (shift + width > n->width)
    return cuttle_make_extend(CUTTLE_OP_ZEXT, cuttle_make_extract(id, shift, n->width - shift),
                              width);
  return cuttle_make_extract(id, shift, width);
}

uint32_t cuttle_shifted_bits(uint32_t id, uint32_t shift, uint32_t width) {
  return shifted_bits(id, shift, width, LEVELS);
}
