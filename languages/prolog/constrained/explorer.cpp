// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/explorer.h"

#include <algorithm>
#include <chrono>

namespace cuttle::prolog {

namespace {

// Marks in places that are no labels of clauses.
constexpr unsigned no_clause = 1u << 30, first_branch = no_clause + 1;

}  // namespace

ConstrainedExplorer::ConstrainedExplorer(Interpreter& interpreter, Shadow& shadow, Solver& solver,
                                         Cell goal, AtomId module, Constraint first,
                                         unsigned max_steps)
    : interpreter_(interpreter),
      shadow_(shadow),
      solver_(solver),
      rules_(interpreter, shadow),
      control_(interpreter.store),
      module_(module),
      max_steps_(max_steps) {
  Store& store = interpreter.store;
  goals_ = FlatTerm::copy(store, store.cons(goal, atom_cell(atoms::nil)));
  seen_.insert(first.expr);
  pending_.push_back(std::move(first));
}

void ConstrainedExplorer::note(const std::string& what) {
  if (std::find(notes_.begin(), notes_.end(), what) == notes_.end()) notes_.push_back(what);
}

bool ConstrainedExplorer::possible(ExprId condition) {
  ExprPool& pool = shadow_.pool();
  if (pool.is_constant(condition)) return !pool.is_false(condition);
  Answer answer = solver_.check({{}, condition, nullptr}).answer;
  if (answer == Answer::unknown) note("a question that the solver could not answer");
  return answer == Answer::sat;
}

// At a trace that nobody has been at under this constraint, the alternatives become pending test
// cases, unless they mean the same as one from that trace: the first call does not decide which.
void ConstrainedExplorer::find_alternatives(const State& state,
                                            const std::vector<RuleMatch>& matches,
                                            const std::vector<size_t>& symbolic,
                                            const std::vector<bool>& taken) {
  Place& place = places_[state.place];
  if (symbolic.empty() || !place.visited.insert(state.symbolic.expr).second) return;
  std::vector<ExprId> heads;
  for (size_t i : symbolic) heads.push_back(matches[i].condition);
  Alternatives others =
      alts(shadow_.pool(), solver_, state.symbolic.expr, heads, taken, Calls::constrained);
  if (others.undecided) note("a question that the solver could not answer");
  for (const ClauseSet& other : others.sets) {
    if (seen_.contains(other.constraint) || is_known(place, other.constraint)) continue;
    seen_.insert(other.constraint);
    place.alternatives.push_back(other.constraint);
    Constraint next = state.symbolic;
    next.expr = other.constraint;
    for (size_t k = 0; k < symbolic.size(); ++k) {
      if (!other.matches[k]) next.excluded.push_back(matches[symbolic[k]].literal);
    }
    pending_.push_back(std::move(next));
  }
}

bool ConstrainedExplorer::is_known(const Place& place, ExprId constraint) {
  ExprPool& pool = shadow_.pool();
  return std::any_of(place.alternatives.begin(), place.alternatives.end(), [&](ExprId other) {
    return !possible(
        pool.or_(pool.and_(constraint, pool.not_(other)), pool.and_(other, pool.not_(constraint))));
  });
}

// Control constructs try other goals instead; no rule is chosen. Constraints that were compiled to
// an if-then-else are none.
bool ConstrainedExplorer::control(const State& state, std::vector<State>& stack) {
  if (rules_.is_constraint(state.goals)) return false;
  std::optional<ControlStep> step = control_.read(state.goals, stack.size());
  if (!step) return false;
  if (step->cut_to && *step->cut_to < stack.size())
    stack.erase(stack.begin() + static_cast<ptrdiff_t>(*step->cut_to), stack.end());
  if (step->forget && *step->forget < stack.size()) stack[*step->forget].forgotten = true;
  size_t level = stack.size();
  std::vector<Guard> guards = state.guards;
  if (step->cut_to) std::erase_if(guards, [&](const Guard& g) { return g.begin >= *step->cut_to; });
  if (step->forget) std::erase_if(guards, [&](const Guard& g) { return g.begin == *step->forget; });
  for (size_t i = step->branches.size(); i-- > 0;) {
    State next = state;
    next.guards = guards;
    if (step->conditional && i == 0)
      next.guards.push_back({level, level + 1, state.symbolic.holds.size()});
    next.goals = step->branches[i];
    next.place.push_back(first_branch + static_cast<unsigned>(i));
    stack.push_back(std::move(next));
  }
  return true;
}

// The state could not go on with a rule: what waits for its failure is reached if that stays so.
void ConstrainedExplorer::guard(const State& state, const Literal& failed,
                                std::vector<State>& stack) {
  ExprPool& pool = shadow_.pool();
  for (const Guard& g : state.guards) {
    Literal all;
    for (size_t i = g.holds; i < state.symbolic.holds.size(); ++i) {
      const std::vector<Condition>& more = state.symbolic.holds[i].conditions;
      all.conditions.insert(all.conditions.end(), more.begin(), more.end());
    }
    all.conditions.insert(all.conditions.end(), failed.conditions.begin(), failed.conditions.end());
    ExprId condition = pool.true_expr();
    for (const Condition& c : all.conditions)
      condition = pool.and_(condition,
                            c.expr ? c.expr : shadow_.skeleton().is_symbol(c.position, c.symbol));
    for (size_t at = g.begin; at < std::min(g.end, stack.size()); ++at) {
      Constraint& constraint = stack[at].symbolic;
      constraint.expr = pool.and_(constraint.expr, pool.not_(condition));
      constraint.excluded.push_back(all);
    }
  }
}

namespace {

std::string label_of(const std::vector<unsigned>& trace, const std::vector<RuleMatch>& matches,
                     const std::vector<size_t>& symbolic, const std::vector<bool>& taken) {
  std::string path, concrete, all;
  for (unsigned label : trace) path += (path.empty() ? "" : ".") + std::to_string(label);
  for (size_t k = 0; k < symbolic.size(); ++k) {
    const Clause* clause = matches[symbolic[k]].clause;
    if (!clause) return "";  // a constraint: no rule is chosen
    const std::string label = std::to_string(clause->label);
    all += (all.empty() ? "" : ",") + label;
    if (taken[k]) concrete += (concrete.empty() ? "" : ",") + label;
  }
  return (path.empty() ? "()" : path) + ": {" + concrete + "} of {" + all + "}";
}

}  // namespace

// One step of the first state: choice and unfold, or backtrack.
void ConstrainedExplorer::step(const State& state, std::vector<State>& stack,
                               std::vector<std::string>& steps) {
  ExprPool& pool = shadow_.pool();
  std::vector<RuleMatch> matches = rules_.matches(state.goals, module_, stack.size());
  std::vector<bool> taken;
  std::vector<size_t> symbolic;  // rules that match the symbolic state
  for (size_t i = 0; i < matches.size(); ++i) {
    if (!possible(pool.and_(state.symbolic.expr, matches[i].condition))) continue;
    symbolic.push_back(i);
    taken.push_back(possible(pool.and_(state.concrete, matches[i].condition)));
  }
  find_alternatives(state, matches, symbolic, taken);
  if (std::string label = label_of(state.trace, matches, symbolic, taken); !label.empty())
    steps.push_back(std::move(label));
  Constraint without = state.symbolic;  // the rules that match the symbolic state only
  for (size_t k = 0; k < symbolic.size(); ++k) {
    if (taken[k]) continue;
    const RuleMatch& match = matches[symbolic[k]];
    without.expr = pool.and_(without.expr, pool.not_(match.condition));
    without.excluded.push_back(match.literal);
    guard(state, match.literal, stack);
  }
  size_t level = stack.size();
  for (size_t k = symbolic.size(); k-- > 0;) {
    if (!taken[k]) continue;
    RuleMatch& match = matches[symbolic[k]];
    State next{std::move(match.goals), pool.and_(state.concrete, match.condition), without,
               state.trace, state.place};
    next.symbolic.expr = pool.and_(without.expr, match.condition);
    next.symbolic.holds.push_back(std::move(match.literal));
    if (match.clause) next.trace.push_back(match.clause->label);
    next.guards = state.guards;
    if (match.cuts && stack.size() > level)
      next.guards.push_back({level, stack.size(), next.symbolic.holds.size()});
    next.place.push_back(match.clause ? match.clause->label : no_clause);
    stack.push_back(std::move(next));
  }
}

void ConstrainedExplorer::execute(ConstrainedCase& test, double seconds) {
  const auto started = std::chrono::steady_clock::now();
  std::vector<State> stack;
  stack.push_back({goals_, test.constraint.expr, {shadow_.pool().true_expr(), {}, {}}, {}, {}});
  for (unsigned steps = 0; !stack.empty(); ++steps) {
    if (steps == max_steps_) return note("derivations that are longer than the bound");
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    if (taken.count() > seconds) return note("derivations that took longer than a run may take");
    State state = std::move(stack.back());
    stack.pop_back();
    if (state.forgotten) continue;
    Store& store = interpreter_.store;
    uint64_t mark = store.top();
    bool done = store.deref(state.goals.build(store)) == atom_cell(atoms::nil);
    store.cut_back(mark);
    if (!done && control(state, stack)) continue;
    size_t before = stack.size();
    if (done) {
      ++test.answers;
    } else {
      step(state, stack, test.steps);
    }
    if (done || stack.size() == before) test.traces.push_back(std::move(state.trace));
  }
}

ConstrainedCase ConstrainedExplorer::next(double seconds) {
  ConstrainedCase test{pending_[next_++]};
  size_t said = notes_.size();
  execute(test, seconds);
  for (const std::string& what : rules_.complaints()) note(what);
  test.incomplete.assign(notes_.begin() + static_cast<ptrdiff_t>(said), notes_.end());
  return test;
}

}  // namespace cuttle::prolog
