/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/inputs/sources.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/modelling.h"

#define MAX_CONTENTS 64u
#define MAX_FILES 256u
#define MAX_MAPPINGS 64u
#define CUTTLE_MOST_ARGUMENTS 512u

/* The bytes of one source in this run. */
typedef struct Contents {
  const CuttleSource* source;
  uint32_t epoch;
  uint32_t size_id;
  uint64_t size;
  uint64_t reached; /* bytes below are inputs already */
  uint64_t floor;   /* choices say that the size is at least this ... */
  uint64_t ceiling; /* ... and at most this */
  uint8_t* data;    /* source->max bytes and a zero */
  uint32_t capacity;
  char label[4096 + 8]; /* "stdin", "file:PATH" */
} Contents;

/* An open file description over them. */
struct CuttleFile {
  Contents* contents;
  uint32_t epoch;
  uint64_t inode; /* of the memory file */
  uint64_t position;
  int at_end;    /* feof */
  void* stream;  /* FILE*, when there is one */
  int pushed[4]; /* ungetc */
  int pushed_count;
};

/* Reserved: a process may do many runs, and its own data is put back between them. */
typedef struct Tables {
  Contents contents[MAX_CONTENTS];
  uint32_t contents_count;
  CuttleFile files[MAX_FILES];
  uint32_t file_count;
  struct {
    uint64_t base, size; /* size 0: none any more */
    uint32_t epoch;
  } mappings[MAX_MAPPINGS];
} Tables;
static Tables* tables;

/* ---- Contents -------------------------------------------------------------------------------- */

static const CuttleSource* find_source(uint32_t kind, uint32_t index, const char* name) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleSource* sources;
  uint32_t i;
  if (!trace || !cuttle_rt.in_run || !tables) return NULL;
  sources = (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES);
  for (i = 0; i < trace->areas[CUTTLE_AREA_SOURCES].count; ++i)
    if (sources[i].kind == kind && (kind != CUTTLE_SOURCE_ARGV || sources[i].index == index) &&
        (!name || !strcmp(cuttle_string(trace, sources[i].name), name)))
      return &sources[i];
  return NULL;
}

static void label_source(Contents* c) {
  const char* name = cuttle_string(cuttle_rt.trace, c->source->name);
  switch (c->source->kind) {
    case CUTTLE_SOURCE_STDIN:
      snprintf(c->label, sizeof(c->label), "stdin");
      break;
    case CUTTLE_SOURCE_ARGV:
      snprintf(c->label, sizeof(c->label), "argv%u", c->source->index);
      break;
    case CUTTLE_SOURCE_FILE:
      snprintf(c->label, sizeof(c->label), "file:%s", name);
      break;
    default:
      snprintf(c->label, sizeof(c->label), "env:%s", name);
  }
}

/* The contents of a source, empty at first use in a run. */
static Contents* open_contents(const CuttleSource* source) {
  Contents* c;
  uint32_t i;
  for (i = 0; i < tables->contents_count; ++i)
    if (tables->contents[i].source == source && tables->contents[i].epoch == cuttle_rt.epoch)
      return &tables->contents[i];
  for (i = 0; i < tables->contents_count && tables->contents[i].source != source; ++i) {
  }
  c = &tables->contents[i];
  if (i == tables->contents_count) {
    if (tables->contents_count == MAX_CONTENTS) return NULL;
    tables->contents_count++;
    c->source = source;
  }
  if (!c->data || c->capacity < source->max) {
    c->data = (uint8_t*)cuttle_reserve((uint64_t)source->max + 1);
    c->capacity = source->max;
  }
  label_source(c);
  c->epoch = cuttle_rt.epoch;
  c->reached = c->floor = c->size = 0;
  c->ceiling = source->max;
  c->size_id = 0;
  return c->data ? c : NULL;
}

/* Bytes [reached, end) become inputs. */
static void reach(Contents* c, uint64_t end) {
  for (; c->reached < end; ++c->reached) {
    uint64_t value;
    const uint32_t id =
        cuttle_new_input(c->label, (uint32_t)c->reached, 1, 8, "unsigned char", &value);
    c->data[c->reached] = (uint8_t)value;
    __cuttle_store(c->data + c->reached, 1, id);
  }
}

