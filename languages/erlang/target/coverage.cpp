// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/coverage.h"

#include <functional>
#include <set>

namespace cuttle::erlang {

namespace {

struct FunctionId {
  size_t module = 0;  // of Opened::cores
  uint32_t index = 0;
  friend auto operator<=>(const FunctionId&, const FunctionId&) = default;
};

void each_code(const Code& code, const std::function<void(const Code&)>& visit) {
  visit(code);
  for (const Code& part : code.parts) each_code(part, visit);
  for (const Clause& clause : code.clauses) each_code(clause.body, visit);
}

// The functions that may be called: by name, or as funs that are made. Calls by computed names are
// not followed.
class Reachable {
 public:
  explicit Reachable(const Opened& opened) : opened_(opened) {
    for (size_t m = 0; m < opened.cores.size(); ++m) {
      for (uint32_t f = 0; f < opened.cores[m].functions.size(); ++f) {
        const CoreFunction& function = opened.cores[m].functions[f];
        if (function.captured == 0)
          exported_[{opened.cores[m].name, function.name, function.arity}] = {m, f};
      }
    }
    take({opened.program.module, opened.program.function, opened.program.arity});
    while (!pending_.empty()) {
      const FunctionId id = pending_.back();
      pending_.pop_back();
      follow(id);
    }
  }
  const std::set<FunctionId>& all() const { return seen_; }

 private:
  void take(FunctionId id) {
    if (seen_.insert(id).second) pending_.push_back(id);
  }
  void take(const Callee& callee) {
    if (auto it = exported_.find(callee); it != exported_.end()) take(it->second);
  }
  void take_funs(const Term& t) {
    if (t.kind == TermKind::fun && t.items.size() == 3)
      take(Callee{t.items[0].text, t.items[1].text,
                  static_cast<uint32_t>(t.items[2].integer.get_ui())});
    for (const Term& item : t.items) take_funs(item);
  }
  void follow(FunctionId id) {
    const CoreModule& module = opened_.cores[id.module];
    each_code(module.functions[id.index].body, [&](const Code& code) {
      if (code.kind == Code::Kind::local || code.kind == Code::Kind::closure)
        take(FunctionId{id.module, code.index});
      if (code.kind == Code::Kind::call) take(module.callees[code.index]);
      for (const Operand& operand : code.operands) {
        if (operand.kind == Operand::Kind::literal) take_funs(module.literals[operand.index]);
      }
    });
  }

  const Opened& opened_;
  std::map<Callee, FunctionId> exported_;
  std::set<FunctionId> seen_;
  std::vector<FunctionId> pending_;
};

bool only_fails(const CoreModule& module, const Clause& clause) {
  const Code* code = &clause.body;
  while (code->kind == Code::Kind::seq && code->parts.size() == 2) code = &code->parts[1];
  return code->kind == Code::Kind::primop && module.callees[code->index].function == "match_fail";
}

}  // namespace

Coverage::Coverage(const Opened& opened) {
  CoverageFamily clauses{"clauses", {}}, lines{"lines", {}};
  clauses_.assign(opened.program.points, no_point);
  const Reachable reachable(opened);
  for (const FunctionId& id : reachable.all()) {
    const ProgramModule& info = opened.program.modules[id.module];
    if (!info.user) continue;
    const CoreModule& module = opened.cores[id.module];
    const CoreFunction& function = module.functions[id.index];
    auto place = [&](unsigned line) { return SourceLocation{info.file, line, 0, function.name}; };
    auto add_line = [&](unsigned line) {
      if (line == 0 || !lines_.try_emplace({info.file, line}, lines.points.size()).second) return;
      lines.points.push_back(place(line));
    };
    each_code(function.body, [&](const Code& code) {
      add_line(code.line);
      for (const Clause& clause : code.clauses) {
        const uint32_t number = info.first_point + clause.point;
        if (only_fails(module, clause) || number >= clauses_.size()) continue;
        clauses_[number] = static_cast<uint32_t>(clauses.points.size());
        clauses.points.push_back(place(clause.line));
        add_line(clause.line);
      }
    });
  }
  for (auto& [place, point] : lines_) point += static_cast<uint32_t>(clauses.points.size());
  reached_.assign(clauses.points.size() + lines.points.size(), false);
  families_ = {std::move(clauses), std::move(lines)};
}

void Coverage::take_point(uint32_t point, std::vector<uint32_t>& out) {
  if (point == no_point || reached_[point]) return;
  reached_[point] = true;
  out.push_back(point);
}

std::vector<uint32_t> Coverage::take(std::span<const uint8_t> clauses,
                                     const std::vector<SiteId>& lines,
                                     const std::vector<SourceLocation>& sites) {
  std::vector<uint32_t> out;
  for (size_t i = 0; i < clauses.size() && i < clauses_.size(); ++i) {
    if (clauses[i]) take_point(clauses_[i], out);
  }
  for (SiteId site : lines) {
    if (site >= sites.size()) continue;
    auto it = lines_.find({sites[site].file, sites[site].line});
    if (it != lines_.end()) take_point(it->second, out);
  }
  return out;
}

}  // namespace cuttle::erlang
