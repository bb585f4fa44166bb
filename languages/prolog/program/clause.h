// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/path/choice.h"
#include "languages/prolog/term/flat_term.h"

namespace cuttle::prolog {

class Machine;
struct Predicate;

// What a clause body does, step by step. `level` means a height of the stack of choice points.
enum class OpCode : uint8_t {
  call,       // pred, with arguments built from templates
  unify,      // the two argument templates
  is,         // as unify, with the value of the second
  compare,    // two arithmetic expressions; nargs is the Relation
  cut,        // back to the level at which the clause was entered
  get_level,  // slot := current level
  cut_to,     // back to the level in slot, plus nargs
  soft_cut,   // forgets the choice point just above the level in slot, keeps younger ones
  try_else,   // a choice point whose alternative is `target`
  jump,       // to target
  fail,       // backtrack
  init,       // slot := fresh variable
  exit,       // the clause is done: continue with its caller
  // Code of the machine itself (machine/meta_code.h).
  meta_goal,  // slots: goal, level for cuts, module
  meta_then,  // slots: goal, level for cuts, module, level of the condition
  meta_soft_then,
  meta_not,     // slots: level; the negated goal succeeded
  findall_add,  // slots: template; collects and fails
  exit_catch,   // the goal of catch/3 is done
  exit_mark,    // slots: clauses that are complete when this frame is returned to
  stop,         // the initial goal has an answer
};

// An argument template is a cell: atom, integer, box and symbolic stand for themselves, a compound
// points into Clause::templates, and a variable is a ref with (slot << 2 | occurrence).
// Of the instruction compare, in this order: =:= =\\= < > =< >=
enum class Relation : uint8_t { equal, unequal, less, greater, less_equal, greater_equal };

enum class Occurrence : uint8_t { next = 0, first = 1, only = 2 };
constexpr Cell template_var(uint32_t slot, Occurrence o) {
  return make_cell(Tag::ref, uint64_t{slot} << 2 | static_cast<uint64_t>(o));
}

struct Instr {
  OpCode op = OpCode::fail;
  bool last = false;  // of a call: nothing follows but exit
  uint16_t nargs = 0;
  uint32_t slot = 0;
  uint32_t args = 0;  // index of the first argument template
  AtomId module = 0;  // in which the goal is meant
  Predicate* pred = nullptr;
  const Instr* target = nullptr;
};

constexpr uint64_t never = std::numeric_limits<uint64_t>::max();
constexpr uint32_t no_point = ~0u;

struct Clause {
  Predicate* owner = nullptr;
  uint32_t slots = 0;               // variables of the clause
  uint32_t head_args = 0;           // index of the first head argument template
  bool fact = false;                // no body: needs no frame
  AtomId module = 0;                // in which the body runs
  Cell key = 0;                     // of the first argument; 0: matches anything
  uint64_t born = 0, died = never;  // logical update view
  SiteId site = 0;
  uint32_t point = no_point;  // coverage point
  uint32_t ordinal = 0;       // within its predicate, in the order of creation
  uint32_t label = 0;         // number within the program, from 1; 0: not the user's
  bool user = false;          // of the program, also where it adds to a library's predicate
  bool complete = false;      // evaluated to its end in some run of this target
  std::vector<Cell> templates;
  std::vector<Instr> code;
  FlatTerm source;  // Head :- Body, for clause/2 and listing
};

using ClauseList = std::vector<Clause*>;

// A built-in predicate of ours. Arguments are in the machine's registers.
enum class Status : uint8_t {
  fail,
  ok,
  error,  // Machine::ball() is set
  jump,   // the builtin has set up where to go on
};
using Builtin = Status (*)(Machine&, Cell* args);

struct Predicate {
  AtomId module = 0;
  FunctorId functor = 0;
  AtomId name = 0;
  unsigned arity = 0;

  enum class State : uint8_t { unresolved, clauses, builtin, undefined, foreign };
  State state = State::unresolved;
  Predicate* alias = nullptr;  // imported: the definition
  Builtin builtin = nullptr;
  bool dynamic = false;
  bool user = false;         // defined in the program, not in a library
  bool det = false;          // declared deterministic
  bool ssu = false;          // heads match one way: they bind no variable of the call
  bool tabled = false;       // calls go through tables ($tabled in the prelude)
  bool locked = false;       // not to be changed by assert and retract
  std::vector<AtomId> meta;  // specifiers; empty: not a meta-predicate
  SiteId site = 0;

  std::vector<std::unique_ptr<Clause>> owned;  // of the program; asserted ones belong to the run
  std::shared_ptr<ClauseList> all = std::make_shared<ClauseList>();
  struct Index {
    std::unordered_map<Cell, ClauseList> by_key;
    ClauseList any;  // clauses that match every key
  };
  std::unique_ptr<Index> index;  // of `all`, by first argument; made on demand

  uint32_t next_ordinal = 0;

  void append(Clause* clause);
  void prepend(Clause* clause);
  // The clauses that may match a first argument with that key (0: unknown).
  const ClauseList& candidates(Cell key);
};

}  // namespace cuttle::prolog
