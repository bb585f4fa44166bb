// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/blaster.h"

#include <algorithm>

#include "engine/solver/wire.h"
#include "engine/support/check.h"

namespace cuttle {

namespace {

// Circuits that grow with the square of the width; beyond this they are left to others.
constexpr unsigned max_heavy_width = 256;
constexpr size_t max_table_bits = 4u << 20;

unsigned width_of(Sort sort) {
  return sort.is_bool() ? 1 : sort.width;
}

bool is_heavy(const ExprPool& pool, const ExprNode& node) {
  switch (node.op) {
    case Op::bv_mul:
      return !pool.is_constant(node.args[0]) && !pool.is_constant(node.args[1]);
    case Op::bv_udiv:
    case Op::bv_urem:
    case Op::bv_sdiv:
    case Op::bv_srem:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool can_blast(const ExprPool& pool, ExprId e) {
  const ExprNode& node = pool.node(e);
  if (!node.sort.is_bool() && !node.sort.is_bits()) return false;
  if (node.op > Op::lookup) return false;
  if (node.op == Op::lookup) {
    return pool.elements(node.payload).size() * width_of(node.sort) <= max_table_bits;
  }
  if (node.op == Op::bv_mul || is_heavy(pool, node)) return node.sort.width <= max_heavy_width;
  return true;
}

Bits BitBlaster::copy(ExprId e) const {
  const std::span<const Lit> lits = bits(e);
  return {lits.begin(), lits.end()};
}

std::span<const Lit> BitBlaster::bits(ExprId e) const {
  if (e.index >= slots_.size() || !ready(e)) return {};
  return {literals_.data() + slots_[e.index].offset, width_of(pool_.sort(e))};
}

Lit BitBlaster::literal(ExprId e) {
  if (slots_.size() < pool_.size()) slots_.resize(pool_.size());
  if (!ready(e)) translate(e);
  return literals_[slots_[e.index].offset];
}

bool BitBlaster::push_missing(const ExprNode& node) {
  const size_t before = stack_.size();
  for (ExprId a : node.args) {
    if (a && !ready(a)) stack_.push_back(a);
  }
  if (has_table(node.op)) {
    for (ExprId element : pool_.elements(node.payload)) {
      if (!ready(element)) stack_.push_back(element);
    }
  }
  return stack_.size() != before;
}

void BitBlaster::translate(ExprId root) {
  stack_.assign(1, root);
  while (!stack_.empty() && !sat_.is_spoilt()) {
    const ExprId e = stack_.back();
    const ExprNode& node = pool_.node(e);
    sat_.spend(1);
    if (ready(e)) {
      stack_.pop_back();
    } else if (!push_missing(node)) {
      stack_.pop_back();
      const int before = sat_.variables();
      const Bits result = build(e, node);
      Slot& slot = slots_[e.index];
      slot.added = static_cast<uint32_t>(sat_.variables() - before);
      slot.offset = static_cast<uint32_t>(literals_.size());
      literals_.insert(literals_.end(), result.begin(), result.end());
      bool guarded = slot.guard != 0;
      for (ExprId a : node.args) guarded |= a && slots_[a.index].guarded;
      if (has_table(node.op)) {
        for (ExprId a : pool_.elements(node.payload)) guarded |= slots_[a.index].guarded;
      }
      slot.guarded = guarded;
    }
  }
}

void BitBlaster::guards(ExprId root, std::vector<Lit>& out) {
  if (!slots_[root.index].guarded) return;
  ++visit_;
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    stack_.pop_back();
    Slot& slot = slots_[e.index];
    if (!e || !slot.guarded || slot.visited == visit_) continue;
    slot.visited = visit_;
    if (slot.guard) out.push_back(static_cast<Lit>(slot.guard));
    const ExprNode& node = pool_.node(e);
    for (ExprId a : node.args) stack_.push_back(a);
    if (has_table(node.op)) {
      for (ExprId a : pool_.elements(node.payload)) stack_.push_back(a);
    }
  }
}

uint32_t BitBlaster::cone_size(ExprId root) {
  uint32_t& size = slots_[root.index].cone_size;
  if (size != 0) return size;
  ++visit_;
  stack_.assign(1, root);
  uint32_t sum = 1;
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    stack_.pop_back();
    if (!e || slots_[e.index].visited == visit_) continue;
    slots_[e.index].visited = visit_;
    sum += slots_[e.index].added;
    const ExprNode& node = pool_.node(e);
    for (ExprId a : node.args) stack_.push_back(a);
    if (has_table(node.op)) {
      for (ExprId a : pool_.elements(node.payload)) stack_.push_back(a);
    }
  }
  return size = sum;
}

Bits BitBlaster::build(ExprId e, const ExprNode& node) {
  if (node.op == Op::constant) {
    const Value& value = pool_.value(e);
    return circuits_.constant(value.as_unsigned(), width_of(node.sort));
  }
  if (node.op == Op::variable) return circuits_.fresh(width_of(node.sort));
  if (node.op == Op::lookup) return lookup(node);
  if (node.op <= Op::eq) return boolean_op(node);
  if (is_heavy(pool_, node)) return heavy_op(e, node);
  return bits_op(node);
}

Bits BitBlaster::lookup(const ExprNode& node) {
  std::vector<Bits> elements;
  for (ExprId element : pool_.elements(node.payload)) elements.push_back(copy(element));
  return circuits_.lookup(elements, arg(node, 0));
}

Bits BitBlaster::boolean_op(const ExprNode& node) {
  const Bits a = arg(node, 0), b = arg(node, 1);
  switch (node.op) {
    case Op::not_:
      return {-a[0]};
    case Op::and_:
      return {gates_.and_(a[0], b[0])};
    case Op::or_:
      return {gates_.or_(a[0], b[0])};
    case Op::xor_:
      return {gates_.xor_(a[0], b[0])};
    case Op::ite:
      return circuits_.mux(a[0], b, arg(node, 2));
    case Op::eq:
      return {circuits_.eq(a, b)};
    default:
      CUTTLE_CHECK(false, "not a Boolean operation");
  }
}

Bits BitBlaster::heavy_op(ExprId e, const ExprNode& node) {
  if (node.op != Op::bv_mul) return divide(e, node);
  slots_[e.index].guard = static_cast<uint32_t>(gates_.enter());
  Bits result = circuits_.mul(arg(node, 0), arg(node, 1));
  gates_.leave();
  return result;
}

Bits BitBlaster::divide(ExprId e, const ExprNode& node) {
  const bool is_signed = node.op == Op::bv_sdiv || node.op == Op::bv_srem;
  const DivisionKey key{node.args[0], node.args[1], is_signed};
  auto found = divisions_.find(key);
  if (found == divisions_.end()) {
    const Lit guard = gates_.enter();
    const Bits a = arg(node, 0), b = arg(node, 1);
    Circuits::Division result = is_signed ? circuits_.sdiv(a, b) : circuits_.udiv(a, b);
    gates_.leave();
    found = divisions_.emplace(key, SharedDivision{std::move(result), guard}).first;
  }
  slots_[e.index].guard = static_cast<uint32_t>(found->second.guard);
  const bool quotient = node.op == Op::bv_udiv || node.op == Op::bv_sdiv;
  return quotient ? found->second.result.quotient : found->second.result.remainder;
}

Bits BitBlaster::bits_op(const ExprNode& node) {
  Bits a = arg(node, 0);
  const Bits b = arg(node, 1);
  const unsigned width = width_of(node.sort);
  switch (node.op) {
    case Op::bv_not:
      return circuits_.not_(a);
    case Op::bv_neg:
      return circuits_.neg(a);
    case Op::bv_and:
      return circuits_.and_(a, b);
    case Op::bv_or:
      return circuits_.or_(a, b);
    case Op::bv_xor:
      return circuits_.xor_(a, b);
    case Op::bv_add:
      return circuits_.add(a, b);
    case Op::bv_sub:
      return circuits_.sub(a, b);
    case Op::bv_mul:
      return circuits_.mul(a, b);
    case Op::bv_shl:
      return circuits_.shl(a, b);
    case Op::bv_lshr:
      return circuits_.shr(a, b, Gates::false_lit);
    case Op::bv_ashr:
      return circuits_.shr(a, b, a.back());
    case Op::bv_ult:
      return {circuits_.ult(a, b)};
    case Op::bv_ule:
      return {-circuits_.ult(b, a)};
    case Op::bv_slt:
      return {circuits_.slt(a, b)};
    case Op::bv_sle:
      return {-circuits_.slt(b, a)};
    case Op::bv_concat: {
      Bits result = b;
      result.insert(result.end(), a.begin(), a.end());
      return result;
    }
    case Op::bv_extract:
      return {a.begin() + node.payload, a.begin() + node.payload + width};
    case Op::bv_zext:
      a.resize(width, Gates::false_lit);
      return a;
    case Op::bv_sext:
      a.resize(width, a.back());
      return a;
    default:
      CUTTLE_CHECK(false, "not a bit-vector operation");
  }
}

}  // namespace cuttle
