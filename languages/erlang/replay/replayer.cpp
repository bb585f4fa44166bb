// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/replayer.h"

#include <set>

#include "languages/erlang/replay/machine.h"

namespace cuttle::erlang {

using namespace replay;

namespace {

void collect_lines(const Code& code, std::set<uint32_t>& lines) {
  lines.insert(code.line);
  for (const Code& part : code.parts) collect_lines(part, lines);
  for (const Clause& clause : code.clauses) {
    lines.insert(clause.line);
    collect_lines(clause.body, lines);
  }
}

// Lines of any sensible file.
constexpr uint32_t most_lines = 1 << 22;

}  // namespace

struct Replayer::Impl {
  Impl(term::Skeleton& skeleton, Atoms& atom_table, const MapKeys& keys)
      : atoms(atom_table), heap(atom_table), shadow(skeleton, heap, keys) {
    program.sites.push_back({});
    heap.keep();
  }

  void add_sites(LinkedModule& module) {
    std::set<uint32_t> lines;
    for (const CoreFunction& function : module.core.functions) {
      lines.insert(function.line);
      collect_lines(function.body, lines);
    }
    for (uint32_t line : lines) {
      if (line == 0 || line > most_lines) continue;
      if (module.sites.size() <= line) module.sites.resize(line + 1);
      module.sites[line] = static_cast<uint32_t>(program.sites.size());
      program.sites.push_back({module.core.file, line, 0, {}});
    }
  }

  void add(CoreModule core) {
    auto module = std::make_unique<LinkedModule>();
    module->core = std::move(core);
    heap.reset();
    for (const Term& literal : module->core.literals)
      module->literals.push_back(heap.from_term(literal));
    for (const Callee& callee : module->core.callees) {
      module->models.push_back(find_model(callee.module, callee.function, callee.arity));
      module->checked_models.push_back(
          find_checked_model(callee.module, callee.function, callee.arity));
    }
    heap.keep();
    heap.program_atoms = static_cast<uint32_t>(atoms.size());
    add_sites(*module);
    auto [at, added] = program.by_name.try_emplace(module->core.name,
                                                   static_cast<uint32_t>(program.modules.size()));
    if (added) {
      program.modules.push_back(std::move(module));
    } else {
      program.modules[at->second] = std::move(module);
    }
  }

  Atoms& atoms;
  Heap heap;
  Shadow shadow;
  Program program;
  bool trace = false;
};

Replayer::Replayer(term::Skeleton& skeleton, Atoms& atoms, const MapKeys& keys)
    : impl_(std::make_unique<Impl>(skeleton, atoms, keys)) {}

Replayer::~Replayer() = default;

void Replayer::add(CoreModule module) {
  impl_->add(std::move(module));
}

void Replayer::set_trace(bool on) {
  impl_->trace = on;
}

const std::vector<SourceLocation>& Replayer::sites() const {
  return impl_->program.sites;
}

Replayed Replayer::replay(const Entry& entry, std::span<const term::PositionId> inputs,
                          std::span<const uint64_t> events, bool truncated, const TestCase& test,
                          const RunLimits& limits) {
  Shadow& shadow = impl_->shadow;
  impl_->heap.reset();
  shadow.begin(test.inputs, limits.choices);
  shadow.site = 0;
  Replayed result;
  uint32_t module = 0, function = 0;
  if (impl_->program.find(entry.module, entry.function, entry.arity, module, function)) {
    std::vector<Cell> args;
    for (term::PositionId p : inputs) args.push_back(impl_->heap.position(p));
    if (args.size() != entry.arity) args = shadow.as_tuple(args.at(0), entry.arity).items;
    Tracer tracer;
    Machine machine(impl_->program, shadow, Events(events), impl_->trace ? &tracer : nullptr);
    machine.run(module, function, args);
    result.truncated = truncated || shadow.truncated;
    result.complete = machine.finished();
    result.trace = std::move(tracer.lines);
    result.log = machine.take_log();
    for (SiteId site = 0; site < machine.lines().size(); ++site)
      if (machine.lines()[site]) result.lines.push_back(site);
  } else {
    shadow.limitation(Reason::disagreement, "no function " + entry.module + ":" + entry.function);
  }
  if (truncated) shadow.limitation(Reason::trace_full, "");
  result.inputs = shadow.inputs().values();
  result.choices = std::move(shadow.choices);
  result.alternatives = std::move(shadow.alternatives);
  for (const auto& [key, count] : shadow.limitations) {
    const auto& [reason, place] = key;
    const SourceLocation& location = impl_->program.sites[place.first];
    std::string text = place.first == 0 ? std::string() : to_string(location);
    result.limitations.push_back({reason, std::move(text), place.second, count});
  }
  return result;
}

}  // namespace cuttle::erlang
