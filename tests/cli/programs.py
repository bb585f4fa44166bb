# SPDX-License-Identifier: Apache-2.0
"""Small C programs that several tests explore."""

BUG = """#include <assert.h>
#include <cuttle/cuttle.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x == 42) assert(x != 42);
  return 0;
}
"""

FINE = """#include <cuttle/cuttle.h>

int main(void) {
  int x;
  CUTTLE_input(x);
  if (x > 7) return 1;
  return 0;
}
"""

# Each of the N bytes decides once: 2 to the power of N paths.
MANY_PATHS = """#include <cuttle/cuttle.h>

int main(void) {{
  unsigned char a[{count}];
  int n = 0;
  CUTTLE_input_array(a, {count});
  for (int i = 0; i < {count}; i++) {{
    if (a[i] > 100 + i) n++;
  }}
  CUTTLE_assert(n != {count});
  return n;
}}
"""
