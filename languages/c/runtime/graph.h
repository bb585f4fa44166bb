/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Inputs of any C type: structures, and graphs of objects behind pointers.
 *
 * An object that an input pointer points to lives at a fixed address: each type has a region, each
 * region CUTTLE_GRAPH_SLOTS slots, and slot k of a type has the same address in every run, in the
 * instrumented and in the plain program. So an input pointer is a plain number of 64 bits: 0 or the
 * address of a slot of its type. Comparisons, arithmetic and casts of pointers need no special
 * care. Objects end at a page that is not there, so that going beyond the end faults in any build.
 *
 * The types come from the debug information: languages/c/unit writes these tables into the program.
 * docs/units.md tells what people see of all this. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Clear of programs, of sanitizers, and of the runtime's flags and heap. */
#define CUTTLE_GRAPH_BASE 0x480000000000ull
#define CUTTLE_GRAPH_REGION_SHIFT 24
#define CUTTLE_GRAPH_REGIONS 65536u
#define CUTTLE_GRAPH_SLOT_SHIFT 16
#define CUTTLE_GRAPH_SLOTS 256u
#define CUTTLE_GRAPH_MAX_SIZE 0xf000u /* of an object */

static inline int cuttle_graph_owns(uint64_t address) {
  return address - CUTTLE_GRAPH_BASE < (uint64_t)CUTTLE_GRAPH_REGIONS << CUTTLE_GRAPH_REGION_SHIFT;
}
/* Which slot of its region; people count from 1. */
static inline uint32_t cuttle_graph_slot(uint64_t address) {
  return (uint32_t)(address >> CUTTLE_GRAPH_SLOT_SHIFT) % CUTTLE_GRAPH_SLOTS;
}

/* The region of objects with that name, unless another name has it already: then a later one. */
static inline uint32_t cuttle_graph_region(const char* object) {
  uint32_t h = 2166136261u;
  for (; *object; ++object) h = (h ^ (unsigned char)*object) * 16777619u;
  return (h ^ h >> 16) % CUTTLE_GRAPH_REGIONS;
}

enum CuttleTypeKind {
  CUTTLE_TYPE_SCALAR = 1,   /* width */
  CUTTLE_TYPE_POINTER = 2,  /* target; count: how many bytes into it the pointer leads */
  CUTTLE_TYPE_RECORD = 3,   /* count fields */
  CUTTLE_TYPE_ARRAY = 4,    /* count times target */
  CUTTLE_TYPE_BYTES = 5,    /* anything else: size bytes */
  CUTTLE_TYPE_STRING = 6,   /* size bytes, the last one 0 */
  CUTTLE_TYPE_FUNCTION = 7, /* pointer to a function: NULL or `stub` */
  CUTTLE_TYPE_CONSTANT = 8, /* no input: always `stub`, the table of virtual functions */
};

enum CuttleTypeFlags {
  CUTTLE_TYPE_NEVER_NULL = 1u, /* a pointer that is not NULL: a reference */
  CUTTLE_TYPE_CUT = 2u,        /* an array that could be longer: at the end of a structure */
};

typedef struct CuttleType {
  uint32_t kind;
  uint32_t flags;
  uint32_t width;     /* bits of a scalar */
  uint32_t others;    /* of a pointer: further targets, the types of that many fields */
  uint64_t size;      /* bytes in memory */
  uint64_t count;     /* elements or fields */
  const char* name;   /* as the programmer writes it: "struct cell *" */
  const char* object; /* objects of this type are called so, with a number: "cell" */
  const struct CuttleType* target;
  const struct CuttleField* fields;
  void (*stub)(void);
} CuttleType;

typedef struct CuttleField {
  const char* name;
  const CuttleType* type;
  uint64_t offset;    /* bytes; of a bit-field: of the record, then first_bit counts from there */
  uint32_t first_bit; /* of a bit-field */
  uint32_t bits;      /* of a bit-field; 0: an ordinary field */
} CuttleField;

typedef struct CuttleBounds {
  uint32_t objects;  /* of each type; at most CUTTLE_GRAPH_SLOTS */
  uint32_t elements; /* of an array whose length is an input */
} CuttleBounds;

