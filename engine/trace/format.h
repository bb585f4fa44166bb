/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The trace: one shared mapping (a memfd) in which a running program tells the engine what it did.
 *
 * The engine makes the mapping (engine/trace/layout.h) and writes the input values and the
 * schedule; the program appends expression nodes, one stream of records (choices and what else
 * happened, in order), inputs read, limitations, coverage and the outcome; the engine reads them
 * after the run. Any front end may write it, in any language: everything is little endian,
 * naturally aligned and position-independent (offsets from the start of the mapping).
 * docs/trace-format.md tells the whole story.
 *
 * Three rules make a trace readable whenever its writer dies:
 *   - contents first, count afterwards (release store); nothing published is ever changed;
 *   - every area is bounded; when one is full the writer goes on without, and sets `truncated` or
 *     adds a limitation;
 *   - locks, if any, live in the writer's private memory.
 *
 * Lifetime: strings, variables, nodes, tables and modules stay from run to run (the "arena"; ids
 * mean the same in all runs of one `generation`); all other areas belong to one run.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUTTLE_TRACE_MAGIC 0x3152544c54545543ull /* "CUTTLTR1" */
#define CUTTLE_TRACE_VERSION 3u

/* A program that was started by the engine finds the mapping and the control socket on these
 * descriptors. Where it is offered, a program that cannot use descriptors which it did not open
 * finds them by name: environment variables hold the path of a file to map and that of a Unix
 * stream socket to connect to, on which a message is its 24 bytes. It uses one of the two sockets.
 */
#define CUTTLE_TRACE_FD 198
#define CUTTLE_CONTROL_FD 199
#define CUTTLE_TRACE_FILE_VARIABLE "CUTTLE_TRACE_FILE"
#define CUTTLE_CONTROL_SOCKET_VARIABLE "CUTTLE_CONTROL_SOCKET"

/* ---- Areas ---------------------------------------------------------------------------------- */

enum CuttleAreaId {
  CUTTLE_AREA_STRINGS,          /* char; NUL-terminated strings; offset 0 is "" */
  CUTTLE_AREA_VARIABLES,        /* CuttleVariable; 0 is unused */
  CUTTLE_AREA_VARIABLE_BUCKETS, /* uint32_t: first variable of the chain; a power of two of them */
  CUTTLE_AREA_NODES,            /* CuttleNode; 0 is unused ("concrete") */
  CUTTLE_AREA_NODE_BUCKETS,     /* uint32_t, like VARIABLE_BUCKETS */
  CUTTLE_AREA_TABLES,           /* CuttleTable; 0 is unused */
  CUTTLE_AREA_TABLE_BUCKETS,    /* uint32_t, like VARIABLE_BUCKETS */
  CUTTLE_AREA_TABLE_ELEMENTS,   /* uint32_t: node ids */
  CUTTLE_AREA_MODULES,          /* CuttleModuleRecord */
  CUTTLE_AREA_MODULE_DATA,      /* bytes: the modules' tables */
  CUTTLE_AREA_COVERAGE,         /* uint8_t per coverage point: 1 = reached; written without count */
  CUTTLE_AREA_SOURCES,          /* CuttleSource, from the engine */
  CUTTLE_AREA_RECORDS,          /* CuttleRecord, this run: the stream */
  CUTTLE_AREA_READS,            /* CuttleRead, this run */
  CUTTLE_AREA_LIMITATIONS,      /* CuttleLimitation, this run */
  CUTTLE_AREA_THREADS,          /* CuttleThreadRecord, this run; none: only the first thread */
  CUTTLE_AREA_BLOBS,            /* bytes, this run: CuttleBlob each; the first 8 bytes are unused */
  CUTTLE_AREA_SCHEDULE,         /* CuttleStep, this run, from the engine */
  CUTTLE_AREA_COUNT
};

typedef struct CuttleArea {
  uint64_t offset;       /* from the start of the mapping, a multiple of 64 */
  uint32_t element_size; /* in bytes */
  uint32_t capacity;     /* in elements */
  uint32_t count;        /* in elements; published with release order */
  uint32_t reserved;
} CuttleArea;

/* ---- Expressions ---------------------------------------------------------------------------- */

