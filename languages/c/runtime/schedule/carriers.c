/* SPDX-License-Identifier: Apache-2.0 */

/* What tasks run on.
 *
 * Stacks: all tasks are carried by the one kernel thread. Each has a stack of its own and the
 * thread-local storage of a kernel thread that was made for the purpose and has died since: libc
 * finds errno, its caches and pthread_self() there as for any other thread. To switch costs some
 * nanoseconds, and a fork in the middle of a run takes all tasks along.
 *
 * Kernel threads, each waiting for its turn: some microseconds, but debuggers and sanitizers know
 * them, and they work on every processor. */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/schedule/schedule.h"
#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

#define PAGE 4096u
#define STORED (64u * 1024) /* most bytes of thread-local storage that are put back */

/* A stack with storage above it, lent to one task after the other. */
typedef struct CuttleSeat {
  uint8_t* low;
  uint64_t size;
  uint8_t* top; /* the storage begins here; tasks use what is below */
  void* thread_pointer;
  uint64_t handle;
  uint8_t* fresh; /* the storage as it was */
  uint64_t fresh_size;
  void** slots; /* the vector of dynamic storage, and as it was */
  uint64_t slot_words;
  void** fresh_slots;
  int taken;
} CuttleSeat;

/* In reserved memory, because seats outlive runs. */
static struct Room {
  CuttleSeat seats[CUTTLE_MAX_TASKS];
  uint32_t count;
  void* home; /* the first thread's storage */
}* room;
static int on_kernel_threads;
static int has_instruction;

/* ---- The switch ------------------------------------------------------------------------------ */

#if defined(__x86_64__)

static void* thread_pointer(void) {
  void* p;
  __asm__("mov %%fs:0, %0" : "=r"(p));
  return p;
}

static void set_thread_pointer(void* p) {
  if (has_instruction)
    __asm__ volatile("wrfsbase %0" : : "r"(p) : "memory");
  else
    cuttle_kernel(SYS_arch_prctl, 0x1002 /* ARCH_SET_FS */, (long)p, 0, 0, 0, 0);
}

__attribute__((naked, noinline)) static void swap(void** from __attribute__((unused)),
                                                  void* to __attribute__((unused))) {
  __asm__(
      "push %rbp\n push %rbx\n push %r12\n push %r13\n push %r14\n push %r15\n"
      "sub $8, %rsp\n stmxcsr (%rsp)\n fnstcw 4(%rsp)\n"
      "mov %rsp, (%rdi)\n mov %rsi, %rsp\n"
      "ldmxcsr (%rsp)\n fldcw 4(%rsp)\n add $8, %rsp\n"
      "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbx\n pop %rbp\n ret");
}

/* The bottom of each stack: unwinding ends here, as there is no return address. */
static void begin(void) {
  cuttle_task_main(cuttle_task);
  __builtin_unreachable();
}

static void* first_frame(uint8_t* top) {
  uint64_t* p = (uint64_t*)((uint64_t)top & ~(uint64_t)63);
  uint32_t control = 0;
  uint16_t word = 0;
  int i;
  *--p = 0; /* where begin() would return to */
  *--p = (uint64_t)begin;
  for (i = 0; i < 6; ++i) *--p = 0;
  __asm__ volatile("stmxcsr %0\n fnstcw %1" : "=m"(control), "=m"(word));
  *--p = (uint64_t)word << 32 | control;
  return p;
}

#define CAN_CARRY_STACKS 1
#else
static void* thread_pointer(void) {
  return NULL;
}
static void set_thread_pointer(void* p) {
  (void)p;
}
static void swap(void** from, void* to) {
  (void)from, (void)to;
}
static void* first_frame(uint8_t* top) {
  return top;
}
#define CAN_CARRY_STACKS 0
#endif

/* ---- Seats: stacks with storage -------------------------------------------------------------- */

typedef struct Visit {
  CuttleSeat* seat;
  uint32_t* number_at; /* libc's place for the number of the kernel thread */
  uint32_t number;
  uint32_t done;
} Visit;

/* Where libc keeps the number of a thread: it is the only such word near the beginning. */
static uint32_t* find_number(uint8_t* storage, uint32_t number) {
  uint32_t offset;
  for (offset = 0; offset < 2048; offset += 4)
    if (*(uint32_t*)(storage + offset) == number) return (uint32_t*)(storage + offset);
  return NULL;
}

/* On the kernel thread that lends its storage and goes. */
static void* visit(void* at) {
  Visit* v = (Visit*)at;
  uint8_t here;
  v->seat->thread_pointer = thread_pointer();
  v->seat->handle = (uint64_t)pthread_self();
  v->seat->top = (uint8_t*)(((uint64_t)&here - 512) & ~(uint64_t)63);
  v->number = (uint32_t)cuttle_kernel(SYS_gettid, 0, 0, 0, 0, 0, 0);
  v->number_at = find_number((uint8_t*)v->seat->thread_pointer, v->number);
  /* Not by way of libc, which would clean up. */
  __atomic_store_n(&v->done, 1, __ATOMIC_RELEASE);
  cuttle_kernel(SYS_futex, (long)&v->done, FUTEX_WAKE, 1, 0, 0, 0);
  for (;;) cuttle_kernel(SYS_exit, 0, 0, 0, 0, 0, 0);
  return NULL;
}

