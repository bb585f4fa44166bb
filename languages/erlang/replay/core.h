// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// Flattened Core Erlang as docs/erlang-protocol.md defines it, in memory. Slots, functions and
// literals are indices that were checked when the module was read.

// An argument: a slot, a literal (CoreModule::literals), or a cell or tuple of arguments.
struct Operand {
  enum class Kind : uint8_t { slot, literal, cons, tuple };
  Kind kind = Kind::literal;
  uint32_t index = 0;
  std::vector<Operand> items = {};
};

// How a piece of a binary is read or written.
struct Segment {
  enum class Type : uint8_t { integer, floating, binary, utf8, utf16, utf32 };
  enum class Size : uint8_t { given, all, none };
  Type type = Type::integer;
  Size size_kind = Size::none;
  bool is_signed = false;
  bool little = false;
  uint32_t unit = 1;
  Operand size = {};
};

struct Pattern {
  enum class Kind : uint8_t { slot, literal, alias, cons, tuple, map, binary };
  Kind kind = Kind::slot;
  uint32_t index = 0;                  // slot, literal; the slot of an alias
  std::vector<Pattern> items = {};     // parts; values of a map; what segments are
  std::vector<Operand> keys = {};      // of a map
  std::vector<Segment> segments = {};  // of a binary
};

// A formula: no side effects; what fails is false.
struct Guard {
  enum class Kind : uint8_t { none, value, bif, let, choose, values, attempt };
  struct Clause;
  Kind kind = Kind::none;  // none: `true'
  uint32_t bif = 0;        // into CoreModule::callees
  Operand value = {};      // also of an attempt: when it fails
  std::vector<uint32_t> slots = {};
  std::vector<Guard> items = {};  // arguments; of let what is bound, then the rest
  std::vector<Clause> clauses = {};
};

struct Guard::Clause {
  std::vector<Pattern> patterns;
  Guard guard, result;
};

struct Clause;

struct Code {
  enum class Kind : uint8_t {
    let,
    seq,
    values,
    local,
    call,
    bif,
    opaque,
    remote,
    remote_list,
    apply,
    apply_list,
    primop,
    stacktrace,
    closure,
    map,
    binary,
    choose,
    attempt,
    receive,
  };
  Kind kind = Kind::values;
  uint32_t line = 0;
  uint32_t site = 0;
  uint32_t index = 0;  // a function of the module, or one of CoreModule::callees
  std::vector<Operand> operands = {};
  std::vector<uint32_t> slots = {};    // that get the results: of let, and of the body of a try
  std::vector<uint32_t> caught = {};   // class, reason, trace of a try
  std::vector<bool> exact = {};        // map: by pair of operands after the first, `:='
  std::vector<Segment> segments = {};  // binary, by operand
  std::vector<Clause> clauses = {};
  // let, seq: what is computed first, and then; try: body, of, handler; receive: after a time-out.
  std::vector<Code> parts = {};
};

struct Clause {
  uint32_t point = 0;
  uint32_t line = 0;
  std::vector<Pattern> patterns;
  Guard guard;
  Code body;
};

struct CoreFunction {
  std::string name;
  uint32_t arity = 0;
  uint32_t captured = 0;  // parameters are captured + arity
  bool exported = false;
  uint32_t line = 0;
  std::vector<std::string> slots;  // names
  Code body;

  uint32_t parameters() const { return captured + arity; }
};

// Something that is called by name: M:F/A; primitive operations have no module.
struct Callee {
  std::string module, function;
  uint32_t arity = 0;
  friend auto operator<=>(const Callee&, const Callee&) = default;
};

struct CoreModule {
  std::string name;
  uint32_t key = 0;  // names it in events
  std::string file;
  std::vector<CoreFunction> functions;
  std::vector<Term> literals;
  std::vector<Callee> callees;
};

// Reads what the instrumenter sent. Fails on anything that the contract does not allow.
Result<CoreModule> decode_core(std::span<const uint8_t> bytes);

}  // namespace cuttle::erlang
