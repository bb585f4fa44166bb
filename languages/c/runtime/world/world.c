/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/world/world.h"

#include <elf.h>
#include <string.h>

CuttleWorld cuttle_world = {0,
#define STANDARD(key, standard, least, most, meaning) standard,
                            CUTTLE_WORLD_KEYS(STANDARD)
#undef STANDARD
};

void cuttle_world_set(const char* setting) {
  const char* value = strchr(setting, '=');
  size_t size;
  if (!value) return;
  size = (size_t)(value++ - setting);
#define SET(key, standard, least, most, meaning)                  \
  if (size == sizeof(#key) - 1 && !memcmp(setting, #key, size)) { \
    static char kept[CUTTLE_WORLD_LONGEST + 1];                   \
    strncpy(kept, value, CUTTLE_WORLD_LONGEST);                   \
    cuttle_world.key = kept;                                      \
  }
  CUTTLE_WORLD_KEYS(SET)
#undef SET
}

uint64_t cuttle_world_number(const char* value) {
  uint64_t number = 0;
  for (; *value >= '0' && *value <= '9'; ++value) number = number * 10 + (uint64_t)(*value - '0');
  return number;
}

/* The 16 random bytes that the kernel gives each process: seeds of hash tables begin there. */
static void replace_random(uint64_t* bytes) {
  uint64_t words[2];
  cuttle_world_random(words, sizeof(words));
  memcpy(bytes, words, sizeof(words));
}

void cuttle_world_start(char** environment) {
  Elf64_auxv_t* entry;
  cuttle_world.on = 1;
  if (!environment) return;
  while (*environment) ++environment;
  for (entry = (Elf64_auxv_t*)(environment + 1); entry->a_type != AT_NULL; ++entry) {
    switch (entry->a_type) {
      case AT_RANDOM:
        replace_random((uint64_t*)entry->a_un.a_val);
        break;
      case AT_UID:
      case AT_EUID:
      case AT_GID:
      case AT_EGID:
        entry->a_un.a_val = cuttle_world_number(cuttle_world.uid);
        break;
      case AT_SYSINFO_EHDR:
        cuttle_world_catch_clocks((const void*)entry->a_un.a_val);
        break;
      default:
        break;
    }
  }
}

void cuttle_world_pause(void) {
  cuttle_world.on = 0;
}

void cuttle_world_resume(void) {
  cuttle_world.on = 1;
}
