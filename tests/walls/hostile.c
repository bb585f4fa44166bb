/* SPDX-License-Identifier: Apache-2.0 */
/* Does what a program under test must not be able to do, one thing in each path. Where a wall is
 * missing the harm is small: clocks are set to what they show, and reboot is asked in a wrong way.
 * arguments: FILE of the user, PORT where the test listens, PROCESS of the test, MARK. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <cuttle/cuttle.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char *file, *mark;
static int port, process;

static void harm_files(void) {
  char other[4096];
  snprintf(other, sizeof other, "%s.other", file);
  close(open(file, O_WRONLY | O_TRUNC));
  truncate(file, 0);
  rename(file, other);
  chmod(file, 0);
  symlink("/", other);
  mkdir(other, 0777);
  unlink(file);
  syscall(SYS_unlink, file);
}

static void write_here(void) {
  FILE* left = fopen("left", "w");
  CUTTLE_assert(access("left-before", F_OK) != 0); /* of an earlier run */
  if (left) fclose(left);
  close(open("left-before", O_CREAT | O_WRONLY, 0600));
  unlink("precious-here");
}

static void set_clocks(void) {
  struct timeval now;
  struct timespec time;
  syscall(SYS_gettimeofday, &now, NULL);
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
  CUTTLE_assert(settimeofday(&now, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(syscall(SYS_settimeofday, &now, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(clock_settime(CLOCK_REALTIME, &time) == -1 && errno == EPERM);
}

static void harm_machine(void) {
  CUTTLE_assert(syscall(SYS_reboot, 0, 0, 0, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(syscall(SYS_sethostname, "harmed", 6) == -1 && errno == EPERM);
  CUTTLE_assert(mount("none", "/mnt", "tmpfs", 0, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(open("/proc/sys/vm/swappiness", O_WRONLY) == -1);
  CUTTLE_assert(open("/dev/mem", O_RDWR) == -1);
}

static void signal_others(int number) {
  static int information[32];
  information[2] = -1; /* as sigqueue does */
  kill(process, number);
  syscall(SYS_tkill, process, number);
  kill(getppid(), number);
  syscall(SYS_rt_sigqueueinfo, (int)syscall(SYS_getppid), number, information);
  CUTTLE_assert(kill(-1, 0) == -1);
}

static void trace_others(void) {
  const struct rlimit few = {3, 3};
  const int parent = (int)syscall(SYS_getppid);
  ptrace(PTRACE_SEIZE, parent, 0, 0);
  ptrace(PTRACE_ATTACH, parent, 0, 0);
  ptrace(PTRACE_ATTACH, process, 0, 0);
  syscall(SYS_prlimit64, parent, RLIMIT_NOFILE, &few, NULL);
  syscall(SYS_prlimit64, process, RLIMIT_NOFILE, &few, NULL);
}

static void stay(void) { /* as a daemon */
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  execlp("sleep", "sleep", mark, (char*)NULL);
  _exit(1);
}

static void multiply(void) {
  int i;
  for (i = 0; i < 200; i++)
    if (fork() == 0) {
      setsid();
      execlp("sleep", "sleep", mark, (char*)NULL);
      _exit(1);
    }
}

static void use_network(void) {
  struct sockaddr_in address = {0};
  int outgoing = socket(AF_INET, SOCK_STREAM, 0), incoming = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  CUTTLE_assert(connect(outgoing, (struct sockaddr*)&address, sizeof address) != 0);
  address.sin_port = htons(port + 1);
  bind(incoming, (struct sockaddr*)&address, sizeof address);
  listen(incoming, 1);
  address.sin_addr.s_addr = htonl(0x08080808);
  CUTTLE_assert(connect(outgoing, (struct sockaddr*)&address, sizeof address) != 0);
}

static void fill(void) {
  static char block[1 << 20];
  long megabytes;
  int disk = open("large", O_CREAT | O_WRONLY, 0600);
  signal(SIGXFSZ, SIG_IGN);
  for (megabytes = 0; megabytes < 3000 && write(disk, block, sizeof block) > 0;) megabytes++;
  CUTTLE_assert(megabytes < 3000);
}

static void talk(void) {
  static char block[1 << 16];
  int i;
  memset(block, 'x', sizeof block);
  for (i = 0; i < 4096; i++) {
    if (write(1, block, sizeof block) < 0 || write(2, block, sizeof block) < 0) break;
  }
}

static void grab(void) {
  struct rlimit limit;
  int fds = 0;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  while (fds < 5000 && open("/dev/null", O_RDONLY) >= 0) fds++;
  limit.rlim_cur = limit.rlim_max = 0;
  setrlimit(RLIMIT_NOFILE, &limit);
  setrlimit(RLIMIT_NPROC, &limit);
}

int main(int argc, char** argv) {
  unsigned char act;
  if (argc < 5) return 1;
  file = argv[1];
  port = atoi(argv[2]);
  process = atoi(argv[3]);
  mark = argv[4];
  CUTTLE_input(act);
  CUTTLE_assert(getenv("SOME_SECRET") == NULL);
  switch (act) {
    case 0:
      harm_files();
      break;
    case 1:
      write_here();
      break;
    case 2:
      set_clocks();
      break;
    case 3:
      harm_machine();
      break;
    case 4:
      signal_others(SIGKILL);
      break;
    case 5:
      signal_others(SIGSTOP);
      break;
    case 6:
      trace_others();
      break;
    case 7:
      stay();
      break;
    case 8:
      multiply();
      break;
    case 9:
      use_network();
      break;
    case 10:
      fill();
      break;
    case 11:
      talk();
      break;
    case 12:
      grab();
      break;
    case 13:
      write_here();
      break;
    default:
      return 0;
  }
  return act + 1;
}
