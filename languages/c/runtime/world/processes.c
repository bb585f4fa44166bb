/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers of processes. The program and those that it starts have numbers of this world, counted
 * from its own; functions that take one translate. Numbers of others stay as they are. */

#define _GNU_SOURCE
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define MAX_CHILDREN 1024
static pid_t children[MAX_CHILDREN]; /* real numbers, in the order of their start */
static unsigned child_count;
static pid_t own, parent; /* 0: as the world says */
static __thread pid_t thread;
static pid_t thread_count;

static pid_t own_number(void) {
  return own ? own : (pid_t)cuttle_world_number(cuttle_world.pid);
}

static pid_t new_child(pid_t real) {
  if (real <= 0 || child_count == MAX_CHILDREN) return real;
  children[child_count] = real;
  return own_number() + (pid_t)++child_count;
}

/* From the kernel's numbers to ours, and back. */
static pid_t named(pid_t real) {
  unsigned i;
  if (real <= 0) return real;
  if (real == (pid_t)KERNEL(SYS_getpid)) return own_number();
  for (i = child_count; i > 0; --i)
    if (children[i - 1] == real) return own_number() + (pid_t)i;
  return real;
}
static pid_t unnamed(pid_t number) {
  const pid_t first = own_number();
  if (!cuttle_world.on) return number;
  if (number == first) return (pid_t)KERNEL(SYS_getpid);
  if (number > first && number - first <= (pid_t)child_count) return children[number - first - 1];
  return number;
}

WORLD pid_t getpid(void) {
  return cuttle_world.on ? own_number() : (pid_t)KERNEL(SYS_getpid);
}
WORLD pid_t getppid(void) {
  if (!cuttle_world.on) return (pid_t)KERNEL(SYS_getppid);
  return parent ? parent : own_number() - 1;
}
WORLD pid_t gettid(void) {
  if (!cuttle_world.on) return (pid_t)KERNEL(SYS_gettid);
  if (KERNEL(SYS_gettid) == KERNEL(SYS_getpid)) return own_number();
  if (!thread) thread = own_number() + MAX_CHILDREN + __atomic_add_fetch(&thread_count, 1, 0);
  return thread;
}

/* Groups and sessions: the program leads its own. */
WORLD pid_t getpgid(pid_t number) {
  const pid_t group = (pid_t)KERNEL(SYS_getpgid, unnamed(number));
  return cuttle_world.on ? named(group) : group;
}
WORLD pid_t getpgrp(void) {
  return getpgid(0);
}
WORLD pid_t getsid(pid_t number) {
  const pid_t session = (pid_t)KERNEL(SYS_getsid, unnamed(number));
  return cuttle_world.on && session > 0 && (!number || number == own_number()) ? own_number() - 1
                                                                               : session;
}
WORLD pid_t setsid(void) {
  const pid_t session = (pid_t)KERNEL(SYS_setsid);
  return cuttle_world.on ? named(session) : session;
}
WORLD int setpgid(pid_t number, pid_t group) {
  return (int)KERNEL(SYS_setpgid, unnamed(number), unnamed(group));
}

WORLD int kill(pid_t number, int signal) {
  const pid_t real = number < -1 ? -unnamed(-number) : unnamed(number);
  return (int)KERNEL(SYS_kill, real, signal);
}
WORLD int killpg(pid_t group, int signal) {
  return kill(group > 1 ? -group : 0, signal);
}
WORLD int tgkill(pid_t group, pid_t number, int signal) {
  return (int)KERNEL(SYS_tgkill, unnamed(group), unnamed(number), signal);
}

/* ---- Starting and awaiting others ------------------------------------------------------------ */

WORLD pid_t fork(void) {
  const pid_t before = own_number();
  const pid_t real = REAL(fork)();
  if (!cuttle_world.on) return real;
  if (real) return new_child(real);
  parent = before;
  own = before + (pid_t)child_count + 1;
  child_count = 0;
  return 0;
}

/* What it promises is what all forks do. */
WORLD pid_t vfork(void) {
  return fork();
}

