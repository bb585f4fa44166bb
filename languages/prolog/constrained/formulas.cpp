// SPDX-License-Identifier: Apache-2.0
// Reified constraints: formulas whose truth is an integer, 0 or 1.
#include <set>

#include "languages/prolog/constrained/rules.h"

namespace cuttle::prolog {

// The formula that one of the two stands for, when the other is 0 or 1; otherwise 0.
Cell RuleMatcher::reified(Cell a, Cell b) const {
  for (auto [x, y] :
       {std::pair{store_.deref(a), store_.deref(b)}, std::pair{store_.deref(b), store_.deref(a)}}) {
    auto it = reified_.find(x);
    if (it != reified_.end() && tag_of(y) == Tag::integer && (int_of(y) == 0 || int_of(y) == 1))
      return it->second.build(store_);
  }
  return 0;
}

ExprId RuleMatcher::truth(Cell formula) {
  ExprPool& pool = shadow_.pool();
  Integers& integers = shadow_.skeleton().integers();
  formula = store_.deref(formula);
  if (tag_of(formula) == Tag::integer || tag_of(formula) == Tag::symbolic) {
    size_t first = literal_.conditions.size();
    ExprId value = number(formula);
    if (!value) return {};
    for (auto [low, high, name] : {std::tuple{integers.constant(0), value, "#>="},
                                   std::tuple{value, integers.constant(1), "#=<"}}) {
      literal_.conditions.push_back({integers.less_equal(low, high), 0, 0});
      describe(first, name, formula, int_cell(name[1] == '>' ? 0 : 1));
    }
    return integers.equal(value, integers.constant(1));
  }
  if (tag_of(formula) != Tag::compound) return {};
  std::string name = indicator(formula);
  if (name == "#\\/1") {
    ExprId a = truth(store_.arg(formula, 0));
    return a ? pool.not_(a) : a;
  }
  if (!name.starts_with("#") || !name.ends_with("/2")) return {};
  name = name.substr(1, name.size() - 3);
  Cell x = store_.arg(formula, 0), y = store_.arg(formula, 1);
  if (name == "=" || name == "\\=" || name == "<" || name == ">" || name == "=<" || name == ">=") {
    ExprId a = number(x), b = number(y);
    return a && b ? relation(name, a, b) : ExprId{};
  }
  ExprId a = truth(x), b = a ? truth(y) : a;
  if (!a || !b) return {};
  return name == "/\\"    ? pool.and_(a, b)
         : name == "\\/"  ? pool.or_(a, b)
         : name == "==>"  ? pool.or_(pool.not_(a), b)
         : name == "<=="  ? pool.or_(a, pool.not_(b))
         : name == "<==>" ? pool.not_(pool.xor_(a, b))
         : name == "\\"   ? pool.xor_(a, b)
                          : ExprId{};
}

// B #<==> Formula defines a local variable B; other formulas hold or not.
bool RuleMatcher::constrain_formula(const std::string& name, Cell goal) {
  static const std::set<std::string> connectives = {"#\\/1",  "#/\\/2",  "#\\//2", "#==>/2",
                                                    "#<==/2", "#<==>/2", "#\\/2"};
  if (!connectives.contains(name)) return false;
  ExprPool& pool = shadow_.pool();
  for (unsigned side : {0u, 1u}) {
    if (name != "#<==>/2") break;
    Cell x = store_.deref(store_.arg(goal, side)), formula = store_.arg(goal, 1 - side);
    if (!is_var_tag(tag_of(x))) continue;
    ExprId holds = truth(formula);
    if (!holds) break;
    Cell integer = shadow_.make_integer(pool.ite(holds, pool.bits(2, 1), pool.bits(2, 0)), 0);
    reified_.try_emplace(integer, FlatTerm::copy(store_, formula));
    store_[payload(x)] = integer;
    return true;
  }
  ExprId holds = truth(goal);
  if (literal_.impossible) return true;
  if (!holds) {
    complain("a formula with `" + name.substr(0, name.rfind('/')) + "' that is not understood");
    return true;
  }
  literal_.conditions.push_back({holds, 0, 0});
  describe(literal_.conditions.size() - 1, goal);
  return true;
}

}  // namespace cuttle::prolog
