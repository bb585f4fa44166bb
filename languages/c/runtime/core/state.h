/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the parts of the runtime share. There is one program, hence one state; everything in it is
 * private memory of the process, only the trace is shared with the engine. */

#include <stdint.h>

#include "engine/trace/layout.h"
#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An entry of shadow memory is the number of a node and a position in it, hence the bound. */
#define CUTTLE_LANE_BITS 6
#define CUTTLE_MAX_NODES (1u << (32 - CUTTLE_LANE_BITS))

#define CUTTLE_ADDRESS_LIMIT 0x800000000000ull /* user addresses have 47 bits */

typedef struct CuttleRuntime {
  CuttleTraceHeader* trace; /* NULL without the engine */
  int active;               /* symbolic execution is on: in a run, and no bound was hit */
  int in_run;               /* __cuttle_main has let the program go */
  int mapped;               /* shadow memory is there */
  uint32_t epoch;           /* grows with each run in this process: dates private tables */

  /* Copies of what the trace header says, for short paths. */
  CuttleNode* nodes;
  uint32_t* node_buckets;
  CuttleArea* node_area;
  uint32_t node_bucket_mask;
  uint32_t node_limit; /* first id that must not be made in this run */
  uint32_t depth_limit;
  uint32_t choice_limit;
  uint32_t record_limit;
  uint32_t object_limit;

  CuttleModule* modules; /* registered, newest first */
} CuttleRuntime;

extern CuttleRuntime cuttle_rt;

/* ---- state.c */

/* Reserves the shadow memory; once. Ends the program with a message when that is impossible. */
void cuttle_map_shadow(void);
/* Uses this trace from now on (tests and __cuttle_main's server). */
void cuttle_attach(CuttleTraceHeader* trace);
/* Finds the trace that the engine passed, if any. */
void cuttle_find_trace(void);
/* Symbolic execution starts: per-run state is fresh. */
void cuttle_begin_run(void);
/* A bound was reached: the rest of the run is concrete and not listed. */
void cuttle_truncate(uint32_t reason, uint32_t site);

/* Mutual exclusion of everything that appends to the trace. enter() gives 0 when the calling thread
 * is already inside (a signal handler of the program): then go on without. */
int cuttle_enter(void);
void cuttle_leave(void);
/* The calling thread goes no further, wherever it is. */
void cuttle_leave_all(void);

/* ---- nodes.c: all of these need cuttle_enter() */

/* A node, hash-consed, without simplification. 0 when a bound is reached. */
uint32_t cuttle_node(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c);
uint32_t cuttle_constant_node(uint32_t width, uint64_t value);
/* A LOOKUP table of these nodes, hash-consed; 0 when full. */
uint32_t cuttle_table(const uint32_t* elements, uint32_t count);
uint32_t cuttle_lookup_node(uint32_t table, uint32_t index);

static inline const CuttleNode* cuttle_get(uint32_t id) {
  return &cuttle_rt.nodes[id];
}
static inline int cuttle_is_constant(uint32_t id) {
  return cuttle_rt.nodes[id].op == CUTTLE_OP_CONSTANT;
}
static inline int cuttle_has_value(uint32_t id) {
  return !(cuttle_rt.nodes[id].flags & CUTTLE_NODE_NO_VALUE);
}
static inline uint64_t cuttle_mask(uint32_t width) {
  return width >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
}

/* ---- evaluate.c */

/* The value of `node` from the values of its arguments; clears or sets CUTTLE_NODE_NO_VALUE. */
void cuttle_evaluate(CuttleNode* node);

/* ---- simplify.c: nodes with cheap simplification; any argument may be a constant node */

uint32_t cuttle_make_extract(uint32_t a, uint32_t lowest, uint32_t width);
uint32_t cuttle_make_concat(uint32_t high, uint32_t low);
uint32_t cuttle_make_extend(uint32_t op, uint32_t a, uint32_t width);
uint32_t cuttle_make_unary(uint32_t op, uint32_t width, uint32_t a, uint32_t parameter);
uint32_t cuttle_make_binary(uint32_t op, uint32_t a, uint32_t b);
uint32_t cuttle_make_ite(uint32_t condition, uint32_t a, uint32_t b);
/* zext(x) - zext(y) of two bytes, 32 bits wide. */
uint32_t cuttle_byte_difference(uint32_t x, uint32_t y);

/* ---- symbolic_access.c */

/* Makes what is otherwise made at the first use; 0 when impossible. */
int cuttle_begin_accesses(void);

/* ---- choices.c */

/* Appends a choice (needs cuttle_enter). */
void cuttle_record_choice(uint32_t kind, uint32_t condition, uint32_t site, uint32_t taken,
                          uint64_t value, uint32_t aux);

/* ---- events.c */

void cuttle_event(uint32_t reason, uint32_t site, const char* detail);
/* The return addresses of an event (CuttleLimitation.callers); none unless it is in a library. */
void cuttle_note_callers(uint32_t site, uint64_t* callers);
/* Before the first run. */
void cuttle_begin_events(void);

/* ---- inputs.c */

/* Ids of the arguments of a runtime function that follows the convention of calls. */
void cuttle_take_arguments(const void* function, uint32_t* ids, uint32_t count);
/* A new input: value in *value, its node (0 when concrete). */
uint32_t cuttle_new_input(const char* name, uint32_t index, uint32_t occurrence, uint32_t width,
                          const char* type, uint64_t* value);
/* Reads an input of `width` bits into the `size` bytes at `at` (input_shapes.h). */
void cuttle_provide(void* at, uint32_t size, const char* name, uint32_t index, uint32_t occurrence,
                    uint32_t width, const char* type);

/* ---- outcome.c */

/* The run is a bug (unless an earlier one was recorded), and the process ends. `detail` goes into
 * the message in quotes; `file` and `line` are where the program itself says; each may be NULL. */
void cuttle_bug_exit(uint32_t bug, uint32_t site, const char* message, const char* detail,
                     const char* file, uint32_t line) __attribute__((noreturn));
void cuttle_reject_exit(uint32_t site) __attribute__((noreturn));
/* All threads that could go on are asleep (CuttleStep). */
void cuttle_redundant_exit(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif
