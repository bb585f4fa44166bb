/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "languages/c/runtime/graph.h"

#include <string.h>
#include <sys/mman.h>

#include "engine/trace/format.h"
#include "languages/c/runtime/core/reserve.h"
#include "languages/c/runtime/inputs/input_shapes.h"

/* ---- Names: one path that grows and shrinks with the walk ------------------------------------ */

#define MAX_NAME 4000u
typedef struct {
  char text[MAX_NAME];
  size_t length;
} Name;

static size_t append(Name* name, const char* text) {
  const size_t before = name->length;
  while (*text && name->length + 1 < MAX_NAME) name->text[name->length++] = *text++;
  name->text[name->length] = 0;
  return before;
}

static void append_number(Name* name, uint64_t number) {
  char digits[24];
  size_t at = sizeof(digits) - 1;
  digits[at] = 0;
  do digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  append(name, digits + at);
}

static size_t append_index(Name* name, uint64_t index) {
  const size_t before = append(name, "[");
  append_number(name, index);
  append(name, "]");
  return before;
}

static void cut_back(Name* name, size_t length) {
  name->length = length;
  name->text[length] = 0;
}

/* ---- Regions and slots ----------------------------------------------------------------------- */

enum { LIVE = 1, FREED = 2 };

#define MAX_REGIONS 512u
typedef struct {
  const char* object; /* the type, by its objects' name and size */
  uint64_t size;
  uint64_t first;                   /* address of slot 0's object */
  uint8_t made[CUTTLE_GRAPH_SLOTS]; /* in this run; 0: not there */
} Region;
static Region regions[MAX_REGIONS];
static uint32_t region_count;

/* Objects still to be read: breadth first, so that long lists need no deep stack. */
#define MAX_WAITING 65536u
static struct {
  uint64_t address;
  const CuttleType* type;
} waiting[MAX_WAITING];
static uint32_t waiting_first, waiting_end;

static int is_taken(uint64_t first) {
  uint32_t i;
  for (i = 0; i < region_count; ++i)
    if (((regions[i].first ^ first) >> CUTTLE_GRAPH_REGION_SHIFT) == 0) return 1;
  return 0;
}

/* Objects end where a page ends. */
static uint64_t lead(uint64_t size) {
  return ((size + 4095) & ~(uint64_t)4095) - size;
}

static Region* region_of(const char* object, uint64_t size) {
  uint32_t i, number = cuttle_graph_region(object);
  for (i = 0; i < region_count; ++i)
    if (regions[i].size == size && !strcmp(regions[i].object, object)) return &regions[i];
  if (region_count == MAX_REGIONS || !size || size > CUTTLE_GRAPH_MAX_SIZE) return NULL;
  for (;; number = (number + 1) % CUTTLE_GRAPH_REGIONS) {
    regions[region_count].first =
        CUTTLE_GRAPH_BASE + ((uint64_t)number << CUTTLE_GRAPH_REGION_SHIFT) + lead(size);
    if (!is_taken(regions[region_count].first)) break;
  }
  regions[region_count].object = object;
  regions[region_count].size = size;
  memset(regions[region_count].made, 0, sizeof(regions[region_count].made));
  return &regions[region_count++];
}

static uint64_t buffers[64]; /* addresses of arrays, 0 when freed */
static uint32_t buffer_count;

void cuttle_graph_forget(void) {
  uint32_t i;
  for (i = 0; i < region_count; ++i) memset(regions[i].made, 0, sizeof(regions[i].made));
  waiting_first = waiting_end = 0;
  buffer_count = 0;
}

/* Of LeakSanitizer, when the program has it: what an input points to is not lost. */
extern void __lsan_register_root_region(const void* start, size_t size) __attribute__((weak));

/* Pages that objects were given in this process, by their start. Many runs use the same few, and
 * emptying them is cheaper than new memory. The table outlasts the run. */
#define MAX_MAPPED 4096u
typedef struct {
  uint64_t start, end;
} Pages;
static Pages* mapped;

void cuttle_graph_prepare(void) {
  if (!mapped) mapped = (Pages*)cuttle_reserve(MAX_MAPPED * sizeof(Pages));
}

