// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/pool.h"

#include <algorithm>

#include "engine/expr/bits_apply.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/ops.h"
#include "engine/expr/pool_impl.h"
#include "engine/expr/simplify.h"
#include "engine/expr/typing.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

constexpr unsigned max_rewrite_depth = 24;
constexpr unsigned max_rewrite_steps = 200;

uint64_t hash_of(const ExprNode& n) {
  uint64_t head = static_cast<uint64_t>(n.op) | static_cast<uint64_t>(n.sort.kind) << 8 |
                  static_cast<uint64_t>(n.sort.width) << 16 | uint64_t{n.args[0].index} << 32;
  uint64_t tail = n.args[1].index | uint64_t{n.args[2].index} << 32;
  return mix(mix(head, tail), n.payload);
}

}  // namespace

ExprPool::ExprPool(Simplify mode) : nodes_(1), impl_(std::make_unique<Impl>()) {
  impl_->mode = mode;
  impl_->variables_of.push_back(VarSets::empty);
  false_ = constant(Value::boolean(false));
  true_ = constant(Value::boolean(true));
}

ExprPool::~ExprPool() = default;

ExprId ExprPool::add_constant(const Value& value, uint64_t hash) {
  CUTTLE_CHECK(nodes_.size() < UINT32_MAX, "the pool is full");
  ExprId id{static_cast<uint32_t>(nodes_.size())};
  nodes_.push_back({Op::constant, value.sort(), {}, static_cast<uint32_t>(constants_.size())});
  constants_.push_back(value);
  impl_->variables_of.push_back(VarSets::empty);
  impl_->constants.insert(hash, id.index);
  return id;
}

ExprId ExprPool::constant(const Value& value) {
  uint64_t hash = value.hash();
  uint32_t found = impl_->constants.find(
      hash, [&](uint32_t id) { return constants_[nodes_[id].payload] == value; });
  return found ? ExprId{found} : add_constant(value, hash);
}

ExprId ExprPool::bits(unsigned width, uint64_t value) {
  if (width > 64) return constant(Value::bits(width, value));
  value &= low_mask(width);
  uint64_t hash = narrow_value_hash(Sort::bits(width), value);
  uint32_t found = impl_->constants.find(hash, [&](uint32_t id) {
    const ExprNode& node = nodes_[id];
    return node.sort == Sort::bits(width) && constants_[node.payload].low64() == value;
  });
  return found ? ExprId{found} : add_constant(Value::bits(width, value), hash);
}

ExprId ExprPool::variable(std::string_view name, Sort sort, std::string_view type) {
  if (auto found = impl_->names.find(name); found != impl_->names.end()) {
    const Variable& known = variables_[found->second];
    CUTTLE_CHECK(known.sort == sort, "a variable keeps its sort");
    return known.expr;
  }
  VarId v = static_cast<VarId>(variables_.size());
  ExprId id{static_cast<uint32_t>(nodes_.size())};
  nodes_.push_back({Op::variable, sort, {}, v});
  variables_.push_back({std::string(name), std::string(type), sort, id});
  impl_->names.emplace(name, v);
  impl_->variables_of.push_back(impl_->sets.singleton(v));
  return id;
}

const Variable* ExprPool::find_variable(std::string_view name) const {
  auto found = impl_->names.find(name);
  return found == impl_->names.end() ? nullptr : &variables_[found->second];
}

ExprId ExprPool::intern(const ExprNode& node, uint64_t hash) {
  CUTTLE_CHECK(nodes_.size() < UINT32_MAX, "the pool is full");
  VarSets& sets = impl_->sets;
  VarSets::Id variables = VarSets::empty;
  for (ExprId arg : node.args) variables = sets.unite(variables, impl_->variables_of[arg.index]);
  if (has_table(node.op)) variables = sets.unite(variables, impl_->tables[node.payload].variables);
  ExprId id{static_cast<uint32_t>(nodes_.size())};
  nodes_.push_back(node);
  impl_->variables_of.push_back(variables);
  impl_->nodes.insert(hash, id.index);
  return id;
}

