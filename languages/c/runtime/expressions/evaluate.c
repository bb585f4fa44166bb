/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/core/state.h"

static int64_t as_signed(uint64_t value, uint32_t width) {
  const uint32_t shift = 64 - width;
  return (int64_t)(value << shift) >> shift;
}

static uint64_t divide(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  const int64_t sa = as_signed(a, width), sb = as_signed(b, width);
  switch (op) {
    case CUTTLE_OP_UDIV:
      return b ? a / b : ~(uint64_t)0;
    case CUTTLE_OP_UREM:
      return b ? a % b : a;
    case CUTTLE_OP_SDIV:
      if (sb == 0) return sa < 0 ? 1 : ~(uint64_t)0;
      return sb == -1 ? 0 - a : (uint64_t)(sa / sb);
    default:
      if (sb == 0) return a;
      return sb == -1 ? 0 : (uint64_t)(sa % sb);
  }
}

static uint64_t shift(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  const int64_t sa = as_signed(a, width);
  switch (op) {
    case CUTTLE_OP_SHL:
      return b < width ? a << b : 0;
    case CUTTLE_OP_LSHR:
      return b < width ? a >> b : 0;
    default:
      return (uint64_t)(sa >> (b < width ? b : width - 1));
  }
}

/* `width` is that of the operands. */
static uint64_t binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  switch (op) {
    case CUTTLE_OP_AND:
      return a & b;
    case CUTTLE_OP_OR:
      return a | b;
    case CUTTLE_OP_XOR:
      return a ^ b;
    case CUTTLE_OP_ADD:
      return a + b;
    case CUTTLE_OP_SUB:
      return a - b;
    case CUTTLE_OP_MUL:
      return a * b;
    case CUTTLE_OP_EQ:
      return a == b;
    case CUTTLE_OP_NE:
      return a != b;
    case CUTTLE_OP_ULT:
      return a < b;
    case CUTTLE_OP_ULE:
      return a <= b;
    case CUTTLE_OP_SLT:
      return as_signed(a, width) < as_signed(b, width);
    case CUTTLE_OP_SLE:
      return as_signed(a, width) <= as_signed(b, width);
    case CUTTLE_OP_UDIV:
    case CUTTLE_OP_UREM:
    case CUTTLE_OP_SDIV:
    case CUTTLE_OP_SREM:
      return divide(op, width, a, b);
    default:
      return shift(op, width, a, b);
  }
}

static double to_double(uint64_t bits, uint32_t width) {
  double d;
  float f;
  uint32_t low = (uint32_t)bits;
  if (width == 32) {
    memcpy(&f, &low, 4);
    return f;
  }
  memcpy(&d, &bits, 8);
  return d;
}

static uint64_t from_double(double value, uint32_t width) {
  uint64_t bits = 0;
  float f = (float)value;
  if (width == 32)
    memcpy(&bits, &f, 4);
  else
    memcpy(&bits, &value, 8);
  return bits;
}

/* Single precision is computed in double precision and rounded once more: exact for these
 * operations, because double has more than twice the digits. */
static int float_binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b, uint64_t* result) {
  const double x = to_double(a, width), y = to_double(b, width);
  switch (op) {
    case CUTTLE_OP_FADD:
      *result = from_double(x + y, width);
      return 1;
    case CUTTLE_OP_FSUB:
      *result = from_double(x - y, width);
      return 1;
    case CUTTLE_OP_FMUL:
      *result = from_double(x * y, width);
      return 1;
    case CUTTLE_OP_FDIV:
      *result = from_double(x / y, width);
      return 1;
    case CUTTLE_OP_FEQ:
      *result = x == y;
      return 1;
    case CUTTLE_OP_FLT:
      *result = x < y;
      return 1;
    case CUTTLE_OP_FLE:
      *result = x <= y;
      return 1;
    default: /* fmod, fma, min, max, rounding: need libm or are not exactly determined */
      return 0;
  }
}

