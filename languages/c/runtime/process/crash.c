/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/process/crash.h"

#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/graph.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/world.h"

CuttleOutcome* cuttle_outcome;
int (*cuttle_fault_hook)(const void* address);

static char program_path[1024];

/* ---- The stack ------------------------------------------------------------------------------ */

static uint32_t add_image(CuttleOutcome* outcome, const char* path) {
  uint32_t at = 0;
  const uint32_t size = (uint32_t)strlen(path) + 1;
  while (at < outcome->images_end) {
    if (!strcmp(outcome->images + at, path)) return at;
    at += (uint32_t)strlen(outcome->images + at) + 1;
  }
  if (size > sizeof(outcome->images) - at) return CUTTLE_NONE;
  memcpy(outcome->images + at, path, size);
  outcome->images_end = at + size;
  return at;
}

typedef struct {
  CuttleOutcome* outcome;
  CuttleFrame* frame;
} Locate;

static int locate(struct dl_phdr_info* info, size_t size, void* data) {
  Locate* locate = (Locate*)data;
  const uint64_t pc = locate->frame->pc - locate->frame->is_return_address;
  int i;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    const uint64_t start = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || pc < start || pc >= start + segment->p_memsz) continue;
    locate->frame->offset = locate->frame->pc - info->dlpi_addr;
    locate->frame->image =
        add_image(locate->outcome, info->dlpi_name[0] ? info->dlpi_name : program_path);
    return 1;
  }
  return 0;
}

static void add_frame(CuttleOutcome* outcome, uint64_t pc, int is_return_address) {
  Locate search = {outcome, &outcome->frames[outcome->frame_count]};
  if (outcome->frame_count >= CUTTLE_MAX_FRAMES) return;
  search.frame->pc = pc;
  search.frame->offset = 0;
  search.frame->image = CUTTLE_NONE;
  search.frame->is_return_address = (uint32_t)is_return_address;
  dl_iterate_phdr(locate, &search);
  __atomic_store_n(&outcome->frame_count, outcome->frame_count + 1, __ATOMIC_RELEASE);
}

static int contains(struct dl_phdr_info* info, size_t size, void* data) {
  const uint64_t pc = *(const uint64_t*)data;
  int i;
  (void)size;
  for (i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) &&
        pc - (info->dlpi_addr + segment->p_vaddr) < segment->p_memsz)
      return 1;
  }
  return 0;
}

static int is_code(uint64_t pc) {
  return dl_iterate_phdr(contains, &pc);
}

typedef struct {
  CuttleOutcome* outcome;
  uint64_t start; /* frames before this pc belong to the handler; 0: take all */
  int started;
} Walk;