/* Every node is a bit-vector of `width` bits, or an integer of any size (CUTTLE_INTEGER);
 * conditions have width 1. Floats are their IEEE bit patterns (width 16, 32, 64, 80 (x87) or 128):
 * a float operation takes patterns and gives a pattern. Operations mean what they mean in SMT-LIB
 * (x udiv 0 = all ones, x urem 0 = x, shifting by width or more gives 0 or the sign).
 *
 * Of integers there are CONSTANT (`value` is signed; larger ones are made of products and sums),
 * VARIABLE, ITE, NEG, ADD, SUB, MUL, UDIV and UREM (SMT-LIB's div and mod: the remainder is never
 * negative), EQ, NE, SLT, SLE, ZEXT and SEXT from bits, and EXTRACT of the lowest bits (b = 0) to
 * bits. */
#define CUTTLE_INTEGER 0xffffu /* as a width */

enum CuttleOp {
  CUTTLE_OP_NONE = 0,
  CUTTLE_OP_CONSTANT = 1, /* `value`; width <= 64 (wider: CONCAT of constants) */
  CUTTLE_OP_VARIABLE = 2, /* a = variable; width <= 64 */
  CUTTLE_OP_EXTRACT = 3,  /* a; b = lowest bit */
  CUTTLE_OP_CONCAT = 4,   /* a = high, b = low */
  CUTTLE_OP_ZEXT = 5,     /* a */
  CUTTLE_OP_SEXT = 6,     /* a */
  CUTTLE_OP_ITE = 7,      /* a = condition, b = then, c = else */
  CUTTLE_OP_LOOKUP = 8,   /* a = index, b = table; the last element beyond the end */
  CUTTLE_OP_NOT = 9,      /* a, bitwise */
  CUTTLE_OP_NEG = 10,     /* a */

  /* a, b of the result's width */
  CUTTLE_OP_AND = 16,
  CUTTLE_OP_OR = 17,
  CUTTLE_OP_XOR = 18,
  CUTTLE_OP_ADD = 19,
  CUTTLE_OP_SUB = 20,
  CUTTLE_OP_MUL = 21,
  CUTTLE_OP_UDIV = 22,
  CUTTLE_OP_UREM = 23,
  CUTTLE_OP_SDIV = 24,
  CUTTLE_OP_SREM = 25,
  CUTTLE_OP_SHL = 26,
  CUTTLE_OP_LSHR = 27,
  CUTTLE_OP_ASHR = 28,

  /* a, b of one width; the result has width 1 */
  CUTTLE_OP_EQ = 32,
  CUTTLE_OP_NE = 33,
  CUTTLE_OP_ULT = 34,
  CUTTLE_OP_ULE = 35,
  CUTTLE_OP_SLT = 36,
  CUTTLE_OP_SLE = 37,

  /* Floats; round to nearest even */
  CUTTLE_OP_FNEG = 48,
  CUTTLE_OP_FABS = 49,
  CUTTLE_OP_FADD = 50,
  CUTTLE_OP_FSUB = 51,
  CUTTLE_OP_FMUL = 52,
  CUTTLE_OP_FDIV = 53,
  CUTTLE_OP_FREM = 54, /* fmod */
  CUTTLE_OP_FMA = 55,  /* a, b, c */
  CUTTLE_OP_FSQRT = 56,
  CUTTLE_OP_FMIN = 57,
  CUTTLE_OP_FMAX = 58,
  CUTTLE_OP_FROUND = 59, /* a; b = CuttleRounding: to an integral value */
  CUTTLE_OP_FEQ = 60,    /* ordered comparisons, width 1 */
  CUTTLE_OP_FLT = 61,
  CUTTLE_OP_FLE = 62,
  CUTTLE_OP_FISNAN = 63,      /* width 1 */
  CUTTLE_OP_FTOF = 64,        /* a; from its format to the format of `width` */
  CUTTLE_OP_SIGNED_TO_F = 65, /* a */
  CUTTLE_OP_UNSIGNED_TO_F = 66,
  CUTTLE_OP_F_TO_SIGNED = 67, /* a; toward zero */
  CUTTLE_OP_F_TO_UNSIGNED = 68,
};

enum CuttleRounding {
  CUTTLE_ROUND_NEAREST_EVEN,
  CUTTLE_ROUND_NEAREST_AWAY,
  CUTTLE_ROUND_UP,
  CUTTLE_ROUND_DOWN,
  CUTTLE_ROUND_ZERO,
};