static void wait_while(uint32_t* at, uint32_t value) {
  while (__atomic_load_n(at, __ATOMIC_ACQUIRE) == value)
    cuttle_kernel(SYS_futex, (long)at, FUTEX_WAIT, (long)value, 0, 0, 0);
}

static int remember(CuttleSeat* seat) {
  uint8_t* end = seat->low + seat->size;
  void** slots = ((void***)seat->thread_pointer)[1];
  seat->fresh_size = (uint64_t)(end - seat->top);
  if (seat->fresh_size > STORED) return 0;
  /* One word more in front: how many there are. */
  seat->slots = slots - 2;
  seat->slot_words = 2 * ((uint64_t)slots[-2] + 2);
  if (seat->slot_words > 8192) return 0;
  seat->fresh = (uint8_t*)mmap(NULL, seat->fresh_size + seat->slot_words * 8,
                               PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (seat->fresh == MAP_FAILED) return 0;
  cuttle_note_range((uint64_t)seat->fresh, seat->fresh_size + seat->slot_words * 8);
  seat->fresh_slots = (void**)(seat->fresh + (seat->fresh_size & ~(uint64_t)7));
  memcpy(seat->fresh_slots, seat->slots, seat->slot_words * 8);
  memcpy(seat->fresh, seat->top, seat->fresh_size & ~(uint64_t)7);
  return 1;
}

/* The thread is made on memory of ours, so that libc neither reuses nor frees it. */
static int furnish(CuttleSeat* seat) {
  Visit v = {seat, NULL, 0, 0};
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_t made;
  int error;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, seat->low + PAGE, seat->size - PAGE);
  sigfillset(&all);
  sigdelset(&all, SIGSEGV); /* memory that is watched for the next run (../process/snapshot.h) */
  pthread_sigmask(SIG_BLOCK, &all, &before);
  error = REAL(pthread_create)(&made, &attributes, visit, &v);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  if (error) return 0;
  wait_while(&v.done, 0);
  if (!v.number_at) return 0;
  /* The kernel clears it when the thread is gone; libc must go on to believe in it. */
  wait_while(v.number_at, v.number);
  *v.number_at = v.number;
  return remember(seat);
}

static uint64_t stack_bytes(uint32_t number, const pthread_attr_t* attributes) {
  size_t wanted = 0;
  const uint64_t usual = number < 32 ? 8u << 20 : number < 256 ? 1u << 20 : 256u << 10;
  if (attributes && pthread_attr_getstacksize(attributes, &wanted)) wanted = 0;
  if (wanted > usual && wanted != (8u << 20)) return (wanted + 2 * STORED) & ~(uint64_t)(PAGE - 1);
  return usual;
}

static CuttleSeat* new_seat(const pthread_attr_t* attributes) {
  CuttleSeat* seat = &room->seats[room->count];
  if (room->count >= CUTTLE_MAX_TASKS) return NULL;
  memset(seat, 0, sizeof(*seat));
  seat->size = stack_bytes(room->count, attributes);
  seat->low = (uint8_t*)cuttle_reserve(seat->size);
  if (!seat->low) return NULL;
  mprotect(seat->low, PAGE, PROT_NONE);
  if (!furnish(seat)) {
    munmap(seat->low, seat->size);
    return NULL;
  }
  room->count++;
  return seat;
}

static CuttleSeat* take_seat(const pthread_attr_t* attributes) {
  const uint64_t wanted = attributes ? stack_bytes(~0u, attributes) : 0;
  uint32_t i;
  for (i = 0; i < room->count; ++i) {
    CuttleSeat* seat = &room->seats[i];
    if (seat->taken || seat->size < wanted) continue;
    memcpy(seat->top, seat->fresh, seat->fresh_size & ~(uint64_t)7);
    memcpy(seat->slots, seat->fresh_slots, seat->slot_words * 8);
    return seat;
  }
  return new_seat(attributes);
}

/* ---- Kernel threads -------------------------------------------------------------------------- */

/* libc ends a kernel thread with code that is not to be controlled (unwinding does something once),
 * nor to run beside the program. So while one leaves nobody is the running task, and who has the
 * next turn first waits until it is gone. Its handle is not used again before it is joined. */
static struct {
  long number; /* of the kernel's; 0: nobody leaves */
  CuttleTask* task;
} leaving;

