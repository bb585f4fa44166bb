// SPDX-License-Identifier: Apache-2.0
// Makes threads 0 to n - 1, each with its number, and joins them.
#pragma once

#include <assert.h>
#include <cuttle/cuttle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static void run_threads(int n, void *(*function)(void *)) {
  pthread_t threads[64];
  for (intptr_t i = 0; i < n; ++i) pthread_create(&threads[i], NULL, function, (void *)i);
  for (int i = 0; i < n; ++i) pthread_join(threads[i], NULL);
}
