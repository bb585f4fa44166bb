/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The interface between code compiled with the pass and the runtime linked to it.
 *
 * Words: an *id* is the number of an expression node in the trace, 0 for a concrete value. A value
 * of an instrumented function has its id beside it. All functions below are called out of line,
 * from the rare paths on which something is symbolic, and may be called at any time (before main,
 * in signal handlers of the program, from any thread). They never fail: what cannot be represented
 * comes back as id 0 and is counted as a limitation. They do not allocate through malloc and keep
 * errno.
 *
 * The pass puts the calls for a stretch of code on one rare path, taken when any of the stretch's
 * inputs is symbolic. So each function must be quick and harmless when it is called with ids that
 * are all 0: an expression is then 0, a choice or check nothing, a symbolic access a plain one.
 *
 * The runtime knows the value of each node under the inputs of this run (CuttleNode.value). So
 * concrete operands are passed only for those whose id is 0 (for others they are ignored).
 */

#include <stddef.h>
#include <stdint.h>

#include "engine/trace/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Visible to instrumented shared libraries too. */
#pragma GCC visibility push(default)

/* ---- Calls ---------------------------------------------------------------------------------- */

#define CUTTLE_MAX_ARGUMENTS 64
#define CUTTLE_MAX_RESULTS 64

/* How ids travel through calls, without caller or callee having to know whether the other one is
 * instrumented.
 *
 *   caller: results_from = NULL
 *           if any argument is symbolic: arguments[i] = id of every argument (0 where concrete),
 *                                        argument_count = n, callee = address that is called
 *   callee: at entry: if (callee == own address) take the arguments' ids; then callee = NULL
 *           at return, if a result is symbolic: results[j] = id of every result,
 *                                        results_from = own address
 *   caller: if (results_from == address that was called) take the results' ids
 *
 * A parameter or result that is an aggregate or vector takes one slot per scalar leaf. Variadic
 * arguments follow the fixed ones. Arguments beyond CUTTLE_MAX_ARGUMENTS are concrete.
 *
 * `site` is set before each call of a function whose name starts with __cuttle_ or is modelled
 * (modelled.h): the place that reports and choices of that function name. */
typedef struct CuttleThread {
  const void* callee;
  const void* results_from;
  uint32_t site;
  uint32_t argument_count;
  uint32_t arguments[CUTTLE_MAX_ARGUMENTS];
  uint32_t results[CUTTLE_MAX_RESULTS];
  /* Of __cuttle_stack_object. A function that registers objects reads this at its entry and stores
   * it back before each return; ways out that miss it (longjmp, exceptions) are made good by
   * address. */
  uint32_t stack_object_count;
  /* Of a variadic call: where the callee finds each argument in memory. */
  uint16_t places[CUTTLE_MAX_ARGUMENTS];
} CuttleThread;

extern __thread CuttleThread __cuttle_thread;

/* A place is an offset into the register save area of a va_list, CUTTLE_PLACE_STACK plus an offset
 * into its overflow area, or CUTTLE_PLACE_NONE (System V ABI for x86-64; elsewhere always none). */
#define CUTTLE_PLACE_STACK 0x1000u
#define CUTTLE_PLACE_NONE 0xffffu

/* The ids of a variadic function's arguments, kept in its frame from its entry to va_start. */
typedef struct CuttleVariadic {
  uint32_t count; /* 0: none is symbolic */
  uint32_t first; /* of the variadic ones */
  uint32_t ids[CUTTLE_MAX_ARGUMENTS];
  uint16_t places[CUTTLE_MAX_ARGUMENTS];
} CuttleVariadic;

/* At the entry of a variadic function that was given ids; `first` as above. */
void __cuttle_variadic(CuttleVariadic* kept, uint32_t first);
/* After va_start: the arguments in memory have these ids and no others. */
void __cuttle_va_start(void* list, const CuttleVariadic* kept);

/* ---- Shadow memory -------------------------------------------------------------------------- */

/* One flag byte per 64-byte granule of the address space; 0: no byte that an access of up to 64
 * bytes starting in this granule can touch is symbolic. (A symbolic byte flags its own granule and
 * the one before.) Readable at all times after __cuttle_register_module. */
#define CUTTLE_FLAGS_BASE 0x200000000000ull
#define CUTTLE_GRANULE_SHIFT 6

/* The id of `size` (1 to 64) bytes as one little-endian value of width 8 * size; 0 when all are
 * concrete. Reads the memory (for bytes which are concrete): call it before or after the load, but
 * without a store in between. Notices when uninstrumented code overwrote a symbolic byte. */
