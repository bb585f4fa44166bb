/* SPDX-License-Identifier: Apache-2.0 */

/* SV-COMP and Test-Comp. The n-th call of a function is its n-th input. */

#include "languages/c/runtime/harness.h"

#define NONDET_BITS(name, type, text, width)                                                  \
  HARNESS type __VERIFIER_nondet_##name(void) {                                               \
    type value;                                                                               \
    __cuttle_input(&value, sizeof(value), "nondet_" #name, text);                             \
    cuttle_return_value((const void*)__VERIFIER_nondet_##name, &value, sizeof(value), width); \
    return value;                                                                             \
  }
#define NONDET(name, type, text) NONDET_BITS(name, type, text, 8 * sizeof(type))

NONDET_BITS(bool, _Bool, "bool", 1)
NONDET_BITS(_Bool, _Bool, "bool", 1)
NONDET(char, char, "char")
NONDET(uchar, unsigned char, "unsigned char")
NONDET(unsigned_char, unsigned char, "unsigned char")
NONDET(u8, unsigned char, "unsigned char")
NONDET(short, short, "short")
NONDET(ushort, unsigned short, "unsigned short")
NONDET(u16, unsigned short, "unsigned short")
NONDET(int, int, "int")
NONDET(uint, unsigned, "unsigned int")
NONDET(unsigned, unsigned, "unsigned int")
NONDET(u32, unsigned, "unsigned int")
NONDET(long, long, "long")
NONDET(ulong, unsigned long, "unsigned long")
NONDET(u64, unsigned long, "unsigned long")
NONDET(longlong, long long, "long long")
NONDET(ulonglong, unsigned long long, "unsigned long long")
NONDET(size_t, size_t, "unsigned long")
NONDET(loff_t, long long, "long long")
NONDET(sector_t, unsigned long, "unsigned long")
NONDET(pthread_t, unsigned long, "unsigned long")
NONDET(float, float, "float")
NONDET(double, double, "double")
NONDET(pointer, void*, "pointer")
NONDET(pchar, char*, "pointer")
NONDET(charp, char*, "pointer")
#ifdef __SIZEOF_INT128__
NONDET(int128, __int128, "")
NONDET(uint128, unsigned __int128, "")
#endif

HARNESS void __VERIFIER_nondet_memory(void* at, size_t size) {
  cuttle_pin_argument((const void*)__VERIFIER_nondet_memory);
  __cuttle_input_array(at, 1, size, "nondet_memory", "unsigned char");
}

HARNESS void __VERIFIER_assume(int condition) {
  cuttle_forward_condition((const void*)__VERIFIER_assume);
  __cuttle_assume(condition, "__VERIFIER_assume", "", 0);
}

HARNESS void __VERIFIER_error(void) {
  cuttle_report_error("__VERIFIER_error was called", NULL, 0);
}

/* Usually the task's own: an assertion that fails in a function of this name counts as the call. */
HARNESS void reach_error(void) {
  cuttle_report_error("reach_error was called", NULL, 0);
}

HARNESS void __VERIFIER_atomic_begin(void) {}
HARNESS void __VERIFIER_atomic_end(void) {}
