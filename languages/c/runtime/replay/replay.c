/* SPDX-License-Identifier: Apache-2.0 */

/* The replay library: a plain build of the program runs one test, given as replay_format.h says. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/trace/replay_format.h"
#include "languages/c/runtime/inputs/input_shapes.h"
#include "languages/c/runtime/process/crash.h"
#include "languages/c/runtime/replay/replay_files.h"
#include "languages/c/runtime/replay/replay_schedule.h"
#include "languages/c/runtime/replay/replay_visits.h"
#include "languages/c/runtime/runtime.h"
#include "languages/c/runtime/world/world.h"

typedef struct Input {
  const char* name; /* up to the end of its line */
  size_t name_size;
  uint64_t value;
  uint32_t width, occurrence, index;
  struct Input* next;
} Input;

#define BUCKETS 4096u
static Input* buckets[BUCKETS];
static char report_path[4096];
static const char* file_input; /* of the last line "file" */
static CuttleOutcome outcome;

static void* pages(size_t size) {
  void* p =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

/* ---- Reading the test ----------------------------------------------------------------------- */

static uint32_t bucket_of(const char* name, size_t size, uint32_t index) {
  uint32_t h = 2166136261u ^ index;
  size_t i;
  for (i = 0; i < size; ++i) h = (h ^ (unsigned char)name[i]) * 16777619u;
  return h % BUCKETS;
}

/* "WIDTH OCCURRENCE INDEX VALUE NAME" */
static int parse_input(char* at, const char* end, Input* input) {
  input->width = (uint32_t)strtoul(at, &at, 10);
  input->occurrence = (uint32_t)strtoul(at, &at, 10);
  while (*at == ' ') ++at;
  if (*at == '-') {
    input->index = CUTTLE_NO_INDEX;
    ++at;
  } else {
    input->index = (uint32_t)strtoul(at, &at, 10);
  }
  input->value = strtoull(at, &at, 10);
  if (*at != ' ' || at >= end) return 0;
  input->name = at + 1;
  input->name_size = (size_t)(end - input->name);
  return 1;
}

static void parse_line(char* line, char* end, Input* room, size_t* count) {
  *end = 0;
  if (!strncmp(line, "report ", 7)) {
    strncpy(report_path, line + 7, sizeof(report_path) - 1);
  } else if (!strncmp(line, "file ", 5)) {
    file_input = line + 5;
  } else if (!strncmp(line, "becomes ", 8) && file_input) {
    cuttle_replay_redirect(file_input, line + 8);
  } else if (!strncmp(line, "accept ", 7)) {
    cuttle_replay_visitor(line + 7);
  } else if (!strncmp(line, "schedule", 8)) {
    cuttle_replay_add_steps(line + 8);
  } else if (!strncmp(line, "unset ", 6)) {
    unsetenv(line + 6);
  } else if (!strncmp(line, "input ", 6)) {
    Input* input = &room[*count];
    if (parse_input(line + 6, end, input)) {
      Input** bucket = &buckets[bucket_of(input->name, input->name_size, input->index)];
      input->next = *bucket;
      *bucket = input;
      ++*count;
    }
  }
}

static void parse(char* text, size_t size) {
  size_t lines = 1, count = 0, i;
  char *line = text, *end;
  Input* room;
  for (i = 0; i < size; ++i) lines += text[i] == '\n';
  room = (Input*)pages(lines * sizeof(Input));
  if (!room) return;
  while (line < text + size && (end = (char*)memchr(line, '\n', (size_t)(text + size - line)))) {
    parse_line(line, end, room, &count);
    line = end + 1;
  }
}

static void fail(const char* what, const char* path) {
  fprintf(stderr, "cuttle: %s the test file `%s' (from %s)\n", what, path, CUTTLE_TEST_VARIABLE);
  _exit(CUTTLE_FAILURE_STATUS);
}

static void load(const char* path) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  char* text;
  size_t size, got = 0;
  if (fd < 0 || fstat(fd, &status) != 0) fail("cannot open", path);
  size = (size_t)status.st_size;
  text = (char*)pages(size + 2);
  if (!text) fail("no memory for", path);
  while (got < size) {
    const ssize_t n = read(fd, text + got, size - got);
    if (n <= 0) fail("cannot read", path);
    got += (size_t)n;
  }
  close(fd);
  text[size] = '\n';
  parse(text, size + 1);
}

__attribute__((constructor(101))) static void start(void) {
  const char* path = getenv(CUTTLE_TEST_VARIABLE);
  if (!path) return;
#ifdef CUTTLE_PRELOADED
  unsetenv("LD_PRELOAD"); /* other programs that it starts are none of our business */
#endif
  load(path);
  cuttle_outcome = &outcome;
  cuttle_install_handlers();
  cuttle_replay_begin_schedule();
}