#define CUTTLE_NODE_NO_VALUE                                           \
  1u /* flags: `value` is not known (wider than 64 bits, or from such) \
      */

/* Equal (op, width, a, b, c, and value for constants) means one node: they are hash-consed
 * (cuttle_node_hash in engine/trace/layout.h). Fields that an operation does not use are 0. */
typedef struct CuttleNode {
  uint8_t op;
  uint8_t flags;
  uint16_t width;
  uint32_t a, b, c;
  uint64_t value; /* constants: the value. Others: under the inputs of the last run that used it */
  uint32_t depth; /* 1 + that of the deepest argument */
  uint32_t next;  /* in the chain of its bucket */
} CuttleNode;

typedef struct CuttleTable {
  uint32_t first; /* into TABLE_ELEMENTS; elements have one width */
  uint32_t count;
  uint32_t hash; /* cuttle_table_hash */
  uint32_t next; /* in the chain of its bucket */
} CuttleTable;

/* ---- Inputs --------------------------------------------------------------------------------- */

#define CUTTLE_NO_INDEX 0xffffffffu

/* An input is known by (name, index, width, occurrence), the occurrence counting the inputs of the
 * same name and width (an array counts once) from the start of the run, so that values
 * find their input again on other paths. In words: "x", "x#2" (second occurrence), "a[3]",
 * "a#2[3]". Variables are interned by the program when it reads a new input, and by the engine
 * (between runs) when it has a value for one that this trace has not seen: engine/trace/layout.h.
 */
typedef struct CuttleVariable {
  uint32_t name;       /* string */
  uint32_t index;      /* of the array element, or CUTTLE_NO_INDEX */
  uint32_t occurrence; /* from 1 */
  uint32_t width;      /* 1 to 64 bits, or CUTTLE_INTEGER */
  uint32_t type;       /* string, as the programmer wrote it: "unsigned char"; may be "" */
  uint32_t node;       /* 0 until the program first reads it */
  uint32_t hash;
  uint32_t next;      /* in the chain of its bucket */
  uint64_t value;     /* to use in the run `value_run`, from the engine; otherwise it is 0 */
  uint32_t value_run; /* CuttleTraceHeader.run for which `value` was set */
  uint32_t blob;      /* with `value`: an integer that has more than 64 bits, or 0 */
} CuttleVariable;

/* An input that this run read, in order. */
typedef struct CuttleRead {
  uint32_t variable;
  uint32_t site;
  uint64_t value;
  uint64_t preferred; /* when the input must change: rather this than others; 0: none */
} CuttleRead;

enum CuttleSourceKind {
  CUTTLE_SOURCE_STDIN = 1,
  CUTTLE_SOURCE_ARGV = 2,   /* index = which argument (from 1); 0 = how many */
  CUTTLE_SOURCE_FILE = 3,   /* name = path */
  CUTTLE_SOURCE_ENV = 4,    /* name = variable */
  CUTTLE_SOURCE_FOLDER = 5, /* name = path, index = most files, max = largest one */
  CUTTLE_SOURCE_ACCEPT = 6, /* index = port: what the first connection brings */
  CUTTLE_SOURCE_TIME = 7,
  CUTTLE_SOURCE_RANDOM = 8,
  CUTTLE_SOURCE_WORLD = 9, /* no input: name = "KEY=VALUE", a fixed value of the world */
};

/* Something of the environment that the engine asks to be an input. Its bytes are variables
 * NAME[0], NAME[1], ... of width 8 and its length a variable NAME.size of width 32, with NAME one
 * of "stdin", "argv1", "file:PATH", "env:NAME" (docs/inputs.md has the others). */
typedef struct CuttleSource {
  uint32_t kind;
  uint32_t name; /* string */
  uint32_t index;
  uint32_t max; /* largest length */
} CuttleSource;

/* ---- The stream ----------------------------------------------------------------------------- */

/* What happened, in order. A sequential program writes choices and nothing else. Kinds above 15 are
 * for those who run threads, interpret the program or prune: see features_wanted. */
