// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/path/execution.h"
#include "engine/term/inputs.h"
#include "engine/term/knowledge.h"

namespace cuttle::term {

// The choices that a run makes on its inputs, with what they tell. A question whose answer follows
// from earlier ones is no choice; every other one is recorded at the place where the run is.
class Choices {
 public:
  explicit Choices(Skeleton& skeleton)
      : skeleton_(skeleton), pool_(skeleton.pool()), inputs_(skeleton), knowledge_(skeleton) {}

  // Starts a run with these inputs; positions that they do not mention take their defaults.
  void begin(const Assignment& inputs, uint64_t max_choices);
  // Where the run is: the place of the choices that follow.
  SiteId site = 0;

  // Which of the literals hold? One choice between all the sets of them.
  std::vector<bool> choose_set(std::vector<Literal>& literals);
  bool choose(Literal& literal);
  bool choose(ExprId condition);
  // Which symbol stands at p? One choice between all of them.
  unsigned choose_symbol(PositionId p);
  // Does the symbol at p pass the test? For type tests.
  bool choose_symbols(PositionId p, const std::function<bool(const Symbol&)>& test);
  // One of several ways, of which `taken` is the one that the run goes: exactly one of the
  // conditions holds for every input that gets here. Ways with a false condition are not listed.
  void choose_one(std::span<const ExprId> conditions, unsigned taken);
  // Something has the value that it has in this run, as the condition says; the other values are
  // tried, too. `taken` tells the values apart.
  void choose_value(ExprId condition, AlternativeId taken);
  // The same, but no other value is tried, which is a limitation.
  void pin(ExprId condition, AlternativeId taken, const std::string& why);
  void limitation(Reason reason, const std::string& detail);

  // ---- results ----
  std::vector<Choice> choices;
  std::vector<Alternative> alternatives;
  bool truncated = false;  // there were more choices than the bound
  std::map<std::pair<Reason, std::pair<SiteId, std::string>>, uint64_t> limitations;

  Inputs& inputs() { return inputs_; }
  Skeleton& skeleton() { return skeleton_; }
  ExprPool& pool() { return pool_; }
  // The symbol at p if the choices so far tell it, otherwise -1.
  int known_symbol(PositionId p) { return knowledge_.symbol_at(p); }
  Knowledge& knowledge() { return knowledge_; }

 protected:
  Skeleton& skeleton_;
  ExprPool& pool_;

 private:
  bool holds(const Condition& c);
  bool holds(const Literal& literal);
  ExprId conjunction(const Literal& literal);
  ExprId take_matching(const std::vector<Literal>& literals, const std::vector<bool>& set);
  void learn_mismatch(const Literal& literal, ExprId match);
  void record(ExprId condition, AlternativeId taken, ChoiceKind kind, bool open);
  void record_branch(ExprId condition, bool holds);

  Inputs inputs_;
  Knowledge knowledge_;
  uint64_t max_choices_ = 0;
};

}  // namespace cuttle::term