uint32_t __cuttle_load(const void* address, uint64_t size);

/* The `size` bytes at `address` now hold the value of node `id` (width 8 * size); id 0 clears. */
void __cuttle_store(void* address, uint64_t size, uint32_t id);

/* The bytes are concrete now. Any size. */
void __cuttle_clear(const void* address, uint64_t size);

/* 1 when one of the bytes is symbolic. Any size. */
int __cuttle_any_symbolic(const void* address, uint64_t size);

/* The shadow side of memcpy/memmove and memset; call it before the operation itself. Ids of the
 * arguments are given so that symbolic sizes and addresses are pinned. */
void __cuttle_memory_copy(void* to, const void* from, uint64_t size, uint32_t to_id,
                          uint32_t from_id, uint32_t size_id, uint32_t site);
void __cuttle_memory_set(void* to, uint8_t byte, uint64_t size, uint32_t to_id, uint32_t byte_id,
                         uint32_t size_id, uint32_t site);

/* Accesses through an address that may be symbolic. Call before the access itself. Inside a
 * known object of bounded size the load is a look-up over the object's bytes and the store a
 * conditional update of each of them; the bounds are a check choice (out of bounds is a bug that is
 * solved for). Otherwise the address is pinned to its value and reported. `object` and
 * `object_size` name the object when the compiler knows it (0, 0 otherwise). Both do all
 * there is to do: no __cuttle_load, __cuttle_store or __cuttle_clear in addition. */
uint32_t __cuttle_load_symbolic(uint32_t address_id, const void* address, uint64_t size,
                                const void* object, uint64_t object_size, uint32_t site);
void __cuttle_store_symbolic(uint32_t address_id, void* address, uint64_t size, uint32_t value_id,
                             uint64_t value, const void* object, uint64_t object_size,
                             uint32_t site);

/* ---- What may be touched --------------------------------------------------------------------- */

/* One byte for each eight: 0: all may be touched, 1 to 7: so many of them, more: none. Instrumented
 * code looks there before each access, and calls this when it may be a wrong one. Ends the run when
 * it is. */
#define CUTTLE_POISON_BASE 0x400000000000ull
#define CUTTLE_POISON_SHIFT 3
void __cuttle_bad_access(uint64_t address, uint64_t size, uint32_t site);

/* Control has come to the caller from functions that it called and that did not return (an
 * exception, longjmp). */
void __cuttle_landed(void);

/* A stack object whose address escapes, for the look-up above. Call after the alloca; see
 * CuttleThread.stack_object_count. */
void __cuttle_stack_object(const void* address, uint64_t size);

/* ---- Expressions ---------------------------------------------------------------------------- */

/* A constant of more than 64 bits as a node, for operands of wide operations: those have no room
 * for it in the calls below. `words` are little endian. Narrow ones are never needed. */
uint32_t __cuttle_constant(uint32_t width, const uint64_t* words);

/* op NOT, NEG, FNEG, FABS, FSQRT, FISNAN, and FROUND (with the rounding mode in `parameter`). */
uint32_t __cuttle_unary(uint32_t op, uint32_t width, uint32_t a, uint32_t parameter);

/* AND ... SLE, FADD ... FLE; `width` is that of the operands (comparisons give width 1). The
 * operand whose id is 0 has the concrete value given. */
uint32_t __cuttle_binary(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint64_t value_a,
                         uint64_t value_b);

/* ZEXT, SEXT, EXTRACT (truncation: the low bits), FTOF, SIGNED_TO_F, ... */
uint32_t __cuttle_cast(uint32_t op, uint32_t from_width, uint32_t to_width, uint32_t a);
uint32_t __cuttle_extract(uint32_t a, uint32_t lowest, uint32_t width);
/* high:low; the operand whose id is 0 has the concrete value and the width given. */
uint32_t __cuttle_concat(uint32_t high, uint32_t high_width, uint64_t high_value, uint32_t low,
                         uint32_t low_width, uint64_t low_value);

/* condition ? a : b; `value` is the value of the condition. When its id is 0, the result is that of
 * the operand it selects. */
uint32_t __cuttle_select(uint32_t condition, uint32_t value, uint32_t width, uint32_t a, uint32_t b,
                         uint64_t value_a, uint64_t value_b);
uint32_t __cuttle_fma(uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value_a,
                      uint64_t value_b, uint64_t value_c);

/* ---- Choices -------------------------------------------------------------------------------- */

