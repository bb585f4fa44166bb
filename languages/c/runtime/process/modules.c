/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/memory/objects.h"

static uint64_t hash_bytes(uint64_t h, const void* data, uint64_t size) {
  const unsigned char* bytes = (const unsigned char*)data;
  uint64_t i;
  for (i = 0; i < size; ++i) h = (h ^ bytes[i]) * 0x100000001b3ull;
  return h;
}

static uint64_t identity(const CuttleModule* m) {
  uint64_t h = hash_bytes(0xcbf29ce484222325ull, m->strings, m->strings_size);
  h = hash_bytes(h, m->sites, (uint64_t)m->site_count * sizeof(CuttleSite));
  h = hash_bytes(h, m->points, (uint64_t)m->point_count * sizeof(CuttlePoint));
  return h ? h : 1;
}

/* Copies to the module data; the place, or 0 when there is no room. */
static uint64_t publish(const void* data, uint64_t size) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  CuttleArea* area = &trace->areas[CUTTLE_AREA_MODULE_DATA];
  const uint64_t at = ((uint64_t)area->count + 7) & ~(uint64_t)7;
  if (at + size > area->capacity) return 0;
  memcpy((char*)cuttle_area(trace, CUTTLE_AREA_MODULE_DATA) + at, data, size);
  __atomic_store_n(&area->count, (uint32_t)(at + size), __ATOMIC_RELEASE);
  return area->offset + at;
}

/* A library that several runs load is the same module each time. */
static const CuttleModuleRecord* find_published(uint64_t id) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  const CuttleModuleRecord* records =
      (const CuttleModuleRecord*)cuttle_area(trace, CUTTLE_AREA_MODULES);
  const CuttleModule* m;
  uint32_t i;
  for (i = 0; i < trace->areas[CUTTLE_AREA_MODULES].count; ++i) {
    if (records[i].identity != id) continue;
    for (m = cuttle_rt.modules; m; m = m->next)
      if (m->first_site == records[i].first_site && m->site_count) break;
    if (!m) return &records[i]; /* otherwise a twin of it is loaded right now */
  }
  return NULL;
}

static void fill_record(CuttleModuleRecord* record, const CuttleModule* m) {
  record->name = m->name;
  record->site_count = m->site_count;
  record->point_count = m->point_count;
  record->case_count = m->case_count;
  record->line_count = m->line_count;
  record->edge_count = m->edge_count;
  record->strings_size = m->strings_size;
  record->sites_at = publish(m->sites, (uint64_t)m->site_count * sizeof(CuttleSite));
  record->points_at = publish(m->points, (uint64_t)m->point_count * sizeof(CuttlePoint));
  record->cases_at = publish(m->cases, (uint64_t)m->case_count * sizeof(CuttleCase));
  record->lines_at = publish(m->lines, (uint64_t)m->line_count * sizeof(uint32_t));
  record->edges_at = publish(m->edges, (uint64_t)m->edge_count * sizeof(CuttleEdge));
  record->strings_at = publish(m->strings, m->strings_size);
}

static int is_complete(const CuttleModuleRecord* r) {
  return r->sites_at && r->points_at && r->cases_at && r->lines_at && r->edges_at && r->strings_at;
}

/* A new record, or NULL: then the program runs on with private coverage bytes and unknown sites. */
static const CuttleModuleRecord* publish_module(const CuttleModule* m, uint64_t id) {
  CuttleTraceHeader* trace = cuttle_rt.trace;
  CuttleArea* area = &trace->areas[CUTTLE_AREA_MODULES];
  CuttleArea* coverage = &trace->areas[CUTTLE_AREA_COVERAGE];
  CuttleModuleRecord* record =
      (CuttleModuleRecord*)cuttle_area(trace, CUTTLE_AREA_MODULES) + area->count;
  if (area->count >= area->capacity || m->point_count > coverage->capacity - coverage->count)
    return NULL;
  memset(record, 0, sizeof(*record));
  fill_record(record, m);
  if (!is_complete(record)) return NULL;
  record->identity = id;
  record->first_site = trace->site_count;
  record->first_coverage = coverage->count;
  trace->site_count += m->site_count;
  __atomic_store_n(&coverage->count, coverage->count + m->point_count, __ATOMIC_RELEASE);
  __atomic_store_n(&area->count, area->count + 1, __ATOMIC_RELEASE);
  return record;
}

void __cuttle_register_module(CuttleModule* module) {
  const CuttleModuleRecord* record;
  const CuttleModule* m;
  uint64_t id;
  cuttle_map_shadow();
  cuttle_find_trace();
  for (m = cuttle_rt.modules; m; m = m->next)
    if (m == module) return;
  if (cuttle_rt.trace && module->version == CUTTLE_MODULE_VERSION) {
    id = identity(module);
    record = find_published(id);
    if (!record) record = publish_module(module, id);
    if (record) {
      module->first_site = record->first_site;
      module->coverage =
          (uint8_t*)cuttle_area(cuttle_rt.trace, CUTTLE_AREA_COVERAGE) + record->first_coverage;
    } else {
      cuttle_rt.trace->modules_refused++;
    }
  }
  module->next = cuttle_rt.modules;
  cuttle_rt.modules = module;
  cuttle_globals_changed();
}

void __cuttle_unregister_module(CuttleModule* module) {
  CuttleModule** at = &cuttle_rt.modules;
  while (*at && *at != module) at = &(*at)->next;
  if (*at) *at = module->next;
  cuttle_globals_changed();
}
