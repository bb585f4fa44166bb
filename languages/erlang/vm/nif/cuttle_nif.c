/* SPDX-License-Identifier: Apache-2.0 */
/* Writes events into the shared mapping and speaks on the control socket. A fault here kills the
 * virtual machine, so it copies bytes and does nothing else. The machine has one scheduler: event
 * functions never run at the same time. */
#include <erl_nif.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mapping.h"

enum { trace_fd = 198, control_fd = 199, keys = 1 << 20, most_processes = 4096 };

static CuttleErlangHeader* header;
static uint8_t *coverage, *events;
static int recording;
static uint32_t bases[keys]; /* by key: 1 + the module's first coverage point; 0: none */
/* The processes of the run, in the order of their first events. */
static ErlNifPid processes[most_processes];
static uint32_t process_count, current_process;

static ERL_NIF_TERM atom_ok;

/* ---- writing ---- */

static uint64_t* space(uint64_t bytes) {
  uint64_t used = header->events_size;
  if (bytes > header->events_capacity - used) {
    header->truncated = 1;
    recording = 0;
    return NULL;
  }
  return (uint64_t*)(events + used);
}

static void put_word(uint64_t word) {
  uint64_t* at = space(8);
  if (!at) return;
  *at = word;
  header->events_size += 8;
}

static void put_term(ErlNifEnv* env, uint64_t word, ERL_NIF_TERM term) {
  ErlNifBinary bytes;
  if (!enif_term_to_binary(env, term, &bytes)) {
    header->truncated = 1;
    recording = 0;
    return;
  }
  uint64_t padded = (bytes.size + 7) & ~(uint64_t)7;
  uint64_t* at = space(16 + padded);
  if (at) {
    at[0] = word;
    at[1] = bytes.size;
    if (padded) at[1 + padded / 8] = 0;
    memcpy(at + 2, bytes.data, bytes.size);
    header->events_size += 16 + padded;
  }
  enif_release_binary(&bytes);
}

/* Announces another process than that of the event before. */
static void announce_process(ErlNifEnv* env, ErlNifPid pid) {
  if (process_count && enif_compare_pids(&pid, &processes[current_process]) == 0) return;
  uint32_t i = 0;
  while (i < process_count && enif_compare_pids(&pid, &processes[i]) != 0) ++i;
  if (i == most_processes) {
    header->truncated = 1;
    recording = 0;
    return;
  }
  if (i == process_count) processes[process_count++] = pid;
  current_process = i;
  put_term(env, (uint64_t)CUTTLE_ERLANG_PROCESS << 56 | i, enif_make_pid(env, &pid));
}

static void announce(ErlNifEnv* env) {
  ErlNifPid self;
  enif_self(env, &self);
  announce_process(env, self);
}

/* Small integers are their value and four tag bits, in all releases so far; load() looks. */
static int plain_numbers;
enum { tag_bits = 4, tag = 15 };

static uint64_t number(ErlNifEnv* env, ERL_NIF_TERM term) {
  ErlNifUInt64 value = 0;
  if (plain_numbers) return (uint64_t)term >> tag_bits;
  enif_get_uint64(env, term, &value);
  return value;
}

static ERL_NIF_TERM plain_event(ErlNifEnv* env, ERL_NIF_TERM term, uint64_t kind) {
  if (!recording) return atom_ok;
  announce(env);
  if (recording) put_word(kind << 56 | number(env, term));
  return atom_ok;
}

static ERL_NIF_TERM term_event(ErlNifEnv* env, ERL_NIF_TERM id, ERL_NIF_TERM term, uint64_t kind) {
  if (!recording) return atom_ok;
  announce(env);
  if (recording) put_term(env, kind << 56 | number(env, id), term);
  return atom_ok;
}

/* ---- events ---- */

static void cover(uint64_t word) {
  uint32_t base = bases[(word >> 32) & (keys - 1)];
  if (!base) return;
  uint64_t point = (uint64_t)base - 1 + (uint32_t)word;
  if (point < header->coverage_capacity) coverage[point] = 1;
}

static ERL_NIF_TERM clause(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  if (!header) return atom_ok;
  const uint64_t word = number(env, argv[0]);
  cover(word);
  if (!recording) return atom_ok;
  announce(env);
  if (recording) put_word((uint64_t)CUTTLE_ERLANG_CLAUSE << 56 | word);
  return atom_ok;
}

static ERL_NIF_TERM opaque(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return plain_event(env, argv[0], CUTTLE_ERLANG_OPAQUE);
}

static ERL_NIF_TERM value(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return term_event(env, argv[0], argv[1], CUTTLE_ERLANG_VALUE);
}

static ERL_NIF_TERM caught(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return term_event(env, argv[0], enif_make_tuple2(env, argv[1], argv[2]), CUTTLE_ERLANG_CAUGHT);
}

static ERL_NIF_TERM callback(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return term_event(env, argv[0], enif_make_tuple2(env, argv[1], argv[2]), CUTTLE_ERLANG_CALLBACK);
}

static ERL_NIF_TERM returned(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return plain_event(env, argv[0], CUTTLE_ERLANG_RETURNED);
}

static ERL_NIF_TERM received(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  if (!header) return atom_ok;
  cover(number(env, argv[0]));
  return term_event(env, argv[0], argv[1], CUTTLE_ERLANG_RECEIVED);
}

static ERL_NIF_TERM timeout(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  if (!header) return atom_ok;
  cover(number(env, argv[0]));
  return plain_event(env, argv[0], CUTTLE_ERLANG_TIMEOUT);
}

