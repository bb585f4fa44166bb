/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* For programs under test, in C (99 and later, GNU or Clang) and C++.
 *
 *   #include <cuttle/cuttle.h>
 *
 *   int main(void) {
 *     int x, y;
 *     char name[8];
 *     CUTTLE_input(x);                 // any value; Cuttle looks for the interesting ones
 *     CUTTLE_input(y);
 *     CUTTLE_input_array(name, 8);
 *     CUTTLE_assume(x > 0);            // other inputs are not of interest
 *     CUTTLE_assert(x + y != 42);      // an input that breaks this is a bug
 *   }
 *
 * A program that includes this header also builds without Cuttle, with any compiler and no library:
 * inputs are then zero, assertions abort.
 */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* An input of the type of `x`: numbers, characters, enumerations, structures, and pointers, with
 * all that can be reached through them. */
#define CUTTLE_input(x)                                                     \
  __extension__({                                                           \
    __typeof__(x)* cuttle_at_ = &(x);                                       \
    __cuttle_input((void*)cuttle_at_, sizeof(x), #x, CUTTLE_TYPE_NAME_(x)); \
  })

/* `n` inputs, stored to p[0] ... p[n-1]. */
#define CUTTLE_input_array(p, n)                                           \
  __extension__({                                                          \
    __typeof__(*(p))* cuttle_at_ = (p);                                    \
    __cuttle_input_array((void*)cuttle_at_, sizeof(*(p)), (size_t)(n), #p, \
                         CUTTLE_TYPE_NAME_(*(p)));                         \
  })

/* The run counts only if `e` holds; otherwise it ends here. */
#define CUTTLE_assume(e) __cuttle_assume(!!(e), #e, __FILE__, __LINE__)

/* It is a bug if `e` does not hold. Not switched off by NDEBUG. */
#define CUTTLE_assert(e) __cuttle_assert(!!(e), #e, __FILE__, __LINE__, __func__)

/* ---- What the macros stand on --------------------------------------------------------------- */

#ifdef __cplusplus
extern "C" {
#endif

/* Weak definitions for builds without Cuttle; its libraries define the same names. */
__attribute__((weak)) void __cuttle_input(void* at, size_t size, const char* name,
                                          const char* type) {
  (void)name, (void)type;
  __builtin_memset(at, 0, size);
}

__attribute__((weak)) void __cuttle_input_array(void* at, size_t element_size, size_t count,
                                                const char* name, const char* type) {
  (void)name, (void)type;
  __builtin_memset(at, 0, element_size * count);
}

__attribute__((weak)) void __cuttle_assume(int condition, const char* text, const char* file,
                                           int line) {
  (void)text, (void)file, (void)line;
  if (!condition) exit(0);
}

__attribute__((weak)) void __cuttle_assert(int condition, const char* text, const char* file,
                                           int line, const char* function) {
  if (condition) return;
  fprintf(stderr, "%s:%d: %s: assertion `%s' failed\n", file, line, function, text);
  abort();
}

#ifdef __cplusplus
} /* extern "C" */

/* The type's name for test files; "" makes it an input of bytes. A constant expression, so that the
 * macros add no code of their own to the program. */
static const char* const cuttle_type_names_[] = {"",
                                                 "enum",
                                                 "bool",
                                                 "char",
                                                 "signed char",
                                                 "unsigned char",
                                                 "short",
                                                 "unsigned short",
                                                 "int",
                                                 "unsigned int",
                                                 "long",
                                                 "unsigned long",
                                                 "long long",
                                                 "unsigned long long",
                                                 "float",
                                                 "double",
                                                 "wchar_t"};
template <class T>
struct CuttleTypeCode_ {
#if defined(__clang__) || __GNUC__ >= 5
  enum { value = __is_enum(T) ? 1 : 0 };
#else
  enum { value = 0 };
#endif
};
template <class T>
struct CuttleTypeCode_<volatile T> : CuttleTypeCode_<T> {};
#define CUTTLE_TYPE_(code, T) \
  template <>                 \
  struct CuttleTypeCode_<T> { \
    enum { value = code };    \
  };
CUTTLE_TYPE_(2, bool)
CUTTLE_TYPE_(3, char)
CUTTLE_TYPE_(4, signed char)
CUTTLE_TYPE_(5, unsigned char)
CUTTLE_TYPE_(6, short)
CUTTLE_TYPE_(7, unsigned short)
CUTTLE_TYPE_(8, int)
CUTTLE_TYPE_(9, unsigned int)
CUTTLE_TYPE_(10, long)
CUTTLE_TYPE_(11, unsigned long)
__extension__ typedef long long cuttle_long_long_;
__extension__ typedef unsigned long long cuttle_unsigned_long_long_;
CUTTLE_TYPE_(12, cuttle_long_long_)
CUTTLE_TYPE_(13, cuttle_unsigned_long_long_)
CUTTLE_TYPE_(14, float)
CUTTLE_TYPE_(15, double)
CUTTLE_TYPE_(16, wchar_t)
#undef CUTTLE_TYPE_
#define CUTTLE_TYPE_NAME_(x) (cuttle_type_names_[CuttleTypeCode_<__typeof__(x)>::value])
#else
#define CUTTLE_TYPE_NAME_(x)                    \
  _Generic((x),                                 \
      _Bool: "bool",                            \
      char: "char",                             \
      signed char: "signed char",               \
      unsigned char: "unsigned char",           \
      short: "short",                           \
      unsigned short: "unsigned short",         \
      int: "int",                               \
      unsigned int: "unsigned int",             \
      long: "long",                             \
      unsigned long: "unsigned long",           \
      long long: "long long",                   \
      unsigned long long: "unsigned long long", \
      float: "float",                           \
      double: "double",                         \
      default: "")
#endif
