// SPDX-License-Identifier: Apache-2.0
// One file by stream and by descriptor: the stream reads ahead, a descriptor that was dup'ed shares
// the position, one that was opened again does not.
// run: --input stdin:3 --input file:data.txt:3
// expect: exhausted
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  char a = 0, b = 0, c = 0;
  const int first = open("data.txt", O_RDONLY), same = dup(first), other = open("data.txt", O_RDONLY);
  const int one = getchar();
  assert(read(0, &c, 1) == 0);  // all of it is in the buffer of the stream
  if (one == EOF || read(first, &a, 1) != 1 || read(same, &b, 1) != 1) return 1;
  assert(read(other, &c, 1) == 1 && c == a);
  assert(lseek(same, 0, SEEK_CUR) == 2 && lseek(other, 0, SEEK_CUR) == 1);
  rewind(stdin);
  assert(getchar() == one);
  if (a == 'a' && b == 'b' && one == 'c') abort();  // bug: abort
  return 0;
}