static void decide_size(Contents* c) {
  char name[sizeof(c->label) + 8];
  uint32_t fits;
  snprintf(name, sizeof(name), "%s.size", c->label);
  c->size_id = cuttle_new_input(name, CUTTLE_NO_INDEX, 1, 32, "size", &c->size);
  if (!c->size_id) return;
  fits = __cuttle_binary(CUTTLE_OP_ULE, 32, c->size_id, 0, 0, c->source->max);
  if (cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ASSUME, fits, 0, c->size <= c->source->max,
                         c->size <= c->source->max, 0);
    cuttle_leave();
  }
  if (c->size > c->source->max) cuttle_reject_exit(0);
}

/* "It has at least this many bytes", a choice unless it is known. */
static void ask(Contents* c, uint64_t bound) {
  const uint32_t enough = c->size >= bound;
  uint32_t condition;
  if (bound <= c->floor || bound > c->ceiling) return;
  condition = __cuttle_binary(CUTTLE_OP_ULE, 32, 0, c->size_id, bound, 0);
  if (condition && cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ENVIRONMENT, condition, __cuttle_thread.site, enough, enough,
                         0);
    cuttle_leave();
  }
  if (enough)
    c->floor = bound;
  else
    c->ceiling = bound - 1;
}

/* The program sees the length as a number. Other lengths are other paths, one after the other. */
static void pin_size(Contents* c) {
  if (c->floor == c->ceiling) return;
  __cuttle_concretise(c->size_id, c->size, __cuttle_thread.site, CUTTLE_REASON_TARGET);
  c->floor = c->ceiling = c->size;
}

/* How many of the wanted bytes there are; they are in place. */
static uint64_t available(Contents* c, uint64_t position, uint64_t wanted) {
  const uint64_t left = position < c->size ? c->size - position : 0;
  const uint64_t count = left < wanted ? left : wanted;
  if (wanted) ask(c, position + wanted);
  if (count < wanted) pin_size(c);
  reach(c, position + count < c->size ? position + count : c->size);
  return count;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* The value that the engine chose for byte `index`, without reading it as an input. */
static uint8_t chosen_byte(const Contents* c, uint32_t index) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const uint32_t v = cuttle_intern_variable(trace, c->label, index, 1, 8, "unsigned char");
  const CuttleVariable* variable =
      (const CuttleVariable*)cuttle_area(trace, CUTTLE_AREA_VARIABLES) + v;
  return v && variable->value_run == trace->run ? (uint8_t)variable->value : 0;
}

static int memory_file(Contents* c, uint64_t* inode) {
  const int fd = memfd_create("cuttle-input", MFD_CLOEXEC);
  struct stat status;
  uint8_t block[4096];
  uint64_t done = 0;
  if (fd < 0) return -1;
  while (done < c->size) {
    uint64_t n = 0;
    for (; n < sizeof(block) && done + n < c->size; ++n)
      block[n] = chosen_byte(c, (uint32_t)(done + n));
    if (write(fd, block, n) != (ssize_t)n) break;
    done += n;
  }
  lseek(fd, 0, SEEK_SET);
  if (fstat(fd, &status) == 0) *inode = status.st_ino;
  return fd;
}

static CuttleFile* new_file(Contents* c, uint64_t inode) {
  CuttleFile* file;
  uint32_t i;
  for (i = 0; i < tables->file_count && tables->files[i].epoch == cuttle_rt.epoch &&
              tables->files[i].contents;
       ++i) {
  }
  if (i == MAX_FILES) return NULL;
  if (i == tables->file_count) tables->file_count++;
  file = &tables->files[i];
  memset(file, 0, sizeof(*file));
  file->contents = c;
  file->epoch = cuttle_rt.epoch;
  file->inode = inode;
  return file;
}

/* A new description of the source, and a descriptor for code that is not instrumented. */
static CuttleFile* open_file(const CuttleSource* source, int* fd) {
  Contents* c = source ? open_contents(source) : NULL;
  uint64_t inode = 0;
  if (!c) return NULL;
  if (!c->size_id && !c->size) decide_size(c);
  *fd = memory_file(c, &inode);
  return *fd < 0 ? NULL : new_file(c, inode);
}

CuttleFile* __cuttle_file_open(const char* path, int* fd) {
  return open_file(find_source(CUTTLE_SOURCE_FILE, 0, path), fd);
}

CuttleFile* __cuttle_file_of_descriptor(int fd) {
  struct stat status;
  const int saved = errno;
  uint32_t i;
  if (!tables || !tables->file_count || fstat(fd, &status) != 0) {
    errno = saved;
    return NULL;
  }
  for (i = 0; i < tables->file_count; ++i)
    if (tables->files[i].epoch == cuttle_rt.epoch && tables->files[i].contents &&
        tables->files[i].inode == status.st_ino)
      return &tables->files[i];
  return NULL;
}