enum CuttleRecordKind {
  /* Choices: CuttleChoice. */
  CUTTLE_CHOICE_BRANCH = 1,      /* condition: width 1; taken = its value */
  CUTTLE_CHOICE_SWITCH = 2,      /* condition: the value switched on; taken = the arm (see
                                    CuttleCase) */
  CUTTLE_CHOICE_ASSUME = 3,      /* condition: width 1; taken = 1: the assumption holds */
  CUTTLE_CHOICE_CHECK = 4,       /* condition: width 1, "it is a bug"; aux = CuttleBug */
  CUTTLE_CHOICE_CONCRETISE = 5,  /* condition: the expression replaced by `value`; aux =
                                    CuttleReason */
  CUTTLE_CHOICE_ENVIRONMENT = 6, /* like BRANCH: "the input is longer than this" and such */

  /* A choice that a schedule flips: `thread` is let run up to its next visible operation, whose
   * ACCESS or SYNC comes next, then the choices behind it. b = its CuttleThreadRecord.name.
   * Who else could have been let run: value = bits of those with an index below 64 in THREADS, its
   * own included; a = blob of the indices of the others (CUTTLE_BLOB_THREADS), or 0. clock = number
   * of RACE records before this one, which is the step's place in SCHEDULE. */
  CUTTLE_RACE = 16,
  /* Memory that threads share: flags = CuttleAccess; a = object, b = offset, aux = bytes, value =
   * what was read or written, as far as it has 64 bits. */
  CUTTLE_ACCESS = 17,
  /* flags = CuttleSync; a = object, b = second object or thread (see there), value = result. */
  CUTTLE_SYNC = 18,
  /* A stretch of straight code begins whose effect the engine knows: a = its number. */
  CUTTLE_SEGMENT = 19,
  /* For a front end that evaluates the program once more on its side: flags = CuttleResult;
   * a = blob or 0: then `value`; b, aux: as it likes. */
  CUTTLE_RESULT = 20,
};

/* Objects (ACCESS, SYNC) are numbered by the program, in a way that does not depend on addresses:
 * one number means the same object in all runs that begin with the same choices. */
typedef struct CuttleRecord {
  uint8_t kind; /* CuttleRecordKind */
  uint8_t flags;
  uint16_t thread; /* index into THREADS; 0: the first one */
  uint32_t site;
  uint32_t a, b;
  uint64_t value;
  uint32_t aux;
  uint32_t clock; /* of the thread, with CUTTLE_FEATURE_CLOCKS; RACE: the step */
} CuttleRecord;

/* A record of a choice, with other names. */
typedef struct CuttleChoice {
  uint8_t kind;
  uint8_t flags; /* 0 */
  uint16_t thread;
  uint32_t site;
  uint32_t condition; /* node */
  uint32_t taken;
  uint64_t value; /* of the condition, low 64 bits */
  uint32_t aux;
  uint32_t clock;
} CuttleChoice;

enum CuttleAccess {
  CUTTLE_ACCESS_READ = 1u,
  CUTTLE_ACCESS_WRITE = 2u, /* also of a compare-and-swap that fails: nobody knows before */
  CUTTLE_ACCESS_ATOMIC = 4u,
  CUTTLE_ACCESS_AWAIT = 8u, /* of a loop that only waits: not before somebody else wrote there */
};

enum CuttleSync {
  CUTTLE_SYNC_START = 1,   /* the thread's first operation */
  CUTTLE_SYNC_END = 2,     /* its last one */
  CUTTLE_SYNC_FORK = 3,    /* b = the new thread, as index into THREADS */
  CUTTLE_SYNC_JOIN = 4,    /* b = the thread that had ended */
  CUTTLE_SYNC_LOCK = 5,    /* a = mutex, or anything that one thread has at a time */
  CUTTLE_SYNC_TRY = 6,     /* the same without waiting for ever; value = 1: it was free. aux =
                              what is tried, SHARE or ACQUIRE, or 0: LOCK */
  CUTTLE_SYNC_UNLOCK = 7,  /* aux = SHARE where that is given back */
  CUTTLE_SYNC_SHARE = 8,   /* a lock that several may have at once */
  CUTTLE_SYNC_WAIT = 9,    /* a = condition, b = mutex, which is free from here on, or 0; value = 1:
                              it may end although nobody signals */
  CUTTLE_SYNC_WAKE = 10,   /* the end of a WAIT, with the mutex; value = 1: nobody had signalled */
  CUTTLE_SYNC_SIGNAL = 11, /* b = index of the thread that may WAKE now, + 1; 0: nobody waited */
  CUTTLE_SYNC_BROADCAST = 12, /* all that wait may WAKE */
  CUTTLE_SYNC_POST = 13,      /* a = semaphore */
  CUTTLE_SYNC_ACQUIRE = 14,   /* of one */
  CUTTLE_SYNC_BARRIER = 15, /* b = number of the round. value = 0: arrives (aux = 1: the last of its
                               round); value = 1: leaves, when all of the round have arrived */
  CUTTLE_SYNC_SEND = 16,    /* a = mailbox; value = number of the message */
  CUTTLE_SYNC_RECEIVE = 17, /* value = number of the message */
  CUTTLE_SYNC_YIELD = 18,
  CUTTLE_SYNC_BLOCKED = 19, /* at the end of a run: the thread waits in operation aux (CuttleSync)
                               for a, b; YIELD: for another value of a. value = 1 (of WAKE): it was
                               signalled and wants the mutex */
};

