// SPDX-License-Identifier: Apache-2.0
// Functions behind pointers that return nothing are no gap, and each has the name of its member.
// run: --function fire --nonnull m
#include <assert.h>

struct machine;
typedef void (*action)(struct machine *, int);
struct machine {
  unsigned char state;
  action on_enter[2];
  int (*allowed)(int);
};

void fire(struct machine *m, unsigned char next) {
  if (next > 1 || !m->allowed) return;
  if (m->allowed(next) < 5) return;
  m->state = next;
  if (m->on_enter[next]) m->on_enter[next](m, 1);
  assert(m->allowed(0) != 3);  // bug: assertion
}
// expect: input allowed()#2 = 3
// expect: exhausted
// expect: branches all
