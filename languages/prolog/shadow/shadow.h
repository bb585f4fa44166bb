// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/term/choices.h"
#include "languages/prolog/shadow/kinds.h"

namespace cuttle::prolog {

// The symbolic side of one run: what the symbolic cells stand for, and the choices on them. Inputs
// are ground and fixed for the run: backtracking of the machine does not concern them.
class Shadow : public term::Choices {
 public:
  Shadow(Store& store, Skeleton& skeleton);

  // Starts a run with these inputs; positions that they do not mention take their defaults.
  void begin(const Assignment& inputs, uint64_t max_choices);
  // The symbolic cell of an input position.
  Cell input(PositionId p);

  // ---- symbolic values ----
  enum class Kind : uint8_t { position, integer, floating, opaque, text };
  struct SymbolicValue {
    Kind kind;
    PositionId position;    // position, opaque
    ExprId expr;            // integer: signed bits; floating: a double
    Cell concrete;          // 0: not built yet
    uint32_t text = 0;      // text: which of texts_
    FloatFacts facts = {};  // floating
  };
  const SymbolicValue& value(Cell symbolic) const { return values_[payload(symbolic)]; }
  // The value in this run, one level deep: a constant, or a compound with symbolic arguments.
  // Looking at it without recording a choice is for the machine only.
  Cell concrete(Cell symbolic);
  Cell concrete_term(Cell symbolic);  // without anything symbolic inside
  // An integer that is computed from inputs.
  Cell make_integer(ExprId expr, Cell concrete);
  Cell make_float(ExprId expr, const FloatFacts& facts);
  // A constant that depends on the symbol at p; looking at it exposes p.
  Cell make_opaque(PositionId p, Cell concrete);

  // An atom or string whose length is known, but not all of its characters.
  struct Text {
    KindId kind = SymbolKind::atom;  // or string
    std::vector<ExprId> codes;       // signed bits
  };
  Cell make_text(Text text);
  // The value as a text, if it is an atom or string that may have unknown characters: that it is
  // one, and its length, are choices then.
  bool open_text(Cell symbolic, Text& out);

  // ---- conditions ----
  // Adds "the symbolic value is this constant / has this functor". Arguments are then child().
  void require_constant(Cell symbolic, Cell constant, Literal& out);
  bool require_functor(Cell symbolic, FunctorId f, Literal& out);
  Cell child(Cell symbolic, FunctorId f, unsigned i);
  void require_equal(Cell a, Cell b, Literal& out);
  // The integer as an expression, if the value is known to be one.
  ExprId integer_expr(Cell symbolic);
  // The same for floats.
  ExprId float_expr(Cell symbolic);
  FloatFacts float_facts(Cell symbolic);
  // Whether the value is a float. That an input is one is a choice.
  bool is_float(Cell symbolic);

  // ---- choices ----
  // Fixes the symbol at a symbolic value: an atom or box, a compound with symbolic arguments, or
  // a symbolic cell that is known to be an integer.
  Cell expose(Cell symbolic);
  // Does the symbol at the value pass the test? For type tests.
  bool choose_kind(Cell symbolic, const std::function<bool(const Symbol&)>& test);
  // An integer or float whose value is needed. Enumerates the values when there are few integers,
  // otherwise pins it and says so.
  Cell concretise(Cell symbolic, const std::string& why);

 private:
  void require_text(Cell symbolic, const Text& text, Literal& out);
  void require_known_text(Cell symbolic, Cell constant, Literal& out);
  Cell text_cell(KindId kind, std::u32string_view text);
  void pin_text(ExprId condition);
  void require_float(Cell symbolic, ExprId value, Literal& out);

  Store& store_;
  std::vector<SymbolicValue> values_;
  std::vector<Text> texts_;
  std::unordered_map<PositionId, uint64_t> by_position_;
};

}  // namespace cuttle::prolog
