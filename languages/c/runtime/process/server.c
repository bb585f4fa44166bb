/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/core/server.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/trace/folders.h"
#include "languages/c/runtime/core/answers.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/inputs/world_inputs.h"
#include "languages/c/runtime/process/crash.h"
#include "languages/c/runtime/process/persistent.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

#define MOST_STOCK 64u

static int send_message(uint32_t kind, uint32_t a, uint64_t b, uint64_t c) {
  CuttleMessage message = {kind, a, b, c};
  ssize_t sent;
  do sent = send(CUTTLE_CONTROL_FD, &message, sizeof(message), MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == (ssize_t)sizeof(message);
}

static int receive_message(CuttleMessage* message) {
  ssize_t got;
  do got = recv(CUTTLE_CONTROL_FD, message, sizeof(*message), 0);
  while (got < 0 && errno == EINTR);
  return got == (ssize_t)sizeof(*message);
}

static void limit(int resource, uint64_t value) {
  struct rlimit r;
  r.rlim_cur = r.rlim_max = value;
  setrlimit((__rlimit_resource_t)resource, &r);
}

static uint64_t address_space_in_use(void) {
  char text[64];
  const int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  const ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
  if (fd >= 0) close(fd);
  text[got > 0 ? got : 0] = 0;
  return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Limits that may hold for the server as well, so that children inherit them for nothing. */
static void set_shared_limits(const CuttleLimits* limits) {
  limit(RLIMIT_CORE, 1); /* with 0, the kernel would still give a core to who collects them */
  if (limits->memory_bytes) {
    const uint64_t used = address_space_in_use(); /* mostly the reserved shadow */
    if (used) limit(RLIMIT_AS, used + limits->memory_bytes);
  }
  if (limits->file_bytes) limit(RLIMIT_FSIZE, limits->file_bytes);
  if (limits->processes) limit(RLIMIT_NPROC, limits->processes);
}

static void become_run(const CuttleLimits* limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (limits->cpu_seconds && !cuttle_rt.trace->persistent) {
    struct rlimit r;
    r.rlim_cur = limits->cpu_seconds;
    r.rlim_max = limits->cpu_seconds + 1;
    setrlimit(RLIMIT_CPU, &r);
  }
  cuttle_outcome = &cuttle_rt.trace->outcome;
  if (cuttle_rt.trace->persistent)
    cuttle_persistent_start(CUTTLE_CONTROL_FD);
  else
    close(CUTTLE_CONTROL_FD);
  cuttle_begin_run();
  cuttle_begin_sources();
  cuttle_begin_world_inputs();
  cuttle_world_resume();
}

static void kill_children_listed(void) {
  char path[64], text[4096];
  ssize_t got;
  char* at = text;
  int fd;
  snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
  fd = open(path, O_RDONLY | O_CLOEXEC);
  got = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);
  if (fd >= 0) close(fd);
  text[got > 0 ? got : 0] = 0;
  for (;;) {
    char* end;
    const long pid = strtol(at, &end, 10);
    if (end == at) break;
    if (pid > 0) kill((pid_t)pid, SIGKILL);
    at = end;
  }
}

/* Whatever the run left behind: its group, and processes that left the group. As their reaper the
 * server inherits orphans, so there is an end to this. */
static void kill_leftovers(pid_t run) {
  int rounds;
  kill(-run, SIGKILL);
  for (rounds = 0; rounds < 1000; ++rounds) {
    const pid_t reaped = waitpid(-1, NULL, WNOHANG);
    if (reaped < 0 && errno == ECHILD) return;
    if (reaped > 0) {
      rounds = 0; /* a fork bomb leaves thousands; each must go, or the next fork fails */
      continue;
    }
    kill_children_listed();
    usleep(200);
  }
}

static uint64_t microseconds(const struct rusage* usage) {
  return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000u +
         (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec);
}

/* A process that never comes to a second run is not worth its snapshot. */
static void judge_persistence(uint64_t runs_before) {
  static int in_vain;
  in_vain = cuttle_rt.trace->persistent_runs == runs_before ? in_vain + 1 : 0;
  if (in_vain >= 8) cuttle_rt.trace->persistent = 0;
}

/* What the last run's threads ran on, the next ones find ready. */
static void stock_carriers(void) {
  const uint32_t threads = cuttle_rt.trace->areas[CUTTLE_AREA_THREADS].count;
  if (!(cuttle_rt.trace->features_wanted & CUTTLE_FEATURE_RACES) || threads < 2) return;
  cuttle_carriers_stock(threads - 1 < MOST_STOCK ? threads - 1 : MOST_STOCK);
}

/* One run in a child (or many, in a persistent one). Returns 1 in the child. */
static int serve_run(const CuttleLimits* limits) {
  struct rusage usage;
  const uint64_t runs_before = cuttle_rt.trace->persistent_runs;
  int status = 0;
  pid_t run;
  cuttle_fork_is_ours(1);
  run = fork();
  cuttle_fork_is_ours(0);
  if (run == 0) {
    become_run(limits);
    return 1;
  }
  if (run < 0) {
    send_message(CUTTLE_MESSAGE_DONE, (uint32_t)-1, (uint64_t)errno, 0);
    return 0;
  }
  setpgid(run, run); /* both sides, whoever comes first */
  send_message(CUTTLE_MESSAGE_STARTED, (uint32_t)run, 0, 0);
  while (wait4(run, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  kill_leftovers(run);
  judge_persistence(runs_before);
  stock_carriers();
  send_message(CUTTLE_MESSAGE_DONE, (uint32_t)status, microseconds(&usage),
               (uint64_t)usage.ru_maxrss);
  return 0;
}

/* After a run that wrote files its folder is another one of the same name. */
static char working_folder[4096];

void cuttle_enter_again(const CuttleMessage* run) {
  if ((run->a & CUTTLE_RUN_ENTER_AGAIN) && working_folder[0]) syscall(SYS_chdir, working_folder);
}

static void serve(void) {
  const CuttleLimits limits = cuttle_rt.trace->limits;
  CuttleMessage message;
  cuttle_world_pause();
  if (syscall(SYS_getcwd, working_folder, sizeof(working_folder)) <= 0) working_folder[0] = 0;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  cuttle_install_handlers();
  set_shared_limits(&limits);
  cuttle_prepare_answers();
  if (!send_message(CUTTLE_MESSAGE_HELLO, CUTTLE_TRACE_VERSION,
                    working_folder[0] ? CUTTLE_HELLO_ENTERS_AGAIN : 0, 0))
    _exit(2);
  while (receive_message(&message) && message.kind == CUTTLE_MESSAGE_RUN) {
    cuttle_enter_again(&message);
    if (serve_run(&limits)) return;
  }
  _exit(0);
}

/* Starting at the first input is safe when a fork there is the whole program: one thread, and no
 * file whose position the runs would share. */
static int can_defer(void) {
  struct dirent* entry;
  int threads = 0, files = 0;
  DIR* dir = opendir("/proc/self/task");
  while (dir && (entry = readdir(dir))) threads += entry->d_name[0] != '.';
  if (dir) closedir(dir);
  dir = opendir("/proc/self/fd");
  while (dir && (entry = readdir(dir))) {
    const int fd = atoi(entry->d_name);
    files += entry->d_name[0] != '.' && fd > 2 && fd != CUTTLE_CONTROL_FD && fd != dirfd(dir);
  }
  if (dir) closedir(dir);
  return threads == 1 && files == 0;
}

void cuttle_start(unsigned where) {
  const int saved = errno;
  if (!cuttle_rt.trace || cuttle_rt.in_run) return;
  if (where == CUTTLE_START_MAIN && cuttle_rt.trace->start == CUTTLE_START_FIRST_INPUT &&
      !cuttle_rt.trace->areas[CUTTLE_AREA_SOURCES].count && can_defer())
    return;
  serve();
  errno = saved;
}

uint32_t __cuttle_main(int* argc, char*** argv) {
  cuttle_start(CUTTLE_START_MAIN);
  if (!cuttle_rt.in_run) return 0;
  cuttle_source_environment();
  return cuttle_source_arguments(argc, argv);
}
