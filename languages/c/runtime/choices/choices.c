/* SPDX-License-Identifier: Apache-2.0 */
#include "languages/c/runtime/choices/pointer_choice.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/graph_pointers.h"
#include "languages/c/runtime/threads/threads.h"

void cuttle_record_choice(uint32_t kind, uint32_t condition, uint32_t site, uint32_t taken,
                          uint64_t value, uint32_t aux) {
  CuttleArea* area = &cuttle_rt.trace->areas[CUTTLE_AREA_RECORDS];
  CuttleChoice* choice = (CuttleChoice*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_RECORDS);
  const uint32_t at = area->count;
  const CuttleThreadTime now = cuttle_thread_time();
  if (!cuttle_rt.active) return;
  if (cuttle_rt.trace->choices_total++ >= cuttle_rt.choice_limit || at >= cuttle_rt.record_limit) {
    cuttle_truncate(CUTTLE_REASON_DEPTH, site);
    return;
  }
  choice += at;
  choice->kind = (uint8_t)kind;
  choice->flags = 0;
  choice->thread = now.thread;
  choice->site = site;
  choice->condition = condition;
  choice->taken = taken;
  choice->value = value;
  choice->aux = aux;
  choice->clock = now.clock;
  __atomic_store_n(&area->count, at + 1, __ATOMIC_RELEASE);
}

/* Does the run's value of the node agree with what the program does? If not, the shadow is wrong
 * somewhere: leave the choice out rather than explore a fiction. */
static int agrees(uint32_t id, uint64_t value, uint32_t site) {
  const CuttleNode* node = cuttle_get(id);
  if ((node->flags & CUTTLE_NODE_NO_VALUE) || node->value == (value & cuttle_mask(node->width)))
    return 1;
  cuttle_event(CUTTLE_REASON_MISMATCH, site, NULL);
  return 0;
}

static void choose(uint32_t kind, uint32_t id, uint32_t site, uint32_t taken, uint64_t value,
                   uint32_t aux) {
  if (!id || !cuttle_rt.active || !cuttle_enter()) return;
  if (agrees(id, value, site) && !cuttle_is_constant(id))
    cuttle_record_choice(kind, id, site, taken, value, aux);
  cuttle_leave();
}

void __cuttle_branch(uint32_t condition, uint32_t site, uint32_t taken) {
  choose(CUTTLE_CHOICE_BRANCH, condition, site, taken, taken, 0);
}

void __cuttle_switch(uint32_t id, uint32_t site, uint64_t value, uint32_t taken) {
  choose(CUTTLE_CHOICE_SWITCH, id, site, taken, value, 0);
}

void __cuttle_concretise(uint32_t id, uint64_t value, uint32_t site, uint32_t reason) {
  if (reason == CUTTLE_REASON_SYMBOLIC_ADDRESS) id = cuttle_resolve_address(id, value, site);
  if (!id || !cuttle_rt.active || cuttle_is_constant(id)) return;
  if (reason == CUTTLE_REASON_SYMBOLIC_ADDRESS && cuttle_try_pointers(id, value, site)) return;
  choose(CUTTLE_CHOICE_CONCRETISE, id, site, 0, value, reason);
  if (reason != CUTTLE_REASON_TARGET) cuttle_event(reason, site, NULL);
}

static const char* check_message(uint32_t bug) {
  switch (bug) {
    case CUTTLE_BUG_DIVISION_BY_ZERO:
      return "division by zero";
    case CUTTLE_BUG_OVERFLOW:
      return "arithmetic overflow";
    case CUTTLE_BUG_OUT_OF_BOUNDS:
      return "access out of bounds";
    case CUTTLE_BUG_USE_AFTER_FREE:
      return "use after free";
    case CUTTLE_BUG_SEGFAULT:
      return "invalid address";
    default:
      return "check failed";
  }
}

