// SPDX-License-Identifier: Apache-2.0
// The machine looks the same everywhere: its name, its processors, its memory, its load, its terminal.
#define _GNU_SOURCE
#include <assert.h>
#include <cuttle/cuttle.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

static int has_name(const char* name) {
  char host[65];
  struct utsname names;
  return gethostname(host, sizeof host) == 0 && uname(&names) == 0 && strcmp(host, name) == 0 &&
         strcmp(names.nodename, name) == 0;
}

static int has_processors(int count) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) == count &&
         sysconf(_SC_NPROCESSORS_ONLN) == count && get_nprocs() == count && sched_getcpu() == 0;
}

static int has_memory(unsigned long mebibytes) {
  struct sysinfo info;
  double load[3] = {1, 1, 1};
  return sysinfo(&info) == 0 && info.totalram * info.mem_unit == mebibytes << 20 &&
         sysconf(_SC_PHYS_PAGES) == (long)(mebibytes << 8) && getloadavg(load, 3) == 3 &&
         load[0] == 0;
}

int main(void) {
  int x;
  struct winsize size;
  CUTTLE_input(x);
  if (x == 1) assert(!has_name("cuttle"));     // bug: assertion
  if (x == 2) assert(!has_processors(2));      // bug: assertion
  if (x == 3) assert(!has_memory(4096));       // bug: assertion
  if (x == 4) assert(!isatty(0) && !isatty(1));
  if (x == 5) assert(ioctl(1, TIOCGWINSZ, &size) == 0);  // bug: assertion
  return 0;
}
// expect: exhausted
