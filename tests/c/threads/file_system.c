// SPDX-License-Identifier: Apache-2.0
// The file system benchmark of Flanagan and Godefroid (POPL 2005): threads allocate blocks for inodes.
// Two of them meet from the fourteenth thread on.
#include "threads.h"

enum { BLOCKS = 26, INODES = 32 };
static pthread_mutex_t inode_locks[INODES], block_locks[BLOCKS];
static int inodes[INODES], busy[BLOCKS];

static void *allocate(void *number) {
  const int id = (int)(intptr_t)number, i = id % INODES;
  pthread_mutex_lock(&inode_locks[i]);
  if (inodes[i] == 0) {
    int b = (i * 2) % BLOCKS;
    for (;;) {
      pthread_mutex_lock(&block_locks[b]);
      if (!busy[b]) {
        busy[b] = 1;
        inodes[i] = b + 1;
        pthread_mutex_unlock(&block_locks[b]);
        break;
      }
      pthread_mutex_unlock(&block_locks[b]);
      b = (b + 1) % BLOCKS;
    }
  }
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}

int main(void) {
  for (int i = 0; i < INODES; ++i) pthread_mutex_init(&inode_locks[i], NULL);
  for (int i = 0; i < BLOCKS; ++i) pthread_mutex_init(&block_locks[i], NULL);
  run_threads(N, allocate);
  return 0;
}
