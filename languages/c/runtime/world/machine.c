/* SPDX-License-Identifier: Apache-2.0 */

/* The machine: its name, its processors, its memory, how busy it is. */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define PAGE 4096ul

static unsigned long cores(void) {
  return (unsigned long)cuttle_world_number(cuttle_world.cores);
}

static unsigned long memory(void) {
  return (unsigned long)cuttle_world_number(cuttle_world.memory) << 20;
}

static void put(char* to, size_t size, const char* text) {
  strncpy(to, text, size - 1);
  to[size - 1] = 0;
}

/* ---- Its name -------------------------------------------------------------------------------- */

WORLD int uname(struct utsname* to) {
  if (!cuttle_world.on) return (int)KERNEL(SYS_uname, to);
  memset(to, 0, sizeof(*to));
  put(to->sysname, sizeof(to->sysname), "Linux");
  put(to->nodename, sizeof(to->nodename), cuttle_world.hostname);
  put(to->release, sizeof(to->release), "6.1.0");
  put(to->version, sizeof(to->version), "#1 SMP");
#if defined(__x86_64__)
  put(to->machine, sizeof(to->machine), "x86_64");
#else
  put(to->machine, sizeof(to->machine), "aarch64");
#endif
  put(to->domainname, sizeof(to->domainname), "(none)");
  return 0;
}

static int give_name(char* to, size_t size, const char* name) {
  if (strlen(name) >= size) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memcpy(to, name, strlen(name) + 1);
  return 0;
}

WORLD int gethostname(char* to, size_t size) {
  struct utsname names;
  return uname(&names) != 0 ? -1 : give_name(to, size, names.nodename);
}

WORLD int getdomainname(char* to, size_t size) {
  struct utsname names;
  return uname(&names) != 0 ? -1 : give_name(to, size, names.domainname);
}

WORLD long gethostid(void) {
  return cuttle_world.on ? 0x7f0101 : REAL(gethostid)();
}

/* ---- Processors ------------------------------------------------------------------------------ */

static void fill_set(cpu_set_t* set, size_t size) {
  unsigned long i;
  memset(set, 0, size);
  for (i = 0; i < cores() && i < size * 8; ++i) CPU_SET_S(i, size, set);
}

WORLD int sched_getaffinity(pid_t process, size_t size, cpu_set_t* set) {
  if (!cuttle_world.on) return REAL(sched_getaffinity)(process, size, set);
  fill_set(set, size);
  return 0;
}

WORLD int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t* set) {
  if (!cuttle_world.on) return REAL(pthread_getaffinity_np)(thread, size, set);
  fill_set(set, size);
  return 0;
}

WORLD int sched_getcpu(void) {
  return cuttle_world.on ? 0 : REAL(sched_getcpu)();
}

WORLD int getcpu(unsigned* processor, unsigned* node) {
  if (!cuttle_world.on) return (int)KERNEL(SYS_getcpu, processor, node);
  if (processor) *processor = 0;
  if (node) *node = 0;
  return 0;
}

WORLD int get_nprocs(void) {
  return cuttle_world.on ? (int)cores() : REAL(get_nprocs)();
}
WORLD int get_nprocs_conf(void) {
  return cuttle_world.on ? (int)cores() : REAL(get_nprocs_conf)();
}

unsigned cuttle_world_concurrency(void) __asm__("_ZNSt6thread20hardware_concurrencyEv") WORLD;
unsigned cuttle_world_concurrency(void) {
  return (unsigned)get_nprocs();
}

/* ---- Memory and load ------------------------------------------------------------------------- */

WORLD long get_phys_pages(void) {
  return cuttle_world.on ? (long)(memory() / PAGE) : REAL(get_phys_pages)();
}
WORLD long get_avphys_pages(void) {
  return cuttle_world.on ? (long)(memory() / PAGE / 2) : REAL(get_avphys_pages)();
}

WORLD long sysconf(int name) {
  if (cuttle_world.on) switch (name) {
      case _SC_NPROCESSORS_CONF:
      case _SC_NPROCESSORS_ONLN:
        return (long)cores();
      case _SC_PHYS_PAGES:
        return get_phys_pages();
      case _SC_AVPHYS_PAGES:
        return get_avphys_pages();
      case _SC_OPEN_MAX:
        return 1024;
      case _SC_CHILD_MAX:
        return 1024;
      default:
        break;
    }
  return REAL(sysconf)(name);
}

WORLD int getdtablesize(void) {
  return cuttle_world.on ? 1024 : REAL(getdtablesize)();
}

WORLD int sysinfo(struct sysinfo* to) {
  if (!cuttle_world.on) return (int)KERNEL(SYS_sysinfo, to);
  memset(to, 0, sizeof(*to));
  to->uptime = (long)cuttle_world_number(cuttle_world.uptime);
  to->totalram = memory();
  to->freeram = memory() / 2;
  to->procs = 1;
  to->mem_unit = 1;
  return 0;
}

WORLD int getloadavg(double* to, int count) {
  int i;
  if (!cuttle_world.on) return REAL(getloadavg)(to, count);
  if (count > 3) count = 3;
  for (i = 0; i < count; ++i) to[i] = 0;
  return count;
}
