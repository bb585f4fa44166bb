/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Names of libc's functions that a program may come across without having written them. A test
 * reads the symbols of the installed libc: each variant of a function that has a model must be in
 * modelled.h or in the first list here, and each function that brings data in must have a model or
 * be in the second one. */

/* clang-format off */

/* Other names of functions with a model (modelled.h): 64-bit, fortified, unlocked, of a standard,
 * internal. Each is an alias of the model (CUTTLE_SAME_MODEL). */
#define CUTTLE_OTHER_NAMES(X) \
  X(__fork) X(__vfork) X(__write) X(pwrite64) X(__pwrite64) X(__send) X(__gmtime_r) X(timelocal) X(strptime_l) \
  X(strftime_l) X(__strftime_l) X(__gettimeofday) X(iswdigit_l) X(__iswdigit_l) X(iswalpha_l) X(__iswalpha_l) X(iswalnum_l) X(__iswalnum_l) \
  X(iswupper_l) X(__iswupper_l) X(iswlower_l) X(__iswlower_l) X(iswxdigit_l) X(__iswxdigit_l) \
  X(iswspace_l) X(__iswspace_l) X(iswblank_l) X(__iswblank_l) X(iswcntrl_l) X(__iswcntrl_l) \
  X(iswprint_l) X(__iswprint_l) X(iswgraph_l) X(__iswgraph_l) X(iswpunct_l) X(__iswpunct_l) \
  X(towlower_l) X(__towlower_l) X(towupper_l) X(__towupper_l) X(__mbrtowc) X(__mbrlen) \
  X(_IO_fclose) X(_IO_fdopen) X(_IO_feof) X(_IO_fflush) X(_IO_fgetpos) X(_IO_fgetpos64) \
  X(_IO_fgets) X(_IO_fopen) X(_IO_fprintf) X(_IO_fputs) X(_IO_fread) X(_IO_fsetpos) \
  X(_IO_fsetpos64) X(_IO_ftell) X(_IO_fwrite) X(_IO_getc) X(_IO_gets) X(_IO_printf) X(_IO_putc) \
  X(_IO_puts) X(_IO_sprintf) X(_IO_sscanf) X(_IO_setbuffer) X(_IO_setvbuf) X(_IO_ungetc) X(_IO_vfprintf) X(_IO_vsprintf) \
  X(__asprintf) X(__bzero) X(__fgets_unlocked_chk) X(__fread_unlocked_chk) X(__fxstat64) \
  X(__fxstatat64) X(__isalnum_l) X(__isalpha_l) X(__isascii_l) X(__isblank_l) X(__iscntrl_l) \
  X(__isdigit_l) X(__isgraph_l) X(__islower_l) X(__isoc23_strtoimax) X(__isoc23_strtol_l) \
  X(__isoc23_strtoll_l) X(__isoc23_strtoul_l) X(__isoc23_strtoull_l) X(__isoc23_strtoumax) \
  X(__isoc23_vfscanf) X(__isoc23_vscanf) X(__isoc23_vsscanf) X(__isoc99_vscanf) X(__isprint_l) \
  X(__ispunct_l) X(__isspace_l) X(__isupper_l) X(__isxdigit_l) X(__libc_calloc) X(__libc_free) \
  X(__libc_malloc) X(__libc_memalign) X(__libc_realloc) X(__lseek) X(__lxstat64) X(__mempcpy) \
  X(__open) X(__open64) X(__open64_2) X(__open_2) X(__openat64_2) X(__openat_2) X(__pread64) \
  X(__pread64_chk) X(__rawmemchr) X(__read) X(__sigaction) X(__stpcpy) X(__stpncpy) \
  X(__strcasecmp) X(__strcasecmp_l) X(__strcasestr) X(__strcoll_l) X(__strdup) \
  X(__strncasecmp_l) X(__strndup) X(__strsep_g) X(__strtod_internal) X(__strtod_l) \
  X(__strtof_internal) X(__strtof_l) X(__strtok_r) X(__strtol_internal) X(__strtol_l) \
  X(__strtold_internal) X(__strtold_l) X(__strtoll_internal) X(__strtoll_l) \
  X(__strtoul_internal) X(__strtoul_l) X(__strtoull_internal) X(__strtoull_l) X(__toascii_l) \
  X(__tolower_l) X(__toupper_l) X(__uflow) X(__vfscanf) X(__vsnprintf) X(__vsscanf) \
  X(__xstat64) X(_tolower) X(_toupper) X(bsd_signal) X(clearerr_unlocked) X(eaccess) \
  X(feof_unlocked) X(fflush_unlocked) X(fgetpos64) X(fgets_unlocked) X(fopen64) \
  X(fputc_unlocked) X(fputs_unlocked) X(fread_unlocked) X(freopen64) X(fseeko64) X(fsetpos64) \
  X(fstat64) X(fstatat64) X(ftello64) X(fwrite_unlocked) X(imaxdiv) X(isalnum_l) X(isalpha_l) \
  X(isblank_l) X(iscntrl_l) X(isdigit_l) X(isgraph_l) X(islower_l) X(isprint_l) X(ispunct_l) \
  X(isspace_l) X(isupper_l) X(isxdigit_l) X(lseek64) X(lstat64) X(memalign) X(mmap64) X(open64) \
  X(openat64) X(pread64) X(preadv64) X(preadv64v2) X(putc_unlocked) X(putchar_unlocked) \
  X(secure_getenv) X(setrlimit64) X(ssignal) X(stat64) X(strcasecmp_l) X(strcoll_l) \
  X(strncasecmp_l) X(strtod_l) X(strtof32) X(strtof32_l) X(strtof32x) X(strtof32x_l) \
  X(strtof64) X(strtof64_l) X(strtof64x) X(strtof64x_l) X(strtof_l) X(strtol_l) X(strtold_l) \
  X(strtoll_l) X(strtoq) X(strtoul_l) X(strtoull_l) X(strtouq) X(tolower_l) X(toupper_l)

