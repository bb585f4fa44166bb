/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CUTTLE_TRACE_POLICY_H_
#define CUTTLE_TRACE_POLICY_H_

/* How a program chooses the thread that runs next, where the schedule leaves it to the program: the
 * same for every scheduler, so that a seed means the same. All that could run and are not asleep
 * are offered, in the order of THREADS; nothing is remembered but what is in CuttleChooser.
 *
 *   stay    the thread that ran, while it can: fewest preemptions
 *   random  any, each time
 *   pct     priorities by thread; at depth - 1 random steps that of the running one drops below all
 *   pos     priorities by operation; one that depends on what was just done draws a new one */

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { CUTTLE_MAX_DROPS = 16 };

typedef struct CuttleChooser {
  uint32_t policy; /* CuttlePolicy */
  uint32_t drops;  /* of pct */
  uint64_t seed;
  uint32_t drop_at[CUTTLE_MAX_DROPS];
  uint32_t dropped[CUTTLE_MAX_DROPS]; /* names; CUTTLE_NONE: not yet */
} CuttleChooser;

typedef struct CuttleCandidate {
  uint32_t thread;  /* name */
  uint32_t done;    /* operations of the thread so far */
  uint32_t redrawn; /* how often its next one was found to depend on one just done, for pos */
  uint32_t is_last; /* to be taken only when there is nobody else: a WAKE without a signal */
} CuttleCandidate;

static inline uint64_t cuttle_mix_(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

static inline uint64_t cuttle_draw_(uint64_t seed, uint64_t a, uint64_t b, uint64_t c) {
  return cuttle_mix_(cuttle_mix_(cuttle_mix_(seed + a) + 0x9E3779B97F4A7C15ull * (b + 1)) + c);
}

/* `step` may be null: stay. */
static inline void cuttle_chooser_begin(CuttleChooser* c, const CuttleStep* step) {
  uint32_t i;
  c->policy = step ? step->operation : (uint32_t)CUTTLE_POLICY_STAY;
  c->seed = step ? ((uint64_t)step->to << 32 | step->from) : 0;
  c->drops = 0;
  if (c->policy != CUTTLE_POLICY_PCT) return;
  for (i = 0; i + 1 < step->a && i < CUTTLE_MAX_DROPS; ++i) {
    c->drop_at[i] = (uint32_t)(cuttle_draw_(c->seed, 1, i, 0) % (step->b ? step->b : 1));
    c->dropped[i] = CUTTLE_NONE;
    c->drops = i + 1;
  }
}

static inline uint64_t cuttle_priority_(const CuttleChooser* c, const CuttleCandidate* t,
                                        uint32_t step) {
  uint32_t i;
  if (c->policy == CUTTLE_POLICY_RANDOM) return cuttle_draw_(c->seed, 2, step, t->thread) | 256;
  if (c->policy == CUTTLE_POLICY_POS)
    return cuttle_draw_(c->seed, t->thread, t->done, t->redrawn) | 256;
  for (i = c->drops; i-- > 0;)
    if (c->dropped[i] == t->thread) return c->drops - i;
  return cuttle_draw_(c->seed, 3, t->thread, 0) | 256;
}

/* Which of the `count` candidates runs at this step (the number of races before). `last` is the
 * name of the thread that ran before, CUTTLE_NONE at the beginning. */
static inline uint32_t cuttle_choose(CuttleChooser* c, const CuttleCandidate* from, uint32_t count,
                                     uint32_t step, uint32_t last) {
  uint32_t i, best = CUTTLE_NONE;
  uint64_t most = 0;
  for (i = 0; i < c->drops; ++i)
    if (c->drop_at[i] == step) c->dropped[i] = last;
  for (i = 0; i < count; ++i) {
    uint64_t priority;
    if (c->policy == CUTTLE_POLICY_STAY)
      priority = from[i].is_last ? 1 : from[i].thread == last ? 3 : 2;
    else
      priority = from[i].is_last ? 0 : cuttle_priority_(c, &from[i], step);
    if (best != CUTTLE_NONE && priority <= most) continue;
    best = i;
    most = priority;
  }
  return best;
}

#ifdef __cplusplus
}
#endif

#endif /* CUTTLE_TRACE_POLICY_H_ */