enum CuttleResult {
  CUTTLE_RESULT_VALUE = 1,     /* what a call that is not followed gave */
  CUTTLE_RESULT_ENTER = 2,     /* a function was entered; site says which */
  CUTTLE_RESULT_CLAUSE = 3,    /* value = which clause or arm was taken at the site */
  CUTTLE_RESULT_EXCEPTION = 4, /* raised at the site */
};

/* A thread of this run; entry 0 is the first one. The name is made from the creation path
 * (cuttle_thread_name) and so the same in all schedules. */
typedef struct CuttleThreadRecord {
  uint32_t name;   /* 0 for the first one only */
  uint32_t parent; /* index into THREADS, smaller than its own */
  uint32_t child;  /* how many its parent had made before it, + 1 */
  uint32_t site;   /* where it was made */
} CuttleThreadRecord;

/* What does not fit a number. A blob is named by its offset from the start of BLOBS, a multiple of
 * 8; 0 is none. `size` bytes follow. Several records may name the same one. */
typedef struct CuttleBlob {
  uint32_t kind; /* CuttleBlobKind */
  uint32_t size;
} CuttleBlob;

enum CuttleBlobKind {
  CUTTLE_BLOB_INTEGER = 1, /* two's complement, little endian, at least one byte */
  CUTTLE_BLOB_TERM = 2,    /* in the front end's own encoding */
  CUTTLE_BLOB_TEXT = 3,    /* UTF-8 */
  CUTTLE_BLOB_BYTES = 4,
  CUTTLE_BLOB_THREADS = 5, /* uint32_t each: indices into THREADS */
};

/* The schedule that the engine asks for. First all RUN, in order: the n-th (from 0) is for the n-th
 * RACE of the run; after the last one the program chooses itself, but nobody who is asleep. When a
 * thread that is to run cannot, the program says so as a limitation and chooses itself.
 * Then ASLEEP, each from step `from` (the number of RUN steps) on: the thread's next operation was
 * tried in another run; an operation that depends on it wakes it. When all that could run are
 * asleep, the run ends as CUTTLE_OUTCOME_REDUNDANT.
 * Then at most one POLICY: how the program chooses. Without one it stays with the thread that runs
 * while it can go on, else takes the first in the order of THREADS that can (a WAKE without a
 * signal only when there is nobody else). engine/trace/policy.h has them all. */
enum CuttleStepKind { CUTTLE_STEP_RUN = 1, CUTTLE_STEP_ASLEEP = 2, CUTTLE_STEP_POLICY = 3 };

enum CuttlePolicy {
  CUTTLE_POLICY_STAY = 0,
  CUTTLE_POLICY_RANDOM = 1, /* from, to = seed, low and high word */
  CUTTLE_POLICY_PCT = 2,    /* a = depth of the bug, b = steps that a run has at most */
  CUTTLE_POLICY_POS = 3,
};

typedef struct CuttleStep {
  uint16_t kind;
  uint8_t operation; /* ASLEEP: CUTTLE_ACCESS or CUTTLE_SYNC; POLICY: CuttlePolicy */
  uint8_t flags;     /* ASLEEP: as in such a record */
  uint32_t thread;   /* name */
  uint32_t from, to;
  uint32_t a, b; /* ASLEEP: as in such a record */
  uint32_t aux;
  uint32_t reserved;
} CuttleStep;

/* ---- Limitations ---------------------------------------------------------------------------- */

