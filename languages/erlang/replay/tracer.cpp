// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/tracer.h"

#include <set>

#include "languages/erlang/term/print.h"

namespace cuttle::erlang::replay {

namespace {

constexpr size_t most_lines = 1'000'000;

std::string joined(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + item;
  return out;
}

bool is_made_by_compiler(const CoreModule& module, const Clause& clause) {
  return clause.body.kind == Code::Kind::primop &&
         module.callees[clause.body.index].function == "match_fail";
}

}  // namespace

// ---- names ----

bool Tracer::has_result(const Code& code) {
  switch (code.kind) {
    case Code::Kind::local:
    case Code::Kind::call:
    case Code::Kind::apply:
    case Code::Kind::apply_list:
    case Code::Kind::remote:
    case Code::Kind::remote_list:
    case Code::Kind::choose:
      return true;
    default:
      return false;
  }
}

// Outer ones first. `slots` get the result when it is bound.
void Tracer::name_results(const Code& code, const std::vector<uint32_t>* slots, Names& names) {
  const std::string* name = slots && slots->size() == 1 ? &names.slots[(*slots)[0]] : nullptr;
  if (has_result(code)) {
    names.results[&code] = name ? *name : std::string();
    if (!name || name->empty()) {
      names.bound.push_back({});  // numbered when all are known
      names.results[&code] = "#" + std::to_string(names.bound.size() - 1);
      if (name) names.slots[(*slots)[0]] = names.results[&code];
    } else {
      names.bound.push_back(*name);
    }
  } else if (name) {
    if (name->empty()) names.slots[(*slots)[0]] = "V" + std::to_string((*slots)[0]);
    names.bound.push_back(names.slots[(*slots)[0]]);
  }
  for (size_t i = 0; i < code.parts.size(); ++i)
    name_results(code.parts[i], code.kind == Code::Kind::let && i == 0 ? &code.slots : nullptr,
                 names);
  for (const Clause& clause : code.clauses) {
    if (!is_made_by_compiler(*names.module, clause)) name_results(clause.body, nullptr, names);
  }
}

const Tracer::Names& Tracer::names_of(const CoreModule& module, const CoreFunction& function) {
  auto [at, added] = names_.try_emplace(&function);
  Names& names = at->second;
  if (!added) return names;
  names.module = &module;
  names.slots = function.slots;
  std::set<std::string> used;
  for (size_t i = 0; i < names.slots.size(); ++i) {
    std::string& name = names.slots[i];
    // The compiler drops the names of parameters.
    if (i < function.parameters() && name.empty())
      name = i < 3 ? std::string(1, static_cast<char>('X' + i)) : "V" + std::to_string(i);
    if (!name.empty() && !used.insert(name).second) name += "_" + std::to_string(i);
  }
  name_results(function.body, nullptr, names);
  size_t fresh = 0, number = 0;
  for (const std::string& name : names.bound) fresh += name.empty();
  std::map<std::string, std::string> final_names;
  for (size_t i = 0; i < names.bound.size(); ++i) {
    if (!names.bound[i].empty()) continue;
    names.bound[i] = fresh == 1 ? "W" : "W" + std::to_string(++number);
    final_names["#" + std::to_string(i)] = names.bound[i];
  }
  auto settle = [&](std::string& name) {
    if (auto found = final_names.find(name); found != final_names.end()) name = found->second;
  };
  for (std::string& name : names.slots) settle(name);
  for (auto& [code, name] : names.results) settle(name);
  for (size_t i = 0; i < names.slots.size(); ++i)
    if (names.slots[i].empty()) names.slots[i] = "V" + std::to_string(i);
  std::vector<std::string> parameters(names.slots.begin(),
                                      names.slots.begin() + function.parameters());
  names.context = "[" + joined(parameters) + "], [" + joined(names.bound) + "]";
  return names;
}

// ---- texts ----

std::string Tracer::text(const Operand& operand, const Names& names) const {
  switch (operand.kind) {
    case Operand::Kind::slot:
      return names.slots[operand.index];
    case Operand::Kind::literal:
      return to_text(names.module->literals[operand.index]);
    case Operand::Kind::cons:
      return "[" + text(operand.items[0], names) + "|" + text(operand.items[1], names) + "]";
    case Operand::Kind::tuple:
      break;
  }
  return "{" + all(operand.items, 0, names) + "}";
}

std::string Tracer::all(const std::vector<Operand>& operands, size_t from,
                        const Names& names) const {
  std::vector<std::string> texts;
  for (size_t i = from; i < operands.size(); ++i) texts.push_back(text(operands[i], names));
  return joined(texts);
}

std::string Tracer::text(const Pattern& pattern, const Names& names) const {
  std::vector<std::string> parts;
  for (const Pattern& item : pattern.items) parts.push_back(text(item, names));
  switch (pattern.kind) {
    case Pattern::Kind::slot:
      return names.slots[pattern.index];
    case Pattern::Kind::literal:
      return to_text(names.module->literals[pattern.index]);
    case Pattern::Kind::alias:
      return names.slots[pattern.index] + " = " + parts[0];
    case Pattern::Kind::cons:
      return "[" + parts[0] + "|" + parts[1] + "]";
    case Pattern::Kind::tuple:
      return "{" + joined(parts) + "}";
    case Pattern::Kind::map:
      for (size_t i = 0; i < parts.size(); ++i)
        parts[i] = text(pattern.keys[i], names) + " := " + parts[i];
      return "#{" + joined(parts) + "}";
    case Pattern::Kind::binary:
      break;
  }
  return "<<" + joined(parts) + ">>";
}

// The return value of an expression.
std::string Tracer::result(const Code& code, const Names& names) const {
  if (auto at = names.results.find(&code); at != names.results.end()) return at->second;
  switch (code.kind) {
    case Code::Kind::let:
    case Code::Kind::seq:
      return result(code.parts[1], names);
    case Code::Kind::values:
      return code.operands.size() == 1 ? text(code.operands[0], names)
                                       : "<" + all(code.operands, 0, names) + ">";
    case Code::Kind::bif:
    case Code::Kind::opaque:
    case Code::Kind::primop: {
      const Callee& callee = names.module->callees[code.index];
      const std::string module = callee.module.empty() ? "" : atom_text(callee.module) + ":";
      return module + atom_text(callee.function) + "(" + all(code.operands, 0, names) + ")";
    }
    case Code::Kind::closure:
      return "fun " + atom_text(names.module->functions[code.index].name);
    case Code::Kind::map:
      return "#{..}";
    case Code::Kind::binary:
      return "<<" + all(code.operands, 0, names) + ">>";
    default:
      return "_";
  }
}

// ---- events ----

void Tracer::write(std::string line) {
  if (lines.size() < most_lines) lines.push_back(std::move(line));
}

void Tracer::enter(size_t depth, const CoreModule& module, const CoreFunction& callee,
                   const Code* site) {
  if (site && !stack_.empty()) {
    const Names& names = names_.at(stack_.back().function);
    if (auto at = names.results.find(site); at != names.results.end()) {
      const size_t from = site->kind == Code::Kind::apply    ? 1
                          : site->kind == Code::Kind::remote ? 2
                                                             : 0;
      write("call(" + names.context + ", " + at->second + ", [" + all(site->operands, from, names) +
            "])");
    }
  }
  names_of(module, callee);
  stack_.push_back({depth, &callee});
}

void Tracer::choose(size_t depth, const Code& code, size_t taken) {
  if (stack_.empty()) return;
  const CoreFunction* function = stack_.back().function;
  const Names& names = names_.at(function);
  const std::string subject = all(code.operands, 0, names);
  auto patterns = [&](const Clause& clause) {
    std::vector<std::string> texts;
    for (const Pattern& each : clause.patterns) texts.push_back(text(each, names));
    return joined(texts);
  };
  std::vector<std::string> ways;
  for (size_t i = 0; i < code.clauses.size(); ++i) {
    if (is_made_by_compiler(*names.module, code.clauses[i])) continue;
    ways.push_back("(" + std::to_string(i + 1) + ", " + subject + ", " + patterns(code.clauses[i]) +
                   ")");
  }
  write("case(" + names.context + ", " + std::to_string(taken + 1) + ", " + subject + ", " +
        patterns(code.clauses[taken]) + ", [" + joined(ways) + "])");
  stack_.push_back({depth, function, &code, &code.clauses[taken].body});
}

void Tracer::leave(size_t depth) {
  while (!stack_.empty() && stack_.back().depth >= depth) {
    const Entered done = stack_.back();
    stack_.pop_back();
    const Names& names = names_.at(done.function);
    if (done.chosen) {
      write("exitcase(" + names.context + ", " + names.results.at(done.chosen) + ", " +
            result(*done.body, names) + ")");
    } else {
      write("exit(" + names.context + ", " + result(done.function->body, names) + ")");
    }
  }
}

void Tracer::bind(const Code& let) {
  if (stack_.empty() || has_result(let.parts[0]) || let.slots.size() != 1) return;
  const Names& names = names_.at(stack_.back().function);
  write("bind(" + names.context + ", " + names.slots[let.slots[0]] + ", " +
        result(let.parts[0], names) + ")");
}

void Tracer::unwind(size_t depth) {
  while (!stack_.empty() && stack_.back().depth > depth) stack_.pop_back();
}

}  // namespace cuttle::erlang::replay
