/* SPDX-License-Identifier: Apache-2.0 */

/* The calls of instrumented code that make expressions. */

#include "languages/c/runtime/core/state.h"

/* What goes back to the program: constants are not symbolic, and an expression that has grown too
 * deep is replaced by its value, with a choice that holds the path there. Leaves. */
static uint32_t finish(uint32_t id) {
  if (id && cuttle_is_constant(id)) id = 0;
  if (id && cuttle_get(id)->depth > cuttle_rt.depth_limit) {
    if (cuttle_has_value(id))
      cuttle_record_choice(CUTTLE_CHOICE_CONCRETISE, id, __cuttle_thread.site, 0,
                           cuttle_get(id)->value, CUTTLE_REASON_EXPRESSION_SIZE);
    cuttle_event(CUTTLE_REASON_EXPRESSION_SIZE, __cuttle_thread.site, NULL);
    id = 0;
  }
  cuttle_leave();
  return id;
}

static int begin(void) {
  return cuttle_rt.active && cuttle_enter();
}

static uint32_t operand(uint32_t id, uint32_t width, uint64_t value) {
  return id ? id : width <= 64 ? cuttle_constant_node(width, value) : 0;
}

uint32_t __cuttle_constant(uint32_t width, const uint64_t* words) {
  uint32_t id = 0, at;
  if (!begin()) return 0;
  for (at = 0; at < width; at += 64) {
    const uint32_t bits = width - at < 64 ? width - at : 64;
    const uint32_t word = cuttle_constant_node(bits, words[at / 64]);
    id = at ? cuttle_node(CUTTLE_OP_CONCAT, at + bits, word, id, 0) : word;
  }
  cuttle_leave();
  return id;
}

uint32_t __cuttle_unary(uint32_t op, uint32_t width, uint32_t a, uint32_t parameter) {
  if (!a || !begin()) return 0;
  return finish(cuttle_make_unary(op, width, a, parameter));
}

uint32_t __cuttle_binary(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint64_t value_a,
                         uint64_t value_b) {
  if (!(a | b) || !begin()) return 0;
  return finish(cuttle_make_binary(op, operand(a, width, value_a), operand(b, width, value_b)));
}

uint32_t __cuttle_cast(uint32_t op, uint32_t from_width, uint32_t to_width, uint32_t a) {
  (void)from_width;
  if (!a || !begin()) return 0;
  switch (op) {
    case CUTTLE_OP_EXTRACT:
      return finish(cuttle_make_extract(a, 0, to_width));
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
      return finish(cuttle_make_extend(op, a, to_width));
    default:
      return finish(cuttle_node(op, to_width, a, 0, 0));
  }
}

uint32_t __cuttle_extract(uint32_t a, uint32_t lowest, uint32_t width) {
  if (!a || !begin()) return 0;
  return finish(cuttle_make_extract(a, lowest, width));
}

uint32_t __cuttle_concat(uint32_t high, uint32_t high_width, uint64_t high_value, uint32_t low,
                         uint32_t low_width, uint64_t low_value) {
  if (!(high | low) || !begin()) return 0;
  return finish(cuttle_make_concat(operand(high, high_width, high_value),
                                   operand(low, low_width, low_value)));
}

uint32_t __cuttle_select(uint32_t condition, uint32_t value, uint32_t width, uint32_t a, uint32_t b,
                         uint64_t value_a, uint64_t value_b) {
  if (!condition) return value ? a : b;
  if (!begin()) return 0;
  return finish(cuttle_make_ite(condition, operand(a, width, value_a), operand(b, width, value_b)));
}

uint32_t __cuttle_fma(uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value_a,
                      uint64_t value_b, uint64_t value_c) {
  if (!(a | b | c) || !begin()) return 0;
  return finish(cuttle_node(CUTTLE_OP_FMA, width, operand(a, width, value_a),
                            operand(b, width, value_b), operand(c, width, value_c)));
}
