/* SPDX-License-Identifier: Apache-2.0 */

/* Handlers of signals. Those of ours, which tell of crashes, are in the place of what happens by
 * default: who asks finds that, and who sets it gets them back. */

#define _GNU_SOURCE
#include <signal.h>
#include <string.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define SIGNALS 65

static struct sigaction ours[SIGNALS]; /* without flags: none */

void cuttle_world_stand_in(int signal, const struct sigaction* action) {
  ours[signal] = *action;
  REAL(sigaction)(signal, action, NULL);
}

static int has_ours(int signal) {
  return cuttle_world.on && signal > 0 && signal < SIGNALS && ours[signal].sa_flags;
}

static int is_default(const struct sigaction* action) {
  return !(action->sa_flags & SA_SIGINFO) && action->sa_handler == SIG_DFL;
}

static int change(int signal, const struct sigaction* action, struct sigaction* old) {
  const struct sigaction* mine = has_ours(signal) ? &ours[signal] : NULL;
  struct sigaction before;
  int result;
  if (action && cuttle_world.on && signal == SIGSEGV && !(mine && is_default(action)))
    cuttle_world_give_counter_up();
  if (!mine) return REAL(sigaction)(signal, action, old);
  result = REAL(sigaction)(signal, action && is_default(action) ? mine : action, &before);
  if (result != 0 || !old) return result;
  if ((before.sa_flags & SA_SIGINFO) && before.sa_sigaction == mine->sa_sigaction)
    memset(old, 0, sizeof(*old));
  else
    *old = before;
  return 0;
}

WORLD int sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  return change(signal, action, old);
}

WORLD __sighandler_t signal(int number, __sighandler_t handler) {
  struct sigaction action, before;
  if (!has_ours(number)) {
    if (cuttle_world.on && number == SIGSEGV) cuttle_world_give_counter_up();
    return REAL(signal)(number, handler);
  }
  memset(&action, 0, sizeof(action));
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return change(number, &action, &before) == 0 ? before.sa_handler : SIG_ERR;
}
