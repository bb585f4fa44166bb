/* SPDX-License-Identifier: Apache-2.0 */

/* The value that longjmp hands over is what setjmp returns then: it travels like the result of a
 * call, and instrumented callers of setjmp take it (pass/calls/calls.h). */

#include <setjmp.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/libc/model.h"

/* 0 arrives as 1. */
static uint32_t arriving(uint32_t id) {
  uint32_t result;
  if (!id || !cuttle_enter()) return 0;
  result = cuttle_make_ite(cuttle_make_binary(CUTTLE_OP_EQ, id, cuttle_constant_node(32, 0)),
                           cuttle_constant_node(32, 1), id);
  cuttle_leave();
  return result;
}

MODEL void __cuttle_model_longjmp(struct __jmp_buf_tag* place, int value) {
  uint32_t ids[2], id;
  cuttle_take_arguments((const void*)__cuttle_model_longjmp, ids, 2);
  if (ids[0])
    __cuttle_concretise(ids[0], (uint64_t)place, __cuttle_thread.site,
                        CUTTLE_REASON_SYMBOLIC_ADDRESS);
  id = arriving(ids[1]);
  __cuttle_thread.results[0] = id;
  __cuttle_thread.results_from = id ? (const void*)__cuttle_model_longjmp : NULL;
  siglongjmp(place, value);
}
SAME(_longjmp, longjmp);
SAME(siglongjmp, longjmp);
SAME(__longjmp_chk, longjmp);
