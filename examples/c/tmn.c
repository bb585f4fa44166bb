// SPDX-License-Identifier: Apache-2.0
// The protocol of Tatebayashi, Matsuzaki and Newman: a and b get a key for their talk by way of a
// server, and c and d, who work together, do the same at the same time. Who seals a number for the
// server can be overheard, and sealed numbers can be multiplied by who cannot open them: so c has the
// server open b's key for it. With -DFIXED a seal has the name of who made it inside.
#include <assert.h>
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum user { nobody, a, b, c, d, users };
enum { prime = 251, key_of_a = 77, key_of_b = 123, key_of_d = 200 };

struct sealed {
  unsigned char number, maker;
};
struct request {
  enum user from, to;
  struct sealed key;
};

static sem_t server_free, asked, requested[users], answered, replied[users];
static struct request request;
static struct sealed answer;
static unsigned char reply[users];
static bool refused[users];

static pthread_mutex_t wire = PTHREAD_MUTEX_INITIALIZER;
static struct sealed overheard;

// Two numbers that are sealed make a third: as with RSA.
static struct sealed product(struct sealed x, struct sealed y) {
  return (struct sealed){(unsigned char)(x.number * y.number % prime), nobody};
}

static void ask_server(enum user from, enum user to, struct sealed key) {
  sem_wait(&server_free);
  request = (struct request){from, to, key};
  sem_post(&asked);
  sem_wait(&replied[from]);
}

static void answer_server(enum user me, struct sealed key) {
  sem_wait(&requested[me]);
  answer = key;
  sem_post(&answered);
}

static void *serve(void *unused) {
  for (int session = 0; session < 2; ++session) {
    sem_post(&server_free);
    sem_wait(&asked);
    const struct request now = request;
    sem_post(&requested[now.to]);
    sem_wait(&answered);
    reply[now.from] = now.key.number ^ answer.number;
#ifdef FIXED
    refused[now.from] = now.key.maker != now.from || answer.maker != now.to;
#endif
    sem_post(&replied[now.from]);
  }
  return unused;
}

static void *talk(void *unused) {
  ask_server(a, b, (struct sealed){key_of_a, a});
  return unused;
}

static void *listen(void *unused) {
  const struct sealed mine = {key_of_b, b};
  pthread_mutex_lock(&wire);
  overheard = mine;
  pthread_mutex_unlock(&wire);
  answer_server(b, mine);
  return unused;
}

static void *cheat(void *unused) {
  unsigned char factor, inverse, multiplies;
  CUTTLE_input(factor);
  CUTTLE_input(inverse);
  CUTTLE_input(multiplies);
  CUTTLE_assume(factor > 1 && factor < prime);
  pthread_mutex_lock(&wire);
  const struct sealed caught = overheard;
  pthread_mutex_unlock(&wire);
  struct sealed mine = {factor, c};
  if (multiplies && caught.maker == b) mine = product(mine, caught);
  ask_server(c, d, mine);
  if (refused[c]) return unused;
  CUTTLE_assume(inverse < prime && factor * inverse % prime == 1);
  const unsigned char found = (unsigned char)((reply[c] ^ key_of_d) * inverse % prime);
  assert(found != key_of_b);  // bug: assertion
  return unused;
}

static void *help(void *unused) {
  answer_server(d, (struct sealed){key_of_d, d});
  return unused;
}

int main(void) {
  void *(*const roles[])(void *) = {serve, talk, listen, cheat, help};
  pthread_t threads[5];
  sem_init(&server_free, 0, 0);
  sem_init(&asked, 0, 0);
  sem_init(&answered, 0, 0);
  for (int i = 0; i < users; ++i) {
    sem_init(&requested[i], 0, 0);
    sem_init(&replied[i], 0, 0);
  }
  for (int i = 0; i < 5; ++i) pthread_create(&threads[i], NULL, roles[i], NULL);
  for (int i = 0; i < 5; ++i) pthread_join(threads[i], NULL);
  return 0;
}

// run: --cflags=-pthread --max-runs 522
// expect: bugs == 1
// expect: exhausted
