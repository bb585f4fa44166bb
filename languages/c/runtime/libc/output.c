/* SPDX-License-Identifier: Apache-2.0 */

/* Output whose result says what was put out: when all of it was, the result is what the program
 * asked for, as an expression. A loop that writes until all is written would otherwise compare a
 * symbolic size with a number that depends on it. */

#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "languages/c/runtime/harness.h"
#include "languages/c/runtime/libc/model.h"

/* `id`: of what was asked for, a number of `size` bytes. */
#define GIVE(name, result, wanted, id, width)                            \
  do {                                                                   \
    if ((uint64_t)(result) == (uint64_t)(wanted) && (id)) {              \
      __cuttle_store(&(result), sizeof(result), id);                     \
      cuttle_return_value(SELF(name), &(result), sizeof(result), width); \
      __cuttle_clear(&(result), sizeof(result));                         \
    }                                                                    \
  } while (0)

MODEL ssize_t __cuttle_model_write(int fd, const void* from, size_t size) {
  uint32_t ids[3];
  ssize_t result;
  cuttle_take_arguments(SELF(write), ids, 3);
  result = write(fd, from, size);
  GIVE(write, result, size, ids[2], 64);
  return result;
}
SAME(__write, write);

MODEL ssize_t __cuttle_model_pwrite(int fd, const void* from, size_t size, off_t offset) {
  uint32_t ids[4];
  ssize_t result;
  cuttle_take_arguments(SELF(pwrite), ids, 4);
  result = pwrite(fd, from, size, offset);
  GIVE(pwrite, result, size, ids[2], 64);
  return result;
}
SAME(pwrite64, pwrite);
SAME(__pwrite64, pwrite);

MODEL ssize_t __cuttle_model_send(int fd, const void* from, size_t size, int flags) {
  uint32_t ids[4];
  ssize_t result;
  cuttle_take_arguments(SELF(send), ids, 4);
  result = send(fd, from, size, flags);
  GIVE(send, result, size, ids[2], 64);
  return result;
}
SAME(__send, send);

MODEL size_t __cuttle_model_fwrite(const void* from, size_t size, size_t count, FILE* stream) {
  uint32_t ids[4];
  size_t result;
  cuttle_take_arguments(SELF(fwrite), ids, 4);
  result = fwrite(from, size, count, stream);
  GIVE(fwrite, result, count, ids[2], 64);
  return result;
}
SAME(_IO_fwrite, fwrite);
SAME(fwrite_unlocked, fwrite);

/* The character, as an unsigned one. */
static uint32_t byte_of(uint32_t id) {
  return id ? __cuttle_cast(CUTTLE_OP_ZEXT, 8, 32, __cuttle_extract(id, 0, 8)) : 0;
}

MODEL int __cuttle_model_fputc(int c, FILE* stream) {
  uint32_t ids[2];
  int result;
  cuttle_take_arguments(SELF(fputc), ids, 2);
  result = fputc(c, stream);
  GIVE(fputc, result, (unsigned char)c, byte_of(ids[0]), 32);
  return result;
}
SAME(putc, fputc);
SAME(_IO_putc, fputc);
SAME(putc_unlocked, fputc);
SAME(fputc_unlocked, fputc);

MODEL int __cuttle_model_putchar(int c) {
  uint32_t ids[1];
  int result;
  cuttle_take_arguments(SELF(putchar), ids, 1);
  result = putchar(c);
  GIVE(putchar, result, (unsigned char)c, byte_of(ids[0]), 32);
  return result;
}
SAME(putchar_unlocked, putchar);