static _Unwind_Reason_Code walk_frame(struct _Unwind_Context* context, void* data) {
  Walk* walk = (Walk*)data;
  int before = 0;
  const uint64_t pc = (uint64_t)_Unwind_GetIPInfo(context, &before);
  if (!pc) return _URC_END_OF_STACK;
  if (!walk->started) {
    if (walk->start && pc != walk->start) return _URC_NO_REASON;
    walk->started = 1;
  }
  add_frame(walk->outcome, pc, !before);
  return walk->outcome->frame_count < CUTTLE_MAX_FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

static uint64_t context_pc(const void* context) {
#if defined(__x86_64__)
  return (uint64_t)((const ucontext_t*)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (uint64_t)((const ucontext_t*)context)->uc_mcontext.pc;
#else
  (void)context;
  return 0;
#endif
}

static uint64_t context_sp(const void* context) {
#if defined(__x86_64__)
  return (uint64_t)((const ucontext_t*)context)->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
  return (uint64_t)((const ucontext_t*)context)->uc_mcontext.sp;
#else
  (void)context;
  return 0;
#endif
}

static void record_stack(CuttleOutcome* outcome, const void* context) {
  Walk walk = {outcome, context ? context_pc(context) : 0, 0};
  if (context && !is_code(walk.start)) {
    /* The program jumped to nowhere, where the unwinder would fault too: all there is to see is
     * where it came from. */
    add_frame(outcome, walk.start, 0);
#if defined(__x86_64__)
    add_frame(outcome, *(const uint64_t*)context_sp(context), 1);
#endif
    return;
  }
  _Unwind_Backtrace(walk_frame, &walk);
}

/* ---- Recording ------------------------------------------------------------------------------ */

static void append_text(char* buffer, size_t capacity, const char* text) {
  size_t at = strlen(buffer);
  while (*text && at + 1 < capacity) buffer[at++] = *text++;
  buffer[at] = 0;
}

void cuttle_record_bug(const CuttleBugReport* report) {
  CuttleOutcome* outcome = cuttle_outcome;
  uint32_t expected = CUTTLE_OUTCOME_NONE;
  if (!outcome || outcome->bug != CUTTLE_BUG_NONE) return;
  outcome->bug = report->bug;
  outcome->signal = report->signal;
  outcome->site = report->site;
  outcome->line = report->line;
  outcome->fault_address = report->fault_address;
  outcome->message[0] = outcome->file[0] = 0;
  append_text(outcome->message, sizeof(outcome->message), report->message);
  if (report->detail) {
    append_text(outcome->message, sizeof(outcome->message), " `");
    append_text(outcome->message, sizeof(outcome->message), report->detail);
    append_text(outcome->message, sizeof(outcome->message), "'");
  }
  if (report->file) append_text(outcome->file, sizeof(outcome->file), report->file);
  /* Before the stack, because walking a broken stack may fault again. */
  __atomic_compare_exchange_n(&outcome->kind, &expected, CUTTLE_OUTCOME_BUG, 0, __ATOMIC_RELEASE,
                              __ATOMIC_RELAXED);
  record_stack(outcome, report->context);
}

/* ---- Signals -------------------------------------------------------------------------------- */

static const struct {
  int signal;
  uint32_t bug;
  const char* message;
} fatal_signals[] = {
    {SIGSEGV, CUTTLE_BUG_SEGFAULT, "segmentation fault"},
    {SIGBUS, CUTTLE_BUG_SEGFAULT, "bus error"},
    {SIGFPE, CUTTLE_BUG_DIVISION_BY_ZERO, "division by zero"},
    {SIGILL, CUTTLE_BUG_ABORT, "illegal instruction"},
    {SIGTRAP, CUTTLE_BUG_ABORT, "trap"},
    {SIGABRT, CUTTLE_BUG_ABORT, "abort"},
    {SIGSYS, CUTTLE_BUG_ABORT, "bad system call"},
    {SIGXCPU, CUTTLE_BUG_TIMEOUT, "CPU time limit exceeded"},
    {SIGXFSZ, CUTTLE_BUG_ABORT, "file size limit exceeded"},
};
#define FATAL_SIGNALS (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

static const char* fault_message(const siginfo_t* info, const void* context) {
  const uint64_t address = (uint64_t)info->si_addr, sp = context_sp(context);
  if (info->si_code <= 0 || info->si_signo != SIGSEGV) return NULL;
  /* Writing just below the stack pointer, or a big frame's first touch. */
  if (address < sp + 4096 && address + (1u << 20) > sp) return "stack overflow";
  if (address < 4096 && info->si_code == SEGV_MAPERR) return "access through a null pointer";
  if (cuttle_graph_owns(address))
    return info->si_code == SEGV_ACCERR
               ? "access to an input object that was freed"
               : "access outside of an input object (is it an array? --array P:N says so)";
  return NULL;
}

/* While we look at the stack: pages that the hook watches may be written, any other fault ends it.
 */
static void on_second_fault(int signal, siginfo_t* info, void* context) {
  struct sigaction plain;
  (void)context;
  if (info->si_code == SEGV_ACCERR && cuttle_fault_hook && cuttle_fault_hook(info->si_addr)) return;
  memset(&plain, 0, sizeof(plain));
  plain.sa_handler = SIG_DFL;
  sigaction(signal, &plain, NULL);
}

static void watch_second_faults(void) {
  struct sigaction action;
  size_t i;
  cuttle_world_pause(); /* it is over: what is set now is meant */
  memset(&action, 0, sizeof(action));
  action.sa_handler = SIG_DFL;
  for (i = 0; i < FATAL_SIGNALS; ++i)
    if (fatal_signals[i].signal != SIGABRT) sigaction(fatal_signals[i].signal, &action, NULL);
  if (!cuttle_fault_hook) return;
  action.sa_sigaction = on_second_fault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigaction(SIGSEGV, &action, NULL);
}

/* That the time is over is told to any thread; the one that used it is to say where it is. */
static int is_of_another(int signal) {
  const CuttleTask* running = cuttle_task;
  const pthread_t self = pthread_self();
  if (signal != SIGXCPU || !running || pthread_equal((pthread_t)running->handle, self)) return 0;
  return pthread_kill((pthread_t)running->handle, signal) == 0;
}

static void on_fatal_signal(int signal, siginfo_t* info, void* context) {
  CuttleBugReport report = {0};
  size_t i;
  if (is_of_another(signal)) return;
  if (signal == SIGSEGV && info->si_code == SI_KERNEL && cuttle_world_emulate(context)) return;
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && cuttle_fault_hook &&
      cuttle_fault_hook(info->si_addr))
    return;
  watch_second_faults();
  for (i = 0; i < FATAL_SIGNALS; ++i) {
    if (fatal_signals[i].signal != signal) continue;
    report.bug = fatal_signals[i].bug;
    report.message = fatal_signals[i].message;
  }
  report.signal = (uint32_t)signal;
  report.context = context;
  report.fault_address = info->si_code > 0 ? (uint64_t)info->si_addr : 0;
  if (fault_message(info, context)) report.message = fault_message(info, context);
  cuttle_record_bug(&report);
  cuttle_end_process(128 + signal, signal);
}

/* ---- Uncaught exceptions: only when the program has a C++ library --------------------------- */

typedef void (*Terminate)(void);
struct CuttleTypeInfo {
  const void* table;
  const char* name;
};
Terminate cuttle_set_terminate(Terminate) __asm__("_ZSt13set_terminatePFvvE") __attribute__((weak));
struct CuttleTypeInfo* cuttle_exception_type(void) __asm__("__cxa_current_exception_type")
    __attribute__((weak));
char* cuttle_demangle(const char*, char*, size_t*, int*) __asm__("__cxa_demangle")
    __attribute__((weak));
static Terminate previous_terminate;

static void on_terminate(void) {
  const struct CuttleTypeInfo* type = cuttle_exception_type ? cuttle_exception_type() : NULL;
  CuttleBugReport report = {0};
  report.bug = type ? CUTTLE_BUG_UNCAUGHT_EXCEPTION : CUTTLE_BUG_ABORT;
  report.signal = SIGABRT;
  report.message = type ? "uncaught exception" : "std::terminate was called";
  if (type) {
    char* name = cuttle_demangle ? cuttle_demangle(type->name, NULL, NULL, NULL) : NULL;
    report.detail = name ? name : type->name;
  }
  cuttle_record_bug(&report);
  if (previous_terminate) previous_terminate(); /* says what() on stderr, then aborts */
  abort();
}

void cuttle_install_handlers(void) {
  const size_t stack_size = 256 * 1024;
  struct sigaction action;
  stack_t stack;
  ssize_t length = readlink("/proc/self/exe", program_path, sizeof(program_path) - 1);
  const int in_world = cuttle_world.on;
  size_t i;
  cuttle_world_pause(); /* these handlers are not the program's */
  program_path[length > 0 ? length : 0] = 0;
  memset(&stack, 0, sizeof(stack));
  stack.ss_sp = cuttle_reserve(stack_size);
  stack.ss_size = stack_size;
  if (stack.ss_sp) sigaltstack(&stack, NULL);
  memset(&action, 0, sizeof(action));
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (i = 0; i < FATAL_SIGNALS; ++i) cuttle_world_stand_in(fatal_signals[i].signal, &action);
  if (cuttle_set_terminate) previous_terminate = cuttle_set_terminate(on_terminate);
  cuttle_world_take_counter();
  if (in_world) cuttle_world_resume();
}

/* ---- libc's own failures -------------------------------------------------------------------- */

/* Weak, so that a static libc which brings its own does not clash. */
#define CUTTLE_INTERPOSE __attribute__((weak, noreturn, visibility("default")))

CUTTLE_INTERPOSE void __assert_fail(const char* text, const char* file, unsigned line,
                                    const char* function) {
  CuttleBugReport report = {0};
  /* SV-COMP: the function whose call is the error. */
  const int is_error_call = function && !strcmp(function, "reach_error");
  report.bug = is_error_call ? CUTTLE_BUG_ERROR_CALL : CUTTLE_BUG_ASSERTION;
  report.signal = SIGABRT;
  report.message = "failed assertion";
  report.detail = text;
  report.file = file;
  report.line = line;
  cuttle_record_bug(&report);
  abort();
}

CUTTLE_INTERPOSE void __stack_chk_fail(void) {
  CuttleBugReport report = {0};
  report.bug = CUTTLE_BUG_OUT_OF_BOUNDS;
  report.signal = SIGABRT;
  report.message = "stack buffer overflow (the stack protector's canary is gone)";
  cuttle_record_bug(&report);
  abort();
}

CUTTLE_INTERPOSE void __chk_fail(void) {
  CuttleBugReport report = {0};
  report.bug = CUTTLE_BUG_OUT_OF_BOUNDS;
  report.signal = SIGABRT;
  report.message = "buffer overflow (a checked libc function was given too small a buffer)";
  cuttle_record_bug(&report);
  abort();
}
