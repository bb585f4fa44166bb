// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/constrained_target.h"

#include <algorithm>

#include "engine/solver/factory.h"

namespace cuttle::prolog {

namespace {

constexpr unsigned number_bits = 32;

}  // namespace

// A constrained call as a goal to be called: terms of the store become those of the wire.
class PlanWriter {
 public:
  PlanWriter(const ConstrainedTarget& target, const ConstrainedCall& call)
      : target_(target),
        store_(target.target_->interpreter().store),
        call_(call),
        original_(target.shared_.plan) {}

  GoalPlan plan() {
    plan_.text = original_.text;
    plan_.constrained = true;
    plan_.names = original_.names;
    for (const auto& [number, name] : original_.names) next_ = std::max(next_, number + 1);
    WireTerm goal = with_inputs(original_.goal, true);
    if (original_.module != "user") goal = compound(":", {atom(original_.module), goal});
    std::vector<std::string> seen;
    std::vector<WireTerm> goals;
    for (Cell cell : call_.goals) {
      std::string text = target_.target_->interpreter().show(cell);
      if (std::find(seen.begin(), seen.end(), text) != seen.end()) continue;
      seen.push_back(text);
      goals.push_back(constraint(wire(cell)));
    }
    for (size_t i = goals.size(); i-- > 0;) goal = compound(",", {std::move(goals[i]), goal});
    name_variables(goal);
    plan_.goal = std::move(goal);
    return std::move(plan_);
  }

 private:
  static WireTerm atom(const std::string& text) {
    WireTerm out;
    out.kind = WireTerm::Kind::atom;
    out.text = text;
    return out;
  }
  static WireTerm compound(const std::string& name, std::vector<WireTerm> args) {
    WireTerm out;
    out.kind = WireTerm::Kind::compound;
    out.text = name;
    out.args = std::move(args);
    return out;
  }

  // Constraints are called where they are defined, whatever the program imports.
  WireTerm constraint(WireTerm goal) {
    if (goal.text == "unlike") {
      if (goal.args.size() == 3) goal.args[2] = constraint(goal.args[2]);
      return compound(":", {atom("cuttle_loader"), std::move(goal)});
    }
    if (goal.text.starts_with("#")) return compound(":", {atom("clpfd"), std::move(goal)});
    return goal;
  }

  WireTerm input(const GoalInput& input) {
    return wire(call_.inputs[static_cast<size_t>(&input - original_.inputs.data())]);
  }

  WireTerm with_inputs(const WireTerm& t, bool top) {
    if (t.kind == WireTerm::Kind::variable) {
      if (const GoalInput* one = original_.input_of(t.variable)) return input(*one);
      next_ = std::max(next_, t.variable + 1);
    }
    WireTerm out = t;
    for (unsigned i = 0; i < t.args.size(); ++i) {
      const GoalInput* seeded = top ? original_.input_at(i) : nullptr;
      out.args[i] = seeded ? input(*seeded) : with_inputs(t.args[i], false);
    }
    return out;
  }

  WireTerm wire(Cell term) {
    using Kind = WireTerm::Kind;
    const Symbols& symbols = store_.symbols();
    WireTerm out;
    Cell c = store_.deref(term);
    if (tag_of(c) == Tag::atom) {
      out.kind = atom_of(c) == atoms::nil ? Kind::nil : Kind::atom;
      out.text = symbols.text(atom_of(c));
    } else if (tag_of(c) == Tag::compound) {
      FunctorId f = store_.functor_of(c);
      out = compound(symbols.text(symbols.name(f)), {});
      for (unsigned i = 0; i < symbols.arity(f); ++i) out.args.push_back(wire(store_.arg(c, i)));
    } else if (is_var_tag(tag_of(c))) {
      auto [number, fresh] = numbers_.try_emplace(c, next_);
      next_ += fresh ? 1 : 0;
      out.kind = Kind::variable;
      out.variable = number->second;
    } else if (tag_of(c) == Tag::box && store_.box_kind(c) == BoxKind::string) {
      out.kind = Kind::string;
      out.text = store_.string_of(c);
    } else {
      out.text = target_.target_->interpreter().show(c);
      bool box = tag_of(c) == Tag::box;
      out.kind = box && store_.box_kind(c) == BoxKind::floating   ? Kind::floating
                 : box && store_.box_kind(c) == BoxKind::rational ? Kind::rational
                                                                  : Kind::integer;
    }
    return out;
  }