/* Functions that may read inputs and have no model: a call is reported as a limitation, in programs
 * that have a stream as an input. */
#define CUTTLE_UNSEEN_FUNCTIONS(X) \
  X(aio_read) X(aio_read64) X(lio_listio) X(lio_listio64) X(copy_file_range) X(sendfile) \
  X(sendfile64) X(splice) X(tee) X(vmsplice) X(process_vm_readv) X(recvmmsg) X(mremap) \
  X(open_by_handle_at) X(pidfd_getfd) X(getpass) X(fgetpwent) X(fgetpwent_r) X(fgetgrent) \
  X(fgetgrent_r) X(fgetspent) X(fgetspent_r) X(fgetsgent) X(fgetsgent_r) X(getmntent) \
  X(getmntent_r) X(__getmntent_r) X(getdate) X(getdate_r) X(ruserpass) X(fgetwc) \
  X(fgetwc_unlocked) X(getwc) X(getwc_unlocked) X(getwchar) X(getwchar_unlocked) X(fgetws) \
  X(fgetws_unlocked) X(__fgetws_chk) X(__fgetws_unlocked_chk) X(ungetwc) X(__wuflow) \
  X(__wunderflow) X(wscanf) X(fwscanf) X(vwscanf) X(vfwscanf) X(__isoc99_wscanf) \
  X(__isoc99_fwscanf) X(__isoc99_vwscanf) X(__isoc99_vfwscanf) X(__isoc23_wscanf) \
  X(__isoc23_fwscanf) X(__isoc23_vwscanf) X(__isoc23_vfwscanf) X(_IO_getline) \
  X(_IO_getline_info) X(_IO_sgetn) X(_IO_file_read) X(_IO_file_underflow) X(_IO_file_xsgetn) \
  X(_IO_file_seekoff) X(_IO_seekoff) X(_IO_seekpos) X(_IO_default_xsgetn) X(_IO_default_uflow) \
  X(_IO_wfile_underflow) X(_IO_wfile_seekoff) X(_IO_wdefault_uflow) X(_IO_wdefault_xsgetn) \
  X(_IO_file_fopen) X(_IO_file_open) X(_IO_file_stat) X(_IO_file_seek) X(system) X(popen) \
  X(_IO_popen) X(_IO_proc_open) X(posix_spawn) X(posix_spawnp) X(execl) X(execle) X(execlp) \
  X(execv) X(execve) X(execveat) X(execvp) X(execvpe) X(fexecve)

/* clang-format on */
