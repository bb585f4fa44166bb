// SPDX-License-Identifier: Apache-2.0
// An object has --max-array elements in the array at its end.
// run: --function checksum --nonnull p
#include <assert.h>

struct packet {
  unsigned char length;
  unsigned char data[];
};

int checksum(const struct packet *p) {
  int sum = 0;
  if (p->length > 4) return -1;
  for (int i = 0; i < p->length; i++) sum += p->data[i];
  if (p->length == 3) assert(sum != 500);  // bug: assertion
  return sum;
}
// expect: input p = &packet1 {length: 3, data: {
// expect: incomplete max-length
// expect: branches all
