/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/inputs/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "languages/c/runtime/core/paths.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/memory/heap.h"
#include "languages/c/runtime/modelling.h"
#include "languages/c/runtime/world/visits.h"

#define MAX_FILES 256u
#define MOST_DESCRIPTORS 4096

/* An open file description over contents. */
struct CuttleFile {
  CuttleContents* contents; /* NULL: free */
  uint32_t epoch;
  uint64_t device, inode; /* of the memory file */
  uint64_t position;
  int up_to_end;     /* the position is that, or the end if that comes first */
  int is_connection; /* no memory file, but the socket that is connected to a visitor */
};

/* Reserved: a process may do many runs, and its own data is put back between them. */
typedef struct Table {
  CuttleFile files[MAX_FILES];
  uint32_t count;
  char start[CUTTLE_PATH_SIZE]; /* the working folder at the start of the run */
  uint8_t* speech;              /* of visitors */
} Table;
static Table* table;

/* ---- Memory files ---------------------------------------------------------------------------- */

static int memory_file(const CuttleContents* c, struct stat* status) {
  const int fd = memfd_create("cuttle-input", MFD_CLOEXEC);
  uint8_t block[4096];
  uint64_t done = 0;
  if (fd < 0) return -1;
  while (done < c->size) {
    uint64_t n = 0;
    for (; n < sizeof(block) && done + n < c->size; ++n)
      block[n] = cuttle_chosen_byte(c, (uint32_t)(done + n));
    if (write(fd, block, n) != (ssize_t)n) break;
    done += n;
  }
  lseek(fd, 0, SEEK_SET);
  if (fstat(fd, status) == 0) return fd;
  close(fd);
  return -1;
}

static int is_file(const CuttleFile* file, const struct stat* status) {
  return file->contents && file->epoch == cuttle_rt.epoch && file->inode == status->st_ino &&
         file->device == status->st_dev;
}

/* Descriptors are closed without our being asked: what has none any more is free. */
static void free_closed_files(void) {
  struct stat status;
  uint32_t i;
  int fd;
  uint8_t used[MAX_FILES] = {0};
  for (fd = 0; fd < MOST_DESCRIPTORS; ++fd) {
    if (fstat(fd, &status) != 0) continue;
    for (i = 0; i < table->count; ++i) used[i] |= (uint8_t)is_file(&table->files[i], &status);
  }
  for (i = 0; i < table->count; ++i)
    if (!used[i]) table->files[i].contents = NULL;
}

static CuttleFile* free_file(void) {
  uint32_t i;
  for (i = 0; i < table->count; ++i)
    if (table->files[i].epoch != cuttle_rt.epoch || !table->files[i].contents)
      return &table->files[i];
  return table->count < MAX_FILES ? &table->files[table->count++] : NULL;
}

static CuttleFile* new_file(void) {
  CuttleFile* file = free_file();
  if (file) return file;
  free_closed_files();
  return free_file();
}

static void describe(CuttleFile* file, CuttleContents* c, const struct stat* status) {
  memset(file, 0, sizeof(*file));
  file->contents = c;
  file->epoch = cuttle_rt.epoch;
  file->device = status->st_dev;
  file->inode = status->st_ino;
}

static void report_too_many(void) {
  __cuttle_limitation(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                      "too many open files that are inputs");
}

/* A new description of the contents, and a descriptor for code that is not instrumented. */
static CuttleFile* open_contents(CuttleContents* c, int* fd) {
  CuttleFile* file;
  struct stat status;
  if (!c || !table) return NULL;
  cuttle_decide_size(c);
  file = new_file();
  *fd = file ? memory_file(c, &status) : -1;
  if (*fd < 0) {
    report_too_many();
    return NULL;
  }
  describe(file, c, &status);
  return file;
}

/* ---- Opening --------------------------------------------------------------------------------- */

/* Relative names in --input are meant from where the program starts. */
static int names_source(const CuttleSource* source, const char* absolute) {
  const char* name = cuttle_string(cuttle_rt.trace, source->name);
  char joined[2 * CUTTLE_PATH_SIZE], declared[CUTTLE_PATH_SIZE];
  if (source->kind != CUTTLE_SOURCE_FILE) return 0;
  snprintf(joined, sizeof(joined), "%s/%s", name[0] == '/' ? "" : table->start, name);
  return cuttle_absolute_path(AT_FDCWD, joined, declared) && !strcmp(declared, absolute);
}

