// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/control.h"

namespace cuttle::prolog {

Cell ControlReader::marker(const char* name, size_t level) {
  Cell arg = int_cell(static_cast<int64_t>(level));
  return store_.compound(store_.symbols().functor(name, 1), {&arg, 1});
}

Cell ControlReader::then(Cell first, Cell second) {
  Cell pair[2] = {first, second};
  return store_.compound(store_.symbols().comma, pair);
}

// Cuts in conditions and in negated or called goals are local to these: they get their levels when
// these are called.
Cell ControlReader::with_level(Cell body, size_t level) {
  body = store_.deref(body);
  const Symbols& symbols = store_.symbols();
  if (body == atom_cell(atoms::cut)) return marker("$cut", level);
  if (tag_of(body) != Tag::compound) return body;
  FunctorId f = store_.functor_of(body);
  bool condition = f == symbols.arrow || f == symbols.soft_arrow;
  if (f != symbols.comma && f != symbols.semicolon && !condition) return body;
  Cell pair[2] = {store_.arg(body, 0), with_level(store_.arg(body, 1), level)};
  if (!condition) pair[0] = with_level(pair[0], level);
  return store_.compound(f, pair);
}

bool ControlReader::cuts(Cell body, size_t level) const {
  body = store_.deref(body);
  if (tag_of(body) != Tag::compound) return false;
  const Symbols& symbols = store_.symbols();
  FunctorId f = store_.functor_of(body);
  if (symbols.arity(f) == 1 && symbols.text(symbols.name(f)) == "$cut")
    return int_of(store_.deref(store_.arg(body, 0))) == static_cast<int64_t>(level);
  if (f != symbols.comma && f != symbols.semicolon && f != symbols.arrow && f != symbols.soft_arrow)
    return false;
  return cuts(store_.arg(body, 0), level) || cuts(store_.arg(body, 1), level);
}

// call(G, Extra...) calls G with more arguments; 0 when G is not known.
Cell ControlReader::extended(Cell goal, Cell call) const {
  goal = store_.deref(goal);
  std::vector<Cell> args;
  AtomId name = atoms::nil;
  Store& store = store_;
  if (tag_of(goal) == Tag::atom) {
    name = atom_of(goal);
  } else if (tag_of(goal) == Tag::compound) {
    FunctorId f = store.functor_of(goal);
    name = store.symbols().name(f);
    for (unsigned i = 0; i < store.symbols().arity(f); ++i) args.push_back(store.arg(goal, i));
  } else {
    return 0;
  }
  unsigned n = store.symbols().arity(store.functor_of(call));
  for (unsigned i = 1; i < n; ++i) args.push_back(store.arg(call, i));
  if (args.empty()) return goal;
  return store.compound(store.symbols().functor(name, static_cast<unsigned>(args.size())), args);
}

ControlStep ControlReader::branch(Cell goal, Cell rest, size_t level) {
  const Symbols& symbols = store_.symbols();
  Cell first = store_.deref(store_.arg(goal, 0)), second = store_.arg(goal, 1);
  bool hard = store_.is_functor(first, symbols.arrow);
  if (hard || store_.is_functor(first, symbols.soft_arrow)) {
    Cell condition = with_level(store_.arg(first, 0), level + 1);
    Cell commit = marker(hard ? "$cut" : "$forget", level);
    first = then(condition, then(commit, store_.arg(first, 1)));
  }
  ControlStep step;
  step.conditional = first != store_.deref(store_.arg(goal, 0));
  for (Cell one : {first, second})
    step.branches.push_back(FlatTerm::copy(store_, store_.cons(one, rest)));
  return step;
}

std::optional<ControlStep> ControlReader::construct(const std::string& name, Cell goal, Cell rest,
                                                    size_t level) {
  auto other = [&](const char* functor, Cell a, Cell b) {
    Cell pair[2] = {a, b};
    return store_.compound(store_.symbols().functor(functor, 2), pair);
  };
  auto goals = [&](Cell one) {
    return ControlStep{{FlatTerm::copy(store_, store_.cons(one, rest))}, {}, {}, false};
  };
  const Cell truth = atom_cell(atoms::true_), failure = atom_cell(atoms::fail);
  auto arg = [&](unsigned i) { return store_.arg(goal, i); };
  if (name == ";/2") return branch(goal, rest, level);
  if (name == "->/2") return branch(other(";", goal, failure), rest, level);
  if (name == "*->/2") return goals(then(with_level(arg(0), level), arg(1)));
  if (name == ",/2") {
    Cell later = store_.cons(arg(1), rest);
    return ControlStep{{FlatTerm::copy(store_, store_.cons(arg(0), later))}, {}, {}, false};
  }
  if (name == "\\+/1" || name == "not/1")
    return branch(other(";", other("->", arg(0), failure), truth), rest, level);
  if (name == "once/1") return branch(other(";", other("->", arg(0), truth), failure), rest, level);
  if (name == "ignore/1") return branch(other(";", other("->", arg(0), truth), truth), rest, level);
  if (name == "forall/2") {
    Cell wrong = arg(1);
    wrong = store_.compound(store_.symbols().not_provable, {&wrong, 1});
    return branch(other(";", other("->", then(arg(0), wrong), failure), truth), rest, level);
  }
  if (name == "\\=/2")
    return branch(other(";", other("->", other("=", arg(0), arg(1)), failure), truth), rest, level);
  if (name.starts_with("call/") && name != "call/0") {
    Cell called = extended(arg(0), goal);
    if (called) return goals(with_level(called, level));
  }
  return {};
}

std::optional<ControlStep> ControlReader::read(const FlatTerm& list, size_t level) {
  uint64_t mark = store_.top();
  Cell cell = list.build(store_);
  Cell goal = store_.deref(store_.arg(cell, 0)), rest = store_.arg(cell, 1);
  const Symbols& symbols = store_.symbols();
  std::optional<ControlStep> step;
  auto next = [&] { return ControlStep{{FlatTerm::copy(store_, rest)}, {}, {}, false}; };
  if (goal == atom_cell(atoms::fail) || goal == atom_cell(atoms::false_)) {
    step = ControlStep{};
  } else if (goal == atom_cell(atoms::cut)) {  // of the query itself
    step = next();
    step->cut_to = 0;
  } else if (tag_of(goal) == Tag::compound) {
    FunctorId f = store_.functor_of(goal);
    std::string name = symbols.text(symbols.name(f)) + "/" + std::to_string(symbols.arity(f));
    Cell first = symbols.arity(f) > 0 ? store_.deref(store_.arg(goal, 0)) : 0;
    if (name == "$cut/1" || name == "$forget/1") {
      step = next();
      (name == "$cut/1" ? step->cut_to : step->forget) = static_cast<size_t>(int_of(first));
    } else {
      step = construct(name, goal, rest, level);
    }
  }
  store_.cut_back(mark);
  return step;
}

}  // namespace cuttle::prolog