/* Another program is not of this world. */
#define SPAWN(name)                                                                       \
  WORLD int name(pid_t* pid, const char* path, const posix_spawn_file_actions_t* actions, \
                 const posix_spawnattr_t* attributes, char* const arguments[],            \
                 char* const environment[]) {                                             \
    pid_t real = 0;                                                                       \
    int error;                                                                            \
    cuttle_world_release_counter(1);                                                      \
    error = REAL(name)(&real, path, actions, attributes, arguments, environment);         \
    cuttle_world_release_counter(0);                                                      \
    if (!error && pid) *pid = cuttle_world.on ? new_child(real) : real;                   \
    return error;                                                                         \
  }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

WORLD int system(const char* command) {
  int status;
  cuttle_world_release_counter(1);
  status = REAL(system)(command);
  cuttle_world_release_counter(0);
  return status;
}

#define EXECUTE(name, parameters, arguments) \
  WORLD int name parameters {                \
    int result;                              \
    cuttle_world_release_counter(1);         \
    result = REAL(name) arguments;           \
    cuttle_world_release_counter(0);         \
    return result;                           \
  }
EXECUTE(execve, (const char* path, char* const argv[], char* const envp[]), (path, argv, envp))
EXECUTE(execv, (const char* path, char* const argv[]), (path, argv))
EXECUTE(execvp, (const char* path, char* const argv[]), (path, argv))
EXECUTE(execvpe, (const char* path, char* const argv[], char* const envp[]), (path, argv, envp))
EXECUTE(fexecve, (int fd, char* const argv[], char* const envp[]), (fd, argv, envp))

#define MAX_ARGUMENTS 4096
/* Arguments one by one; `last` is what comes behind the NULL. */
#define COLLECT(first, last)                                                      \
  char* arguments[MAX_ARGUMENTS + 1];                                             \
  int count = 0;                                                                  \
  va_list rest;                                                                   \
  va_start(rest, first);                                                          \
  for (arguments[0] = (char*)(first); arguments[count] && count < MAX_ARGUMENTS;) \
    arguments[++count] = va_arg(rest, char*);                                     \
  arguments[count] = NULL;                                                        \
  last;                                                                           \
  va_end(rest)

WORLD int execl(const char* path, const char* first, ...) {
  COLLECT(first, (void)0);
  return execv(path, arguments);
}
WORLD int execlp(const char* path, const char* first, ...) {
  COLLECT(first, (void)0);
  return execvp(path, arguments);
}
WORLD int execle(const char* path, const char* first, ...) {
  char** environment;
  COLLECT(first, environment = va_arg(rest, char**));
  return execve(path, arguments, environment);
}

WORLD FILE* popen(const char* command, const char* mode) {
  FILE* stream;
  cuttle_world_release_counter(1);
  stream = REAL(popen)(command, mode);
  cuttle_world_release_counter(0);
  return stream;
}

WORLD pid_t wait4(pid_t number, int* status, int options, struct rusage* usage) {
  const pid_t wanted = number < -1 ? -unnamed(-number) : unnamed(number);
  const pid_t real = (pid_t)KERNEL(SYS_wait4, wanted, status, options, usage);
  return cuttle_world.on ? named(real) : real;
}
WORLD pid_t waitpid(pid_t number, int* status, int options) {
  return wait4(number, status, options, NULL);
}
WORLD pid_t wait3(int* status, int options, struct rusage* usage) {
  return wait4(-1, status, options, usage);
}
WORLD pid_t wait(int* status) {
  return wait4(-1, status, 0, NULL);
}
WORLD int waitid(idtype_t kind, id_t number, siginfo_t* info, int options) {
  const id_t wanted = kind == P_PID || kind == P_PGID ? (id_t)unnamed((pid_t)number) : number;
  const int result = (int)KERNEL(SYS_waitid, kind, wanted, info, options, 0);
  if (cuttle_world.on && !result && info) info->si_pid = named(info->si_pid);
  return result;
}
