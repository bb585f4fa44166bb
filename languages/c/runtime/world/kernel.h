/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* System calls without libc, whose functions may be ours. */

#include <errno.h>
#include <sys/syscall.h>

/* The kernel's answer: an error is -errno. */
static inline long cuttle_kernel(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x8)
                   : "memory");
  return x0;
#else
#error "system calls of this processor are not known"
#endif
}

/* As libc gives it: -1 and errno. */
static inline long cuttle_kernel_result(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = (int)-result;
  return -1;
}

#define KERNEL(number, ...) KERNEL_(number, ##__VA_ARGS__, 0, 0, 0, 0, 0, 0)
#define KERNEL_(number, a, b, c, d, e, f, ...)                                                   \
  cuttle_kernel_result(cuttle_kernel((long)(number), (long)(a), (long)(b), (long)(c), (long)(d), \
                                     (long)(e), (long)(f)))