static int float_unary(uint32_t op, uint32_t from, uint32_t to, uint64_t a, uint64_t* result) {
  const uint64_t sign = (uint64_t)1 << (from - 1);
  const double x = to_double(a, from);
  const int64_t s = as_signed(a, from);
  switch (op) {
    case CUTTLE_OP_FNEG:
      *result = a ^ sign;
      return 1;
    case CUTTLE_OP_FABS:
      *result = a & ~sign;
      return 1;
    case CUTTLE_OP_FISNAN:
      *result = x != x;
      return 1;
    case CUTTLE_OP_FTOF:
      *result = from_double(x, to);
      return to == 32 || to == 64;
    case CUTTLE_OP_F_TO_SIGNED:
      if (!(x > -9.2e18 && x < 9.2e18)) return 0;
      *result = (uint64_t)(int64_t)x;
      return as_signed(*result & cuttle_mask(to), to) == (int64_t)*result;
    case CUTTLE_OP_F_TO_UNSIGNED:
      if (!(x > -1 && x < 9.2e18)) return 0;
      *result = (uint64_t)x;
      return *result <= cuttle_mask(to);
    case CUTTLE_OP_SIGNED_TO_F:
      *result = to == 32 ? from_double((float)s, 32) : from_double((double)s, 64);
      return to == 32 || to == 64;
    case CUTTLE_OP_UNSIGNED_TO_F:
      *result = to == 32 ? from_double((float)a, 32) : from_double((double)a, 64);
      return to == 32 || to == 64;
    default:
      return 0;
  }
}

static uint64_t look_up(const CuttleNode* node, uint64_t index, int* known) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleTable* table = (const CuttleTable*)cuttle_area(trace, CUTTLE_AREA_TABLES) + node->b;
  const uint32_t* elements =
      (const uint32_t*)cuttle_area(trace, CUTTLE_AREA_TABLE_ELEMENTS) + table->first;
  const uint32_t id = elements[index < table->count ? index : table->count - 1];
  *known = cuttle_has_value(id);
  return cuttle_get(id)->value;
}

static int values_known(const CuttleNode* node) {
  if (node->width > 64 || !cuttle_has_value(node->a) || cuttle_get(node->a)->width > 64) return 0;
  switch (node->op) {
    case CUTTLE_OP_EXTRACT:
    case CUTTLE_OP_LOOKUP:
    case CUTTLE_OP_FROUND:
      return 1;
    case CUTTLE_OP_ITE:
      return cuttle_has_value(node->b) && cuttle_has_value(node->c);
    default:
      return !node->b || cuttle_has_value(node->b);
  }
}

static int is_float_width(uint32_t width) {
  return width == 32 || width == 64;
}

void cuttle_evaluate(CuttleNode* node) {
  const uint64_t a = cuttle_get(node->a)->value, b = cuttle_get(node->b)->value;
  const uint32_t from = cuttle_get(node->a)->width;
  int known = 1;
  if (node->op == CUTTLE_OP_CONSTANT || node->op == CUTTLE_OP_VARIABLE) return;
  node->flags &= (uint8_t)~CUTTLE_NODE_NO_VALUE;
  if (!values_known(node)) {
    node->flags |= CUTTLE_NODE_NO_VALUE;
    return;
  }
  switch (node->op) {
    case CUTTLE_OP_EXTRACT:
      node->value = node->b < 64 ? a >> node->b : 0;
      break;
    case CUTTLE_OP_CONCAT:
      node->value = a << cuttle_get(node->b)->width | b;
      break;
    case CUTTLE_OP_ZEXT:
      node->value = a;
      break;
    case CUTTLE_OP_SEXT:
      node->value = (uint64_t)as_signed(a, from);
      break;
    case CUTTLE_OP_ITE:
      node->value = a ? b : cuttle_get(node->c)->value;
      break;
    case CUTTLE_OP_LOOKUP:
      node->value = look_up(node, a, &known);
      break;
    case CUTTLE_OP_NOT:
      node->value = ~a;
      break;
    case CUTTLE_OP_NEG:
      node->value = 0 - a;
      break;
    default:
      if (node->op < CUTTLE_OP_FNEG)
        node->value = binary(node->op, from, a, b);
      else if (node->op == CUTTLE_OP_SIGNED_TO_F || node->op == CUTTLE_OP_UNSIGNED_TO_F)
        known = float_unary(node->op, from, node->width, a, &node->value);
      else if (!is_float_width(from))
        known = 0;
      else if (node->op < CUTTLE_OP_FADD || node->op >= CUTTLE_OP_FISNAN)
        known = float_unary(node->op, from, node->width, a, &node->value);
      else
        known = float_binary(node->op, from, a, b, &node->value);
  }
  node->value &= cuttle_mask(node->width);
  if (!known) node->flags |= CUTTLE_NODE_NO_VALUE;
}
