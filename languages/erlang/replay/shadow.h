// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <unordered_map>

#include "engine/term/choices.h"
#include "languages/erlang/replay/heap.h"
#include "languages/erlang/replay/integers.h"

namespace cuttle::erlang::replay {

// Sets of kinds.
using KindMask = uint16_t;
constexpr KindMask mask_of(TermKind kind) {
  return static_cast<KindMask>(1u << static_cast<unsigned>(kind));
}
template <typename... More>
constexpr KindMask mask_of(TermKind first, More... more) {
  return static_cast<KindMask>(mask_of(first) | mask_of(more...));
}
inline constexpr KindMask number_mask = mask_of(TermKind::integer, TermKind::floating);

// The symbolic side of one run: what cells mean under the inputs, as conditions, and the choices
// on them. A view of a cell as something (`as_cons`) is a condition under which it is that, and its
// parts in this case. Conditions that follow from earlier choices are constants.
class Shadow : public term::Choices {
 public:
  Shadow(term::Skeleton& skeleton, Heap& heap, const MapKeys& keys);
  void begin(const Assignment& inputs, uint64_t max_choices);
  bool is_full() const { return choices.size() >= max_choices_; }

  Heap& heap() { return heap_; }
  Ranged& ints() { return ints_; }
  ExprId yes() const { return pool_.true_expr(); }
  ExprId no() const { return pool_.false_expr(); }
  Cell boolean(ExprId condition) {
    if (!pool_.is_constant(condition)) return heap_.boolean(pool_, condition);
    return pool_.is_true(condition) ? true_ : false_;
  }

  // The pid of the process that runs, in external format.
  std::string self;

  // ---- what is known ----
  // The cell with its top made plain as far as earlier choices tell.
  Cell resolve(Cell c);
  // A condition with what is known put in.
  ExprId known(ExprId condition);
  void learn(ExprId condition, bool holds);
  // All that the top can be. Conditions exclude each other.
  std::vector<Alt> shapes_of(Cell c);
  // The cell whose value is that of the alternative whose condition holds; at most one does, and
  // when none does nobody will look.
  Cell mux(std::vector<Alt> alts);

  // ---- views (shadow.cpp, shadow_numbers.cpp) ----
  ExprId is_kind(Cell c, KindMask kinds);
  ExprId is_atom(Cell c, uint32_t atom);
  ExprId is_true_atom(Cell c) { return is_atom(c, true_.as_atom()); }
  ExprId is_boolean(Cell c) { return pool_.or_(is_true_atom(c), is_atom(c, false_.as_atom())); }
  struct Pair {
    ExprId when;
    Cell head, tail;
  };
  Pair as_cons(Cell c);
  struct Items {
    ExprId when;
    std::vector<Cell> items;
  };
  Items as_tuple(Cell c, size_t size);
  // Arities that a fun there can have, each with when it has it.
  std::vector<std::pair<ExprId, unsigned>> arities(Cell c);
  // Sizes that tuples there can have, ascending.
  std::vector<size_t> tuple_sizes(Cell c);
  struct Number {
    ExprId is_int;
    Int integer;
    ExprId is_real;
    Real real;
  };
  Number as_number(Cell c);
  // A map, or a bitstring; with choices when there are several. No value: it is none.
  std::optional<Cell> choose_map(Cell c) { return choose_kind(c, TermKind::map); }
  std::optional<Cell> choose_bits(Cell c) { return choose_kind(c, TermKind::bitstring); }

  // ---- comparisons (shadow_compare.cpp) ----
  ExprId identical(Cell a, Cell b) { return equal(a, b, true); }
  ExprId equal(Cell a, Cell b, bool exact);  // exact: `=:=', otherwise `=='
  ExprId less(Cell a, Cell b);
  ExprId number_equal(const Number& a, const Number& b, bool exact);
  ExprId number_less(const Number& a, const Number& b);

  // ---- choices (shadow_choices.cpp) ----
  // While this is set nothing is chosen: what needs a choice sets `refused`, and its result means
  // nothing. For conditions of ways that may not be taken at all.
  bool forbidden = false;
  bool refused = false;
  // Something cannot be known: the rest of the run has no choices.
  bool lost = false;
  // Exactly one of the conditions holds; which one, or nothing when none does (a fault of ours).
  std::optional<unsigned> decide(std::vector<ExprId> conditions);
  // The same, when it is known from elsewhere which one; false: it does not hold.
  bool decide(std::vector<ExprId> conditions, unsigned taken);
  bool decide_if(ExprId condition);
  // Fixes the top of a cell, by a choice between all its alternatives.
  Cell settle(Cell c);
  // The value in this run, from now on the only one, or tried one after the other when there are
  // few.
  Cell concretise(Cell c, const std::string& why);
  // The value in this run, whatever it depends on.
  Cell value_now(Cell c);
  bool agrees(Cell c, const Term& term);

 private:
  struct Test {
    term::PositionId position;
    unsigned first, last;
  };
  friend class Views;
  ExprId test(term::PositionId p, unsigned first, unsigned last);
  Cell shape(term::PositionId p, unsigned symbol);
  Cell make_shape(term::PositionId p, unsigned symbol);
  Cell map_shape(term::PositionId p, unsigned symbol);
  ExprId known(ExprId condition, unsigned depth);
  std::optional<Cell> choose_kind(Cell c, TermKind kind);
  Int int_at(term::PositionId p);
  Cell merge_numbers(const std::vector<Alt>& alts);
  uint64_t weight(Cell c);
  uint64_t weight(const term::Domain& domain);
  bool too_heavy(Cell a, Cell b);
  ExprId equal_lists(Cell a, Cell b, bool exact);
  ExprId equal_maps(Cell a, Cell b, bool exact);
  ExprId equal_positions(Cell a, Cell b, bool exact);
  ExprId equal_funs(Cell a, Cell b);
  bool is_ordered(Cell c);  // of a value: nothing inside whose order is the machine's secret
  ExprId less_lists(Cell a, Cell b);
  ExprId less_tuples(Cell a, Cell b);
  ExprId less_atoms(Cell a, Cell b);
  ExprId less_inside(TermKind kind, Cell a, Cell b);
  ExprId int_less_real(const Int& a, const Real& b, bool or_equal);
  ExprId real_less_int(const Real& a, const Int& b, bool or_equal);
  ExprId int_equals_real(const Int& a, const Real& b);
  // That the cell is what it is now; `now` gets that.
  ExprId describe(Cell c, Cell& now);
  bool has_few_values(Cell c);

  Heap& heap_;
  const MapKeys& keys_;
  uint64_t max_choices_ = 0;
  Ranged ints_;
  Cell true_, false_;
  std::unordered_map<ExprId, Test> tests_;  // conditions on tags, of all runs
  std::unordered_map<uint64_t, Cell> shapes_;
  uint64_t funs_digest_ = 0;  // of the funs that describe() met
  std::unordered_map<const term::Domain*, uint64_t> weights_;
};

}  // namespace cuttle::erlang::replay
