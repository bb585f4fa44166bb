// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/expr/expr.h"
#include "engine/expr/sort.h"
#include "engine/expr/value.h"

namespace cuttle {

// One stored expression. Unused arguments are 0.
struct ExprNode {
  Op op = Op::none;
  Sort sort;
  std::array<ExprId, 3> args;
  uint32_t payload = 0;

  friend bool operator==(const ExprNode&, const ExprNode&) = default;
};

// An interned list of expressions of one sort: the contents of a table look-up.
using TableId = uint32_t;

// What is known of a variable: the name under which test cases carry it (unique in the pool) and
// the type as the programmer wrote it ("unsigned char"), for people.
// What an input is for people: decides what a simpler value is. Said by the front end that knows
// what the type means.
enum class InputRole : uint8_t {
  number,     // nearer to zero is simpler
  name,       // a number that stands for something: lower is simpler, and there is no sign
  pointer,    // zero, or what another input of the same type is
  character,  // a printable one is easier to read
};

struct Variable {
  std::string name;
  std::string type;  // for people
  Sort sort;
  ExprId expr;
  InputRole role = InputRole::number;
};

// The hash-consed expression DAG of one worker. Expressions are immutable, live as long as the
// pool, and are simplified while they are built (constant folding, identities, concat/extract
// fusion, comparison normalisation), so that `make(...)` may return any equivalent expression.
//
//   ExprPool pool;
//   ExprId x = pool.variable("x", Sort::bits(32), "int");
//   ExprId c = pool.eq(pool.add(x, pool.bits(32, 1)), pool.bits(32, 5));   // becomes x == 4
//
// Not thread-safe: every worker owns one.
class ExprPool {
 public:
  enum class Simplify : uint8_t { yes, no };  // no: stores exactly what it is given (for tests)

  explicit ExprPool(Simplify mode = Simplify::yes);
  ~ExprPool();
  ExprPool(const ExprPool&) = delete;
  ExprPool& operator=(const ExprPool&) = delete;

  // Leaves.
  ExprId constant(const Value& value);
  ExprId bits(unsigned width, uint64_t value);  // truncates, zero-extends beyond 64
  ExprId boolean(bool value) const { return value ? true_ : false_; }
  ExprId true_expr() const { return true_; }
  ExprId false_expr() const { return false_; }
  // The variable of that name; created on first use. The sort must be the same each time.
  ExprId variable(std::string_view name, Sort sort, std::string_view type = {});

  // The general constructor; the named ones below are shorthands for it. Arguments must have the
  // sorts that Op states (checked).
  ExprId make(Op op, Sort sort, std::span<const ExprId> args, uint32_t payload = 0);

  ExprId not_(ExprId a);
  ExprId and_(ExprId a, ExprId b);
  ExprId or_(ExprId a, ExprId b);
  ExprId xor_(ExprId a, ExprId b);
  ExprId ite(ExprId condition, ExprId a, ExprId b);
  ExprId eq(ExprId a, ExprId b);
  ExprId ne(ExprId a, ExprId b) { return not_(eq(a, b)); }
  ExprId unary(Op op, ExprId a);             // bv_not, bv_neg, f_neg, int_neg, ...
  ExprId binary(Op op, ExprId a, ExprId b);  // the result sort follows from op and arguments
  ExprId add(ExprId a, ExprId b) { return binary(Op::bv_add, a, b); }
  ExprId concat(ExprId high, ExprId low);
  ExprId extract(ExprId a, unsigned lowest, unsigned width);
  ExprId zext(ExprId a, unsigned width);
  ExprId sext(ExprId a, unsigned width);
  ExprId bool_to_bits(ExprId condition, unsigned width);  // ite(condition, 1, 0)
  ExprId bits_to_bool(ExprId a);                          // a != 0
  TableId table(std::span<const ExprId> elements);
  ExprId lookup(TableId table, ExprId index);

  // Inspection. References stay valid until the next expression is made.
  const ExprNode& node(ExprId e) const { return nodes_[e.index]; }
  Op op(ExprId e) const { return nodes_[e.index].op; }
  Sort sort(ExprId e) const { return nodes_[e.index].sort; }
  ExprId arg(ExprId e, unsigned i) const { return nodes_[e.index].args[i]; }
  bool is_constant(ExprId e) const { return op(e) == Op::constant; }
  bool is_true(ExprId e) const { return e == true_; }
  bool is_false(ExprId e) const { return e == false_; }
  const Value& value(ExprId e) const {
    return constants_[nodes_[e.index].payload];
  }  // a constant's
  std::span<const ExprId> elements(TableId table) const;
  const Variable& variable_info(VarId v) const { return variables_[v]; }
  // Null when no variable has that name.
  const Variable* find_variable(std::string_view name) const;
  VarId var_of(ExprId e) const { return nodes_[e.index].payload; }
  size_t variable_count() const { return variables_.size(); }
  void set_role(VarId v, InputRole role) { variables_[v].role = role; }
  size_t size() const { return nodes_.size(); }

  // The variables that occur in `e`, ascending. Cached per expression; cheap to ask again.
  std::span<const VarId> variables_of(ExprId e);

 private:
  struct Impl;  // hash tables and caches (pool_impl.h)

  ExprId add_constant(const Value& value, uint64_t hash);
  ExprId build(const ExprNode& node);
  ExprId fold(const ExprNode& node, unsigned arity);
  ExprId rewrite_first(const ExprNode& node, uint64_t hash);
  ExprId rewrite(const ExprNode& node);
  ExprId intern(const ExprNode& node, uint64_t hash);

  std::vector<ExprNode> nodes_;
  std::vector<Value> constants_;
  std::vector<Variable> variables_;
  ExprId true_, false_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cuttle