static ERL_NIF_TERM ended(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  if (!recording) return atom_ok;
  announce(env);
  if (recording) put_term(env, (uint64_t)CUTTLE_ERLANG_ENDED << 56 | current_process, argv[0]);
  return atom_ok;
}

/* Of another process than the one that calls. */
static ERL_NIF_TERM event_of(ErlNifEnv* env, const ERL_NIF_TERM argv[], uint64_t kind) {
  ErlNifPid pid;
  if (!recording || !enif_get_local_pid(env, argv[0], &pid)) return atom_ok;
  announce_process(env, pid);
  if (recording) put_term(env, kind << 56 | number(env, argv[1]), argv[2]);
  return atom_ok;
}

/* Of this process, or of another one that waits. */
static ERL_NIF_TERM mailbox(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return event_of(env, argv, CUTTLE_ERLANG_MAILBOX);
}

/* By the server: this process goes on. */
static ERL_NIF_TERM race(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  return event_of(env, argv, CUTTLE_ERLANG_RACE);
}

/* ---- driving ---- */

static ERL_NIF_TERM attach(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  (void)argv;
  struct stat status;
  if (fstat(trace_fd, &status) != 0 || (uint64_t)status.st_size < sizeof *header)
    return enif_make_atom(env, "none");
  void* memory =
      mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, trace_fd, 0);
  if (memory == MAP_FAILED) return enif_make_atom(env, "none");
  CuttleErlangHeader* found = memory;
  if (found->magic != CUTTLE_ERLANG_MAGIC || found->version != CUTTLE_ERLANG_VERSION ||
      found->size > (uint64_t)status.st_size)
    return enif_make_atom(env, "other_version");
  header = found;
  coverage = (uint8_t*)memory + header->coverage_offset;
  events = (uint8_t*)memory + header->events_offset;
  return atom_ok;
}

static ERL_NIF_TERM base(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  bases[number(env, argv[0]) & (keys - 1)] = (uint32_t)number(env, argv[1]) + 1;
  return atom_ok;
}

/* The term that is asked for, as a binary; the run begins. */
static ERL_NIF_TERM request(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  (void)argv;
  ERL_NIF_TERM binary;
  if (!header || header->request_size > header->request_capacity) return enif_make_badarg(env);
  memcpy(enif_make_new_binary(env, header->request_size, &binary),
         (uint8_t*)header + header->request_offset, header->request_size);
  return binary;
}

static ERL_NIF_TERM record(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  recording = header && number(env, argv[0]) != 0;
  if (recording) {
    process_count = 0;
    current_process = 0;
    header->events_size = 0;
    header->truncated = 0;
  }
  return atom_ok;
}

static ERL_NIF_TERM answer(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  ErlNifBinary bytes;
  if (!header || !enif_inspect_binary(env, argv[0], &bytes)) return enif_make_badarg(env);
  if (bytes.size > header->answer_capacity) return enif_make_atom(env, "too_large");
  memcpy((uint8_t*)header + header->answer_offset, bytes.data, bytes.size);
  header->answer_size = bytes.size;
  return atom_ok;
}

struct Message {
  uint32_t kind, a;
  uint64_t b, c;
};

/* engine/trace/folders.h. After a run that wrote files its folder is another one of the same name.
 */
enum { hello_message = 1, run_message = 2, enters_again = 1, enter_again = 1 };
static char working_folder[4096];

static ERL_NIF_TERM control_receive(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  (void)argv;
  struct Message message;
  ssize_t got;
  do got = recv(control_fd, &message, sizeof message, 0);
  while (got < 0 && errno == EINTR);
  if (got != sizeof message) return enif_make_int(env, 0);
  if (message.kind == run_message && (message.a & enter_again) && working_folder[0])
    (void)!chdir(working_folder);
  return enif_make_uint(env, message.kind);
}

static ERL_NIF_TERM control_send(ErlNifEnv* env, int argc, const ERL_NIF_TERM argv[]) {
  (void)argc;
  struct Message message = {(uint32_t)number(env, argv[0]), (uint32_t)number(env, argv[1]), 0, 0};
  if (message.kind == 3) message.a = (uint32_t)getpgrp();
  if (message.kind == hello_message && getcwd(working_folder, sizeof working_folder))
    message.b = enters_again;
  ssize_t sent;
  do sent = send(control_fd, &message, sizeof message, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return enif_make_int(env, (int)sent);
}

static int load(ErlNifEnv* env, void** data, ERL_NIF_TERM info) {
  (void)data;
  (void)info;
  atom_ok = enif_make_atom(env, "ok");
  plain_numbers = 1;
  for (uint64_t value = 1; value < (uint64_t)1 << 56; value *= 3)
    if ((uint64_t)enif_make_uint64(env, value) != (value << tag_bits | tag)) plain_numbers = 0;
  return 0;
}

static ErlNifFunc functions[] = {
    {"clause", 1, clause, 0},
    {"opaque", 1, opaque, 0},
    {"value", 2, value, 0},
    {"caught", 3, caught, 0},
    {"callback", 3, callback, 0},
    {"returned", 1, returned, 0},
    {"received", 2, received, 0},
    {"timeout", 1, timeout, 0},
    {"ended", 1, ended, 0},
    {"mailbox", 3, mailbox, 0},
    {"race", 3, race, 0},
    {"attach", 0, attach, 0},
    {"base", 2, base, 0},
    {"request", 0, request, 0},
    {"record", 1, record, 0},
    {"answer", 1, answer, 0},
    {"control_receive", 0, control_receive, ERL_NIF_DIRTY_JOB_IO_BOUND},
    {"control_send", 2, control_send, 0},
};

ERL_NIF_INIT(cuttle_nif, functions, load, NULL, NULL, NULL)
