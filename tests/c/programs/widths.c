// SPDX-License-Identifier: Apache-2.0
// One branch per integer type, each at the edge of its range.
#include <cuttle/cuttle.h>
#include <limits.h>
#include <stdbool.h>

int main(void) {
  char c;
  signed char sc;
  unsigned char uc;
  short s;
  unsigned short us;
  int i;
  unsigned u;
  long l;
  unsigned long ul;
  long long ll;
  bool b;
  int n = 0;
  CUTTLE_input(c);
  CUTTLE_input(sc);
  CUTTLE_input(uc);
  CUTTLE_input(s);
  CUTTLE_input(us);
  CUTTLE_input(i);
  CUTTLE_input(u);
  CUTTLE_input(l);
  CUTTLE_input(ul);
  CUTTLE_input(ll);
  CUTTLE_input(b);
  if (c == 'x') ++n; else return 1;
  if (sc == SCHAR_MIN) ++n; else return 2;
  if (uc == UCHAR_MAX) ++n; else return 3;
  if (s == SHRT_MIN) ++n; else return 4;
  if (us == USHRT_MAX) ++n; else return 5;
  if (i == INT_MIN) ++n; else return 6;
  if (u == UINT_MAX) ++n; else return 7;
  if (l == LONG_MIN) ++n; else return 8;
  if (ul == ULONG_MAX) ++n; else return 9;
  if (ll == LLONG_MAX) ++n; else return 10;
  if (b) ++n; else return 11;
  CUTTLE_assert(n != 11);  // bug: assertion
  return 0;
}
// expect: paths == 12
// expect: exhausted
// expect: input c = 'x' (120)
// expect: input sc = -128
// expect: input uc = 255
// expect: input s = -32768
// expect: input us = 65535
// expect: input i = -2147483648
// expect: input u = 4294967295
// expect: input l = -9223372036854775808
// expect: input ul = 18446744073709551615
// expect: input ll = 9223372036854775807
// expect: input b = true
