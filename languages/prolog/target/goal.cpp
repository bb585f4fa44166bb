// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/goal.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/support/suggest.h"
#include "languages/prolog/target/types.h"

namespace cuttle::prolog {

const GoalInput* GoalPlan::input_at(unsigned argument) const {
  for (const GoalInput& input : inputs) {
    if (input.has_seed && input.argument == argument) return &input;
  }
  return nullptr;
}

const GoalInput* GoalPlan::input_of(uint32_t variable) const {
  for (const GoalInput& input : inputs) {
    if (!input.has_seed && input.variable == variable) return &input;
  }
  return nullptr;
}

namespace {

bool is_ground(const WireTerm& t) {
  return !has_variables(t);
}

void variables_of(const WireTerm& term, std::vector<uint32_t>& out) {
  for_each_subterm(term, [&](const WireTerm& t) {
    if (t.kind == WireTerm::Kind::variable &&
        std::find(out.begin(), out.end(), t.variable) == out.end())
      out.push_back(t.variable);
  });
}

struct ArgumentMode {
  enum class Direction { input, output, either, unknown };
  Direction direction = Direction::unknown;
  std::string type;
};

// +X:integer, -Y, ?Z, +integer, X
ArgumentMode read_mode(const WireTerm& t) {
  ArgumentMode mode;
  if (t.kind == WireTerm::Kind::compound && t.args.size() == 1) {
    if (t.text == "+" || t.text == "++" || t.text == ":" || t.text == "in")
      mode.direction = ArgumentMode::Direction::input;
    if (t.text == "-" || t.text == "--" || t.text == "out")
      mode.direction = ArgumentMode::Direction::output;
    if (t.text == "?") mode.direction = ArgumentMode::Direction::either;
    if (mode.direction != ArgumentMode::Direction::unknown) {
      ArgumentMode inner = read_mode(t.args[0]);
      mode.type = inner.type;
      return mode;
    }
  }
  if (t.is(":", 2)) {
    mode = read_mode(t.args[0]);
    mode.type = type_text(t.args[1]);
    return mode;
  }
  std::string text = type_text(t);
  if (DomainTable::is_known(text)) mode.type = text;
  return mode;
}

std::vector<ArgumentMode> declared_modes(SwiSession& session, const std::string& name,
                                         unsigned arity) {
  auto modes = session.modes(name, arity);
  std::vector<ArgumentMode> out(arity);
  if (!modes) return out;
  auto list = list_items(*modes);
  if (list.empty()) return out;
  for (unsigned i = 0; i < arity; ++i) out[i] = read_mode(list.front()->args[i]);
  return out;
}

// Which arguments are inputs when nothing was said: those that the declared mode says (? counts
// when there is no +), or those that are ground, or all.
std::set<unsigned> default_inputs(const WireTerm& goal, const std::vector<ArgumentMode>& modes) {
  using Direction = ArgumentMode::Direction;
  auto declared = [&](Direction direction) {
    return std::any_of(modes.begin(), modes.end(),
                       [&](const ArgumentMode& mode) { return mode.direction == direction; });
  };
  bool has_inputs = declared(Direction::input);
  bool moded = has_inputs || declared(Direction::output) || declared(Direction::either);
  bool seeded = std::any_of(goal.args.begin(), goal.args.end(), is_ground);
  std::set<unsigned> chosen;
  for (unsigned i = 0; i < goal.args.size(); ++i) {
    Direction direction = modes[i].direction;
    bool by_mode = direction == Direction::input || (direction == Direction::either && !has_inputs);
    bool ground = is_ground(goal.args[i]);
    if (moded ? by_mode || ground : !seeded || ground) chosen.insert(i);
  }
  return chosen;
}

// The first call in a plunit test whose arguments suit the inputs: its values come first.
void take_seed(SwiSession& session, GoalPlan& plan) {
  auto arity = static_cast<unsigned>(plan.goal.args.size());
  auto seeds = session.seeds(plan.goal.text, arity);
  if (!seeds) return;
  for (const WireTerm* call : list_items(*seeds)) {
    auto suits = [&](const GoalInput& input) {
      return input.has_seed || plan.goal.args[input.argument].kind != WireTerm::Kind::variable ||
             is_ground(call->args[input.argument]);
    };
    if (!std::all_of(plan.inputs.begin(), plan.inputs.end(), suits)) continue;
    for (GoalInput& input : plan.inputs) {
      if (plan.goal.args[input.argument].kind != WireTerm::Kind::variable) continue;
      input.has_first = true;
      input.seed = call->args[input.argument];
    }
    return;
  }
}

Result<std::set<unsigned>> parse_ground(const std::string& text, unsigned arity) {
  std::set<unsigned> out;
  if (text == "none") return out;
  for (size_t at = 0; at <= text.size();) {
    size_t comma = std::min(text.find(',', at), text.size());
    unsigned n = 0;
    auto [end, error] = std::from_chars(text.data() + at, text.data() + comma, n);
    if (error != std::errc() || end != text.data() + comma || n < 1 || n > arity)
      return Error::usage("--ground wants argument numbers between 1 and " + std::to_string(arity) +
                              ", not `" + text + "'",
                          "for example --ground 1,2");
    out.insert(n - 1);
    at = comma + 1;
  }
  return out;
}

Error unknown_predicate(SwiSession& session, const std::string& name, unsigned arity) {
  std::vector<std::string> known;
  std::string hint;
  if (auto all = session.predicates()) {
    for (const SwiPredicateName& p : *all) {
      known.push_back((p.module == "user" ? "" : p.module + ":") + p.name + "/" +
                      std::to_string(p.arity));
      if (p.name == name) hint += (hint.empty() ? "there is `" : ", `") + known.back() + "'";
    }
  }
  std::string indicator = name + "/" + std::to_string(arity);
  if (hint.empty()) hint = did_you_mean(indicator, known);
  if (hint.empty() && !known.empty())
    hint = "the program defines " + known.front() + " and " + std::to_string(known.size() - 1) +
           " more predicates";
  if (known.empty()) hint = "the program defines no predicates";
  return Error::usage("there is no predicate `" + indicator + "'", hint);
}

Result<void> read_goal(SwiSession& session, const PrologOptions& options, GoalPlan& plan) {
  const std::string& predicate = options.predicate;
  plan.text = options.goal;
  if (options.goal.empty() && predicate.empty())
    return Error::usage("what should be called?",
                        "give a goal with --goal 'p(X,Y)', or a predicate with --predicate p/2");
  if (!options.goal.empty()) {
    auto read = session.read_goal(options.goal);
    if (!read) {
      std::string why = read.error().message;
      return Error::usage("the goal `" + options.goal +
                          "' cannot be read: " + why.substr(0, why.find('\n')));
    }
    plan.goal = read->goal;
    for (auto& [name, number] : read->names) plan.names[number] = name;
  } else {
    size_t slash = predicate.rfind('/');
    unsigned arity = 0;
    auto [end, error] =
        std::from_chars(predicate.data() + (slash == std::string::npos ? 0 : slash + 1),
                        predicate.data() + predicate.size(), arity);
    if (slash == std::string::npos || error != std::errc() || *end != 0)
      return Error::usage("--predicate wants name/arity, not `" + predicate + "'",
                          "for example --predicate append/3");
    plan.goal.kind = arity ? WireTerm::Kind::compound : WireTerm::Kind::atom;
    plan.goal.text = predicate.substr(0, slash);
    for (unsigned i = 0; i < arity; ++i) {
      WireTerm v;
      v.kind = WireTerm::Kind::variable;
      v.variable = i;
      plan.goal.args.push_back(v);
      plan.names[i] = "A" + std::to_string(i + 1);
    }
    plan.text = predicate;
  }
  while (plan.goal.is(":", 2) && plan.goal.args[0].kind == WireTerm::Kind::atom) {
    plan.module = plan.goal.args[0].text;
    WireTerm inner = plan.goal.args[1];
    plan.goal = std::move(inner);
  }
  if (plan.goal.kind != WireTerm::Kind::compound && plan.goal.kind != WireTerm::Kind::atom)
    return Error::usage("`" + plan.text + "' is not a goal");
  return {};
}

void add_input(GoalPlan& plan, unsigned i, const std::string& type) {
  const WireTerm& arg = plan.goal.args[i];
  std::string name = std::to_string(i + 1);
  if (is_ground(arg)) {
    plan.inputs.push_back({name, type, true, true, arg, i, 0});
    return;
  }
  std::vector<uint32_t> variables;
  variables_of(arg, variables);
  bool whole = arg.kind == WireTerm::Kind::variable;
  for (uint32_t v : variables) {
    if (plan.input_of(v)) continue;
    std::string own = whole                    ? name
                      : plan.names.contains(v) ? plan.names[v]
                                               : name + "_" + std::to_string(v);
    plan.inputs.push_back({own, whole ? type : "", false, false, {}, i, v});
  }
}

// --type 1:integer, or X:integer for a variable inside of an argument.
Result<void> types_from_options(const PrologOptions& options, GoalPlan& plan) {
  for (const std::string& text : options.types) {
    size_t colon = text.find(':');
    if (colon == std::string::npos)
      return Error::usage("--type wants N:TYPE, not `" + text + "'", "for example 1:integer");
    std::string name = text.substr(0, colon), type = text.substr(colon + 1);
    std::erase(type, ' ');
    if (type != "any" && !DomainTable::is_known(type))
      return Error::usage("the type `" + type + "' is not known",
                          "Some that are: integer, nonneg, between(0,9), atom, oneof([a,b]), "
                          "list(integer), boolean, string, any");
    auto input = std::find_if(plan.inputs.begin(), plan.inputs.end(),
                              [&](const GoalInput& one) { return one.name == name; });
    if (input == plan.inputs.end())
      return Error::usage("--type " + text + ": argument " + name + " is not an input",
                          "--ground says which arguments are inputs");
    input->type = type;
  }
  return {};
}

}  // namespace

Result<GoalPlan> plan_goal(SwiSession& session, const PrologOptions& options) {
  GoalPlan plan;
  if (auto read = read_goal(session, options, plan); !read) return read.error();
  auto arity = static_cast<unsigned>(plan.goal.args.size());
  auto found = session.resolve(plan.module, plan.goal.text, arity);
  if (!found) return found.error();
  bool control = plan.goal.text == "," || plan.goal.text == ";" || plan.goal.text == "->";
  if (!found->defined && !control) return unknown_predicate(session, plan.goal.text, arity);

  std::vector<ArgumentMode> modes = declared_modes(session, plan.goal.text, arity);
  const std::string& ground = options.ground;
  std::set<unsigned> chosen;
  if (!ground.empty()) {
    auto parsed = parse_ground(ground, arity);
    if (!parsed) return parsed.error();
    chosen = *parsed;
  } else {
    chosen = default_inputs(plan.goal, modes);
  }
  for (unsigned i : chosen) add_input(plan, i, modes[i].type);
  if (auto given = types_from_options(options, plan); !given) return given.error();
  take_seed(session, plan);
  for (GoalInput& input : plan.inputs) {
    std::erase(input.type, ' ');
    if (!DomainTable::is_known(input.type)) input.type.clear();  // any term
  }
  return plan;
}

}  // namespace cuttle::prolog