/* Its place in the table, or the one for it; NULL when the table is full. */
static Pages* find_pages(uint64_t start) {
  uint32_t i;
  cuttle_graph_prepare();
  for (i = 0; mapped && i < MAX_MAPPED; ++i) {
    Pages* pages = &mapped[((start >> CUTTLE_GRAPH_SLOT_SHIFT) + i) % MAX_MAPPED];
    if (!pages->start || pages->start == start) return pages;
  }
  return NULL;
}

static int map_object(uint64_t address, uint64_t size) {
  const uint64_t start = address & ~(uint64_t)4095, end = (address + size + 4095) & ~(uint64_t)4095;
  Pages* pages = start == end ? NULL : find_pages(start);
  if (start == end) return 1;
  if (pages && pages->end == end) {
    memset((void*)start, 0, end - start);
    return 1;
  }
  if (mmap((void*)start, end - start, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return 0;
  if (__lsan_register_root_region) __lsan_register_root_region((void*)start, end - start);
  if (pages) {
    pages->start = start;
    pages->end = end;
  }
  return 1;
}

/* The program has freed it: using it faults. */
static void unmap_object(uint64_t address) {
  const uint64_t start = address & ~(uint64_t)4095;
  Pages* pages = find_pages(start);
  if (pages) pages->end = 0;
  mprotect((void*)start, 4096, PROT_NONE);
}

void __cuttle_unit_end(void) {
  volatile char dead[1 << 15];
  size_t i;
  for (i = 0; i < sizeof(dead); ++i) dead[i] = 0;
}

int cuttle_graph_release(uint64_t address) {
  uint32_t i;
  int found = 0;
  for (i = 0; i < buffer_count && !found; ++i) {
    if (buffers[i] != address) continue;
    buffers[i] = 0;
    found = 1;
  }
  for (i = 0; i < region_count && !found; ++i) {
    uint8_t* made = &regions[i].made[cuttle_graph_slot(address)];
    if ((regions[i].first ^ address) >> CUTTLE_GRAPH_REGION_SHIFT || *made != LIVE ||
        (address - regions[i].first) % ((uint64_t)1 << CUTTLE_GRAPH_SLOT_SHIFT))
      continue;
    *made = FREED;
    found = 1;
  }
  if (found) unmap_object(address);
  return found;
}

uint64_t cuttle_graph_untouched(uint64_t first, const CuttleBounds* bounds) {
  uint32_t i, slot;
  for (i = 0; i < region_count && (regions[i].first ^ first) >> CUTTLE_GRAPH_REGION_SHIFT;) ++i;
  if (i == region_count) return 0;
  for (slot = 0; slot < bounds->objects && slot < CUTTLE_GRAPH_SLOTS; ++slot)
    if (!regions[i].made[slot]) return first + ((uint64_t)slot << CUTTLE_GRAPH_SLOT_SHIFT);
  return 0;
}

/* ---- The walk -------------------------------------------------------------------------------- */

typedef struct {
  const CuttleBounds* bounds;
  const CuttleGraphUser* user;
  Name* name;
  uint64_t object; /* the slot that is being read, 0: a variable of the program */
} Walk;

static void read_value(Walk* walk, char* at, const CuttleType* type);

static int is_slot(const Region* region, uint64_t address, const CuttleBounds* bounds) {
  const uint64_t offset = address - region->first;
  return offset % ((uint64_t)1 << CUTTLE_GRAPH_SLOT_SHIFT) == 0 &&
         offset >> CUTTLE_GRAPH_SLOT_SHIFT < bounds->objects;
}

/* The object is there from now on; its contents follow when the walk comes to it. */
static void want_object(Walk* walk, Region* region, uint64_t address, const CuttleType* type) {
  uint8_t* made = &region->made[cuttle_graph_slot(address)];
  if (*made || waiting_end == MAX_WAITING || !map_object(address, region->size)) return;
  *made = LIVE;
  waiting[waiting_end].address = address;
  waiting[waiting_end].type = type;
  waiting_end++;
  walk->user->object(address, type, region->size);
}

static const CuttleType* target_of(const CuttleType* pointer, uint32_t number) {
  return number ? pointer->fields[number - 1].type : pointer->target;
}

uint64_t cuttle_graph_first(const CuttleType* pointer, uint32_t number) {
  const CuttleType* target = target_of(pointer, number);
  const Region* region = region_of(target->object, target->size);
  return region ? region->first + pointer->count : 0;
}

static void read_pointer(Walk* walk, char* at, const CuttleType* type) {
  const CuttleType* target = type->target;
  Region* region = region_of(target->object, target->size);
  const uint64_t inside = type->count; /* to a member of the object */
  uint64_t value, first;
  uint32_t i;
  walk->user->provide(at, sizeof(value), walk->name->text, CUTTLE_NO_INDEX,
                      cuttle_count_occurrence(walk->name->text, 64), 64, type->name);
  memcpy(&value, at, sizeof(value));
  if (!region) {
    walk->user->replace(at, 0);
    walk->user->cut("larger objects");
    return;
  }
  if (!value && (type->flags & CUTTLE_TYPE_NEVER_NULL))
    walk->user->replace(at, value = region->first + inside);
  first = region->first + inside;
  for (i = 1; i <= type->others && !is_slot(region, value - inside, walk->bounds); ++i) {
    target = target_of(type, i);
    region = region_of(target->object, target->size);
    if (!region) return walk->user->replace(at, 0);
  }
  if (value && !is_slot(region, value - inside, walk->bounds)) walk->user->replace(at, value = 0);
  walk->user->pointer(at, walk->object, first, type, walk->bounds);
  if (value) want_object(walk, region, value - inside, target);
}

static void read_scalars(Walk* walk, char* at, uint32_t size, uint64_t count, uint32_t width,
                         const char* type) {
  const uint32_t occurrence = cuttle_count_occurrence(walk->name->text, width);
  uint64_t i;
  for (i = 0; i < count; ++i)
    walk->user->provide(at + i * size, size, walk->name->text, (uint32_t)i, occurrence, width,
                        type);
}

static void read_string(Walk* walk, char* at, const CuttleType* type) {
  const uint64_t room = type->size - 1;
  uint64_t length = 0;
  read_scalars(walk, at, 1, room, 8, "char");
  at[room] = 0;
  while (length < room && at[length]) ++length;
  if (length == room) walk->user->cut("longer strings");
}

static void read_function(Walk* walk, char* at, const CuttleType* type) {
  walk->user->provide(at, 1, walk->name->text, CUTTLE_NO_INDEX,
                      cuttle_count_occurrence(walk->name->text, 1), 1, type->name);
  walk->user->function(at, type->stub);
}

static void read_field(Walk* walk, char* at, const CuttleField* field) {
  const size_t before = append(walk->name, field->name[0] ? "." : "");
  append(walk->name, field->name);
  if (field->bits) {
    uint64_t value = 0;
    walk->user->provide(&value, sizeof(value), walk->name->text, CUTTLE_NO_INDEX,
                        cuttle_count_occurrence(walk->name->text, field->bits), field->bits,
                        field->type->name);
    walk->user->insert(at + field->offset, field->first_bit, field->bits, &value);
  } else {
    read_value(walk, at + field->offset, field->type);
  }
  cut_back(walk->name, before);
}

static void read_elements(Walk* walk, char* at, const CuttleType* type, uint64_t count) {
  uint64_t i;
  if (type->kind == CUTTLE_TYPE_SCALAR) {
    read_scalars(walk, at, (uint32_t)type->size, count, type->width, type->name);
    return;
  }
  for (i = 0; i < count; ++i) {
    const size_t before = append_index(walk->name, i);
    read_value(walk, at + i * type->size, type);
    cut_back(walk->name, before);
  }
}

static void read_value(Walk* walk, char* at, const CuttleType* type) {
  uint64_t i;
  switch (type->kind) {
    case CUTTLE_TYPE_SCALAR:
      walk->user->provide(at, (uint32_t)type->size, walk->name->text, CUTTLE_NO_INDEX,
                          cuttle_count_occurrence(walk->name->text, type->width), type->width,
                          type->name);
      break;
    case CUTTLE_TYPE_POINTER:
      read_pointer(walk, at, type);
      break;
    case CUTTLE_TYPE_RECORD:
      for (i = 0; i < type->count; ++i) read_field(walk, at, &type->fields[i]);
      break;
    case CUTTLE_TYPE_ARRAY:
      if (type->flags & CUTTLE_TYPE_CUT) walk->user->cut("longer arrays");
      read_elements(walk, at, type->target, type->count);
      break;
    case CUTTLE_TYPE_STRING:
      read_string(walk, at, type);
      break;
    case CUTTLE_TYPE_CONSTANT:
      memcpy(at, &type->stub, sizeof(type->stub));
      break;
    case CUTTLE_TYPE_FUNCTION:
      read_function(walk, at, type);
      break;
    default:
      read_scalars(walk, at, 1, type->size, 8, "unsigned char");
      break;
  }
}

static void read_waiting(Walk* walk) {
  while (waiting_first < waiting_end) {
    const uint64_t address = waiting[waiting_first].address;
    const CuttleType* type = waiting[waiting_first].type;
    waiting_first++;
    cut_back(walk->name, 0);
    append(walk->name, type->object);
    append_number(walk->name, cuttle_graph_slot(address) + 1);
    walk->object = address;
    read_value(walk, (char*)address, type);
  }
  waiting_first = waiting_end = 0;
}

void cuttle_graph_read(void* at, const CuttleType* type, uint64_t count, int is_array,
                       const char* name, const CuttleBounds* bounds, const CuttleGraphUser* user) {
  static Name path; /* inputs are read one after the other */
  Walk walk = {bounds, user, &path, 0};
  cut_back(&path, 0);
  append(&path, name);
  if (is_array)
    read_elements(&walk, (char*)at, type, count);
  else
    read_value(&walk, (char*)at, type);
  read_waiting(&walk);
}

/* The region belongs to the name; the end of the array is the end of its slot's room. */
static char* new_buffer(const CuttleType* type, uint64_t size, uint64_t count, const char* name,
                        const CuttleBounds* bounds, const CuttleGraphUser* user) {
  const uint64_t most = count > bounds->elements ? count : bounds->elements;
  const uint64_t room = ((most * size + 4095) & ~(uint64_t)4095) + 4096;
  const uint64_t end = CUTTLE_GRAPH_BASE +
                       ((uint64_t)cuttle_graph_region(name) << CUTTLE_GRAPH_REGION_SHIFT) +
                       ((uint64_t)1 << (CUTTLE_GRAPH_REGION_SHIFT - 1)) + room;
  const uint64_t bytes = count * size;
  if (room >= (uint64_t)1 << (CUTTLE_GRAPH_REGION_SHIFT - 1) || !map_object(end - bytes, bytes))
    return NULL;
  if (bytes) user->object(end - bytes, type, bytes);
  if (buffer_count < sizeof(buffers) / sizeof(buffers[0])) buffers[buffer_count++] = end - bytes;
  return (char*)(end - bytes);
}

void* cuttle_graph_buffer(const CuttleType* type, uint64_t count, const char* name,
                          const CuttleBounds* bounds, const CuttleGraphUser* user) {
  char* at = new_buffer(type, type->size, count, name, bounds, user);
  if (at) cuttle_graph_read(at, type, count, 1, name, bounds, user);
  return at;
}

void** cuttle_graph_rows(const CuttleType* type, uint64_t count, uint64_t columns, const char* name,
                         const CuttleBounds* bounds, const CuttleGraphUser* user) {
  void** rows = (void**)new_buffer(type, sizeof(void*), count, name, bounds, user);
  uint64_t i;
  for (i = 0; rows && i < count; ++i) {
    static Name row;
    cut_back(&row, 0);
    append(&row, name);
    append_index(&row, i);
    rows[i] = cuttle_graph_buffer(type, columns, row.text, bounds, user);
  }
  return rows;
}
