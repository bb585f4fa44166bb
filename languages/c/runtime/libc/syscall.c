/* SPDX-License-Identifier: Apache-2.0 */

/* syscall(): the calls that read inputs are treated as the functions are. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/libc/model.h"

ssize_t __cuttle_model_read(int, void*, size_t);
ssize_t __cuttle_model_pread(int, void*, size_t, off_t);
ssize_t __cuttle_model_readv(int, const struct iovec*, int);
ssize_t __cuttle_model_preadv(int, const struct iovec*, int, off_t);
off_t __cuttle_model_lseek(int, off_t, int);
int __cuttle_model_fstat(int, struct stat*);
int __cuttle_model_fstatat(int, const char*, struct stat*, int);
int __cuttle_model_statx(int, const char*, int, unsigned, struct statx*);
int __cuttle_model_faccessat(int, const char*, int, int);
int __cuttle_model_openat(int, const char*, int, ...);
int __cuttle_model_ioctl(int, unsigned long, ...);
int __cuttle_model_accept4(int, struct sockaddr*, socklen_t*, int);
ssize_t __cuttle_model_recvfrom(int, void*, size_t, int, struct sockaddr*, socklen_t*);
ssize_t __cuttle_model_recvmsg(int, struct msghdr*, int);
void* __cuttle_model_mmap(void*, size_t, int, int, int, off_t);
int __cuttle_model_munmap(void*, size_t);

void __cuttle_unseen_input(const char* name, uint32_t site) {
  const uint32_t streams = 1u << CUTTLE_SOURCE_STDIN | 1u << CUTTLE_SOURCE_FILE |
                           1u << CUTTLE_SOURCE_FOLDER | 1u << CUTTLE_SOURCE_ACCEPT;
  if (!cuttle_rt.active || !cuttle_has_source(streams)) return;
  cuttle_reach_all();
  cuttle_event(CUTTLE_REASON_ENVIRONMENT, site, name);
}

/* Further calls by which data comes in, which nobody makes by hand. */
static int reads_unseen(long number) {
  switch (number) {
    case SYS_preadv2:
    case SYS_recvmmsg:
    case SYS_sendfile:
    case SYS_splice:
    case SYS_tee:
    case SYS_copy_file_range:
    case SYS_io_submit:
    case SYS_io_uring_enter:
    case SYS_process_vm_readv:
    case SYS_openat2:
    case SYS_open_by_handle_at:
      return 1;
    default:
      return 0;
  }
}

static int by_socket_model(long number, const long* a, long* result) {
  switch (number) {
#ifdef SYS_accept
    case SYS_accept:
#endif
    case SYS_accept4:
      *result = __cuttle_model_accept4((int)a[0], (struct sockaddr*)a[1], (socklen_t*)a[2],
                                       number == SYS_accept4 ? (int)a[3] : 0);
      return 1;
    case SYS_recvfrom:
      *result = __cuttle_model_recvfrom((int)a[0], (void*)a[1], (size_t)a[2], (int)a[3],
                                        (struct sockaddr*)a[4], (socklen_t*)a[5]);
      return 1;
    case SYS_recvmsg:
      *result = __cuttle_model_recvmsg((int)a[0], (struct msghdr*)a[1], (int)a[2]);
      return 1;
    default:
      return 0;
  }
}

/* 1: it is one of them, and done. */
static int by_model(long number, const long* a, long* result) {
  switch (number) {
    case SYS_read:
      *result = __cuttle_model_read((int)a[0], (void*)a[1], (size_t)a[2]);
      return 1;
    case SYS_pread64:
      *result = __cuttle_model_pread((int)a[0], (void*)a[1], (size_t)a[2], a[3]);
      return 1;
    case SYS_readv:
      *result = __cuttle_model_readv((int)a[0], (const struct iovec*)a[1], (int)a[2]);
      return 1;
    case SYS_preadv:
      *result = __cuttle_model_preadv((int)a[0], (const struct iovec*)a[1], (int)a[2], a[3]);
      return 1;
    case SYS_lseek:
      *result = __cuttle_model_lseek((int)a[0], a[1], (int)a[2]);
      return 1;
    case SYS_ioctl:
      *result = __cuttle_model_ioctl((int)a[0], (unsigned long)a[1], a[2]);
      return 1;
    case SYS_mmap:
      *result = (long)__cuttle_model_mmap((void*)a[0], (size_t)a[1], (int)a[2], (int)a[3],
                                          (int)a[4], a[5]);
      return 1;
    case SYS_munmap:
      *result = __cuttle_model_munmap((void*)a[0], (size_t)a[1]);
      return 1;
    case SYS_openat:
      *result = __cuttle_model_openat((int)a[0], (const char*)a[1], (int)a[2], (mode_t)a[3]);
      return 1;
    case SYS_fstat:
      *result = __cuttle_model_fstat((int)a[0], (struct stat*)a[1]);
      return 1;
    case SYS_newfstatat:
      *result = __cuttle_model_fstatat((int)a[0], (const char*)a[1], (struct stat*)a[2], (int)a[3]);
      return 1;
    case SYS_statx:
      *result = __cuttle_model_statx((int)a[0], (const char*)a[1], (int)a[2], (unsigned)a[3],
                                     (struct statx*)a[4]);
      return 1;
    case SYS_faccessat:
      *result = __cuttle_model_faccessat((int)a[0], (const char*)a[1], (int)a[2], 0);
      return 1;
    default:
      return 0;
  }
}

/* Those that newer machines do not have. */
static int by_old_model(long number, const long* a, long* result) {
#ifdef SYS_open
  if (number == SYS_open) {
    const long modern[4] = {-100 /* AT_FDCWD */, a[0], a[1], a[2]};
    return by_model(SYS_openat, modern, result);
  }
  if (number == SYS_stat || number == SYS_lstat) {
    const long modern[4] = {-100, a[0], a[1], number == SYS_lstat ? 0x100 : 0};
    return by_model(SYS_newfstatat, modern, result);
  }
  if (number == SYS_access) {
    const long modern[3] = {-100, a[0], a[1]};
    return by_model(SYS_faccessat, modern, result);
  }
#endif
  (void)number, (void)a, (void)result;
  return 0;
}

MODEL long __cuttle_model_syscall(long number, ...) {
  long a[6], result;
  va_list rest;
  int i;
  pin_arguments(SELF(syscall), 7);
  va_start(rest, number);
  for (i = 0; i < 6; ++i) a[i] = va_arg(rest, long);
  va_end(rest);
  if (by_model(number, a, &result) || by_socket_model(number, a, &result) ||
      by_old_model(number, a, &result))
    return result;
  if (reads_unseen(number)) __cuttle_unseen_input("syscall", __cuttle_thread.site);
  return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
