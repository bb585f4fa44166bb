/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The bytes of a source (CuttleSource) in this run. Reading n bytes at position p of a source of
 * length s yields min(n, s - p) bytes. "There are n bytes" is a choice; where there are fewer, the
 * length is pinned and the engine tries others. The bytes lie in memory of ours, symbolic; models
 * copy from there. */

#include <stdint.h>

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CuttleContents {
  const CuttleSource* source;
  uint32_t part; /* of sources that consist of several: which one */
  uint32_t epoch;
  uint32_t size_id;
  uint32_t decided; /* the size is */
  uint64_t size;
  uint64_t reached; /* bytes below are inputs already */
  uint64_t floor;   /* choices say that the size is at least this ... */
  uint64_t ceiling; /* ... and at most this */
  uint8_t* data;    /* `max` bytes and a zero */
  uint32_t max, capacity;
  char label[4096 + 32]; /* "stdin", "file:PATH" */
} CuttleContents;

/* Make what the first run needs. */
void cuttle_prepare_contents(void);
void cuttle_prepare_streams(void);
void cuttle_prepare_mappings(void);
/* The source of that kind; `index` counts for arguments and ports only. NULL: it is no input. */
const CuttleSource* cuttle_find_source(uint32_t kind, uint32_t index, const char* name);
/* Is any of these kinds (bits, 1 << kind) an input? */
int cuttle_has_source(uint32_t kinds);
/* The contents of a source, empty at first use in a run. */
CuttleContents* cuttle_open_contents(const CuttleSource* source, uint32_t part);
/* Contents number i, for those who look for an address; NULL behind the last one. */
const CuttleContents* cuttle_contents_number(uint32_t i);

/* Bytes [reached, end) become inputs. */
void cuttle_reach(CuttleContents* c, uint64_t end);
/* The size becomes an input, once. */
void cuttle_decide_size(CuttleContents* c);
/* The program sees the length as a number. Other lengths are other paths, one after the other. */
void cuttle_pin_length(CuttleContents* c);
/* How many of the wanted bytes there are; they are in place. */
uint64_t cuttle_available(CuttleContents* c, uint64_t position, uint64_t wanted);
/* The value that the engine chose for byte `index`, without reading it as an input. */
uint8_t cuttle_chosen_byte(const CuttleContents* c, uint32_t index);
/* A choice of the environment on a condition of width 1 (0: known), which is `holds`. */
void cuttle_environment_choice(uint32_t condition, uint32_t holds);
/* It must hold; the run is rejected when it does not. */
void cuttle_assume_input(uint32_t condition, int holds);

#ifdef __cplusplus
}
#endif