  static void count(const WireTerm& t, std::map<uint32_t, unsigned>& occurrences) {
    if (t.kind == WireTerm::Kind::variable) ++occurrences[t.variable];
    for (const WireTerm& arg : t.args) count(arg, occurrences);
  }

  void name_variables(const WireTerm& goal) {
    std::map<uint32_t, unsigned> occurrences;
    count(goal, occurrences);
    for (const auto& [cell, number] : numbers_) {
      auto known = call_.variables.find(cell);
      plan_.names[number] = known != call_.variables.end() ? target_.name_of(known->second)
                            : occurrences[number] == 1     ? "_"
                                                           : "_W" + std::to_string(number);
    }
  }

  const ConstrainedTarget& target_;
  const Store& store_;
  const ConstrainedCall& call_;
  const GoalPlan& original_;
  GoalPlan plan_;
  std::map<Cell, uint32_t> numbers_;  // of the variables on the heap
  uint32_t next_ = 0;
};

Result<std::unique_ptr<ConstrainedTarget>> ConstrainedTarget::create(const Campaigning& shared,
                                                                     ExprPool& pool) {
  std::unique_ptr<ConstrainedTarget> self(new ConstrainedTarget(shared, pool));
  auto target = PrologTarget::create(shared, pool);
  if (!target) return target.error();
  self->target_ = std::move(*target);
  self->which_ = pool.variable("call", Sort::bits(number_bits), "number");
  self->start();
  return self;
}

void ConstrainedTarget::start() {
  solver_ = make_solver(pool_, {});
  Interpreter& interpreter = target_->interpreter();
  interpreter.machine.reset(&target_->shadow(), {});
  target_->shadow().begin({}, 1);
  Skeleton& skeleton = target_->skeleton();
  Constraint first{pool_.true_expr(), {}, {}};
  Literal seed = target_->first_inputs();
  for (const Condition& c : seed.conditions)
    first.expr = pool_.and_(first.expr, c.expr ? c.expr : skeleton.is_symbol(c.position, c.symbol));
  if (!seed.conditions.empty()) first.holds.push_back(std::move(seed));
  shadow_ = std::make_unique<Shadow>(interpreter.store, skeleton);
  shadow_->begin({}, 1);
  std::vector<Cell> inputs;
  for (PositionId root : skeleton.roots()) inputs.push_back(shadow_->input(root));
  explorer_ = std::make_unique<ConstrainedExplorer>(
      interpreter, *shadow_, *solver_, target_->goal_with(inputs),
      interpreter.symbols.atom(shared_.plan.module), std::move(first));
}

// The next constrained call, as a goal of its own.
void ConstrainedTarget::find_next(double seconds) const {
  Interpreter& interpreter = target_->interpreter();
  interpreter.machine.reset(shadow_.get(), {});
  ConstrainedCase test = explorer_->next(seconds);
  Found found;
  for (const std::string& what : test.incomplete)
    found.limitations.push_back({Reason::constraints, "", what});
  CallWriter writer(interpreter.store, *shadow_, explorer_->rules());
  std::optional<ConstrainedCall> call = writer.write(test.constraint);
  if (!call) {
    call = instance(test.constraint);
    found.limitations.push_back({Reason::constraints, "",
                                 "calls with constraints that Prolog's libraries cannot express: "
                                 "ground calls instead"});
  }
  found.plan = PlanWriter(*this, *call).plan();
  found.steps = std::move(test.steps);
  found.is_last = !explorer_->has_next();
  calls_.push_back(std::move(found));
}

ConstrainedCall ConstrainedTarget::instance(const Constraint& constraint) const {
  ConstrainedCall call;
  Solution solution = solver_->check({{}, constraint.expr, nullptr});
  Shadow values(target_->interpreter().store, target_->skeleton());
  values.begin(solution.model, 1);
  for (PositionId root : target_->skeleton().roots())
    call.inputs.push_back(values.concrete_term(values.input(root)));
  return call;
}

// As the user named the input, with the way to the position behind it: L, L1, L12.
std::string ConstrainedTarget::name_of(PositionId p) const {
  std::string path = target_->skeleton().name(p), root = path.substr(0, path.find('.'));
  std::string name = "A" + root;
  for (const GoalInput& input : shared_.plan.inputs) {
    if (input.name != root) continue;
    auto it = shared_.plan.names.find(input.variable);
    if (!input.has_seed && it != shared_.plan.names.end()) name = it->second;
  }
  for (char c : path.substr(root.size())) {
    if (c != '.') name += c == '~' ? '_' : c;
  }
  auto taken = [&](const auto& known) { return known.second == name; };
  bool inside = path != root;
  while (inside && std::any_of(shared_.plan.names.begin(), shared_.plan.names.end(), taken))
    name += "_";
  return name;
}

size_t ConstrainedTarget::number(const TestCase& test, double seconds) const {
  const Value* value = test.inputs.get(pool_.var_of(which_));
  const size_t wanted = value ? value->low64() : 0;
  while (calls_.size() <= wanted && (calls_.empty() || !calls_.back().is_last)) find_next(seconds);
  return std::min(wanted, calls_.size() - 1);
}

PrologTarget& ConstrainedTarget::calling(const TestCase& test, const RunLimits& limits) const {
  target_->call(calls_[number(test, limits.seconds_left())].plan);
  return *target_;
}

void ConstrainedTarget::record_path(size_t number, Execution& execution) const {
  execution.choices.clear();
  execution.alternatives.clear();
  for (size_t k = 0; k <= number; ++k) {
    if (calls_[k].is_last) break;
    const bool more = k < number;
    ExprId at_most = pool_.binary(cuttle::Op::bv_ule, which_, pool_.bits(number_bits, k));
    // The way on leads to the next call and not to any later one: that would find all in between.
    ExprId next = pool_.eq(which_, pool_.bits(number_bits, k + 1));
    Choice choice;
    choice.condition = more ? pool_.not_(at_most) : at_most;
    choice.taken = more ? 1 : 0;
    choice.others_begin = static_cast<uint32_t>(execution.alternatives.size());
    choice.others_count = 1;
    execution.choices.push_back(choice);
    execution.alternatives.push_back({more ? 0u : 1u, more ? at_most : next});
  }
}

Execution ConstrainedTarget::run(const TestCase& test, const RunLimits& limits) {
  size_t n = number(test, limits.seconds_left());
  Execution execution = calling(test, limits).run({}, limits);
  execution.inputs.set(pool_.var_of(which_), Value::bits(number_bits, n));
  record_path(n, execution);
  execution.limitations.insert(execution.limitations.end(), calls_[n].limitations.begin(),
                               calls_[n].limitations.end());
  return execution;
}

Confirmation ConstrainedTarget::confirm(const TestCase& test, const Outcome& expected,
                                        const RunLimits& limits) {
  return calling(test, limits).confirm({}, expected, limits);
}

std::vector<std::string> ConstrainedTarget::describe(const TestCase& test) const {
  std::vector<std::string> lines = calling(test).describe({});
  if (!shared_.options.trace) return lines;
  constexpr size_t most = 20;
  const std::vector<std::string>& steps = calls_[number(test, 1e9)].steps;
  std::string text;
  for (size_t i = 0; i < std::min(most, steps.size()); ++i)
    text += (text.empty() ? "" : "; ") + steps[i];
  if (steps.size() > most) text += "; ... " + std::to_string(steps.size() - most) + " more steps";
  lines.push_back("sets: [" + text + "]");
  return lines;
}

}  // namespace cuttle::prolog