CuttleFile* __cuttle_file_of_stream(void* stream) {
  uint32_t i;
  if (!tables || !tables->file_count) return NULL;
  for (i = 0; i < tables->file_count; ++i)
    if (tables->files[i].epoch == cuttle_rt.epoch && tables->files[i].stream == stream &&
        tables->files[i].contents)
      return &tables->files[i];
  if (stream != stdin) return NULL;
  return __cuttle_file_of_descriptor(0);
}

void __cuttle_file_attach(CuttleFile* file, void* stream) {
  file->stream = stream;
}

void __cuttle_file_close(CuttleFile* file) {
  file->contents = NULL;
}

uint64_t __cuttle_file_take(CuttleFile* file, uint64_t wanted, const uint8_t** bytes) {
  Contents* c = file->contents;
  const uint64_t count = available(c, file->position, wanted);
  *bytes = c->data + file->position;
  file->position += count;
  if (count < wanted) file->at_end = 1;
  return count;
}

int64_t __cuttle_file_seek(CuttleFile* file, int64_t offset, int whence) {
  Contents* c = file->contents;
  int64_t base = 0;
  if (whence == SEEK_CUR) base = (int64_t)file->position;
  if (whence == SEEK_END) {
    pin_size(c);
    base = (int64_t)c->size;
  }
  if (base + offset < 0) return -1;
  file->position = (uint64_t)(base + offset);
  file->at_end = 0;
  file->pushed_count = 0;
  return (int64_t)file->position;
}

int __cuttle_file_at_end(CuttleFile* file, int change) {
  if (change >= 0) file->at_end = change;
  return file->at_end;
}

int __cuttle_file_push(CuttleFile* file, int c) {
  if (c < 0 || file->pushed_count == 4) return -1;
  file->at_end = 0;
  /* The usual case, putting back what was read, keeps the byte symbolic. */
  if (file->position && !file->pushed_count && file->position <= file->contents->reached &&
      file->contents->data[file->position - 1] == (uint8_t)c) {
    file->position--;
    return c;
  }
  file->pushed[file->pushed_count++] = (uint8_t)c;
  return c;
}

int __cuttle_file_pop(CuttleFile* file) {
  return file->pushed_count ? file->pushed[--file->pushed_count] : -1;
}

/* ---- The process's environment --------------------------------------------------------------- */

void cuttle_prepare_sources(void) {
  if (!tables && cuttle_rt.trace->areas[CUTTLE_AREA_SOURCES].count)
    tables = (Tables*)cuttle_reserve(sizeof(Tables));
}

void cuttle_begin_sources(void) {
  const CuttleSource* source;
  int fd;
  cuttle_prepare_sources();
  source = find_source(CUTTLE_SOURCE_STDIN, 0, NULL);
  if (source && open_file(source, &fd)) {
    dup2(fd, 0);
    if (fd) close(fd);
  }
}

const uint8_t* cuttle_source_whole(size_t* size, uint32_t* size_id, uint64_t* extent) {
  const CuttleSource* source = find_source(CUTTLE_SOURCE_STDIN, 0, NULL);
  Contents* c = source ? open_contents(source) : NULL;
  *size = *size_id = *extent = 0;
  if (!c) return NULL;
  *size = *extent = c->size;
  if (c->size_id) {
    *size_id = __cuttle_cast(CUTTLE_OP_ZEXT, 32, 64, c->size_id);
    *extent = cuttle_symbolic_extent(c->size);
    if (*extent > source->max) *extent = source->max;
  }
  reach(c, *extent);
  return c->data;
}

/* A string: `max` symbolic bytes and a zero. Where it ends, the program finds out byte by byte. */
static char* string_of(const CuttleSource* source) {
  Contents* c = open_contents(source);
  if (!c) return NULL;
  reach(c, source->max);
  c->data[source->max] = 0;
  return (char*)c->data;
}

/* How many of the arguments that are inputs there are: an input itself. */
static uint32_t decide_count(uint32_t most, uint64_t* count) {
  const uint32_t id = cuttle_new_input("arguments", CUTTLE_NO_INDEX, 1, 32, "int", count);
  const uint32_t few = id ? __cuttle_binary(CUTTLE_OP_ULE, 32, id, 0, 0, most) : 0;
  if (few && cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ASSUME, few, 0, *count <= most, *count <= most, 0);
    cuttle_leave();
  }
  if (*count > most) cuttle_reject_exit(0);
  return id;
}