/* A branch on a symbolic condition (width 1). */
void __cuttle_branch(uint32_t condition, uint32_t site, uint32_t taken);
/* A switch on a symbolic value. `taken` is the arm (CuttleCase). */
void __cuttle_switch(uint32_t id, uint32_t site, uint64_t value, uint32_t taken);
/* The program goes on with the value instead of the expression; holds the path. `reason` is a
 * CuttleReason. */
void __cuttle_concretise(uint32_t id, uint64_t value, uint32_t site, uint32_t reason);
/* A bug condition (width 1) of kind CuttleBug, which the engine tries to make true. When it is true
 * in this run, the run ends here as that bug. */
void __cuttle_check(uint32_t condition, uint32_t value, uint32_t bug, uint32_t site);
/* The same with a message of its own. */
void __cuttle_check_named(uint32_t condition, uint32_t value, uint32_t bug, uint32_t site,
                          const char* message);
/* The checks of UDIV, UREM, SDIV, SREM: divisor 0, and overflow of the signed ones. Call when one
 * operand is symbolic. */
void __cuttle_check_division(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint64_t value_a,
                             uint64_t value_b, uint32_t site);
/* Control reached `unreachable`. Does not return. */
void __cuttle_unreachable(uint32_t site);
/* An access at a concrete place was beyond its object. Does not return. */
void __cuttle_out_of_bounds(uint32_t site);

/* The message of an OUT_OF_BOUNDS that was seen late, at the end of the object's life or of the
 * run. The engine knows by it that a look with AddressSanitizer finds the place. */
#define CUTTLE_MESSAGE_OVERRUN "an object on the heap was written beyond its end"

/* The message of an ABORT that is a misuse of threads or locks; what it is follows in quotes. */
#define CUTTLE_MESSAGE_MISUSE "misuse of threads or locks:"

/* ---- Limitations ---------------------------------------------------------------------------- */

/* Something is not followed exactly; `detail` may be NULL. */
void __cuttle_limitation(uint32_t reason, uint32_t site, const char* detail);
/* An uninstrumented function is called with symbolic arguments. (NULL: it was not.) */
void __cuttle_external_call(const char* name, uint32_t site);
/* A function of libc is called that may read an input without our seeing it (names.h). */
void __cuttle_unseen_input(const char* name, uint32_t site);
/* A function or an instruction that is not ours gave this: runs are compared (core/answers.h). */
void __cuttle_answer(const char* name, uint32_t site, uint64_t value);
/* Pins all symbolic bytes of that memory to what they are, with a report; for models. */
void __cuttle_pin(const void* at, size_t size);

/* ---- Program structure ---------------------------------------------------------------------- */

typedef struct CuttleGlobal {
  const void* address;
  uint64_t size;
} CuttleGlobal;

#define CUTTLE_MODULE_VERSION 1u

/* One per translation unit, emitted by the pass as a writable global. Offsets of strings are into
 * `strings`, whose first byte is 0. */
typedef struct CuttleModule {
  uint32_t version;
  uint32_t name; /* string: the source file */
  uint32_t site_count, point_count, case_count, line_count, edge_count, global_count;
  uint32_t strings_size;
  uint32_t first_site; /* out: add it to module-relative sites */
  const CuttleSite* sites;
  const CuttlePoint* points;
  const CuttleCase* cases;
  const uint32_t* lines;
  const CuttleEdge* edges;
  const CuttleGlobal* globals;
  const char* strings;
  uint8_t* coverage; /* in: point_count private bytes (for code that runs before registration).
                        out: the module's bytes in the trace. Code does coverage[point] = 1 */
  struct CuttleModule* next; /* the runtime's */
} CuttleModule;

/* Called by a constructor of priority 1 of each module; a second call for the same module does
 * nothing. */
void __cuttle_register_module(CuttleModule* module);
/* Called by a destructor, for shared libraries that are closed. */
void __cuttle_unregister_module(CuttleModule* module);

/* First thing in main; arguments may be NULL when main does not have them. Under the engine it is
 * here that the fork server lives: the call returns once in each run. May replace the arguments.
 * Returns the id of *argc. */
uint32_t __cuttle_main(int* argc, char*** argv);

/* ---- Functions that programs call ----------------------------------------------------------- */

/* Behind the macros of cuttle/cuttle.h. They take ids by the convention of calls above, like any
 * instrumented function; the pass neither reports nor redirects them. */
void __cuttle_input(void* at, size_t size, const char* name, const char* type);
void __cuttle_input_array(void* at, size_t element_size, size_t count, const char* name,
                          const char* type);
void __cuttle_assume(int condition, const char* text, const char* file, int line);
void __cuttle_assert(int condition, const char* text, const char* file, int line,
                     const char* function);

/* Functions of libc with a model: modelled.h. */

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