static void see_off(void) {
  CuttleTask* task = leaving.task;
  const long process = cuttle_kernel(SYS_getpid, 0, 0, 0, 0, 0, 0);
  while (cuttle_kernel(SYS_tgkill, process, leaving.number, 0, 0, 0, 0) == 0)
    cuttle_kernel(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
  leaving.number = 0;
  if (task->detached) cuttle_carrier_give_back(task);
}

static void wait_for_turn(CuttleTask* task) {
  wait_while(&task->carrier.turn, 0);
  task->carrier.turn = 0;
  if (leaving.number) see_off();
  cuttle_task = task;
}

static void give_turn(CuttleTask* task) {
  __atomic_store_n(&task->carrier.turn, 1, __ATOMIC_RELEASE);
  cuttle_kernel(SYS_futex, (long)&task->carrier.turn, FUTEX_WAKE, 1, 0, 0, 0);
}

static void* carry(void* at) {
  CuttleTask* task = (CuttleTask*)at;
  uint8_t here;
  task->stack_high = ((uint64_t)&here & ~(uint64_t)(PAGE - 1)) + PAGE;
  task->stack_low = task->stack_high - (8u << 20);
  wait_for_turn(task);
  cuttle_task_main(task);
  return NULL;
}

/* A sanitizer wants to know of the threads that there are. */
extern int sanitized_create(pthread_t*, const pthread_attr_t*, void* (*)(void*),
                            void*) __asm__("___interceptor_pthread_create") __attribute__((weak));
extern int sanitized_join(pthread_t, void**) __asm__("___interceptor_pthread_join")
    __attribute__((weak));

static int start_kernel_thread(CuttleTask* task, const pthread_attr_t* attributes) {
  pthread_attr_t own;
  pthread_t made;
  int error;
  if (attributes)
    own = *attributes;
  else
    pthread_attr_init(&own);
  pthread_attr_setdetachstate(&own, PTHREAD_CREATE_JOINABLE); /* it is joined when its task is */
  error = (sanitized_create ? sanitized_create : REAL(pthread_create))(&made, &own, carry, task);
  if (!attributes) pthread_attr_destroy(&own);
  task->handle = (uint64_t)made;
  return !error;
}

/* ---- Both ------------------------------------------------------------------------------------ */

int cuttle_carriers_prepare(void) {
  if (!room) room = (struct Room*)cuttle_reserve(sizeof(struct Room));
  return room != NULL;
}

void cuttle_carriers_begin(int kernel_threads) {
  uint32_t i;
  has_instruction = (getauxval(AT_HWCAP2) & 2) != 0;
  on_kernel_threads = kernel_threads || !CAN_CARRY_STACKS;
  for (i = 0; i < room->count; ++i) room->seats[i].taken = 0;
  room->home = thread_pointer();
}

int cuttle_carriers_are_stacks(void) {
  return !on_kernel_threads;
}

void cuttle_carriers_stock(uint32_t tasks) {
  if (!cuttle_carriers_prepare() || !CAN_CARRY_STACKS) return;
  has_instruction = (getauxval(AT_HWCAP2) & 2) != 0;
  while (room->count < tasks && new_seat(NULL)) {
  }
}

void cuttle_carriers_go_home(void) {
  if (room && room->home && !on_kernel_threads) set_thread_pointer(room->home);
}

int cuttle_carrier_make(CuttleTask* task, const void* attributes) {
  CuttleSeat* seat;
  if (on_kernel_threads) return start_kernel_thread(task, (const pthread_attr_t*)attributes);
  seat = take_seat((const pthread_attr_t*)attributes);
  if (!seat) return 0;
  seat->taken = 1;
  task->carrier.seat = seat;
  task->carrier.thread_pointer = seat->thread_pointer;
  task->carrier.stack_pointer = first_frame(seat->top);
  task->handle = seat->handle;
  task->stack_low = (uint64_t)seat->low;
  task->stack_high = (uint64_t)seat->top;
  return 1;
}

void cuttle_carrier_give_back(CuttleTask* task) {
  if (on_kernel_threads && task->index)
    (sanitized_join ? sanitized_join : REAL(pthread_join))((pthread_t)task->handle, NULL);
  if (task->carrier.seat) task->carrier.seat->taken = 0;
  task->carrier.seat = NULL;
}

void cuttle_carrier_switch(CuttleTask* from, CuttleTask* to) {
  if (on_kernel_threads) {
    give_turn(to);
    wait_for_turn(from);
  } else {
    cuttle_task = to;
    if (!from->index) from->carrier.thread_pointer = room->home;
    set_thread_pointer(to->carrier.thread_pointer);
    swap(&from->carrier.stack_pointer, to->carrier.stack_pointer);
  }
}

__attribute__((noreturn)) static void leave_kernel_thread(CuttleTask* from, CuttleTask* to) {
  if (from->index) {
    leaving.task = from;
    leaving.number = cuttle_kernel(SYS_gettid, 0, 0, 0, 0, 0, 0);
    cuttle_task = NULL;
  }
  give_turn(to);
  if (from->index)
    for (;;) REAL(pthread_exit)(NULL);
  for (;;) pause();
}

void cuttle_carrier_leave(CuttleTask* from, CuttleTask* to) {
  if (on_kernel_threads) leave_kernel_thread(from, to);
  cuttle_task = to;
  set_thread_pointer(to->carrier.thread_pointer);
  swap(&from->carrier.stack_pointer, to->carrier.stack_pointer);
  __builtin_unreachable();
}
