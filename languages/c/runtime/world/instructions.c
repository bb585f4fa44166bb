/* SPDX-License-Identifier: Apache-2.0 */

/* Ways to the time that lead around libc: the functions that the kernel puts into each process
 * (vDSO), and the processor's counter. */

#define _GNU_SOURCE
#include <elf.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define UPTIME (cuttle_world_number(cuttle_world.uptime) * 1000000000ull)

#if defined(__x86_64__)

static int counter_may_be_ours; /* nobody else needs it */
static int counter_is_ours;     /* reading it faults */

void __asan_init(void) __attribute__((weak));
void __tsan_init(void) __attribute__((weak));

/* jmp *0(%rip), and the address behind it. */
static void divert(uint8_t* at, void (*to)(void)) {
  static const uint8_t jump[6] = {0xff, 0x25, 0, 0, 0, 0};
  memcpy(at, jump, sizeof(jump));
  memcpy(at + sizeof(jump), &to, sizeof(to));
}

static const struct {
  const char* name;
  void (*function)(void);
} functions[] = {
    {"__vdso_clock_gettime", (void (*)(void))cuttle_world_clock},
    {"__vdso_gettimeofday", (void (*)(void))cuttle_world_timeofday},
    {"__vdso_time", (void (*)(void))cuttle_world_time},
};

typedef struct Image {
  uint8_t* base;
  uint64_t size;
  const Elf64_Sym* symbols;
  const char* names;
  const uint32_t* hash;
} Image;

static int read_image(const void* at, Image* image) {
  const Elf64_Ehdr* header = (const Elf64_Ehdr*)at;
  const Elf64_Phdr* segment = (const Elf64_Phdr*)((const uint8_t*)at + header->e_phoff);
  const Elf64_Dyn* entry = NULL;
  int i;
  memset(image, 0, sizeof(*image));
  image->base = (uint8_t*)at;
  for (i = 0; i < header->e_phnum; ++i, ++segment) {
    if (segment->p_type == PT_LOAD) image->size = segment->p_offset + segment->p_memsz;
    if (segment->p_type == PT_DYNAMIC) entry = (const Elf64_Dyn*)(image->base + segment->p_offset);
  }
  for (; entry && entry->d_tag != DT_NULL; ++entry) {
    const uint8_t* there = image->base + entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) image->symbols = (const Elf64_Sym*)there;
    if (entry->d_tag == DT_STRTAB) image->names = (const char*)there;
    if (entry->d_tag == DT_HASH) image->hash = (const uint32_t*)there;
  }
  return image->symbols && image->names && image->hash;
}

static void divert_all(const Image* image) {
  uint32_t i;
  size_t k;
  for (i = 0; i < image->hash[1]; ++i)
    for (k = 0; k < sizeof(functions) / sizeof(functions[0]); ++k)
      if (!strcmp(image->names + image->symbols[i].st_name, functions[k].name) &&
          image->symbols[i].st_size >= 14)
        divert(image->base + image->symbols[i].st_value, functions[k].function);
}

/* The kernel's own functions read the counter: it is left alone where they cannot be ours. And
 * sanitizers have a handler for faults of their own. */
void cuttle_world_catch_clocks(const void* vdso) {
  Image image;
  uint64_t size;
  if (!read_image(vdso, &image)) return;
  size = (image.size + 4095) & ~(uint64_t)4095;
  if (mprotect(image.base, size, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  divert_all(&image);
  mprotect(image.base, size, PROT_READ | PROT_EXEC);
  if (__asan_init || __tsan_init) return;
  counter_may_be_ours = 1;
}

int cuttle_world_emulate(void* context) {
  greg_t* registers = ((ucontext_t*)context)->uc_mcontext.gregs;
  const uint8_t* code = (const uint8_t*)registers[REG_RIP];
  uint64_t now;
  int size = 0;
  if (!counter_is_ours) return 0;
  if (code[0] == 0x0f && code[1] == 0x31) size = 2;                    /* rdtsc */
  if (code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9) size = 3; /* rdtscp */
  if (!size) return 0;
  now = UPTIME + cuttle_world_elapsed(); /* as if it counted nanoseconds */
  registers[REG_RAX] = (greg_t)(now & 0xffffffff);
  registers[REG_RDX] = (greg_t)(now >> 32);
  if (size == 3) registers[REG_RCX] = 0;
  registers[REG_RIP] += size;
  return 1;
}

void cuttle_world_take_counter(void) {
  counter_is_ours = counter_may_be_ours;
  cuttle_world_release_counter(0);
}

void cuttle_world_give_counter_up(void) {
  cuttle_world_release_counter(1);
  counter_is_ours = counter_may_be_ours = 0;
}

void cuttle_world_release_counter(int release) {
  if (counter_is_ours)
    cuttle_kernel(SYS_prctl, PR_SET_TSC, release ? PR_TSC_ENABLE : PR_TSC_SIGSEGV, 0, 0, 0, 0);
}

#else

void cuttle_world_catch_clocks(const void* vdso) {
  (void)vdso;
}
int cuttle_world_emulate(void* context) {
  (void)context;
  return 0;
}
void cuttle_world_take_counter(void) {}
void cuttle_world_give_counter_up(void) {}
void cuttle_world_release_counter(int release) {
  (void)release;
}

#endif
