// SPDX-License-Identifier: Apache-2.0
// The processor's counter, by intrinsic and by assembly, is a clock of the same world.
#include <assert.h>
#include <cuttle/cuttle.h>

#if defined(__x86_64__)
#include <x86intrin.h>
static unsigned long long count(void) { return __rdtsc(); }
static unsigned long long count_again(void) {
  unsigned low, high, processor;
  __asm__ volatile("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
  return (unsigned long long)high << 32 | low;
}
#else
static unsigned long long count(void) { return 1000000001000; }
static unsigned long long count_again(void) { return 1000000002000; }
#endif

int main(void) {
  int x;
  CUTTLE_input(x);
  const unsigned long long first = count();
  if (x == 1) assert(first != 1000000001000 || count_again() != 1000000002000);  // bug: assertion
  if (x == (int)first) return 2;
  return 0;
}
// expect: exhausted
// expect: runs == 3