ExprId ExprPool::fold(const ExprNode& n, unsigned arity) {
  const Value& first = value(n.args[0]);
  bool narrow =
      has_narrow_form(n.op) && n.sort.is_narrow() && !n.sort.is_float() && first.sort().is_narrow();
  if (narrow) {
    NarrowArg a{first.low64(), first.sort().narrow_width()}, b;
    if (arity > 1) b = {value(n.args[1]).low64(), sort(n.args[1]).narrow_width()};
    uint64_t result = narrow_apply(n.op, n.sort.narrow_width(), a, b, n.payload);
    return n.sort.is_bool() ? boolean(result != 0) : bits(n.sort.width, result);
  }
  Value args[3];
  for (unsigned i = 0; i < arity; ++i) args[i] = value(n.args[i]);
  return constant(apply(*this, n, args));
}

// Folds constants, looks the node up, rewrites it, and stores it, in this order: whatever is
// stored cannot be simplified further, so most calls end at the look-up.
ExprId ExprPool::build(const ExprNode& given) {
  ExprNode n = given;
  const OpInfo& info = op_info(n.op);
  CUTTLE_CHECK(well_typed(*this, n), "an expression's arguments have the sorts it needs");
  const bool simplifying = impl_->mode == Simplify::yes;
  if (simplifying) {
    if (info.commutative) {
      bool a = is_constant(n.args[0]), b = is_constant(n.args[1]);
      if (a != b ? a : n.args[0] > n.args[1]) std::swap(n.args[0], n.args[1]);
    }
    bool foldable = info.arity > 0 && n.op != Op::lookup;
    for (unsigned i = 0; i < info.arity && foldable; ++i) foldable = is_constant(n.args[i]);
    if (foldable) return fold(n, info.arity);
  }
  uint64_t hash = hash_of(n);
  uint32_t found = impl_->nodes.find(hash, [&](uint32_t id) { return nodes_[id] == n; });
  if (found) return {found};
  if (simplifying) {
    if (ExprId simpler = impl_->depth == 0 ? rewrite_first(n, hash) : rewrite(n)) return simpler;
  }
  return intern(n, hash);
}

// The rewriting that a caller asked for, as opposed to what it leads to.
ExprId ExprPool::rewrite_first(const ExprNode& n, uint64_t hash) {
  if (ExprId known = impl_->memo.find(n, hash)) return known;
  impl_->fuel = max_rewrite_steps;
  ExprId simpler = rewrite(n);
  if (simpler) impl_->memo.insert(n, hash, simpler, nodes_.size());
  return simpler;
}

ExprId ExprPool::rewrite(const ExprNode& n) {
  if (impl_->depth >= max_rewrite_depth || impl_->fuel == 0) return {};
  --impl_->fuel;
  ++impl_->depth;
  ExprId simpler = simplify(*this, n);
  --impl_->depth;
  return simpler;
}

ExprId ExprPool::make(Op op, Sort sort, std::span<const ExprId> args, uint32_t payload) {
  ExprNode node{op, sort, {}, payload};
  CUTTLE_CHECK(args.size() == op_info(op).arity, "an operation has a fixed number of arguments");
  std::copy(args.begin(), args.end(), node.args.begin());
  return build(node);
}

TableId ExprPool::table(std::span<const ExprId> elements) {
  uint64_t hash = elements.size();
  for (ExprId e : elements) hash = mix(hash, e.index);
  uint32_t found = impl_->table_ids.find(hash, [&](uint32_t id) {
    return std::ranges::equal(impl_->tables[id - 1].elements, elements);
  });
  if (found) return found - 1;
  Impl::Table table{{elements.begin(), elements.end()}, VarSets::empty};
  CUTTLE_CHECK(!elements.empty(), "a table has elements");
  for (ExprId e : elements) {
    CUTTLE_CHECK(e && e.index < nodes_.size(), "a table's elements are expressions");
    CUTTLE_CHECK(sort(e) == sort(elements[0]), "a table's elements are of one sort");
    table.variables = impl_->sets.unite(table.variables, impl_->variables_of[e.index]);
  }
  impl_->tables.push_back(std::move(table));
  impl_->table_ids.insert(hash, static_cast<uint32_t>(impl_->tables.size()));
  return static_cast<TableId>(impl_->tables.size() - 1);
}

ExprId ExprPool::lookup(TableId table, ExprId index) {
  return build({Op::lookup, sort(elements(table)[0]), {index}, table});
}

std::span<const ExprId> ExprPool::elements(TableId table) const {
  return impl_->tables[table].elements;
}

std::span<const VarId> ExprPool::variables_of(ExprId e) {
  return impl_->sets.members(impl_->variables_of[e.index]);
}

}  // namespace cuttle
