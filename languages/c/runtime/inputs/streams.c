/* SPDX-License-Identifier: Apache-2.0 */

/* Streams (FILE*) over files that are inputs. libc's own object is not used; as it would, ours
 * reads a block ahead: whoever reads the descriptor of a stream finds what is behind the block. */

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/modelling.h"

#define MAX_STREAMS 256u
#define USUAL_BLOCK 4096u

struct CuttleStream {
  void* stream; /* FILE*; NULL: free */
  uint32_t epoch;
  CuttleFile* file; /* that the block is of */
  uint64_t position, limit;
  uint64_t block;
  int at_end;    /* feof */
  int pushed[4]; /* ungetc */
  int pushed_count;
};

/* Reserved: a process may do many runs, and its own data is put back between them. */
static CuttleStream* streams;

void cuttle_prepare_streams(void) {
  streams = (CuttleStream*)cuttle_reserve(MAX_STREAMS * sizeof(*streams));
}

static CuttleStream* find(void* stream, int make) {
  CuttleStream* unused = NULL;
  uint32_t i;
  for (i = 0; streams && i < MAX_STREAMS; ++i) {
    CuttleStream* s = &streams[i];
    const int used = s->stream && s->epoch == cuttle_rt.epoch;
    if (used && s->stream == stream) return s;
    if (!used && !unused) unused = s;
  }
  if (!make || !unused) return NULL;
  memset(unused, 0, sizeof(*unused));
  unused->stream = stream;
  unused->epoch = cuttle_rt.epoch;
  unused->block = USUAL_BLOCK;
  return unused;
}

void __cuttle_stream_attach(void* stream) {
  find(stream, 1);
}

/* What has been read ahead is not the reader's any more. */
static void give_back(CuttleStream* s) {
  if (s->file && __cuttle_file_of_descriptor(fileno((FILE*)s->stream)) == s->file)
    __cuttle_file_seek(s->file, (int64_t)s->position, SEEK_SET);
  s->limit = s->position;
}

uint64_t __cuttle_stream_position(int fd, uint64_t position) {
  uint32_t i;
  for (i = 0; streams && i < MAX_STREAMS; ++i) {
    const CuttleStream* s = &streams[i];
    if (s->stream && s->epoch == cuttle_rt.epoch && s->position < s->limit &&
        fileno((FILE*)s->stream) == fd)
      return s->position;
  }
  return position;
}

/* Which descriptor a stream has may change (dup2, close and open): what it is now is asked for
 * whenever a block is used up. */
CuttleStream* __cuttle_stream_of(void* stream) {
  CuttleStream* s = find(stream, 0);
  if (!cuttle_rt.in_run || !cuttle_rt.trace || (!s && stream != stdin)) return NULL;
  if (s && (s->position < s->limit || s->pushed_count)) return s;
  if (fileno((FILE*)stream) < 0 || !__cuttle_file_of_descriptor(fileno((FILE*)stream))) return NULL;
  return s ? s : find(stream, 1);
}

static int fill(CuttleStream* s) {
  s->file = __cuttle_file_of_descriptor(fileno((FILE*)s->stream));
  if (!s->file) return 0;
  s->position = __cuttle_file_fill(s->file, s->block);
  s->limit = s->position + s->block;
  return 1;
}

uint64_t __cuttle_stream_take(CuttleStream* s, uint64_t wanted, const uint8_t** bytes) {
  uint64_t count, some;
  if (s->position >= s->limit && !fill(s)) return 0;
  some = s->limit - s->position < wanted ? s->limit - s->position : wanted;
  count = __cuttle_file_read(s->file, s->position, some, bytes);
  s->position += count;
  if (count < some) s->at_end = 1;
  return count;
}

int64_t __cuttle_stream_seek(CuttleStream* s, int64_t offset, int whence) {
  CuttleFile* file = __cuttle_file_of_descriptor(fileno((FILE*)s->stream));
  int64_t position;
  if (!file) return -1;
  if (s->file == file && s->position < s->limit) give_back(s);
  if (whence == SEEK_CUR) offset -= s->pushed_count;
  position = __cuttle_file_seek(file, offset, whence);
  if (position < 0) return -1;
  s->file = file;
  s->position = s->limit = (uint64_t)position;
  s->at_end = s->pushed_count = 0;
  return position;
}

int64_t __cuttle_stream_tell(CuttleStream* s) {
  if (s->position < s->limit) return (int64_t)s->position - s->pushed_count;
  s->file = __cuttle_file_of_descriptor(fileno((FILE*)s->stream));
  return s->file ? __cuttle_file_seek(s->file, 0, SEEK_CUR) - s->pushed_count : -1;
}

int __cuttle_stream_at_end(CuttleStream* s, int change) {
  if (change >= 0) s->at_end = change;
  return s->at_end;
}

int __cuttle_stream_push(CuttleStream* s, int c) {
  const uint8_t* bytes;
  if (c < 0 || s->pushed_count == 4) return -1;
  s->at_end = 0;
  /* The usual case, putting back what was read, keeps the byte symbolic. */
  if (s->position && s->position < s->limit && !s->pushed_count &&
      __cuttle_file_read(s->file, s->position - 1, 1, &bytes) == 1 && *bytes == (uint8_t)c) {
    s->position--;
    return c;
  }
  s->pushed[s->pushed_count++] = (uint8_t)c;
  return c;
}

int __cuttle_stream_pop(CuttleStream* s) {
  return s->pushed_count ? s->pushed[--s->pushed_count] : -1;
}

void __cuttle_stream_flush(CuttleStream* s) {
  give_back(s);
  s->pushed_count = 0;
}

void __cuttle_stream_close(void* stream) {
  CuttleStream* s = find(stream, 0);
  if (!s) return;
  give_back(s);
  s->stream = NULL;
}

void __cuttle_stream_block(void* stream, uint64_t size) {
  CuttleStream* s = __cuttle_stream_of(stream);
  if (s) s->block = size ? size : 1;
}