enum CuttleReason {
  CUTTLE_REASON_CONCRETISED = 1,     /* a symbolic value had to become a number */
  CUTTLE_REASON_EXTERNAL_CALL = 2,   /* uninstrumented function got symbolic data */
  CUTTLE_REASON_DEPTH = 3,           /* limits.choices reached: the rest is not listed */
  CUTTLE_REASON_TRACE_FULL = 4,      /* an area is full */
  CUTTLE_REASON_EXPRESSION_SIZE = 5, /* limits.expression_depth reached: concretised */
  CUTTLE_REASON_SYMBOLIC_ADDRESS = 6,
  CUTTLE_REASON_SYMBOLIC_SIZE = 7,
  CUTTLE_REASON_OVERWRITTEN = 8, /* uninstrumented code wrote over symbolic bytes */
  CUTTLE_REASON_MISMATCH = 9,    /* our own bookkeeping was wrong: a choice was left out */
  CUTTLE_REASON_INLINE_ASSEMBLY = 10,
  CUTTLE_REASON_UNSUPPORTED = 11, /* an instruction that is not modelled; detail says which */
  CUTTLE_REASON_THREADS = 12,     /* schedules are not explored */
  CUTTLE_REASON_ENVIRONMENT = 13, /* files, time, ... outside the declared inputs */
  CUTTLE_REASON_TARGET = 14,      /* where an indirect call or jump goes. No limitation: the engine
                                     looks for inputs that make it go elsewhere, one after the other */
  CUTTLE_REASON_OBJECTS = 20,     /* a larger graph of input objects was left out */
  CUTTLE_REASON_LENGTH = 21,      /* a longer string or array was left out; detail says which */
  CUTTLE_REASON_DIFFERS = 22,     /* what detail names gave something else in another run */
};

#define CUTTLE_LIMITATION_CALLERS 16

/* Counted, in an area of their own: in a loop they would flood the stream. */
typedef struct CuttleLimitation {
  uint32_t reason;
  uint32_t site;
  uint32_t detail; /* string */
  uint32_t reserved;
  uint64_t count;
  /* Where the site is in a library's header: who called it at the first time, innermost first, as
   * return addresses in the program's file; 0 after the last one. */
  uint64_t callers[CUTTLE_LIMITATION_CALLERS];
} CuttleLimitation;

/* ---- Program tables ------------------------------------------------------------------------- */

#define CUTTLE_NONE 0xffffffffu

/* A program point. Sites are numbered over all modules from 1; 0 is "unknown place". */
typedef struct CuttleSite {
  uint32_t file;     /* offset into the module's strings */
  uint32_t function; /* the same */
  uint32_t line;
  uint32_t column;
  uint32_t kind;        /* CuttleSiteKind */
  uint32_t first_case;  /* switch: into the module's cases */
  uint32_t case_count;  /* switch */
  uint32_t first_point; /* coverage point of the first arm (false, or arm 0), or CUTTLE_NONE; the
                           arms' points follow each other, the default last; module-relative */
  uint32_t arm_count;   /* branch: 2; switch: its arms, the default included; others: 0 */
  uint32_t flags;       /* CuttleSiteFlags */
} CuttleSite;

/* One value of a switch. Values that lead to the same place share an arm; the condition of an arm
 * is that the value is one of its cases, that of the last arm (the default) that it is none of the
 * site's. Values that lead to the default's place are not listed. */
typedef struct CuttleCase {
  uint64_t value; /* zero-extended */
  uint32_t arm;
  uint32_t reserved;
} CuttleCase;

enum CuttleSiteFlags {
  CUTTLE_SITE_SYSTEM = 1u,    /* in a header of the system, not the user's own code */
  CUTTLE_SITE_ARTIFICIAL = 2u /* made by the compiler: not counted as a branch of the source */
};

enum CuttleSiteKind {
  CUTTLE_SITE_BRANCH = 1,
  CUTTLE_SITE_SWITCH = 2,
  CUTTLE_SITE_CALL = 3,
  CUTTLE_SITE_MEMORY = 4,
  CUTTLE_SITE_OPERATION = 5, /* division, shift, cast, ... */
};

