/* SPDX-License-Identifier: Apache-2.0 */

/* What _FORTIFY_SOURCE makes of functions that fill memory: they get the size of what they fill,
 * and end the program when it is too small. That is a branch of the program. */

#include <stdarg.h>
#include <stdio.h>

#include "languages/c/models/models.h"

char* __cuttle_model_strcpy(char* to, const char* from);
char* __cuttle_model_stpcpy(char* to, const char* from);
char* __cuttle_model_strncpy(char* to, const char* from, size_t size);
char* __cuttle_model_stpncpy(char* to, const char* from, size_t size);
char* __cuttle_model_strcat(char* to, const char* from);
char* __cuttle_model_strncat(char* to, const char* from, size_t size);

static void need(size_t size, size_t room) {
  if (size > room) __chk_fail();
}

void* MODEL(__memcpy_chk)(void* to, const void* from, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_memcpy(to, from, size);
}
void* MODEL(__memmove_chk)(void* to, const void* from, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_memmove(to, from, size);
}
void* MODEL(__mempcpy_chk)(void* to, const void* from, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_mempcpy(to, from, size);
}
void* MODEL(__memset_chk)(void* to, int byte, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_memset(to, byte, size);
}
void MODEL(__explicit_bzero_chk)(void* to, size_t size, size_t room) {
  need(size, room);
  __cuttle_model_memset(to, 0, size);
}
void MODEL(explicit_bzero)(void* to, size_t size) {
  __cuttle_model_memset(to, 0, size);
}

char* MODEL(__strcpy_chk)(char* to, const char* from, size_t room) {
  need(__cuttle_model_strlen(from) + 1, room);
  return __cuttle_model_strcpy(to, from);
}
char* MODEL(__stpcpy_chk)(char* to, const char* from, size_t room) {
  need(__cuttle_model_strlen(from) + 1, room);
  return __cuttle_model_stpcpy(to, from);
}
char* MODEL(__strncpy_chk)(char* to, const char* from, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_strncpy(to, from, size);
}
char* MODEL(__stpncpy_chk)(char* to, const char* from, size_t size, size_t room) {
  need(size, room);
  return __cuttle_model_stpncpy(to, from, size);
}
char* MODEL(__strcat_chk)(char* to, const char* from, size_t room) {
  if (room != (size_t)-1) need(__cuttle_model_strlen(to) + __cuttle_model_strlen(from) + 1, room);
  return __cuttle_model_strcat(to, from);
}
char* MODEL(__strncat_chk)(char* to, const char* from, size_t size, size_t room) {
  if (room != (size_t)-1)
    need(__cuttle_model_strlen(to) + __cuttle_model_strnlen(from, size) + 1, room);
  return __cuttle_model_strncat(to, from, size);
}
