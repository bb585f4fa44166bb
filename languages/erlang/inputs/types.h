// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// A type of a spec, in the small language that vm/erl/cuttle_types.erl brings them to.
struct Type {
  enum class Kind : uint8_t {
    any,
    none,
    integer,  // within low and high, where given
    floating,
    atom,
    nil,
    any_tuple,
    any_map,
    bitstring,  // of `base` bits, or more by multiples of `unit`
    pid,
    reference,
    port,
    literal,
    list,      // args: the elements'
    cons,      // args: head, tail
    tuple,     // args: the elements'
    map,       // fields with their types in args; then key and value of the rest, if it has one
    function,  // args: the result
    either,    // args: the alternatives
    named,
  };
  struct Field {
    bool required = false;
    Term key;
  };

  Kind kind = Kind::any;
  std::optional<mpz_class> low = {}, high = {};
  Term literal = {};
  std::vector<Type> args = {};
  std::vector<Field> fields = {};
  bool rest = false;  // of a map
  int arity = -1;     // of a function; -1: any
  unsigned base = 0, unit = 1;
  uint32_t named = 0;  // index into Types::named
};

// What a function takes and returns, as its spec says.
struct Types {
  bool specified = false;
  std::vector<Type> arguments;
  Type result;
  std::vector<Type> named;  // may be recursive
  // Of a spec with several clauses: arguments and result of each. `arguments` and `result` are
  // their unions.
  struct Clause {
    std::vector<Type> arguments;
    Type result;
  };
  std::vector<Clause> clauses;

  // The type behind a name, or the type itself. Names that only name each other are any().
  const Type& resolve(const Type& type) const;
};

// What a module mentions: where no type restricts an input, it is made of this.
struct Mentioned {
  std::vector<std::string> atoms;
  std::vector<unsigned> tuples;  // sizes
  std::vector<Term> keys;        // of maps
  std::vector<unsigned> funs;    // arities
  bool floats = false, binaries = false, bitstrings = false, maps = false, pids = false,
       references = false;
};

// From the maps that the machine sends. A type that cannot be read is any().
Types read_types(const Term& map);
Mentioned read_mentioned(const Term& map);

// Is the value of that type? Funs and inputs that stand for them count by their arity.
bool conforms(const Term& value, const Type& type, const Types& types);
// All of them, as one clause of the spec says it.
bool conform(std::span<const Term> arguments, const Types& types);
// The result is what some clause promises for these arguments.
bool result_conforms(const Term& result, std::span<const Term> arguments, const Types& types);
// Are they written the same?
bool same_type(const Type& a, const Type& b);

}  // namespace cuttle::erlang
