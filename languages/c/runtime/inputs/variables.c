/* SPDX-License-Identifier: Apache-2.0 */

/* Environment variables that are inputs: their values, and whether they are set. */

#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/contents.h"
#include "languages/c/runtime/inputs/sources.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/modelling.h"

#define MAX_VARIABLES 64u

/* Of contents: `size` is 1 where the variable is not set, and `size_id` the expression of that. */
static uint32_t unset_input(CuttleContents* c) {
  char name[sizeof(c->label) + 8];
  if (c->decided) return c->size_id;
  c->decided = 1;
  snprintf(name, sizeof(name), "%s.unset", c->label);
  c->size_id = cuttle_new_input(name, CUTTLE_NO_INDEX, 1, 8, "bool", &c->size);
  return c->size_id;
}

/* A choice, once in a run. */
static int decide_unset(CuttleContents* c) {
  const uint32_t id = unset_input(c);
  if (c->floor) return c->size != 0;
  c->floor = 1;
  cuttle_environment_choice(id ? __cuttle_binary(CUTTLE_OP_EQ, 8, id, 0, 0, 0) : 0, !c->size);
  return c->size != 0;
}

/* `ceiling` 0: the program has changed it, and it is its own. */
static CuttleContents* contents_of(const char* name) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const uint32_t count = trace && cuttle_rt.in_run ? trace->areas[CUTTLE_AREA_SOURCES].count : 0;
  uint32_t i;
  for (i = 0; i < count; ++i) {
    const CuttleSource* source = (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES) + i;
    CuttleContents* c;
    if (source->kind != CUTTLE_SOURCE_ENV) continue;
    if (name && strcmp(cuttle_string(trace, source->name), name) != 0) continue;
    c = cuttle_open_contents(source, 0);
    if (c && c->ceiling) return c;
  }
  return NULL;
}

int cuttle_source_variable(const char* name, char** value) {
  CuttleContents* c = contents_of(name);
  if (!c) return 0;
  *value = decide_unset(c) ? NULL : cuttle_source_string(c->source);
  return 1;
}

/* Of all variables with the name NULL. */
int __cuttle_variable_is_input(const char* name, int changed) {
  CuttleContents* c = contents_of(name);
  const int is_input = c != NULL;
  for (; c && changed; c = name ? NULL : contents_of(name)) c->ceiling = 0;
  return is_input;
}

/* ---- For those who walk through all variables ------------------------------------------------ */

/* Defined by the pass where a program does. */
extern const char __cuttle_walks_environment __attribute__((weak));

/* "NAME=value", with the expressions of the value. */
static char* setting_of(CuttleContents* c) {
  const char* name = cuttle_string(cuttle_rt.trace, c->source->name);
  const size_t size = strlen(name) + 1, all = size + c->max + 1;
  char* setting = (char*)cuttle_reserve(all);
  if (!setting) return NULL;
  snprintf(setting, size + 1, "%s=", name);
  memcpy(setting + size, cuttle_source_string(c->source), c->max + 1);
  cuttle_shadow_copy(setting + size, c->data, c->max + 1);
  cuttle_source_mapped(setting, all);
  return setting;
}

/* Takes the setting of that name out of the environment; 0: there is none. */
static int take_out(const char* name) {
  const size_t size = strlen(name);
  char **at, **from;
  int found = 0;
  for (at = from = environ; *from; ++from)
    if (!strncmp(*from, name, size) && (*from)[size] == '=')
      found = 1;
    else
      *at++ = *from;
  *at = NULL;
  return found;
}

/* The engine has given each of the variables a place in the environment. They come last; where
 * there is one only, whether it is set need not be decided: it is where the walk ends. */
void cuttle_source_environment(void) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleSource* all = (const CuttleSource*)cuttle_area(trace, CUTTLE_AREA_SOURCES);
  CuttleContents* found[MAX_VARIABLES];
  uint32_t i, count = 0;
  char** at = environ;
  if (!&__cuttle_walks_environment || !environ) return;
  for (i = 0; i < trace->areas[CUTTLE_AREA_SOURCES].count && count < MAX_VARIABLES; ++i)
    if (all[i].kind == CUTTLE_SOURCE_ENV && take_out(cuttle_string(trace, all[i].name)))
      if ((found[count] = cuttle_open_contents(&all[i], 0))) ++count;
  while (*at) ++at;
  for (i = 0; i < count; ++i) {
    char* setting;
    if (count > 1 && decide_unset(found[i])) continue;
    if (!(setting = setting_of(found[i]))) continue;
    *at++ = setting;
    *at = NULL;
  }
  if (count == 1 && at > environ && unset_input(found[0])) {
    const uint32_t set = __cuttle_binary(CUTTLE_OP_EQ, 8, found[0]->size_id, 0, 0, 0);
    const uint64_t pointer = (uint64_t)at[-1];
    if (found[0]->size) at[-1] = NULL;
    __cuttle_store(at - 1, sizeof(*at),
                   __cuttle_select(set, !found[0]->size, 64, 0, 0, pointer, 0));
  }
}