/* A coverage point: byte `coverage_first + index` of the coverage area. */
typedef struct CuttlePoint {
  uint32_t kind; /* CuttlePointKind */
  uint32_t site; /* ARM: module-relative site; BLOCK: CUTTLE_NONE */
  uint32_t arm;  /* ARM: 0 = false or the first arm; 1 = true ...; the default is last */
  uint32_t file; /* offset into the module's strings */
  uint32_t function;
  uint32_t first_line; /* into the module's lines */
  uint32_t line_count; /* the source lines of the block (of an arm: when it leads to a block of its
                          own, which then has no point) */
  uint32_t flags;      /* CuttleSiteFlags */
} CuttlePoint;

enum CuttlePointKind { CUTTLE_POINT_ARM = 1, CUTTLE_POINT_BLOCK = 2 };

/* An edge of the control flow graph, for directed search: coverage points, module-relative. */
typedef struct CuttleEdge {
  uint32_t from, to; /* `to` may be CUTTLE_NONE: then `callee` is entered */
  uint32_t callee;   /* offset into the module's strings, or CUTTLE_NONE */
  uint32_t reserved;
} CuttleEdge;

/* The published tables of one module; *_at are offsets from the start of the mapping. */
typedef struct CuttleModuleRecord {
  uint32_t name; /* offset into the module's strings */
  uint32_t first_site, site_count;
  uint32_t first_coverage, point_count;
  uint32_t case_count, line_count, edge_count, strings_size;
  uint32_t reserved;
  uint64_t identity; /* hash of the tables: equal for the same library loaded again */
  uint64_t sites_at, points_at, cases_at /* CuttleCase */, lines_at /* uint32_t each */;
  uint64_t edges_at, strings_at;
} CuttleModuleRecord;

/* ---- Outcome -------------------------------------------------------------------------------- */

enum CuttleOutcomeKind {
  CUTTLE_OUTCOME_NONE = 0, /* nothing was recorded: the process status tells */
  CUTTLE_OUTCOME_OK = 1,
  CUTTLE_OUTCOME_REJECTED = 2, /* an assumption did not hold */
  CUTTLE_OUTCOME_BUG = 3,
  CUTTLE_OUTCOME_REDUNDANT = 4, /* all threads that could run are asleep (CuttleStep) */
};

/* Exit status of a process in which our own library could not do its work, with a line "cuttle:
 * ..." on its standard error that says why. */
#define CUTTLE_FAILURE_STATUS 125

enum CuttleBug {
  CUTTLE_BUG_NONE = 0,
  CUTTLE_BUG_ASSERTION,
  CUTTLE_BUG_ERROR_CALL,
  CUTTLE_BUG_ABORT,
  CUTTLE_BUG_SEGFAULT,
  CUTTLE_BUG_DIVISION_BY_ZERO,
  CUTTLE_BUG_OVERFLOW,
  CUTTLE_BUG_OUT_OF_BOUNDS,
  CUTTLE_BUG_USE_AFTER_FREE,
  CUTTLE_BUG_LEAK,
  CUTTLE_BUG_UNCAUGHT_EXCEPTION,
  CUTTLE_BUG_TIMEOUT,
  CUTTLE_BUG_DEADLOCK,
  CUTTLE_BUG_DATA_RACE,
};

#define CUTTLE_MAX_FRAMES 64
#define CUTTLE_MESSAGE_SIZE 1024

/* One frame, innermost first. The first ones may be the runtime's own (cuttle_* and __cuttle_*) and
 * libc's (abort, raise, __assert_fail ...): not what people want to see. A symboliser wants
 * `offset` in the file `image`. For all but the first frame of a signal `pc` is a return address:
 * look one byte before it. */
typedef struct CuttleFrame {
  uint64_t pc;
  uint64_t offset; /* the address as in the file's symbol table */
  uint32_t image;  /* offset into CuttleOutcome.images, or CUTTLE_NONE */
  uint32_t is_return_address;
} CuttleFrame;

typedef struct CuttleOutcome {
  uint32_t kind; /* published last */
  uint32_t bug;
  uint32_t signal;
  uint32_t exit_code;
  uint32_t site; /* 0 when unknown: take the first frame of the program's own */
  uint32_t frame_count;
  uint64_t fault_address;
  uint32_t line;       /* of an assertion, from the program itself */
  uint32_t images_end; /* used bytes of images */
  char message[CUTTLE_MESSAGE_SIZE];
  char file[CUTTLE_MESSAGE_SIZE];
  CuttleFrame frames[CUTTLE_MAX_FRAMES];
  char images[4096]; /* paths, NUL-terminated one after the other */
} CuttleOutcome;