uint32_t cuttle_source_arguments(int* argc, char*** argv) {
  static char* arguments[CUTTLE_MOST_ARGUMENTS + 1];
  uint32_t i, first = 0, last = 0, id = 0;
  uint64_t count = 0;
  if (!argc || !argv) return 0;
  for (i = CUTTLE_MOST_ARGUMENTS - 1; i > 0; --i) {
    if (!find_source(CUTTLE_SOURCE_ARGV, i, NULL)) continue;
    first = i;
    if (!last) last = i;
  }
  if (!last || (uint32_t)*argc < first) return 0;
  for (i = 0; i <= last; ++i) {
    const CuttleSource* source = i ? find_source(CUTTLE_SOURCE_ARGV, i, NULL) : NULL;
    arguments[i] = source ? string_of(source) : (*argv)[i];
    if (!arguments[i]) arguments[i] = (char*)"";
  }
  count = last - first + 1;
  if (find_source(CUTTLE_SOURCE_ARGV, 0, NULL)) id = decide_count((uint32_t)count, &count);
  *argc = (int)(first + count);
  arguments[*argc] = NULL;
  *argv = arguments;
  return id ? __cuttle_binary(CUTTLE_OP_ADD, 32, id, 0, 0, first) : 0;
}

void cuttle_source_mapped(const void* at, uint64_t size) {
  uint32_t i;
  for (i = 0; i < MAX_MAPPINGS; ++i) {
    if (tables->mappings[i].epoch == cuttle_rt.epoch && tables->mappings[i].size) continue;
    tables->mappings[i].base = (uint64_t)at;
    tables->mappings[i].size = size;
    tables->mappings[i].epoch = cuttle_rt.epoch;
    return;
  }
}

void cuttle_source_unmapped(const void* at) {
  uint32_t i;
  for (i = 0; tables && i < MAX_MAPPINGS; ++i)
    if (tables->mappings[i].base == (uint64_t)at) tables->mappings[i].size = 0;
}

/* Behind a mapped file the rest of its page can be read. */
static int mapped_object(uint64_t address, CuttleObject* object) {
  uint32_t i;
  for (i = 0; tables && i < MAX_MAPPINGS; ++i) {
    if (tables->mappings[i].epoch != cuttle_rt.epoch ||
        address - tables->mappings[i].base >= tables->mappings[i].size)
      continue;
    object->base = tables->mappings[i].base;
    object->size = tables->mappings[i].size;
    object->live = object->open_ended = 1;
    return 1;
  }
  return 0;
}

int cuttle_source_object(uint64_t address, CuttleObject* object) {
  uint32_t i;
  for (i = 0; tables && i < tables->contents_count; ++i) {
    const Contents* c = &tables->contents[i];
    const uint64_t base = (uint64_t)c->data, size = (uint64_t)c->source->max + 1;
    if (c->epoch != cuttle_rt.epoch || address - base >= size) continue;
    object->base = base;
    object->size = size;
    object->live = 1;
    return 1;
  }
  return mapped_object(address, object);
}

/* Variables need not be set: an input of its own, decided once in a run. */
static int decide_unset(Contents* c) {
  char name[sizeof(c->label) + 8];
  uint32_t id;
  if (c->size_id) return c->size != 0;
  snprintf(name, sizeof(name), "%s.unset", c->label);
  id = c->size_id = cuttle_new_input(name, CUTTLE_NO_INDEX, 1, 8, "bool", &c->size);
  id = id ? __cuttle_binary(CUTTLE_OP_EQ, 8, id, 0, 0, 0) : 0;
  if (id && cuttle_rt.active && cuttle_enter()) {
    cuttle_record_choice(CUTTLE_CHOICE_ENVIRONMENT, id, __cuttle_thread.site, !c->size, !c->size,
                         0);
    cuttle_leave();
  }
  return c->size != 0;
}

int cuttle_source_variable(const char* name, char** value) {
  const CuttleSource* source = find_source(CUTTLE_SOURCE_ENV, 0, name);
  Contents* c = source ? open_contents(source) : NULL;
  if (!c) return 0;
  *value = decide_unset(c) ? NULL : string_of(source);
  return 1;
}
