// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/interpreter.h"

#include <unordered_map>

namespace cuttle::prolog {

Interpreter::Interpreter(SwiSession* session, std::shared_ptr<SiteTable> sites, uint64_t heap_bytes)
    : store(symbols, heap_bytes / sizeof(Cell)),
      program(store, session, sites ? std::move(sites) : std::make_shared<SiteTable>()),
      machine(program) {
  add_builtins(program);
}

Result<void> Interpreter::load() {
  return program.load_user_predicates();
}

std::string Interpreter::show(Cell term, size_t max_length) {
  // Variables by the order in which they appear: _1, _2, ...
  std::unordered_map<uint64_t, std::string> names;
  std::vector<Cell> pending{term};
  // Cyclic terms have no end.
  for (unsigned steps = 0; !pending.empty() && names.size() < 10000 && steps < 1'000'000; ++steps) {
    Cell c = store.deref(pending.back());
    pending.pop_back();
    if (is_var_tag(tag_of(c)))
      names.try_emplace(payload(c), "_" + std::to_string(names.size() + 1));
    if (tag_of(c) != Tag::compound) continue;
    for (unsigned i = symbols.arity(store.functor_of(c)); i-- > 0;)
      pending.push_back(store.arg(c, i));
  }
  WriteOptions options;
  options.quoted = true;
  options.numbervars = true;
  options.priority = 699;
  options.variable_names = &names;
  options.max_length = max_length;
  if (machine.shadow()) options.resolve = [this](Cell s) { return machine.shadow()->concrete(s); };
  return write_term(store, program.operators(), term, options);
}

std::string Interpreter::show_ball() {
  return show(machine.ball().build(store));
}

namespace {

const char* text_of(RunEnd end) {
  switch (end) {
    case RunEnd::failure:
      return "false";
    case RunEnd::inference_limit:
      return "inference limit";
    case RunEnd::time_limit:
      return "time limit";
    case RunEnd::memory_limit:
      return "memory limit";
    case RunEnd::halted:
      return "halted";
    default:
      return "";
  }
}

}  // namespace

std::vector<std::string> Interpreter::ask(const std::string& text, unsigned max_answers,
                                          const MachineLimits& limits) {
  auto read = program.session()->read_goal(text);
  if (!read) return {"cannot read the goal: " + read.error().message};
  machine.reset(nullptr, limits);
  std::vector<Cell> variables;
  Cell goal = program.import(read->goal, variables);
  std::vector<std::string> results;
  RunEnd end = machine.solve(goal, atoms::user);
  while (end == RunEnd::answer) {
    std::string answer;
    for (const auto& [name, number] : read->names) {
      if (name[0] == '_') continue;
      Cell value = store.deref(variables[number]);
      answer += (answer.empty() ? "" : ", ") + name + " = " + show(value);
    }
    results.push_back(answer.empty() ? "true" : answer);
    if (results.size() >= max_answers) return results;
    end = machine.redo();
  }
  results.push_back(end == RunEnd::exception ? show_ball() : text_of(end));
  return results;
}

}  // namespace cuttle::prolog
