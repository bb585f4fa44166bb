/* SPDX-License-Identifier: Apache-2.0 */

/* Files in which the kernel tells of the world: random numbers, the machine, the process. Whoever
 * opens one gets a memory file with what is true in this world. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define RANDOM_BYTES 65536u
#define OUT_OF_THE_WAY 600 /* descriptors that programs do not count on */

static void put(int fd, const void* bytes, size_t size) {
  cuttle_kernel(SYS_write, fd, (long)bytes, (long)size, 0, 0, 0);
}
static void put_text(int fd, const char* text) {
  put(fd, text, strlen(text));
}
static unsigned long long number(const char* value) {
  return cuttle_world_number(value);
}

static void random_bytes(int fd) {
  uint8_t block[4096];
  unsigned done;
  for (done = 0; done < RANDOM_BYTES; done += sizeof(block)) {
    cuttle_world_random(block, sizeof(block));
    put(fd, block, sizeof(block));
  }
}

static void uuid(int fd) {
  uint8_t b[16];
  char text[40];
  cuttle_world_random(b, sizeof(b));
  snprintf(text, sizeof(text),
           "%02x%02x%02x%02x-%02x%02x-4%x%02x-a%x%02x-%02x%02x%02x%02x%02x%02x\n", b[0], b[1], b[2],
           b[3], b[4], b[5], b[6] & 15, b[7], b[8] & 15, b[9], b[10], b[11], b[12], b[13], b[14],
           b[15]);
  put_text(fd, text);
}

static void uptime(int fd) {
  char text[64];
  const unsigned long long seconds = number(cuttle_world.uptime);
  snprintf(text, sizeof(text), "%llu.00 %llu.00\n", seconds, seconds * number(cuttle_world.cores));
  put_text(fd, text);
}

static void loadavg(int fd) {
  char text[64];
  snprintf(text, sizeof(text), "0.00 0.00 0.00 1/1 %llu\n", number(cuttle_world.pid));
  put_text(fd, text);
}

static void meminfo(int fd) {
  char text[256];
  const unsigned long long all = number(cuttle_world.memory) * 1024;
  snprintf(text, sizeof(text),
           "MemTotal:       %8llu kB\nMemFree:        %8llu kB\nMemAvailable:   %8llu kB\n"
           "Buffers:               0 kB\nCached:                0 kB\nSwapTotal:             0 kB\n"
           "SwapFree:              0 kB\n",
           all, all / 2, all / 2);
  put_text(fd, text);
}

static void cpuinfo(int fd) {
  char text[128];
  unsigned long long i;
  for (i = 0; i < number(cuttle_world.cores); ++i) {
    snprintf(text, sizeof(text), "processor\t: %llu\nmodel name\t: Cuttle\ncpu cores\t: %llu\n\n",
             i, number(cuttle_world.cores));
    put_text(fd, text);
  }
}

static void processors(int fd) {
  char text[128];
  unsigned long long i;
  put_text(fd, "cpu  0 0 0 0 0 0 0 0 0 0\n");
  for (i = 0; i < number(cuttle_world.cores); ++i) {
    snprintf(text, sizeof(text), "cpu%llu 0 0 0 0 0 0 0 0 0 0\n", i);
    put_text(fd, text);
  }
  snprintf(text, sizeof(text), "btime %llu\nprocesses 1\nprocs_running 1\nprocs_blocked 0\n",
           (unsigned long long)(cuttle_world_start_time() - number(cuttle_world.uptime)));
  put_text(fd, text);
}

static void own_stat(int fd) {
  char text[256];
  const unsigned long long pid = number(cuttle_world.pid);
  snprintf(text, sizeof(text),
           "%llu (%s) R %llu %llu %llu 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 %llu 8388608 1024\n", pid,
           program_invocation_short_name, pid - 1, pid, pid - 1, number(cuttle_world.uptime) * 100);
  put_text(fd, text);
}

static void own_status(int fd) {
  char text[512];
  const unsigned long long pid = number(cuttle_world.pid), uid = number(cuttle_world.uid);
  snprintf(text, sizeof(text),
           "Name:\t%s\nState:\tR (running)\nTgid:\t%llu\nPid:\t%llu\nPPid:\t%llu\nTracerPid:\t0\n"
           "Uid:\t%llu\t%llu\t%llu\t%llu\nGid:\t%llu\t%llu\t%llu\t%llu\nVmSize:\t    8192 kB\n"
           "VmRSS:\t    4096 kB\nThreads:\t1\n",
           program_invocation_short_name, pid, pid, pid - 1, uid, uid, uid, uid, uid, uid, uid,
           uid);
  put_text(fd, text);
}

static void own_memory(int fd) {
  put_text(fd, "2048 1024 512 256 0 512 0\n");
}

static void hostname(int fd) {
  put_text(fd, cuttle_world.hostname);
  put_text(fd, "\n");
}

static const struct {
  const char* path;
  void (*write)(int fd);
} files[] = {
    {"/dev/urandom", random_bytes},
    {"/dev/random", random_bytes},
    {"/proc/sys/kernel/random/uuid", uuid},
    {"/proc/uptime", uptime},
    {"/proc/loadavg", loadavg},
    {"/proc/meminfo", meminfo},
    {"/proc/cpuinfo", cpuinfo},
    {"/proc/stat", processors},
    {"/proc/self/stat", own_stat},
    {"/proc/self/status", own_status},
    {"/proc/self/statm", own_memory},
    {"/proc/sys/kernel/hostname", hostname},
    {"/etc/hostname", hostname},
};

/* The memory file stays until the next one is asked for: opened by its path in the meantime, each
 * has a position of its own. */
const char* cuttle_world_path(const char* path) {
  static char name[40];
  static int fd = -1;
  size_t i;
  if (!cuttle_world.on || !path || path[0] != '/') return path;
  for (i = 0; i < sizeof(files) / sizeof(files[0]); ++i) {
    int low;
    if (strcmp(path, files[i].path) != 0) continue;
    low = (int)cuttle_kernel(SYS_memfd_create, (long)CUTTLE_WORLD_FILE, MFD_CLOEXEC, 0, 0, 0, 0);
    if (low < 0) return path;
    if (fd >= 0) cuttle_kernel(SYS_close, fd, 0, 0, 0, 0, 0);
    fd = (int)cuttle_kernel(SYS_fcntl, low, F_DUPFD_CLOEXEC, OUT_OF_THE_WAY, 0, 0, 0);
    if (fd < 0)
      fd = low;
    else
      cuttle_kernel(SYS_close, low, 0, 0, 0, 0, 0);
    files[i].write(fd);
    snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
    return name;
  }
  return path;
}
