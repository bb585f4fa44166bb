/* SPDX-License-Identifier: Apache-2.0 */

/* Setting environment variables: a value that is symbolic stays so. */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/models/models.h"

static int is_name(const char* name, size_t size) {
  size_t i;
  for (i = 0; i < size; ++i)
    if (name[i] == '=') return 0;
  return size > 0;
}

char* __cuttle_model_getenv(const char* name);

int MODEL(setenv)(const char* name, const char* value, int overwrite) {
  const size_t name_size = name ? __cuttle_model_strlen(name) : 0;
  size_t size;
  char* setting;
  if (!name || !is_name(name, name_size)) {
    errno = EINVAL;
    return -1;
  }
  if (!overwrite && __cuttle_model_getenv(name)) return 0;
  size = __cuttle_model_strlen(value);
  setting = __cuttle_model_malloc(name_size + size + 2);
  if (!setting) return -1;
  __cuttle_model_memcpy(setting, name, name_size);
  setting[name_size] = '=';
  __cuttle_model_memcpy(setting + name_size + 1, value, size + 1);
  __cuttle_pin(name, name_size);
  __cuttle_variable_is_input(name, 1);
  return REAL(putenv)(setting);
}

int MODEL(unsetenv)(const char* name) {
  const size_t size = name ? __cuttle_model_strlen(name) : 0;
  if (size) __cuttle_pin(name, size);
  if (size) __cuttle_variable_is_input(name, 1);
  return REAL(unsetenv)(name);
}

/* The name is what comes before `='; without it the variable is removed. */
int MODEL(putenv)(char* setting) {
  char name[256];
  size_t size = 0;
  while (size < sizeof(name) - 1 && setting[size] && setting[size] != '=') {
    name[size] = setting[size];
    ++size;
  }
  name[size] = 0;
  __cuttle_pin(name, size);
  __cuttle_pin(setting, size);
  __cuttle_variable_is_input(name, 1);
  return REAL(putenv)(setting);
}

int MODEL(clearenv)(void) {
  __cuttle_variable_is_input(NULL, 1);
  return REAL(clearenv)();
}
