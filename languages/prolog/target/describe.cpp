// SPDX-License-Identifier: Apache-2.0
// Test cases, answers and traces as text.
#include <algorithm>
#include <unordered_map>

#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

namespace {

// Where the constraints of a call are defined does not matter to readers.
std::string without_modules(std::string text) {
  for (std::string_view module : {"cuttle_loader:", "clpfd:"}) {
    for (size_t at = text.find(module); at != std::string::npos; at = text.find(module, at))
      text.erase(at, module.size());
  }
  return text;
}

}  // namespace

std::string PrologTarget::render_goal(Cell goal, bool canonical) const {
  WriteOptions options;
  options.quoted = true;
  options.ignore_ops = canonical;
  options.numbervars = false;
  options.resolve = [this](Cell c) { return shadow_.concrete(c); };
  std::unordered_map<uint64_t, std::string> names;
  name_variables(plan().goal, goal, names);
  options.variable_names = &names;
  std::string text =
      write_term(interpreter_.store, interpreter_.program.operators(), goal, options);
  return canonical || !plan().constrained ? text : without_modules(text);
}

std::string PrologTarget::variable_name(uint32_t variable) const {
  auto it = plan().names.find(variable);
  return it == plan().names.end() ? "V" + std::to_string(variable + 1) : it->second;
}

// Free variables of the goal keep the names that the user gave them.
void PrologTarget::name_variables(const WireTerm& wire, Cell term,
                                  std::unordered_map<uint64_t, std::string>& names) const {
  const Store& store = interpreter_.store;
  Cell c = store.deref(term);
  if (wire.kind == WireTerm::Kind::variable) {
    if (is_var_tag(tag_of(c))) names.try_emplace(payload(c), variable_name(wire.variable));
    return;
  }
  if (tag_of(c) != Tag::compound) return;
  for (unsigned i = 0; i < wire.args.size(); ++i)
    name_variables(wire.args[i], store.arg(c, i), names);
}

std::string PrologTarget::goal_text(const TestCase& test, bool canonical) const {
  interpreter_.machine.reset(&shadow_, {});
  shadow_.begin(test.inputs, 1);
  return render_goal(build_goal(), canonical);
}

// Empty when the term is cyclic, or too large for a text that people should read.
std::string PrologTarget::argument_text(Cell term) const {
  bool cut = false;
  WriteOptions options;
  options.max_length = 20'000;
  options.cut = &cut;
  options.quoted = true;
  options.priority = 999;
  std::string text =
      write_term(interpreter_.store, interpreter_.program.operators(), term, options);
  return cut ? "" : text;
}

std::string PrologTarget::term_text(const WireTerm& term) const {
  std::vector<Cell> variables;
  return argument_text(interpreter_.program.import(term, variables));
}

// By name, in the order of the goal. Variables without inputs that the user has not named, too.
std::vector<std::pair<std::string, Cell>> PrologTarget::named_values(Cell answer) const {
  std::vector<std::pair<std::string, Cell>> out;
  const Store& store = interpreter_.store;
  std::vector<std::pair<const WireTerm*, Cell>> pending{{&plan().goal, answer}};
  while (!pending.empty()) {
    auto [wire, value] = pending.back();
    pending.pop_back();
    if (wire->kind == WireTerm::Kind::variable) {
      if (plan().input_of(wire->variable)) continue;
      std::string name = variable_name(wire->variable);
      auto same = [&](const auto& known) { return known.first == name; };
      if (!name.starts_with("_") && std::none_of(out.begin(), out.end(), same))
        out.emplace_back(name, value);
      continue;
    }
    Cell c = store.deref(value);
    if (tag_of(c) != Tag::compound) continue;
    for (size_t i = wire->args.size(); i-- > 0;)
      pending.emplace_back(&wire->args[i], store.arg(c, static_cast<unsigned>(i)));
  }
  return out;
}

std::vector<std::pair<std::string, std::string>> PrologTarget::bindings(
    const WireTerm& answer) const {
  std::vector<std::pair<std::string, std::string>> out;
  std::vector<Cell> variables;
  for (const auto& [name, value] : named_values(interpreter_.program.import(answer, variables)))
    out.emplace_back(name, argument_text(value));
  return out;
}

std::vector<std::string> PrologTarget::describe(const TestCase& test) const {
  std::vector<std::string> lines{goal_text(test)};
  if (shared_.options.trace) {
    constexpr size_t most = 40;
    std::string steps;
    for (size_t i = 0; i < std::min(most, trace_.size()); ++i)
      steps += (steps.empty() ? "" : ", ") + trace_[i];
    if (trace_.size() > most)
      steps += ", ... " + std::to_string(trace_.size() - most) + " more steps";
    lines.push_back("trace: [" + steps + "]");
  }
  return lines;
}

// The bindings of the goal's named variables, or "true".
std::string PrologTarget::answer_text(const FlatTerm& answer) {
  Store& store = interpreter_.store;
  std::string text;
  for (const auto& [name, value] : named_values(answer.build(store))) {
    if (is_var_tag(tag_of(store.deref(value)))) continue;
    text += (text.empty() ? "" : ", ") + name + " = " + shown(value);
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
