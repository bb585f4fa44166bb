// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Are the terms the same up to the names of their variables? Symbolic cells count as their values.
bool PrologTarget::variant(Cell ours, Cell theirs) const {
  Store& store = interpreter_.store;
  std::unordered_map<uint64_t, uint64_t> there, back;
  std::vector<std::pair<Cell, Cell>> pending{{ours, theirs}};
  for (uint64_t steps = 0; !pending.empty() && steps < 10'000'000;
       ++steps) {  // cyclic: enough seen
    Cell a = store.deref(pending.back().first), b = store.deref(pending.back().second);
    pending.pop_back();
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
        pending.emplace_back(store.arg(a, i), store.arg(b, i));
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
  // Tables give their answers in any order: which comes first is not told.
  bool any_order = interpreter_.machine.ran_tabled();
  if (any_order && actual == End::more) return {};
  if (verdict.answers.size() != answers.size())
    return "SWI-Prolog gives " + std::to_string(verdict.answers.size()) +
           " answers, Cuttle's machine " + std::to_string(answers.size());
  for (size_t i = 0; i < answers.size(); ++i) {
    std::vector<Cell> variables;
    Cell theirs = program.import(verdict.answers[i], variables);
    Cell ours = answers[i].build(store);
    bool found = variant(ours, theirs) ||
                 (any_order && std::any_of(answers.begin(), answers.end(), [&](const FlatTerm& a) {
                    return variant(a.build(store), theirs);
                  }));
    if (!found)
      return "answer " + std::to_string(i + 1) + " is " + shown(theirs) + " in SWI-Prolog, " +
             shown(ours) + " in Cuttle's machine";
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
  return "the error is " + shown(theirs) + " in SWI-Prolog, " + shown(ours) +
         " in Cuttle's machine";
}

// The clauses of the user's program that were entered, by line, in order. Clauses that were
// asserted have no line.
std::string PrologTarget::trace_disagreement(const Verdict& verdict,
                                             const std::vector<TraceStep>& steps) const {
  std::vector<SourceLocation> sites = shared_.sites->all();
  std::vector<unsigned> ours;
  for (const TraceStep& step : steps) {
    if (step.clauses.empty() || step.clauses[0]->point == no_point) continue;
    if (unsigned line = sites[step.clauses[0]->site].line) ours.push_back(line);
  }
  const std::vector<unsigned>& theirs = verdict.lines;
  auto [a, b] = std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
  if (a == ours.end() && b == theirs.end()) return {};
  auto line = [](auto at, auto end) {
    return at == end ? "no clause" : "the clause in line " + std::to_string(*at);
  };
  return "step " + std::to_string(a - ours.begin() + 1) + " of the trace is " +
         line(b, theirs.end()) + " in SWI-Prolog, " + line(a, ours.end()) + " in Cuttle's machine";
}

// Our machine does not watch determinism: which clauses leave a choice point depends on the
// indexing of SWI-Prolog.
std::optional<Outcome> PrologTarget::nondeterminism(const Verdict& verdict) {
  if (verdict.end != Verdict::End::error || !verdict.ball.is("error", 2)) return {};
  const WireTerm& error = verdict.ball.args[0];
  if (!error.is("determinism_error", 4)) return {};
  Outcome outcome;
  outcome.kind = Outcome::Kind::bug;
  outcome.bug = prolog_error();
  outcome.message = term_text(error);
  std::string module = plan().module;
  const WireTerm* indicator = &error.args[0];
  if (indicator->is(":", 2)) {
    module = indicator->args[0].text;
    indicator = &indicator->args[1];
  }
  if (indicator->is("/", 2)) {
    auto arity = static_cast<unsigned>(std::atoi(indicator->args[1].text.c_str()));
    FunctorId functor = interpreter_.symbols.functor(indicator->args[0].text, arity);
    outcome.location = place_of(interpreter_.symbols.atom(module), functor);
  }
  outcome.key = key_of(outcome);
  return outcome;
}

PrologTarget::Comparison PrologTarget::compare_with_swi(const TestCase& test,
                                                        const RunLimits& limits,
                                                        uint64_t inferences) {
  Machine& machine = interpreter_.machine;
  MachineLimits bounds;
  bounds.inferences = shared_.options.inferences;
  bounds.seconds = limits.seconds_left();
  bounds.memory_bytes = std::min<uint64_t>(limits.memory_bytes, uint64_t{2} << 30);
  machine.reset(&shadow_, bounds);
  shadow_.begin(test.inputs, 1);
  Cell goal = build_goal();
  std::string call = render_goal(goal, true);  // before answers bind its variables
  unsigned wanted = shared_.options.answers ? shared_.options.answers : 10'000;
  constexpr uint64_t longest_trace = 10'000;
  bool tracing = inferences <= longest_trace;
  std::vector<TraceStep> steps;
  machine.trace = tracing ? &steps : nullptr;
  std::vector<FlatTerm> answers;
  RunEnd end = machine.solve(goal, interpreter_.symbols.atom(plan().module));
  while (end == RunEnd::answer) {
    answers.push_back(FlatTerm::copy(interpreter_.store, goal, false));
    if (answers.size() >= wanted) break;
    end = machine.redo();
  }
  machine.trace = nullptr;
  Outcome outcome = outcome_of(end, answers);
  // Calls count differently there, so a run that ends gets more. One that does not end here need
  // not be waited for long: stacks of millions of frames are slow to grow.
  bool endless = end != RunEnd::answer && end != RunEnd::failure && end != RunEnd::exception &&
                 end != RunEnd::halted;
  constexpr double long_enough = 3;
  auto verdict = shared_.judge->check(
      plan().module, call, wanted, endless ? bounds.inferences : bounds.inferences * 4,
      endless ? std::min(limits.seconds_left(), long_enough) : limits.seconds_left(), tracing);
  if (!verdict) return {verdict.error().message, outcome, {}};
  Comparison result{disagreement(*verdict, end, answers), outcome, nondeterminism(*verdict)};
  if (result.difference.empty() && verdict->traced && !machine.ran_tabled())
    result.difference = trace_disagreement(*verdict, steps);
  return result;
}

uint64_t PrologTarget::path_of(const Execution& execution) {
  uint64_t digest = 0;
  for (const Choice& choice : execution.choices)
    digest = (digest ^ (choice.taken + 1)) * 0x9E3779B97F4A7C15ull;
  return digest;
}

bool PrologTarget::leaves_path(const TestCase& test, const Outcome& bug, const RunLimits& limits) {
  auto known = paths_.find(bug.key);
  if (known == paths_.end() || refused_) return false;  // then it is the run's own test
  Execution again = run(test, limits);
  return again.outcome.is_bug() && path_of(again) != known->second;
}

Confirmation PrologTarget::confirm(const TestCase& test, const Outcome& expected,
                                   const RunLimits& limits) {
  Confirmation confirmation;
  confirmation.outcome = expected;
  if (!shared_.judge) {
    confirmation.why = "checking in SWI-Prolog is switched off";
    return confirmation;
  }
  bool endless = expected.is_bug() && expected.bug == BugKind::timeout;
  refused_ =
      expected.is_bug() && !endless && !plan().constrained && leaves_path(test, expected, limits);
  if (refused_) {
    confirmation.why = "it takes another path";
    return confirmation;
  }
  // A run that does not end is too long to be traced.
  Comparison comparison = compare_with_swi(test, limits, endless ? ~uint64_t{0} : 0);
  if (limits.are_over()) return cut_off_confirmation();
  bool same = comparison.nondeterminism && comparison.nondeterminism->message == expected.message;
  if (!same) confirmation.why = comparison.difference;
  confirmation.confirmed = confirmation.why.empty();
  // The same bug of a simpler test may name another culprit.
  if (confirmation.confirmed && expected.is_bug() && comparison.outcome.is_bug() && !same)
    confirmation.outcome = comparison.outcome;
  if (!confirmation.confirmed && !expected.is_bug()) {
    confirmation.outcome.kind = Outcome::Kind::lost;
    confirmation.outcome.message = confirmation.why;
  }
  return confirmation;
}

}  // namespace cuttle::prolog
