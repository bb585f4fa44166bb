// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/smtlib.h"

#include <ostream>
#include <set>
#include <unordered_map>

#include "engine/expr/ops.h"
#include "engine/expr/smtlib_text.h"

namespace cuttle {
namespace {

// Parsers recurse; a term that nests deeper than this is cut by giving its parts names.
constexpr unsigned max_nesting = 200;

// Which expressions get a name, and the text of each in terms of the others.
class Plan {
 public:
  // `standard`: without the function for the pattern of a float, which SMT-LIB lacks; scripts
  // declare a constant for each such pattern instead.
  Plan(const ExprPool& pool, std::span<const ExprId> roots, bool standard);

  const std::vector<ExprId>& named() const { return named_; }  // arguments before users
  bool is_named(ExprId e) const { return infos_.at(e.index).named; }
  static std::string name(ExprId e) { return "n!" + std::to_string(e.index); }
  static std::string pattern(ExprId e) { return "bits!" + std::to_string(e.index); }
  // The text of `e`; named expressions below it are mentioned by their names.
  std::string text(ExprId e) const;
  std::string name_or_text(ExprId e) const { return is_named(e) ? name(e) : text(e); }

 private:
  struct Info {
    bool done = false;
    bool named = false;
    unsigned uses = 0;
    unsigned nesting = 1;
  };

  void finish(ExprId e);
  template <typename Visit>
  void for_each_argument(ExprId e, Visit visit) const;

  const ExprPool& pool_;
  bool standard_;
  std::unordered_map<uint32_t, Info> infos_;
  std::vector<ExprId> order_;
  std::vector<ExprId> named_;
};

template <typename Visit>
void Plan::for_each_argument(ExprId e, Visit visit) const {
  const ExprNode& node = pool_.node(e);
  for (unsigned i = 0; i < op_info(node.op).arity; ++i) visit(node.args[i]);
  if (!has_table(node.op)) return;
  for (ExprId element : pool_.elements(node.payload)) visit(element);
}

Plan::Plan(const ExprPool& pool, std::span<const ExprId> roots, bool standard)
    : pool_(pool), standard_(standard) {
  std::vector<ExprId> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    ExprId e = stack.back();
    Info& info = infos_[e.index];
    if (info.done) {
      stack.pop_back();
      continue;
    }
    size_t before = stack.size();
    for_each_argument(e, [&](ExprId arg) {
      if (!infos_[arg.index].done) stack.push_back(arg);
    });
    if (stack.size() != before) continue;
    stack.pop_back();
    infos_[e.index].done = true;
    order_.push_back(e);
    unsigned uses = smtlib_repeats_arguments(pool_, e) ? 2 : 1;
    for_each_argument(e, [&](ExprId arg) { infos_[arg.index].uses += uses; });
  }
  for (ExprId e : order_) finish(e);
}

void Plan::finish(ExprId e) {
  Info& info = infos_[e.index];
  for_each_argument(e, [&](ExprId arg) {
    const Info& other = infos_.at(arg.index);
    if (!other.named) info.nesting = std::max(info.nesting, other.nesting + 1);
  });
  bool is_leaf = pool_.op(e) == Op::constant || pool_.op(e) == Op::variable;
  bool needs_pattern = standard_ && pool_.op(e) == Op::f_to_bits;
  info.named = !is_leaf && (info.uses > 1 || info.nesting > max_nesting || needs_pattern);
  if (info.named) named_.push_back(e);
}

std::string Plan::text(ExprId e) const {
  auto pieces_of = [&](ExprId x) {
    bool by_name = standard_ && pool_.op(x) == Op::f_to_bits;
    return smtlib_pieces(pool_, x, by_name ? pattern(x) : std::string());
  };
  std::string out;
  std::vector<SmtPiece> stack;
  auto push = [&](std::vector<SmtPiece> pieces) {
    stack.insert(stack.end(), std::make_move_iterator(pieces.rbegin()),
                 std::make_move_iterator(pieces.rend()));
  };
  push(pieces_of(e));
  while (!stack.empty()) {
    SmtPiece piece = std::move(stack.back());
    stack.pop_back();
    if (!piece.expr) {
      out += piece.text;
    } else if (is_named(piece.expr)) {
      out += name(piece.expr);
    } else {
      push(pieces_of(piece.expr));
    }
  }
  return out;
}

void declare_variables(std::ostream& out, ExprPool& pool, std::span<const ExprId> constraints) {
  std::set<VarId> used;
  for (ExprId e : constraints) {
    std::span<const VarId> variables = pool.variables_of(e);
    used.insert(variables.begin(), variables.end());
  }
  for (VarId v : used) {
    const Variable& variable = pool.variable_info(v);
    out << "(declare-const " << smtlib_name(variable.name) << " " << smtlib_sort(variable.sort)
        << ")\n";
  }
}

void declare_pattern(std::ostream& out, const ExprPool& pool, const Plan& plan, ExprId e) {
  FloatFormat format = float_format(pool.sort(e).width);
  out << "(declare-const " << Plan::pattern(e) << " (_ BitVec "
      << format.exponent + format.significand << "))\n";
  out << "(assert (= ((_ to_fp " << format.exponent << " " << format.significand << ") "
      << Plan::pattern(e) << ") " << plan.name_or_text(pool.arg(e, 0)) << "))\n";
}

}  // namespace

std::string to_smtlib(const ExprPool& pool, ExprId e) {
  Plan plan(pool, {&e, 1}, false);
  std::string out;
  size_t lets = 0;
  for (ExprId shared : plan.named()) {
    if (shared == e) continue;
    out += "(let ((" + Plan::name(shared) + " " + plan.text(shared) + ")) ";
    ++lets;
  }
  out += plan.text(e);
  out.append(lets, ')');
  return out;
}

void write_smtlib_script(std::ostream& out, ExprPool& pool, std::span<const ExprId> constraints) {
  out << "(set-logic ALL)\n";
  declare_variables(out, pool, constraints);
  Plan plan(pool, constraints, true);
  for (ExprId e : plan.named()) {
    if (pool.op(e) == Op::f_to_bits) declare_pattern(out, pool, plan, e);
    out << "(define-fun " << Plan::name(e) << " () " << smtlib_sort(pool.sort(e)) << " "
        << plan.text(e) << ")\n";
  }
  for (ExprId e : constraints) out << "(assert " << plan.name_or_text(e) << ")\n";
  out << "(check-sat)\n";
}

}  // namespace cuttle
