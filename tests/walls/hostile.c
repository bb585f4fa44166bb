/* SPDX-License-Identifier: Apache-2.0 */
/* Does what a program under test must not be able to do, one thing in each path. Where a wall is
 * missing the harm is small: clocks are set to what they show, and reboot is asked in a wrong way.
 * arguments: FILE of the user, PORT where the test listens, PROCESS of the test, MARK, number of a
 * shared memory SEGMENT. The test listens at the name @MARK and at the file FILE-socket, too. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <cuttle/cuttle.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char *file, *mark;
static int port, process, segment;

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
  struct timex change = {.modes = ADJ_TICK, .tick = 10000};
  syscall(SYS_gettimeofday, &now, NULL);
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &time);
  CUTTLE_assert(settimeofday(&now, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(syscall(SYS_settimeofday, &now, NULL) == -1 && errno == EPERM);
  CUTTLE_assert(clock_settime(CLOCK_REALTIME, &time) == -1 && errno == EPERM);
  CUTTLE_assert(adjtimex(&change) == -1 && errno == EPERM);
  CUTTLE_assert(syscall(SYS_clock_adjtime, CLOCK_REALTIME, &change) == -1 && errno == EPERM);
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

/* Names that are not in any folder, and messages that nobody connected for. */
static void use_services(void) {
  struct sockaddr_un name = {0}, file_name = {0};
  const socklen_t size = (socklen_t)(sizeof(sa_family_t) + 1 + strlen(mark));
  int talk = socket(AF_UNIX, SOCK_STREAM, 0), tell = socket(AF_UNIX, SOCK_DGRAM, 0);
  struct iovec part = {(void*)"x", 1};
  struct msghdr message = {&file_name, sizeof file_name, &part, 1, NULL, 0, 0};
  struct mmsghdr messages[2] = {{{NULL, 0, &part, 1, NULL, 0, 0}, 0}, {message, 0}};
  name.sun_family = file_name.sun_family = AF_UNIX;
  strncpy(name.sun_path + 1, mark, sizeof name.sun_path - 2);
  snprintf(file_name.sun_path, sizeof file_name.sun_path, "%s-socket", file);
  CUTTLE_assert(connect(talk, (struct sockaddr*)&name, size) != 0);
  CUTTLE_assert(sendto(tell, "x", 1, 0, (struct sockaddr*)&file_name, sizeof file_name) != 1);
  CUTTLE_assert(sendmsg(tell, &message, 0) != 1);
  sendmmsg(tell, messages + 1, 1, 0);
  connect(tell, (struct sockaddr*)&file_name, sizeof file_name);
  send(tell, "x", 1, 0);
}

static void use_shared_memory(void) {
  int own = shmget(4711, 4096, IPC_CREAT | 0600); /* stays, where nothing prevents it */
  shmctl(segment, IPC_RMID, NULL);
  if (own >= 0 && own != segment) shmat(own, NULL, 0);
  syscall(SYS_mq_unlink, "cuttle");
}

static void use_kernel(void) {
  static char room[128];
  CUTTLE_assert(syscall(SYS_keyctl, 0, -3, 0) == -1); /* the session's keys */
  CUTTLE_assert(syscall(SYS_add_key, "user", mark, "x", 1, -3) == -1);
  CUTTLE_assert(syscall(SYS_bpf, 0, room, sizeof room) == -1);
  CUTTLE_assert(syscall(SYS_perf_event_open, room, 0, -1, -1, 0) == -1);
  CUTTLE_assert(syscall(SYS_io_uring_setup, 1, room) == -1);
  CUTTLE_assert(syscall(SYS_unshare, 0x10000000) == -1);
  CUTTLE_assert(syscall(SYS_setns, 1, 0) == -1);
  CUTTLE_assert(syscall(SYS_chroot, "/tmp") == -1);
  CUTTLE_assert(syscall(SYS_pivot_root, "/tmp", "/tmp") == -1);
  CUTTLE_assert(syscall(SYS_init_module, room, 0, "") == -1);
  CUTTLE_assert(syscall(SYS_quotactl, 0, 0, 0, 0) == -1);
  CUTTLE_assert(setuid(0) == -1 || geteuid() != 12345);
  CUTTLE_assert(mknod("disk", S_IFBLK | 0600, 0xfe00) == -1);
}

/* The calls of another kind of machine have other numbers: 30 years of them are settimeofday. */
static void call_in_32_bits(void) {
#ifdef __x86_64__
  int status = 0;
  const pid_t child = fork(); /* dies where the kernel has no such calls */
  if (child == 0) {
    long result = 10; /* unlink */
    char* low =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED || strlen(file) > 4000) _exit(0);
    strcpy(low, file);
    __asm__ volatile("int $0x80" : "+a"(result) : "b"((int)(long)low) : "memory");
    _exit(result == 0);
  }
  waitpid(child, &status, 0);
#endif
}

/* Takes itself away. */
static void harm_itself(void) {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  path[size > 0 ? size : 0] = 0;
  unlink(path);
  truncate(path, 0);
  rename("hostile.cuttle", "gone");
  syscall(SYS_close_range, 0, ~0u, 0);
}

static void use_terminals(void) {
  const char* names[] = {"/dev/tty", "/dev/console", "/dev/pts/0", "/dev/tty1"};
  unsigned i;
  for (i = 0; i < sizeof names / sizeof *names; i++) {
    const int terminal = open(names[i], O_RDWR | O_NOCTTY);
    char key = 'x';
    if (terminal < 0) continue;
    CUTTLE_assert(syscall(SYS_ioctl, terminal, TIOCSTI, &key) != 0);
    CUTTLE_assert(write(terminal, "harmed", 6) != 6);
    close(terminal);
  }
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
  segment = argc > 5 ? atoi(argv[5]) : 0;
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
    case 14:
      use_services();
      break;
    case 15:
      use_shared_memory();
      break;
    case 16:
      use_kernel();
      break;
    case 17:
      call_in_32_bits();
      break;
    case 18:
      harm_itself();
      break;
    case 19:
      use_terminals();
      break;
    default:
      return 0;
  }
  return act + 1;
}
