// SPDX-License-Identifier: Apache-2.0
// The public-key protocol of Needham and Schroeder: a wants to know that it talks to its peer, b that
// it talks to a. All messages pass through the hands of an intruder, who may keep them, hand them on,
// and make new ones of what it knows. Lowe found the attack 17 years after the protocol was published;
// -DFIXED is what he proposed.
#include <assert.h>
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum agent { nobody, a, b, intruder };
enum nonce { none, of_a, of_b, of_intruder };
enum { rounds = 3, agents = 4 };

// Encrypted for the owner of the key, who alone can read the rest.
struct message {
  unsigned char key, first, second, sender;
};

struct mailbox {
  struct message message;
  sem_t full;
};

static struct mailbox boxes[agents];
static unsigned char peer_of_a, peer_of_b;

static void send(struct mailbox *to, struct message message) {
  to->message = message;
  sem_post(&to->full);
}

static struct message receive(struct mailbox *from) {
  sem_wait(&from->full);
  return from->message;
}

// The network is the intruder's: one message at a time, for each of the two.
static struct mailbox network[agents];

static void *initiate(void *unused) {
  send(&network[a], (struct message){peer_of_a, of_a, a, a});
  const struct message answer = receive(&boxes[a]);
  bool is_mine = answer.key == a && answer.first == of_a;
#ifdef FIXED
  is_mine = is_mine && answer.sender == peer_of_a;
#endif
  send(&network[a], (struct message){is_mine ? peer_of_a : nobody, answer.second, none, a});
  return unused;
}

static void *respond(void *unused) {
  const struct message hello = receive(&boxes[b]);
  const bool is_hello = hello.key == b && (hello.second == a || hello.second == intruder);
  send(&network[b], (struct message){is_hello ? hello.second : nobody, hello.first, of_b, b});
  const struct message end = receive(&boxes[b]);
  if (is_hello && end.key == b && end.first == of_b) peer_of_b = hello.second;
  return unused;
}

static bool knows_nonce[agents];

static void learn(struct message message) {
  if (message.key == intruder) knows_nonce[message.first % agents] = true;
}

// What there is to catch of whom, and what they still wait for.
static int can_catch[agents] = {[a] = 1}, wants[agents] = {[a] = 1, [b] = 2};

static enum agent catch_from(unsigned char choice) {
  const enum agent from = choice ? a : b;
  CUTTLE_assume(can_catch[from] > 0);
  --can_catch[from];
  return from;
}

static void give(enum agent to, struct message message) {
  if (wants[to] == 0) return;
  // a ends its session with a message, b begins one.
  can_catch[to] += to == a || wants[b] == 2;
  --wants[to];
  send(&boxes[to], message);
}

static void *intrude(void *unused) {
  unsigned char from[rounds], to[rounds], hands_on[rounds], nonce[rounds], claims[rounds];
  CUTTLE_input(from);
  CUTTLE_input(to);
  CUTTLE_input(hands_on);
  CUTTLE_input(nonce);
  CUTTLE_input(claims);
  knows_nonce[of_intruder] = true;
  for (int i = 0; i < rounds; ++i) {
    const struct message caught = receive(&network[catch_from(from[i])]);
    const enum agent other = to[i] ? a : b;
    learn(caught);
    struct message made = caught;
    if (!hands_on[i]) {
      CUTTLE_assume(nonce[i] < agents && knows_nonce[nonce[i]]);
      made = (struct message){other, nonce[i], claims[i], claims[i]};
    }
    give(other, made);
  }
  // Who still waits is told that it is over.
  while (wants[a] > 0) give(a, (struct message){nobody, none, nobody, nobody});
  while (wants[b] > 0) give(b, (struct message){nobody, none, nobody, nobody});
  return unused;
}

int main(void) {
  pthread_t threads[3];
  void *(*const roles[3])(void *) = {initiate, respond, intrude};
  CUTTLE_input(peer_of_a);
  CUTTLE_assume(peer_of_a == b || peer_of_a == intruder);
  for (int i = 0; i < agents; ++i) {
    sem_init(&boxes[i].full, 0, 0);
    sem_init(&network[i].full, 0, 0);
  }
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, roles[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  // If b believes that a talks to it, a does.
  assert(peer_of_b != a || peer_of_a == b);  // bug: assertion
  return 0;
}

// run: --cflags=-pthread --max-runs 406
// expect: bugs == 1
// expect: exhausted
