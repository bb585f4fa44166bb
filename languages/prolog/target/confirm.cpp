// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>

#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Are the terms the same up to the names of their variables? Symbolic cells count as their values.
bool PrologTarget::variant(Cell ours, Cell theirs) const {
  Store& store = interpreter_.store;
  std::unordered_map<uint64_t, uint64_t> there, back;
  std::vector<std::pair<Cell, Cell>> todo{{ours, theirs}};
  while (!todo.empty()) {
    Cell a = store.deref(todo.back().first), b = store.deref(todo.back().second);
    todo.pop_back();
    if (tag_of(a) == Tag::symbolic) a = store.deref(shadow_.concrete(a));
    bool va = is_var_tag(tag_of(a)), vb = is_var_tag(tag_of(b));
    if (va != vb) return false;
    if (va) {
      auto [x, fresh_x] = there.try_emplace(payload(a), payload(b));
      auto [y, fresh_y] = back.try_emplace(payload(b), payload(a));
      if (x->second != payload(b) || y->second != payload(a)) return false;
      continue;
    }
    if (a == b) continue;
    if (tag_of(a) != tag_of(b)) return false;
    if (tag_of(a) == Tag::box) {
      if (!store.box_equal(a, b)) return false;
    } else if (tag_of(a) == Tag::compound) {
      if (store.functor_of(a) != store.functor_of(b)) return false;
      for (unsigned i = store.symbols().arity(store.functor_of(a)); i-- > 0;)
        todo.emplace_back(store.arg(a, i), store.arg(b, i));
    } else {
      return false;
    }
  }
  return true;
}

namespace {

const char* name_of(Verdict::End end) {
  switch (end) {
    case Verdict::End::more:
      return "succeeds";
    case Verdict::End::failure:
      return "fails";
    case Verdict::End::error:
      return "raises an error";
    case Verdict::End::limit:
    case Verdict::End::timeout:
      return "does not end";
    case Verdict::End::halted:
      return "halts";
    case Verdict::End::crashed:
      return "crashes";
  }
  return "";
}

}  // namespace

std::string PrologTarget::disagreement(const Verdict& verdict, RunEnd end,
                                       const std::vector<FlatTerm>& answers) {
  using End = Verdict::End;
  Store& store = interpreter_.store;
  Program& program = interpreter_.program;
  End expected = end == RunEnd::answer      ? End::more
                 : end == RunEnd::failure   ? End::failure
                 : end == RunEnd::exception ? End::error
                 : end == RunEnd::halted    ? End::halted
                                            : End::limit;
  End actual = verdict.end == End::timeout ? End::limit : verdict.end;
  if (actual != expected)
    return std::string("SWI-Prolog ") + name_of(verdict.end) + ", Cuttle's machine " +
           name_of(expected);
  if (actual == End::limit || actual == End::halted) return {};
  if (verdict.answers.size() != answers.size())
    return "SWI-Prolog gives " + std::to_string(verdict.answers.size()) +
           " answers, Cuttle's machine " + std::to_string(answers.size());
  for (size_t i = 0; i < answers.size(); ++i) {
    std::vector<Cell> variables;
    Cell theirs = program.import(verdict.answers[i], variables);
    Cell ours = answers[i].build(store);
    if (!variant(ours, theirs))
      return "answer " + std::to_string(i + 1) + " is " + interpreter_.show(theirs) +
             " in SWI-Prolog, " + interpreter_.show(ours) + " in Cuttle's machine";
  }
  if (actual != End::error) return {};
  std::vector<Cell> variables;
  Cell theirs = program.import(verdict.ball, variables);
  Cell ours = interpreter_.machine.ball().build(store);
  FunctorId error = interpreter_.symbols.error2;
  if (store.is_functor(theirs, error) && store.is_functor(ours, error)) {
    theirs = store.arg(theirs, 0);  // the context is the system's own business
    ours = store.arg(ours, 0);
  }
  if (variant(ours, theirs)) return {};
  return "the error is " + interpreter_.show(theirs) + " in SWI-Prolog, " +
         interpreter_.show(ours) + " in Cuttle's machine";
}

// Runs the test case again, here and in SWI-Prolog, and compares.
Confirmation PrologTarget::confirm(const TestCase& test, const Outcome& expected,
                                   const RunLimits& limits) {
  Confirmation confirmation;
  confirmation.outcome = expected;
  if (!shared_.judge) {
    confirmation.why = "checking in SWI-Prolog is switched off";
    return confirmation;
  }
  Machine& machine = interpreter_.machine;
  MachineLimits bounds;
  bounds.inferences = shared_.options.inferences;
  bounds.seconds = limits.seconds;
  machine.reset(&shadow_, bounds);
  shadow_.begin(test.inputs, 1);
  Cell goal = build_goal();
  unsigned wanted = shared_.options.answers ? shared_.options.answers : 10'000;
  std::string text = render_goal(goal, true);
  std::vector<FlatTerm> answers;
  RunEnd end = machine.solve(goal, interpreter_.symbols.atom(shared_.plan.module));
  while (end == RunEnd::answer) {
    answers.push_back(FlatTerm::copy(interpreter_.store, goal, false));
    if (answers.size() >= wanted) break;
    end = machine.redo();
  }
  auto verdict = shared_.judge->check(shared_.plan.module, text, wanted, bounds.inferences,
                                      limits.seconds, false);
  if (!verdict) {
    confirmation.why = verdict.error().message;
    return confirmation;
  }
  confirmation.why = disagreement(*verdict, end, answers);
  confirmation.confirmed = confirmation.why.empty();
  return confirmation;
}

}  // namespace cuttle::prolog
