// SPDX-License-Identifier: Apache-2.0
// Threads that branch on inputs: whatever order they run in, it is the same path.
#include <cuttle/cuttle.h>
#include <pthread.h>

enum { workers = 3 };

struct job {
  unsigned char input;
  int points;
};

static void *work(void *argument) {
  struct job *job = argument;
  if (job->input > 100) job->points += 1;
  if (job->input % 7 == 3) job->points += 2;
  return NULL;
}

int main(void) {
  struct job jobs[workers] = {0};
  pthread_t threads[workers];
  int sum = 0;
  for (int i = 0; i < workers; ++i) {
    unsigned char input;
    CUTTLE_input(input);
    jobs[i].input = input;
  }
  for (int i = 0; i < workers; ++i) pthread_create(&threads[i], NULL, work, &jobs[i]);
  for (int i = 0; i < workers; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < workers; ++i) sum += jobs[i].points;
  CUTTLE_assert(sum < 3 * workers);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: paths == 64
// expect: incomplete threads
// expect: stdout schedules are not explored
