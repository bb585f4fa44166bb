// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/target.h"

#include <algorithm>
#include <chrono>

#include "engine/process/attempts.h"

namespace cuttle::prolog {

PrologTarget::PrologTarget(const Campaigning& shared, ExprPool& pool)
    : shared_(shared),
      plan_(&shared.plan),
      interpreter_(shared.session.get(), shared.sites),
      skeleton_(pool),
      shadow_(interpreter_.store, skeleton_) {}

Result<std::unique_ptr<PrologTarget>> PrologTarget::create(const Campaigning& shared,
                                                           ExprPool& pool) {
  std::unique_ptr<PrologTarget> target(new PrologTarget(shared, pool));
  if (auto ready = target->prepare(); !ready) return ready.error();
  return target;
}

namespace {

unsigned depth_of(const WireTerm& t) {
  unsigned deepest = 0;
  for (const WireTerm& arg : t.args) deepest = std::max(deepest, depth_of(arg) + 1);
  return deepest;
}

}  // namespace

Result<void> PrologTarget::prepare() {
  if (auto loaded = interpreter_.load(); !loaded) return loaded.error();
  const GoalPlan& plan = shared_.plan;
  Program& program = interpreter_.program;
  std::vector<Cell> variables;
  Cell goal = program.import(plan.goal, variables);
  AtomId module = interpreter_.symbols.atom(plan.module);
  DomainOptions options = shared_.options.domains;
  for (const GoalInput& input : plan.inputs) {
    if (input.has_first) options.depth = std::max(options.depth, depth_of(input.seed));
  }
  Signature signature = collect_signature(program, goal, module);
  choose_coverage(signature);
  domains_ = std::make_unique<DomainTable>(interpreter_.store, std::move(signature), options);
  for (const GoalInput& input : plan.inputs) {
    PositionId root = skeleton_.add_root(input.name, domains_->get(input.type));
    roots_[&input] = root;
    if (input.has_first) place_seed(root, input.seed);
  }
  info_.name = shared_.name;
  info_.language = "prolog";
  info_.input_hint =
      "the goal decides nothing on its inputs: no clause, test or comparison needs them";
  info_.sites = shared_.sites->all();
  info_.bug_kinds = {{prolog_error().name(), "A goal ends in an error."}};
  return {};
}

// Only clauses that the goal may call are to be covered.
void PrologTarget::choose_coverage(const Signature& signature) {
  const std::vector<SourceLocation>& points = interpreter_.program.clause_points();
  coverage_.assign(points.size(), no_point);
  CoverageFamily clauses{"clauses", {}};
  for (const Predicate* p : interpreter_.program.user_predicates()) {
    if (!signature.called.contains(p)) continue;
    for (const Clause* clause : *p->all) {
      if (clause->point != no_point) coverage_[clause->point] = 0;
    }
  }
  for (uint32_t point = 0; point < points.size(); ++point) {
    if (points[point].line == 0) coverage_[point] = no_point;  // "no rule matches" of Head => Body
    if (coverage_[point] == no_point) continue;
    coverage_[point] = static_cast<uint32_t>(clauses.points.size());
    clauses.points.push_back(points[point]);
  }
  info_.coverage = {std::move(clauses)};
}

// Makes the seed term the default of the positions it covers. What is not in a typed domain (the
// declaration forbids it) is left at the domain's own default.
void PrologTarget::place_seed(PositionId p, const WireTerm& seed) {
  using Kind = WireTerm::Kind;
  const Domain& domain = skeleton_.domain(p);
  int s = -1;
  term::Inputs::Default value;
  if (seed.kind == Kind::integer) {
    s = domain.integer();
    value.integer = static_cast<long>(std::strtoll(seed.text.c_str(), nullptr, 10));
  } else if (seed.kind == Kind::floating) {
    s = domain.floating();
    value.floating = std::strtod(seed.text.c_str(), nullptr);
  } else if (seed.kind == Kind::compound) {
    s = find_functor(domain, interpreter_.program.functor_of(seed));
  } else {
    std::vector<Cell> none;
    s = find_constant(domain, interpreter_.store, interpreter_.program.import(seed, none));
  }
  if (s < 0) return;
  value.symbol = static_cast<unsigned>(s);
  shadow_.inputs().set_default(p, value);
  for (unsigned i = 0; i < seed.args.size(); ++i)
    place_seed(skeleton_.child(p, static_cast<unsigned>(s), i), seed.args[i]);
}

Literal PrologTarget::first_inputs() {
  Literal literal;
  for (const auto& [input, root] : roots_) {
    if (!input->has_first) continue;
    std::vector<PositionId> pending{root};
    while (!pending.empty()) {
      PositionId p = pending.back();
      pending.pop_back();
      unsigned s = shadow_.inputs().symbol_at(p);
      literal.conditions.push_back({{}, p, s});
      const Symbol& symbol = skeleton_.symbol(p, s);
      if (symbol.kind == SymbolKind::integer) {
        ExprId value = skeleton_.integers().constant(shadow_.inputs().integer_at(p));
        literal.conditions.push_back(
            {skeleton_.integers().equal(skeleton_.integer(p), value), 0, 0});
      }
      if (symbol.kind == SymbolKind::floating) {
        ExprId value = skeleton_.floats().constant(shadow_.inputs().float_at(p));
        literal.conditions.push_back({skeleton_.pool().eq(skeleton_.floating(p), value), 0, 0});
      }
      for (unsigned i = 0; i < symbol.arity(); ++i) pending.push_back(skeleton_.child(p, s, i));
    }
  }
  return literal;
}

Cell PrologTarget::input_cell(const GoalInput& input, const std::vector<Cell>* inputs) const {
  if (!inputs) return shadow_.input(roots_.at(&input));
  return (*inputs)[static_cast<size_t>(&input - plan().inputs.data())];
}

Cell PrologTarget::build(const WireTerm& t, std::vector<Cell>& variables,
                         const std::vector<Cell>* inputs) const {
  if (t.kind == WireTerm::Kind::variable) {
    if (const GoalInput* input = plan().input_of(t.variable)) return input_cell(*input, inputs);
  }
  if (t.kind != WireTerm::Kind::compound) return interpreter_.program.import(t, variables);
  std::vector<Cell> args;
  for (const WireTerm& arg : t.args) args.push_back(build(arg, variables, inputs));
  return interpreter_.store.compound(interpreter_.program.functor_of(t), args);
}

Cell PrologTarget::build_goal(const std::vector<Cell>* inputs) const {
  const WireTerm& goal = plan().goal;
  std::vector<Cell> variables, args;
  if (goal.kind != WireTerm::Kind::compound) return interpreter_.program.import(goal, variables);
  for (unsigned i = 0; i < goal.args.size(); ++i) {
    const GoalInput* seeded = plan().input_at(i);
    args.push_back(seeded ? input_cell(*seeded, inputs) : build(goal.args[i], variables, inputs));
  }
  FunctorId f = interpreter_.symbols.functor(goal.text, static_cast<unsigned>(args.size()));
  return interpreter_.store.compound(f, args);
}

Execution PrologTarget::run(const TestCase& test, const RunLimits& limits) {
  auto started = std::chrono::steady_clock::now();
  Machine& machine = interpreter_.machine;
  MachineLimits bounds;
  bounds.inferences = shared_.options.inferences;
  bounds.seconds = limits.seconds_left();
  bounds.memory_bytes = std::min<uint64_t>(limits.memory_bytes, uint64_t{2} << 30);
  machine.reset(&shadow_, bounds);
  shadow_.begin(test.inputs, limits.choices);

  std::vector<TraceStep> steps;
  machine.trace = shared_.options.trace ? &steps : nullptr;
  Cell goal = build_goal();
  std::vector<FlatTerm> answers;
  unsigned wanted = shared_.options.answers ? shared_.options.answers : 10'000;
  RunEnd end = machine.solve(goal, interpreter_.symbols.atom(plan().module));
  while (end == RunEnd::answer) {
    answers.push_back(FlatTerm::copy(interpreter_.store, goal, false));
    if (answers.size() >= wanted) break;
    end = machine.redo();
  }
  machine.trace = nullptr;
  take_trace(steps);

  Execution execution;
  execution.outcome = outcome_of(end, answers);
  uint64_t inferences = machine.inferences();
  // All instances of a constrained call are meant: what its later answers reach is covered as well.
  bool more = plan().constrained && covered_ < info_.coverage[0].points.size();
  while (more && end == RunEnd::answer) end = machine.redo();
  bool unfinished = more && execution.outcome.kind == Outcome::Kind::ok && end != RunEnd::failure &&
                    end != RunEnd::exception;
  info_.sites = shared_.sites->all();
  execution.inputs = shadow_.inputs().values();
  execution.choices = std::move(shadow_.choices);
  execution.alternatives = std::move(shadow_.alternatives);
  execution.truncated = shadow_.truncated;
  prefer_other_ranges(execution);
  for (uint32_t point : machine.take_completed()) {
    if (coverage_[point] != no_point) execution.covered.push_back(coverage_[point]);
  }
  covered_ += execution.covered.size();
  if (unfinished && covered_ < info_.coverage[0].points.size())
    execution.limitations.push_back(
        {Reason::constraints, "", "answers beyond the limits may cover more"});
  std::string asked;  // where SWI-Prolog was asked for something
  for (const auto& [key, count] : shadow_.limitations) {
    SiteId site = key.second.first;
    std::string where = site < info_.sites.size() ? to_string(info_.sites[site]) : "";
    execution.limitations.push_back(
        {key.first, where == "?" ? "" : where, key.second.second, count});
    if (key.first == Reason::foreign) asked = execution.limitations.back().location;
  }
  for (const Attempt& attempt : shared_.session->take_attempts())
    tell_of(attempt, asked, execution, info_);
  if (shared_.options.check == TargetOptions::Check::all &&
      execution.outcome.kind == Outcome::Kind::ok) {
    Comparison comparison = compare_with_swi(test, limits, inferences);
    if (comparison.nondeterminism) {
      execution.outcome = *comparison.nondeterminism;
    } else if (!comparison.difference.empty()) {
      execution.limitations.push_back(
          {Reason::disagreement, "", goal_text(test) + ": " + comparison.difference});
    }
  }
  if (end == RunEnd::time_limit && limits.are_over()) {
    execution.outcome = Outcome{};
    execution.outcome.kind = Outcome::Kind::lost;
    execution.outcome.message = "the campaign's time ended";
  }
  if (execution.outcome.is_bug()) paths_.try_emplace(execution.outcome.key, path_of(execution));
  execution.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return execution;
}

// A run that asks an integer over and over, such as a loop that counts down to zero, tells one
// value apart from the next. When it must change, it should rather change its sign.
void PrologTarget::prefer_other_ranges(Execution& execution) const {
  constexpr unsigned many = 8;
  if (execution.choices.size() < many) return;
  ExprPool& pool = skeleton_.pool();
  std::map<VarId, unsigned> asked;
  for (size_t i = execution.choices.size() - many; i < execution.choices.size(); ++i) {
    for (VarId v : pool.variables_of(execution.choices[i].condition)) ++asked[v];
  }
  for (const auto& [v, count] : asked) {
    const auto& info = pool.variable_info(v);
    const Value* value = execution.inputs.get(v);
    if (count < many || !value || !info.name.ends_with(":int")) continue;
    const bool negative = value->bit(info.sort.width - 1);
    execution.preferred.set(
        v, Value::bits(info.sort.width, negative ? mpz_class(1000) : mpz_class(-1)));
  }
}

// A clause is the finest place that is known: different errors there are different bugs.
std::string PrologTarget::key_of(const Outcome& outcome) {
  const std::string key = usual_key(outcome);
  if (outcome.bug != prolog_error()) return key;
  return key + " " + outcome.message.substr(0, outcome.message.find('('));
}

Outcome PrologTarget::outcome_of(RunEnd end, const std::vector<FlatTerm>& answers) {
  Outcome outcome;
  Machine& machine = interpreter_.machine;
  for (const FlatTerm& answer : answers)
    outcome.message += (outcome.message.empty() ? "" : " ; ") + answer_text(answer);
  auto bug = [&](BugKind kind, const std::string& message) {
    outcome.kind = Outcome::Kind::bug;
    outcome.bug = kind;
    outcome.message = message;
    outcome.location = to_string(shared_.sites->all()[machine.error_site()]);
  };
  switch (end) {
    case RunEnd::answer:
      break;
    case RunEnd::failure:
      outcome.message += answers.empty() ? "false" : " ; false";
      break;
    case RunEnd::halted:
      outcome.exit_code = machine.exit_code();
      outcome.message = "halt(" + std::to_string(machine.exit_code()) + ")";
      break;
    case RunEnd::inference_limit:
      bug(BugKind::timeout, "no end after " + std::to_string(machine.inferences()) +
                                " inferences: possibly it does not terminate");
      break;
    case RunEnd::time_limit:
      bug(BugKind::timeout, "no end within the time limit: possibly it does not terminate");
      break;
    case RunEnd::memory_limit:
      bug(BugKind::timeout, "no end within the memory limit: possibly it does not terminate");
      break;
    case RunEnd::exception: {
      Cell ball = machine.ball().build(interpreter_.store);
      Store& store = interpreter_.store;
      if (store.is_functor(ball, interpreter_.symbols.error2))
        ball = store.deref(store.arg(ball, 0));
      std::string text = shown(ball);
      if (text.starts_with("cuttle_unsupported(")) {
        outcome.kind = Outcome::Kind::lost;
        outcome.message = text;
      } else if (text.starts_with("assertion_error(")) {
        bug(BugKind::assertion, text);
      } else {
        bug(prolog_error(), text);
        if (outcome.location == "?") outcome.location = place_of_no_rule(ball);
      }
    }
  }
  if (outcome.is_bug()) outcome.key = key_of(outcome);
  return outcome;
}

// existence_error(matching_rule, Module:Head), of user just the head, is thrown by no clause, but
// by the predicate.
std::string PrologTarget::place_of_no_rule(Cell error) const {
  const Store& store = interpreter_.store;
  Symbols& symbols = interpreter_.symbols;
  if (!store.is_functor(error, symbols.functor("existence_error", 2))) return "?";
  Cell culprit = store.deref(store.arg(error, 1));
  const bool qualified = store.is_functor(culprit, symbols.colon);
  Cell module = qualified ? store.deref(store.arg(culprit, 0)) : atom_cell(atoms::user);
  Cell head = qualified ? store.deref(store.arg(culprit, 1)) : culprit;
  if (tag_of(module) != Tag::atom || tag_of(head) != Tag::compound) return "?";
  return place_of(atom_of(module), store.functor_of(head));
}

std::string PrologTarget::place_of(AtomId module, FunctorId functor) const {
  Program& program = interpreter_.program;
  return to_string(shared_.sites->all()[program.resolve(program.lookup(module, functor))->site]);
}

}  // namespace cuttle::prolog
