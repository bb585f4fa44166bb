/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <link.h>
#include <string.h>
#include <unwind.h>

#include "languages/c/runtime/core/state.h"

typedef struct Program {
  uint64_t base, start, end; /* addresses of the program itself, without its libraries */
} Program;

static int find_program(struct dl_phdr_info* info, size_t size, void* data) {
  Program* program = (Program*)data;
  int i;
  (void)size;
  program->base = info->dlpi_addr;
  program->start = ~(uint64_t)0;
  for (i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    const uint64_t start = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD) continue;
    if (start < program->start) program->start = start;
    if (start + segment->p_memsz > program->end) program->end = start + segment->p_memsz;
  }
  return 1; /* it comes first */
}

typedef struct Walk {
  Program program;
  uint64_t* callers;
  uint32_t count;
} Walk;

static _Unwind_Reason_Code note_caller(struct _Unwind_Context* context, void* data) {
  Walk* walk = (Walk*)data;
  const uint64_t pc = (uint64_t)_Unwind_GetIP(context);
  if (!pc) return _URC_END_OF_STACK;
  if (pc >= walk->program.start && pc < walk->program.end)
    walk->callers[walk->count++] = pc - walk->program.base;
  return walk->count < CUTTLE_LIMITATION_CALLERS ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static int is_in_library(uint32_t site) {
  const CuttleModule* m;
  for (m = cuttle_rt.modules; m; m = m->next) {
    const char* file;
    if (site < m->first_site || site - m->first_site >= m->site_count) continue;
    file = m->strings + m->sites[site - m->first_site].file;
    return !strncmp(file, "/usr/", 5) || strstr(file, "/include/c++/") != NULL;
  }
  return 0;
}

void cuttle_note_callers(uint32_t site, uint64_t* callers) {
  Walk walk = {{0, 0, 0}, callers, 0};
  memset(callers, 0, CUTTLE_LIMITATION_CALLERS * sizeof(*callers));
  if (!is_in_library(site)) return;
  dl_iterate_phdr(find_program, &walk.program);
  _Unwind_Backtrace(note_caller, &walk);
}
