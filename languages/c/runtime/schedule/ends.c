/* SPDX-License-Identifier: Apache-2.0 */

/* What is done when a task ends: clean-up handlers, destructors of thread-local objects and of
 * thread-specific data. Values of the latter are libc's business: they are in the task's storage.
 */

#define _GNU_SOURCE
#include "languages/c/runtime/schedule/ends.h"

#include <limits.h>
#include <setjmp.h>
#include <stdlib.h>
#include <threads.h>

#include "languages/c/runtime/world/world.h"

/* ---- pthread_cleanup_push in C: a jump buffer in the frame ----------------------------------- */

/* Such a buffer is the beginning of a jmp_buf: the mask of signals is not in it. */
extern void jump_to(void* buffer, int value) __asm__("_longjmp") __attribute__((noreturn));

#define NEXT(buffer) ((buffer)->__pad[3])

WORLD void __pthread_register_cancel(__pthread_unwind_buf_t* buffer) {
  if (!cuttle_controlled()) {
    REAL(__pthread_register_cancel)(buffer);
    return;
  }
  NEXT(buffer) = cuttle_task->cleanups;
  cuttle_task->cleanups = buffer;
}

WORLD void __pthread_unregister_cancel(__pthread_unwind_buf_t* buffer) {
  if (!cuttle_controlled()) {
    REAL(__pthread_unregister_cancel)(buffer);
    return;
  }
  cuttle_task->cleanups = NEXT(buffer);
}

void cuttle_next_cleanup(CuttleTask* task) {
  __pthread_unwind_buf_t* buffer = (__pthread_unwind_buf_t*)task->cleanups;
  if (!buffer) return;
  task->cleanups = NEXT(buffer);
  jump_to((void*)buffer->__cancel_jmp_buf, 1);
}

WORLD void __pthread_unwind_next(__pthread_unwind_buf_t* buffer) {
  if (!cuttle_controlled()) REAL(__pthread_unwind_next)(buffer);
  cuttle_leave_task();
}

/* ---- thread_local objects -------------------------------------------------------------------- */

typedef struct Destructor {
  void (*destroy)(void*);
  void* object;
  struct Destructor* next;
} Destructor;

int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library);

WORLD int __cxa_thread_atexit_impl(void (*destroy)(void*), void* object, void* library) {
  Destructor* entry;
  if (!cuttle_task || !cuttle_task->index)
    return REAL(__cxa_thread_atexit_impl)(destroy, object, library);
  entry = (Destructor*)malloc(sizeof(Destructor));
  if (!entry) return -1;
  entry->destroy = destroy;
  entry->object = object;
  entry->next = (Destructor*)cuttle_task->destructors;
  cuttle_task->destructors = entry;
  return 0;
}

static void destroy_locals(CuttleTask* task) {
  while (task->destructors) {
    Destructor* entry = (Destructor*)task->destructors;
    task->destructors = entry->next;
    entry->destroy(entry->object);
    free(entry);
  }
}

/* ---- Thread-specific data -------------------------------------------------------------------- */

static void (*key_destructors[PTHREAD_KEYS_MAX])(void*);

static int make_key(pthread_key_t* key, void (*destructor)(void*)) {
  const int error = REAL(pthread_key_create)(key, NULL);
  if (!error && *key < PTHREAD_KEYS_MAX) key_destructors[*key] = destructor;
  return error;
}

WORLD int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  if (!cuttle_controlled()) return REAL(pthread_key_create)(key, destructor);
  return make_key(key, destructor);
}

WORLD int pthread_key_delete(pthread_key_t key) {
  if (key < PTHREAD_KEYS_MAX) key_destructors[key] = NULL;
  return REAL(pthread_key_delete)(key);
}

WORLD int tss_create(tss_t* key, tss_dtor_t destructor) {
  if (!cuttle_controlled()) return REAL(tss_create)(key, destructor);
  return make_key(key, destructor) ? thrd_error : thrd_success;
}

WORLD void tss_delete(tss_t key) {
  pthread_key_delete(key);
}

static int destroy_data(void) {
  int any = 0;
  pthread_key_t key;
  for (key = 0; key < PTHREAD_KEYS_MAX; ++key) {
    void* value = key_destructors[key] ? pthread_getspecific(key) : NULL;
    if (!value) continue;
    any = 1;
    pthread_setspecific(key, NULL);
    key_destructors[key](value);
  }
  return any;
}

void cuttle_run_destructors(CuttleTask* task) {
  int round;
  if (task->index) destroy_locals(task);
  for (round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && destroy_data(); ++round) {
  }
}