/* ---- Inputs --------------------------------------------------------------------------------- */

static void provide(void* at, uint32_t size, const char* name, uint32_t index, uint32_t occurrence,
                    uint32_t width, const char* type) {
  const size_t name_size = strlen(name);
  const Input* input;
  uint64_t value = 0;
  (void)type;
  for (input = buckets[bucket_of(name, name_size, index)]; input; input = input->next) {
    if (input->width == width && input->occurrence == occurrence && input->index == index &&
        input->name_size == name_size && !memcmp(input->name, name, name_size)) {
      value = input->value;
      break;
    }
  }
  memcpy(at, &value, size);
}

void __cuttle_input(void* at, size_t size, const char* name, const char* type) {
  cuttle_read_object(at, size, 1, 0, name, type, provide);
}

void __cuttle_input_array(void* at, size_t element_size, size_t count, const char* name,
                          const char* type) {
  cuttle_read_object(at, element_size, count, 1, name, type, provide);
}

void (*const cuttle_replay_provide)(void*, uint32_t, const char*, uint32_t, uint32_t, uint32_t,
                                    const char*) = provide;

/* ---- The report ----------------------------------------------------------------------------- */

static char report[64 * 1024];
static size_t report_size;

static void put(const char* text) {
  while (*text && report_size < sizeof(report)) report[report_size++] = *text++;
}

static void put_line(const char* key, const char* text) {
  put(key);
  for (; *text && report_size < sizeof(report); ++text)
    report[report_size++] = *text == '\n' ? ' ' : *text;
  put("\n");
}

static void put_number(uint64_t value, unsigned base) {
  char digits[24];
  size_t at = sizeof(digits) - 1;
  digits[at] = 0;
  do {
    digits[--at] = "0123456789abcdef"[value % base];
    value /= base;
  } while (value);
  put(digits + at);
}

static void put_field(const char* key, uint64_t value, unsigned base) {
  put(key);
  put_number(value, base);
  put("\n");
}

static void put_frame(const CuttleFrame* frame) {
  put("frame ");
  put_number(frame->offset, 16);
  put(" ");
  put_number(frame->pc, 16);
  put(frame->is_return_address ? " 1 " : " 0 ");
  put_line("", frame->image == CUTTLE_NONE ? "" : outcome.images + frame->image);
}

static void write_report(int status) {
  uint32_t i;
  size_t done = 0;
  int fd;
  report_size = 0;
  put_line("outcome ", cuttle_outcome_words[outcome.kind]);
  if (outcome.kind == CUTTLE_OUTCOME_BUG) put_line("bug ", cuttle_bug_words[outcome.bug]);
  if (outcome.signal) put_field("signal ", outcome.signal, 10);
  if (outcome.fault_address) put_field("fault ", outcome.fault_address, 16);
  put_field("exit ", (uint64_t)status, 10);
  if (outcome.file[0]) {
    put("at ");
    put_number(outcome.line, 10);
    put_line(" ", outcome.file);
  }
  if (outcome.message[0]) put_line("message ", outcome.message);
  for (i = 0; i < outcome.frame_count; ++i) put_frame(&outcome.frames[i]);
  put("end\n");
  fd = open(report_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  while (fd >= 0 && done < report_size) {
    const ssize_t n = write(fd, report + done, report_size - done);
    if (n <= 0) break;
    done += (size_t)n;
  }
  if (fd >= 0) close(fd);
}

/* Dies of the signal, as the program would without us. */
void cuttle_end_process(int status, int signal) {
  struct sigaction plain;
  if (report_path[0]) write_report(status);
  cuttle_world_pause();
  if (signal) {
    memset(&plain, 0, sizeof(plain));
    plain.sa_handler = SIG_DFL;
    sigaction(signal, &plain, NULL);
    raise(signal);
  }
  _exit(status);
}

void __cuttle_assume(int condition, const char* text, const char* file, int line) {
  (void)text, (void)file, (void)line;
  if (condition) return;
  if (!cuttle_outcome) exit(0);
  outcome.kind = CUTTLE_OUTCOME_REJECTED;
  cuttle_end_process(0, 0);
}

void __cuttle_assert(int condition, const char* text, const char* file, int line,
                     const char* function) {
  CuttleBugReport bug = {0};
  if (condition) return;
  fprintf(stderr, "%s:%d: %s: assertion `%s' failed\n", file, line, function, text);
  bug.bug = CUTTLE_BUG_ASSERTION;
  bug.signal = SIGABRT;
  bug.message = "failed assertion";
  bug.detail = text;
  bug.file = file;
  bug.line = (uint32_t)line;
  cuttle_record_bug(&bug);
  abort();
}
