// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/path/execution.h"
#include "languages/prolog/shadow/float_bounds.h"
#include "languages/prolog/shadow/literal.h"

namespace cuttle::prolog {

// The symbolic side of one run: what the symbolic cells stand for, what is known about the inputs,
// and the choices so far. Inputs are ground and fixed for the run, so knowledge only grows:
// backtracking of the machine does not concern it.
class Shadow {
 public:
  Shadow(Store& store, Skeleton& skeleton);

  // Starts a run with these inputs; positions that they do not mention take their defaults.
  void begin(const Assignment& inputs, uint64_t max_choices);
  // The symbolic cell of an input position.
  Cell input(PositionId p);
  // What stands at a position that the inputs do not mention, for positions below a seed term.
  struct Default {
    unsigned symbol = 0;
    int64_t integer = 0;
    double floating = 0.5;
  };
  void set_default(PositionId p, const Default& value);

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
    Symbol::Kind kind = Symbol::Kind::atom;  // or string
    std::vector<ExprId> codes;               // signed bits
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
  // Where the machine is: the place of the choices that follow.
  SiteId site = 0;
  // Which of the literals hold? Records the choice (if it is one) and returns what holds in this
  // run.
  std::vector<bool> choose_set(std::vector<Literal>& literals);
  bool choose(Literal& literal);
  bool choose(ExprId condition);
  // Fixes the symbol at a symbolic value: an atom or box, a compound with symbolic arguments, or
  // a symbolic cell that is known to be an integer.
  Cell expose(Cell symbolic);
  // Does the symbol at the value pass the test? For type tests.
  bool choose_kind(Cell symbolic, const std::function<bool(const Symbol&)>& test);
  // An integer or float whose value is needed. Enumerates the values when there are few integers,
  // otherwise pins it and says so.
  Cell concretise(Cell symbolic, const std::string& why);
  void limitation(Reason reason, const std::string& detail);

  // ---- results ----
  std::vector<Choice> choices;
  std::vector<Alternative> alternatives;
  Assignment inputs;
  bool truncated = false;
  std::map<std::pair<Reason, std::pair<SiteId, std::string>>, uint64_t> limitations;

  Skeleton& skeleton() { return skeleton_; }
  ExprPool& pool() { return pool_; }
  unsigned symbol_at(PositionId p);  // in this run
  std::u32string text_at(PositionId p);
  mpz_class integer_at(PositionId p);
  double float_at(PositionId p);
  bool is_true(ExprId e);
  uint64_t evaluate(ExprId bits);  // in this run
  double evaluate_float(ExprId e);

 private:
  struct Known {
    int symbol = -1;
    unsigned excluded_count = 0;
    std::vector<bool> excluded;
  };
  Known& known(PositionId p);
  void learn_symbol(PositionId p, unsigned symbol);
  void learn_not(PositionId p, unsigned symbol);
  void learn(const Condition& c);
  // That an expression holds, or not; what is known about the bounds of floats decides others.
  void decide(ExprId e, bool holds);
  const bool* decided(ExprId e);
  // Drops what is known to hold; marks it impossible when something is known not to hold.
  void reduce(Literal& literal);
  bool holds(const Condition& c);
  ExprId expression(const Condition& c);
  ExprId conjunction(const Literal& literal);
  void record(ExprId condition, AlternativeId taken, ChoiceKind kind, bool open);
  void record_branch(ExprId condition, bool holds);
  // Gives the variables of `e` that have no value yet their defaults.
  void touch(ExprId e);
  Value default_value(const Skeleton::Owner& owner) const;
  void require_text(Cell symbolic, const Text& text, Literal& out);
  void require_known_text(Cell symbolic, Cell constant, Literal& out);
  Cell text_cell(Symbol::Kind kind, std::u32string_view text);
  void pin_text(ExprId condition);
  void pin(ExprId condition, AlternativeId taken, const std::string& why);
  void require_float(Cell symbolic, ExprId value, Literal& out);
  Default default_of(PositionId p) const;

  Store& store_;
  Skeleton& skeleton_;
  ExprPool& pool_;
  std::vector<SymbolicValue> values_;
  std::vector<Text> texts_;
  std::unordered_map<PositionId, uint64_t> by_position_;
  std::unordered_map<PositionId, Known> known_;
  std::unordered_map<ExprId, bool> decided_;
  FloatBounds bounds_;
  std::unordered_map<PositionId, Default> defaults_;
  std::unique_ptr<Evaluator> evaluator_;
  uint64_t max_choices_ = 0;
};

}  // namespace cuttle::prolog
