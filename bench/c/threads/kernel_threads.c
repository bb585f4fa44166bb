// SPDX-License-Identifier: Apache-2.0
// What N kernel threads cost that hand over STEPS times in all: prints nanoseconds.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sem_t turn[64];
static int threads, steps;

static void *wait_and_pass(void *number) {
  const int me = (int)(intptr_t)number;
  for (int i = 0; i < steps; ++i) {
    sem_wait(&turn[me]);
    sem_post(&turn[(me + 1) % threads]);
  }
  return NULL;
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e9 + now.tv_nsec;
}

int main(int argc, char **argv) {
  pthread_t handles[64];
  cpu_set_t one;
  threads = argc > 1 ? atoi(argv[1]) : 2;
  steps = (argc > 2 ? atoi(argv[2]) : 100) / threads;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  sched_setaffinity(0, sizeof(one), &one);
  const double begin = nanoseconds();
  const int rounds = 100;
  for (int round = 0; round < rounds; ++round) {
    for (int i = 0; i < threads; ++i) sem_init(&turn[i], 0, i == 0);
    for (intptr_t i = 0; i < threads; ++i)
      pthread_create(&handles[i], NULL, wait_and_pass, (void *)i);
    for (int i = 0; i < threads; ++i) pthread_join(handles[i], NULL);
  }
  printf("%.0f\n", (nanoseconds() - begin) / rounds);
  return 0;
}