/* ---- The header ----------------------------------------------------------------------------- */

/* Bounds that the engine sets, all of them, before the program starts; those on the process are not
 * set where they are 0. */
typedef struct CuttleLimits {
  uint32_t choices;          /* per run; the engine may change it between runs */
  uint32_t expression_depth; /* deeper expressions are concretised */
  uint32_t object_bytes;     /* largest object for symbolic addresses */
  uint32_t new_nodes;        /* per run */
  uint64_t memory_bytes;     /* on top of what the runtime itself reserves */
  uint64_t file_bytes;       /* RLIMIT_FSIZE */
  uint32_t cpu_seconds;      /* a second line behind the engine's time-out */
  uint32_t processes;
} CuttleLimits;

enum CuttleStart {
  CUTTLE_START_MAIN = 0,        /* the fork server starts at the entry of main */
  CUTTLE_START_FIRST_INPUT = 1, /* at the first input, if that is safe */
};

/* What the stream can have beyond choices. The engine asks before the program starts; the program
 * says what it gives before the first record that needs it, and never takes it back. */
enum CuttleFeature {
  /* Threads run as the system lets them: the records are meant in the order of clock and thread, in
   * which what a thread did comes after its creation and before it is joined, and not in that of
   * the stream. Given without being asked; of no meaning beside RACES. */
  CUTTLE_FEATURE_CLOCKS = 1u,
  CUTTLE_FEATURE_RACES = 2u,    /* SCHEDULE is obeyed; RACE and SYNC records, THREADS */
  CUTTLE_FEATURE_ACCESSES = 4u, /* ACCESS records */
  CUTTLE_FEATURE_SEGMENTS = 8u, /* SEGMENT records */
  CUTTLE_FEATURE_RESULTS = 16u, /* RESULT records */
};

typedef struct CuttleTraceHeader {
  uint64_t magic;
  uint32_t version;
  uint32_t header_size; /* sizeof(CuttleTraceHeader) */
  uint64_t total_size;
  uint32_t generation;      /* grows when the engine empties the arena */
  uint32_t run;             /* number of the current run, from 1; set by the engine */
  uint32_t start;           /* CuttleStart */
  uint32_t truncated;       /* the run had more choices than are listed */
  uint32_t site_count;      /* sites given to modules so far, + 1 */
  uint32_t modules_refused; /* modules whose tables found no room */
  uint32_t persistent;      /* engine: many runs in one process are welcome; program: clears it when
                               that is of no use */
  uint32_t features_wanted; /* CuttleFeature, from the engine */
  uint32_t features_given;  /* CuttleFeature, from the program */
  uint32_t reserved0;
  uint64_t persistent_runs; /* runs that went on in the process of the run before */
  CuttleLimits limits;
  uint64_t choices_total; /* also those beyond the bound */
  uint64_t nodes_refused; /* nodes not made because of a bound */
  CuttleArea areas[CUTTLE_AREA_COUNT];
  CuttleOutcome outcome;
} CuttleTraceHeader;

/* ---- Control (CUTTLE_CONTROL_FD or by name) ------------------------------------------------- */

enum CuttleMessageKind {
  CUTTLE_MESSAGE_HELLO = 1,   /* program -> engine, once: ready; a = CUTTLE_TRACE_VERSION */
  CUTTLE_MESSAGE_RUN = 2,     /* engine -> program: do one run with the values in the trace */
  CUTTLE_MESSAGE_STARTED = 3, /* program -> engine: a = process group of the run, to be killed on
                                 time-out. Runs in the same process (CuttleTraceHeader.persistent)
                                 do not say it again. When it is the group of the process that the
                                 engine started, all runs are made there: once is enough, and the
                                 process may die of a run, which is the end of that run */
  CUTTLE_MESSAGE_DONE = 4,    /* program -> engine: a = wait status, b = microseconds of CPU,
                                 c = largest resident set in KiB */
  CUTTLE_MESSAGE_QUIT = 5,    /* engine -> program; closing the socket means the same */
};

typedef struct CuttleMessage {
  uint32_t kind;
  uint32_t a;
  uint64_t b;
  uint64_t c;
} CuttleMessage;

#ifdef __cplusplus
}
#endif
