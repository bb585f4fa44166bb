// SPDX-License-Identifier: Apache-2.0
// The caller promises that the pointers are not NULL.
// run: --function add --nonnull to,from
struct vector {
  int x, y;
};

void add(struct vector *to, const struct vector *from) {
  to->x += from->x;
  to->y += from->y;
}
// expect: exhausted
// expect: paths == 2
