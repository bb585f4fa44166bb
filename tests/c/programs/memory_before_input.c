// SPDX-License-Identifier: Apache-2.0
// Reads what lies before an input object.
// run: --function before --nonnull p
struct pair {
  long first, second;
};

long before(const struct pair *p, int i) {
  if (i < 0 && i > -3) {
    const long *last = &p->second + 2 * i;
    return *last;  // bug: out-of-bounds
  }
  return p->first;
}
