// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/target.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>

namespace cuttle::prolog {

PrologTarget::PrologTarget(const Campaigning& shared, ExprPool& pool)
    : shared_(shared),
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
    if (input.has_seed) options.depth = std::max(options.depth, depth_of(input.seed));
  }
  domains_ = std::make_unique<DomainTable>(interpreter_.store,
                                           collect_signature(program, goal, module), options);
  for (const GoalInput& input : plan.inputs) {
    PositionId root = skeleton_.add_root(input.name, domains_->get(input.type));
    roots_[&input] = root;
    if (input.has_seed) place_seed(root, input.seed);
  }
  info_.name = shared_.name;
  info_.language = "prolog";
  info_.coverage = {{"clauses", program.clause_points()}};
  info_.sites = shared_.sites->all();
  return {};
}

// Makes the seed term the default of the positions it covers. What is not in a typed domain (the
// declaration forbids it) is left at the domain's own default.
void PrologTarget::place_seed(PositionId p, const WireTerm& seed) {
  using Kind = WireTerm::Kind;
  const Domain& domain = skeleton_.domain(p);
  Symbols& symbols = interpreter_.symbols;
  int s = -1;
  int64_t integer = 0;
  if (seed.kind == Kind::integer) {
    s = domain.integer();
    integer = std::strtoll(seed.text.c_str(), nullptr, 10);
  } else if (seed.kind == Kind::compound) {
    s = domain.functor(symbols.functor(seed.text, static_cast<unsigned>(seed.args.size())));
  } else {
    std::vector<Cell> none;
    s = domain.constant(interpreter_.store, interpreter_.program.import(seed, none));
  }
  if (s < 0) return;
  shadow_.set_default(p, static_cast<unsigned>(s), integer);
  for (unsigned i = 0; i < seed.args.size(); ++i)
    place_seed(skeleton_.child(p, static_cast<unsigned>(s), i), seed.args[i]);
}

Cell PrologTarget::input_cell(const GoalInput& input, const std::vector<Cell>* inputs) const {
  if (!inputs) return shadow_.input(roots_.at(&input));
  return (*inputs)[static_cast<size_t>(&input - shared_.plan.inputs.data())];
}

Cell PrologTarget::build(const WireTerm& t, std::vector<Cell>& variables,
                         const std::vector<Cell>* inputs) const {
  if (t.kind == WireTerm::Kind::variable) {
    if (const GoalInput* input = shared_.plan.input_of(t.variable))
      return input_cell(*input, inputs);
  }
  if (t.kind != WireTerm::Kind::compound) return interpreter_.program.import(t, variables);
  std::vector<Cell> args;
  for (const WireTerm& arg : t.args) args.push_back(build(arg, variables, inputs));
  FunctorId f = interpreter_.symbols.functor(t.text, static_cast<unsigned>(args.size()));
  return interpreter_.store.compound(f, args);
}

Cell PrologTarget::build_goal(const std::vector<Cell>* inputs) const {
  const WireTerm& goal = shared_.plan.goal;
  std::vector<Cell> variables, args;
  if (goal.kind != WireTerm::Kind::compound) return interpreter_.program.import(goal, variables);
  for (unsigned i = 0; i < goal.args.size(); ++i) {
    const GoalInput* seeded = shared_.plan.input_at(i);
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
  bounds.seconds = limits.seconds;
  bounds.memory_bytes = std::min<uint64_t>(limits.memory_bytes, uint64_t{2} << 30);
  machine.reset(&shadow_, bounds);
  shadow_.begin(test.inputs, limits.max_choices ? limits.max_choices : shared_.options.max_choices);

  std::vector<TraceStep> steps;
  machine.trace = shared_.options.trace ? &steps : nullptr;
  Cell goal = build_goal();
  std::vector<FlatTerm> answers;
  unsigned wanted = shared_.options.answers ? shared_.options.answers : 10'000;
  RunEnd end = machine.solve(goal, interpreter_.symbols.atom(shared_.plan.module));
  while (end == RunEnd::answer) {
    answers.push_back(FlatTerm::copy(interpreter_.store, goal, false));
    if (answers.size() >= wanted) break;
    end = machine.redo();
  }
  machine.trace = nullptr;
  take_trace(steps);

  Execution execution;
  execution.outcome = outcome_of(end, answers);
  if (shared_.judge && shared_.options.check == TargetOptions::Check::all &&
      execution.outcome.kind == Outcome::Kind::ok) {
    auto verdict = shared_.judge->check(shared_.plan.module, render_goal(goal, true), wanted,
                                        bounds.inferences * 4, limits.seconds, false);
    std::string difference =
        verdict ? disagreement(*verdict, end, answers) : verdict.error().message;
    if (!difference.empty())
      shadow_.limitation("disagreement", render_goal(goal, false) + ": " + difference);
  }
  info_.sites = shared_.sites->all();
  execution.inputs = shadow_.inputs;
  execution.choices = std::move(shadow_.choices);
  execution.alternatives = std::move(shadow_.alternatives);
  execution.truncated = shadow_.truncated;
  execution.covered = machine.take_completed();
  for (const auto& [key, count] : shadow_.limitations) {
    SiteId site = key.second.first;
    std::string where = site < info_.sites.size() ? to_string(info_.sites[site]) : "";
    execution.limitations.push_back(
        {key.first, where == "?" ? "" : where, key.second.second, count});
  }
  execution.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return execution;
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
      std::string text = interpreter_.show(ball);
      if (text.starts_with("cuttle_unsupported(")) {
        outcome.kind = Outcome::Kind::lost;
        outcome.message = text;
      } else if (text.starts_with("assertion_failed(")) {
        bug(BugKind::assertion, text);
      } else {
        bug(BugKind::prolog_error, text);
      }
    }
  }
  return outcome;
}