static CuttleContents* contents_of_path(int folder, const char* path) {
  const CuttleSource* sources;
  char absolute[CUTTLE_PATH_SIZE];
  CuttleFile* again;
  uint32_t i;
  if (!path || !*path) return NULL;
  again = __cuttle_file_of_descriptor(cuttle_path_of_descriptor(path));
  if (again) return again->contents;
  if (!cuttle_has_source(1u << CUTTLE_SOURCE_FILE) || !cuttle_absolute_path(folder, path, absolute))
    return NULL;
  sources = (const CuttleSource*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_SOURCES);
  for (i = 0; i < cuttle_rt.trace->areas[CUTTLE_AREA_SOURCES].count; ++i)
    if (names_source(&sources[i], absolute)) return cuttle_open_contents(&sources[i], 0);
  return NULL;
}

CuttleFile* __cuttle_file_open(int folder, const char* path, int* fd) {
  return table && cuttle_rt.in_run ? open_contents(contents_of_path(folder, path), fd) : NULL;
}

CuttleFile* __cuttle_file_of_descriptor(int fd) {
  struct stat status;
  const int saved = errno;
  uint32_t i;
  if (fd < 0 || !table || !table->count) return NULL;
  if (fstat(fd, &status) != 0) {
    errno = saved;
    return NULL;
  }
  for (i = 0; i < table->count; ++i)
    if (is_file(&table->files[i], &status)) return &table->files[i];
  return NULL;
}

/* ---- Connections ----------------------------------------------------------------------------- */

static int visitor(unsigned port, const uint8_t** bytes, size_t* size) {
  const CuttleSource* source = cuttle_find_source(CUTTLE_SOURCE_ACCEPT, port, NULL);
  CuttleContents* c = source && cuttle_rt.in_run ? cuttle_open_contents(source, 0) : NULL;
  uint32_t i;
  if (!c || !table->speech) return 0;
  cuttle_decide_size(c);
  for (i = 0; i < c->size && i < CUTTLE_LONGEST_VISIT; ++i)
    table->speech[i] = cuttle_chosen_byte(c, i);
  *bytes = table->speech;
  *size = i;
  return 1;
}

void cuttle_source_accepted(int fd) {
  const unsigned port = fd >= 0 && table ? cuttle_world_visited(fd) : 0;
  const CuttleSource* source = port ? cuttle_find_source(CUTTLE_SOURCE_ACCEPT, port, NULL) : NULL;
  CuttleFile* file;
  struct stat status;
  if (!source || fstat(fd, &status) != 0) return;
  file = new_file();
  if (!file) {
    report_too_many();
    return;
  }
  describe(file, cuttle_open_contents(source, 0), &status);
  file->is_connection = 1;
}

int __cuttle_file_is_connection(const CuttleFile* file) {
  return file->is_connection;
}

/* ---- Reading --------------------------------------------------------------------------------- */

uint64_t __cuttle_file_read(CuttleFile* file, uint64_t position, uint64_t wanted,
                            const uint8_t** bytes) {
  CuttleContents* c = file->contents;
  const uint64_t count = cuttle_available(c, position, wanted);
  *bytes = c->data + (count ? position : 0);
  return count;
}

uint64_t __cuttle_file_take(CuttleFile* file, uint64_t wanted, const uint8_t** bytes) {
  const uint64_t count = __cuttle_file_read(file, file->position, wanted, bytes);
  file->position += count;
  return count;
}

uint64_t __cuttle_file_fill(CuttleFile* file, uint64_t block) {
  const uint64_t start = file->position;
  file->position += block;
  file->up_to_end = 1;
  return start;
}

static void settle_position(CuttleFile* file) {
  if (!file->up_to_end) return;
  if (file->position > file->contents->floor) cuttle_pin_length(file->contents);
  if (file->position > file->contents->size) file->position = file->contents->size;
  file->up_to_end = 0;
}

uint64_t __cuttle_file_size(CuttleFile* file) {
  cuttle_pin_length(file->contents);
  return file->contents->size;
}

