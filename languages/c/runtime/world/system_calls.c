/* SPDX-License-Identifier: Apache-2.0 */

/* syscall(): questions about the world are answered as by the functions for them. */

#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static long answer_identity(long number) {
  switch (number) {
    case SYS_getpid:
      return getpid();
    case SYS_getppid:
      return getppid();
    case SYS_gettid:
      return gettid();
    case SYS_getuid:
      return getuid();
    case SYS_geteuid:
      return geteuid();
    case SYS_getgid:
      return getgid();
    case SYS_getegid:
      return getegid();
    default:
      return -1;
  }
}

/* The kernel says how many bytes it wrote. */
static long give_affinity(const long* a) {
  const size_t size = (size_t)a[1] & ~(size_t)7;
  sched_getaffinity((pid_t)a[0], size, (cpu_set_t*)a[2]);
  return (long)(size < 128 ? size : 128);
}

static int answer_socket(long number, const long* a, long* result) {
  switch (number) {
    case SYS_bind:
      *result = bind((int)a[0], (const struct sockaddr*)a[1], (socklen_t)a[2]);
      return 1;
    case SYS_listen:
      *result = listen((int)a[0], (int)a[1]);
      return 1;
#ifdef SYS_accept
    case SYS_accept:
#endif
    case SYS_accept4:
      *result = accept4((int)a[0], (struct sockaddr*)a[1], (socklen_t*)a[2],
                        number == SYS_accept4 ? (int)a[3] : 0);
      return 1;
    default:
      return 0;
  }
}

static int answer(long number, const long* a, long* result) {
  switch (number) {
#if defined(__x86_64__)
    case SYS_time:
      *result = time((time_t*)a[0]);
      return 1;
#endif
    case SYS_gettimeofday:
      *result = gettimeofday((struct timeval*)a[0], (void*)a[1]);
      return 1;
    case SYS_clock_gettime:
      *result = clock_gettime((clockid_t)a[0], (struct timespec*)a[1]);
      return 1;
    case SYS_nanosleep:
      *result = nanosleep((const struct timespec*)a[0], (struct timespec*)a[1]);
      return 1;
    case SYS_times:
      *result = times((struct tms*)a[0]);
      return 1;
    case SYS_getrusage:
      *result = getrusage((__rusage_who_t)a[0], (struct rusage*)a[1]);
      return 1;
    case SYS_getrandom:
      *result = getrandom((void*)a[0], (size_t)a[1], (unsigned)a[2]);
      return 1;
    case SYS_uname:
      *result = uname((struct utsname*)a[0]);
      return 1;
    case SYS_sysinfo:
      *result = sysinfo((struct sysinfo*)a[0]);
      return 1;
    case SYS_getcpu:
      *result = getcpu((unsigned*)a[0], (unsigned*)a[1]);
      return 1;
    case SYS_sched_getaffinity:
      *result = give_affinity(a);
      return 1;
    case SYS_kill:
      *result = kill((pid_t)a[0], (int)a[1]);
      return 1;
    case SYS_tgkill:
      *result = tgkill((pid_t)a[0], (pid_t)a[1], (int)a[2]);
      return 1;
    case SYS_wait4:
      *result = wait4((pid_t)a[0], (int*)a[1], (int)a[2], (struct rusage*)a[3]);
      return 1;
    default:
      *result = answer_identity(number);
      return *result >= 0;
  }
}

long (*cuttle_world_futex)(const long* arguments);

long cuttle_world_syscall(long number, const long* a) {
  long result;
  if (number == SYS_futex && cuttle_world_futex) return cuttle_kernel_result(cuttle_world_futex(a));
  if (cuttle_world.on && (answer(number, a, &result) || answer_socket(number, a, &result)))
    return result;
  return KERNEL(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

WORLD long syscall(long number, ...) {
  long a[6];
  va_list rest;
  int i;
  va_start(rest, number);
  for (i = 0; i < 6; ++i) a[i] = va_arg(rest, long);
  va_end(rest);
  return cuttle_world_syscall(number, a);
}