std::string PrologTarget::render_goal(Cell goal, bool canonical) const {
  WriteOptions options;
  options.quoted = true;
  options.ignore_ops = canonical;
  options.numbervars = false;
  options.resolve = [this](Cell c) { return shadow_.concrete(c); };
  std::unordered_map<uint64_t, std::string> names;
  // Free variables by the names of the goal.
  const WireTerm& wire = shared_.plan.goal;
  for (unsigned i = 0; i < wire.args.size(); ++i) {
    if (wire.args[i].kind != WireTerm::Kind::variable) continue;
    Cell c = interpreter_.store.deref(interpreter_.store.arg(goal, i));
    auto it = shared_.plan.names.find(wire.args[i].variable);
    if (is_var_tag(tag_of(c)) && it != shared_.plan.names.end())
      names.try_emplace(payload(c), it->second);
  }
  options.variable_names = &names;
  return write_term(interpreter_.store, interpreter_.program.operators(), goal, options);
}

std::string PrologTarget::goal_text(const TestCase& test) const {
  interpreter_.machine.reset(&shadow_, {});
  shadow_.begin(test.inputs, 1);
  return render_goal(build_goal(), false);
}

std::vector<std::string> PrologTarget::describe(const TestCase& test) const {
  std::vector<std::string> lines{goal_text(test)};
  if (shared_.options.trace) {
    std::string steps;
    for (const std::string& step : trace_) steps += (steps.empty() ? "" : ", ") + step;
    lines.push_back("trace: [" + steps + "]");
  }
  return lines;
}

// The bindings of the goal's named variables, or "true".
std::string PrologTarget::answer_text(const FlatTerm& answer) {
  Store& store = interpreter_.store;
  Cell goal = answer.build(store);
  std::string text;
  const WireTerm& wire = shared_.plan.goal;
  for (unsigned i = 0; i < wire.args.size(); ++i) {
    const WireTerm& arg = wire.args[i];
    if (arg.kind != WireTerm::Kind::variable || shared_.plan.input_of(arg.variable)) continue;
    auto it = shared_.plan.names.find(arg.variable);
    std::string name = it == shared_.plan.names.end() ? "_" : it->second;
    if (is_var_tag(tag_of(store.deref(store.arg(goal, i))))) continue;
    text += (text.empty() ? "" : ", ") + name + " = " + interpreter_.show(store.arg(goal, i));
  }
  return text.empty() ? "true" : text;
}

void PrologTarget::take_trace(const std::vector<TraceStep>& steps) {
  trace_.clear();
  for (const TraceStep& step : steps) {
    std::string text = step.kind == TraceStep::Kind::unfold      ? "u("
                       : step.kind == TraceStep::Kind::backtrack ? "b("
                                                                 : "f";
    for (size_t i = 0; i < step.clauses.size(); ++i)
      text += (i ? "," : "") + std::to_string(step.clauses[i]->label);
    trace_.push_back(step.kind == TraceStep::Kind::fail ? text : text + ")");
  }
}

}  // namespace cuttle::prolog