int64_t __cuttle_file_seek(CuttleFile* file, int64_t offset, int whence) {
  int64_t base = 0;
  if (whence == SEEK_CUR) {
    settle_position(file);
    base = (int64_t)file->position;
  } else if (whence == SEEK_END || whence == SEEK_DATA || whence == SEEK_HOLE) {
    base = (int64_t)__cuttle_file_size(file);
  } else if (whence != SEEK_SET) {
    return -1;
  }
  if (whence == SEEK_DATA || whence == SEEK_HOLE) { /* all of it is data */
    if (offset < 0 || offset >= base) return -1;
    base = whence == SEEK_DATA ? 0 : base - offset;
  }
  if (base + offset < 0) return -1;
  file->position = (uint64_t)(base + offset);
  file->up_to_end = 0;
  return (int64_t)file->position;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

void cuttle_prepare_sources(void) {
  if (table || !cuttle_rt.trace->areas[CUTTLE_AREA_SOURCES].count) return;
  table = (Table*)cuttle_reserve(sizeof(Table));
  cuttle_prepare_contents();
  cuttle_prepare_streams();
  cuttle_prepare_mappings();
}

void cuttle_begin_sources(void) {
  const CuttleSource* source;
  int fd;
  cuttle_prepare_sources();
  if (cuttle_has_source(1u << CUTTLE_SOURCE_ACCEPT)) {
    if (!table->speech) table->speech = (uint8_t*)cuttle_reserve(CUTTLE_LONGEST_VISIT);
    cuttle_world_visitor = visitor;
  }
  if (table && !getcwd(table->start, sizeof(table->start))) table->start[0] = 0;
  source = cuttle_find_source(CUTTLE_SOURCE_STDIN, 0, NULL);
  if (source && open_contents(cuttle_open_contents(source, 0), &fd)) {
    dup2(fd, 0);
    if (fd) close(fd);
  }
}

void cuttle_reach_all(void) {
  uint32_t i;
  for (i = 0; table && cuttle_rt.trace && i < table->count; ++i)
    if (table->files[i].contents && table->files[i].epoch == cuttle_rt.epoch)
      cuttle_reach(table->files[i].contents, table->files[i].contents->size);
}

/* Models leave the memory files alone: whoever has moved on in one has read it without them. */
static int was_read_elsewhere(int fd) {
  const CuttleFile* file = __cuttle_file_of_descriptor(fd);
  int left;
  if (!file->is_connection) return lseek(fd, 0, SEEK_CUR) > 0;
  return ioctl(fd, FIONREAD, &left) == 0 && (uint64_t)left < file->contents->size;
}

void cuttle_end_sources(void) {
  const int saved = errno;
  int fd;
  for (fd = 0; fd < 64; ++fd)
    if (__cuttle_file_of_descriptor(fd) && was_read_elsewhere(fd)) {
      cuttle_reach_all();
      cuttle_event(CUTTLE_REASON_ENVIRONMENT, __cuttle_thread.site,
                   "an input was read by code that is not instrumented");
    }
  errno = saved;
}

/* The process goes on with the memory files as they are, from where the program was in them. */
void cuttle_leave_sources(void) {
  uint8_t skipped[256];
  int fd;
  for (fd = 0; table && fd < 64; ++fd) {
    const CuttleFile* file = __cuttle_file_of_descriptor(fd);
    uint64_t at = file ? __cuttle_stream_position(fd, file->position) : 0;
    if (file && at > file->contents->size) at = file->contents->size;
    if (file && !file->is_connection) lseek(fd, (off_t)at, SEEK_SET);
    while (file && file->is_connection && at > 0) {
      const ssize_t got = recv(fd, skipped, at < sizeof(skipped) ? at : sizeof(skipped), 0);
      if (got <= 0) break;
      at -= (uint64_t)got;
    }
  }
  table = NULL;
}

const uint8_t* cuttle_source_whole(size_t* size, uint32_t* size_id, uint64_t* extent) {
  const CuttleSource* source = cuttle_find_source(CUTTLE_SOURCE_STDIN, 0, NULL);
  CuttleContents* c = source ? cuttle_open_contents(source, 0) : NULL;
  *size = *size_id = *extent = 0;
  if (!c) return NULL;
  *size = *extent = c->size;
  if (c->size_id) {
    *size_id = __cuttle_cast(CUTTLE_OP_ZEXT, 32, 64, c->size_id);
    *extent = cuttle_symbolic_extent(c->size);
    if (*extent > source->max) *extent = source->max;
  }
  cuttle_reach(c, *extent);
  return c->data;
}
