/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CUTTLE_ERLANG_MAPPING_H
#define CUTTLE_ERLANG_MAPPING_H

/* The memory that the virtual machine and the tool share (docs/erlang-protocol.md). The tool makes
 * and sizes it; the NIF maps it from descriptor 198. C, because the NIF is. */

#include <stdint.h>

#define CUTTLE_ERLANG_MAGIC 0x6c72456c74747543ull /* "CuttlErl" */
#define CUTTLE_ERLANG_VERSION 1u

typedef struct CuttleErlangHeader {
  uint64_t magic;
  uint32_t version;
  uint32_t truncated; /* events were dropped, because there was no more space */
  uint64_t size;      /* of the whole mapping */
  /* Offsets from the beginning, capacities and sizes in bytes. */
  uint64_t coverage_offset, coverage_capacity;
  uint64_t request_offset, request_capacity, request_size;
  uint64_t answer_offset, answer_capacity, answer_size; /* size 0: none yet */
  uint64_t events_offset, events_capacity, events_size;
} CuttleErlangHeader;

enum CuttleErlangEvent {
  CUTTLE_ERLANG_CLAUSE = 1,
  CUTTLE_ERLANG_OPAQUE = 2,
  CUTTLE_ERLANG_VALUE = 3,
  CUTTLE_ERLANG_CAUGHT = 4,
  CUTTLE_ERLANG_CALLBACK = 5,
  CUTTLE_ERLANG_RETURNED = 6,
  CUTTLE_ERLANG_PROCESS = 7,
  CUTTLE_ERLANG_RECEIVED = 8,
  CUTTLE_ERLANG_TIMEOUT = 9,
  CUTTLE_ERLANG_ENDED = 10,
  CUTTLE_ERLANG_MAILBOX = 11,
  CUTTLE_ERLANG_RACE = 12
};

#endif