#pragma GCC visibility push(default)

/* Makes the object at `at` an input. Called by generated drivers and behind CUTTLE_input. */
void __cuttle_input_typed(void* at, const CuttleType* type, const char* name,
                          const CuttleBounds* bounds);
/* The same for `count` objects: CUTTLE_input_array. */
void __cuttle_input_typed_array(void* at, const CuttleType* type, size_t count, const char* name,
                                const CuttleBounds* bounds);
/* Stores to *at the address of a new array of `count` inputs. When the count is itself an input, it
 * becomes part of the path, and the engine looks for all lengths up to bounds->elements. */
void __cuttle_input_buffer(void** at, const CuttleType* type, size_t count, const char* name,
                           const CuttleBounds* bounds);

/* The length of an array at `at` was an input and is now part of the path: a plain number. */
void __cuttle_length_is_known(void* at, size_t size);

/* The same for `count` pointers to arrays of `columns` inputs each. */
void __cuttle_input_rows(void*** at, const CuttleType* type, size_t count, size_t columns,
                         const char* name, const CuttleBounds* bounds);

/* A stub without a result was called; nothing of its arguments is lost. */
void __cuttle_stub_called(void);

/* The unit has returned: clears the stack that it used, so that what only it knew is lost for
 * LeakSanitizer, too. */
void __cuttle_unit_end(void);

#pragma GCC visibility pop

/* ---- Between the walk over the types (graph.c) and its two users: runtime and replay library --
 */

typedef struct CuttleGraphUser {
  /* Reads one input, as in input_shapes.h. */
  void (*provide)(void* at, uint32_t size, const char* name, uint32_t index, uint32_t occurrence,
                  uint32_t width, const char* type);
  /* The pointer just provided has this value instead. */
  void (*replace)(void* at, uint64_t value);
  /* A pointer was provided. `object` is the slot that it lies in, 0 for a variable of the program;
   * `first` is the address of the first slot that it may point to. */
  void (*pointer)(void* at, uint64_t object, uint64_t first, const CuttleType* type,
                  const CuttleBounds* bounds);
  /* Moves the low `bits` of *value to the bit-field; the input was provided at `value`. */
  void (*insert)(void* record, uint32_t first_bit, uint32_t bits, uint64_t* value);
  /* The bit provided at `at` says whether the function pointer there is `stub` or NULL. */
  void (*function)(void* at, void (*stub)(void));
  /* An object of that many bytes is an input now. */
  void (*object)(uint64_t address, const CuttleType* type, uint64_t size);
  /* A bound left something out: "longer strings". */
  void (*cut)(const char* what);
} CuttleGraphUser;

void cuttle_graph_read(void* at, const CuttleType* type, uint64_t count, int is_array,
                       const char* name, const CuttleBounds* bounds, const CuttleGraphUser* user);
/* A new array, at an address of its own. */
void* cuttle_graph_buffer(const CuttleType* type, uint64_t count, const char* name,
                          const CuttleBounds* bounds, const CuttleGraphUser* user);
/* A new array of pointers to such arrays, which are called "name[0]" and so on. */
void** cuttle_graph_rows(const CuttleType* type, uint64_t count, uint64_t columns, const char* name,
                         const CuttleBounds* bounds, const CuttleGraphUser* user);
/* The address of the first object of the type that pointers of this type may lead to: `number` 0 is
 * its target, others follow. 0: there is no room for it. */
uint64_t cuttle_graph_first(const CuttleType* pointer, uint32_t number);
/* The first of a region's slots that no input points to so far; 0: there is none. */
uint64_t cuttle_graph_untouched(uint64_t first, const CuttleBounds* bounds);
/* free() of an address in our room: the object is gone, and using it faults. 0: there is no such
 * object, or no more. */
int cuttle_graph_release(uint64_t address);
/* Makes what outlasts runs and is otherwise made at the first use. */
void cuttle_graph_prepare(void);
/* A new run: there are no objects yet. */
void cuttle_graph_forget(void);

#ifdef __cplusplus
}
#endif