void __cuttle_check_named(uint32_t condition, uint32_t value, uint32_t bug, uint32_t site,
                          const char* message) {
  if (!condition) return;
  choose(CUTTLE_CHOICE_CHECK, condition, site, value, value, bug);
  if (value) cuttle_bug_exit(bug, site, message, NULL, NULL, 0);
}

void __cuttle_check(uint32_t condition, uint32_t value, uint32_t bug, uint32_t site) {
  __cuttle_check_named(condition, value, bug, site, check_message(bug));
}

void __cuttle_check_division(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint64_t value_a,
                             uint64_t value_b, uint32_t site) {
  const uint64_t mask = cuttle_mask(width), lowest = (uint64_t)1 << ((width - 1) & 63);
  uint32_t zero = 0, overflow = 0, divisor, dividend;
  if (!(a | b) || width > 64 || !cuttle_rt.active || !cuttle_enter()) return;
  divisor = b ? b : cuttle_constant_node(width, value_b);
  dividend = a ? a : cuttle_constant_node(width, value_a);
  /* The values are the program's: those of wide expressions are not known here. */
  if (b) {
    zero = cuttle_make_binary(CUTTLE_OP_EQ, divisor, cuttle_constant_node(width, 0));
  }
  if (op == CUTTLE_OP_SDIV || op == CUTTLE_OP_SREM) {
    if (b || (value_b & mask) == mask)
      overflow = cuttle_make_binary(
          CUTTLE_OP_AND,
          cuttle_make_binary(CUTTLE_OP_EQ, divisor, cuttle_constant_node(width, mask)),
          cuttle_make_binary(CUTTLE_OP_EQ, dividend, cuttle_constant_node(width, lowest)));
  }
  cuttle_leave();
  if (zero) __cuttle_check(zero, (value_b & mask) == 0, CUTTLE_BUG_DIVISION_BY_ZERO, site);
  if (overflow)
    __cuttle_check(overflow, (value_b & mask) == mask && (value_a & mask) == lowest,
                   CUTTLE_BUG_OVERFLOW, site);
}

void __cuttle_unreachable(uint32_t site) {
  cuttle_bug_exit(CUTTLE_BUG_ERROR_CALL, site, "unreachable code was reached", NULL, NULL, 0);
}

void __cuttle_out_of_bounds(uint32_t site) {
  cuttle_bug_exit(CUTTLE_BUG_OUT_OF_BOUNDS, site, check_message(CUTTLE_BUG_OUT_OF_BOUNDS), NULL,
                  NULL, 0);
}

void __cuttle_assume(int condition, const char* text, const char* file, int line) {
  const uint32_t site = __cuttle_thread.site;
  uint32_t id = 0;
  (void)text, (void)file, (void)line;
  cuttle_take_arguments((const void*)__cuttle_assume, &id, 1);
  if (id && cuttle_rt.active && cuttle_enter()) {
    id = cuttle_make_binary(CUTTLE_OP_NE, id, cuttle_constant_node(cuttle_get(id)->width, 0));
    cuttle_leave();
    choose(CUTTLE_CHOICE_ASSUME, id, site, condition != 0, condition != 0, 0);
  }
  if (!condition) cuttle_reject_exit(site);
}

void __cuttle_assert(int condition, const char* text, const char* file, int line,
                     const char* function) {
  const uint32_t site = __cuttle_thread.site;
  uint32_t id = 0;
  (void)function;
  cuttle_take_arguments((const void*)__cuttle_assert, &id, 1);
  if (id && cuttle_rt.active && cuttle_enter()) {
    id = cuttle_make_binary(CUTTLE_OP_EQ, id, cuttle_constant_node(cuttle_get(id)->width, 0));
    cuttle_leave();
    choose(CUTTLE_CHOICE_CHECK, id, site, !condition, !condition, CUTTLE_BUG_ASSERTION);
  }
  if (!condition)
    cuttle_bug_exit(CUTTLE_BUG_ASSERTION, site, "failed assertion", text, file, (uint32_t)line);
}
