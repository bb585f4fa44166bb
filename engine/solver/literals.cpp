// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/literals.h"

#include <algorithm>
#include <utility>

#include "engine/solver/blaster.h"
#include "engine/solver/wire.h"

namespace cuttle {

namespace {

bool is_comparison(Op op) {
  return op >= Op::bv_ult && op <= Op::bv_sle;
}

}  // namespace

LiteralInfo opposite(const LiteralInfo& info) {
  LiteralInfo result = info;
  result.code = negation(info.code);
  switch (info.relation) {
    case Relation::eq:
      result.relation = Relation::ne;
      return result;
    case Relation::ne:
      result.relation = Relation::eq;
      return result;
    case Relation::ult:
      result.relation = Relation::ule;
      break;
    case Relation::ule:
      result.relation = Relation::ult;
      break;
    case Relation::slt:
      result.relation = Relation::sle;
      break;
    case Relation::sle:
      result.relation = Relation::slt;
      break;
    case Relation::none:
      return result;
  }
  std::swap(result.a, result.b);
  return result;
}

// Parts of a conjunction may be shared, however often they are mentioned.
bool Literals::first_visit(ExprId e) {
  ++visits_;
  if (e.index >= visited_.size()) visited_.resize(pool_.size() + pool_.size() / 4 + 64);
  return std::exchange(visited_[e.index], split_) != split_;
}

std::span<const ExprId> Literals::conjuncts(ExprId e) {
  result_.clear();
  if (++split_ == 0) {
    visited_.assign(visited_.size(), 0);
    split_ = 1;
  }
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const ExprId next = stack_.back();
    stack_.pop_back();
    if (!first_visit(next)) continue;
    const ExprNode& node = pool_.node(next);
    if (node.op == Op::and_) {
      stack_.push_back(node.args[1]);
      stack_.push_back(node.args[0]);
    } else if (node.op == Op::not_ && pool_.op(node.args[0]) == Op::or_) {
      const ExprId either[] = {pool_.arg(node.args[0], 0), pool_.arg(node.args[0], 1)};
      stack_.push_back(pool_.not_(either[1]));
      stack_.push_back(pool_.not_(either[0]));
    } else if (!pool_.is_true(next)) {
      result_.push_back(next);
    }
  }
  return result_;
}

const LiteralInfo& Literals::info(ExprId conjunct) {
  if (conjunct.index >= index_.size()) index_.resize(pool_.size() + pool_.size() / 4 + 64);
  if (index_[conjunct.index] == 0) {
    LiteralInfo info = classify(conjunct);
    index_[conjunct.index] = static_cast<uint32_t>(infos_.size());
    infos_.push_back(info);
  }
  return infos_[index_[conjunct.index]];
}

LiteralInfo Literals::classify(ExprId conjunct) {
  LiteralInfo info;
  scan_cone(conjunct, info);
  ExprId atom = conjunct;
  bool positive = true;
  const auto strip = [&] {
    for (; pool_.op(atom) == Op::not_; atom = pool_.arg(atom, 0)) positive = !positive;
  };
  strip();
  Op op = pool_.op(atom);
  info.a = pool_.arg(atom, 0);
  info.b = pool_.arg(atom, 1);
  if (op == Op::eq && !pool_.sort(info.a).is_bool()) {
    info.relation = positive ? Relation::eq : Relation::ne;
  } else if (is_comparison(op)) {
    const bool is_signed = op == Op::bv_slt || op == Op::bv_sle;
    const bool strict = (op == Op::bv_ult || op == Op::bv_slt) == positive;
    if (!positive) std::swap(info.a, info.b);
    info.relation = is_signed ? (strict ? Relation::slt : Relation::sle)
                              : (strict ? Relation::ult : Relation::ule);
    // a <= b is not b < a: one atom for both.
    if (op == Op::bv_ule || op == Op::bv_sle) {
      atom = pool_.binary(is_signed ? Op::bv_slt : Op::bv_ult, pool_.arg(atom, 1),
                          ExprId(pool_.arg(atom, 0)));
      positive = !positive;
      strip();
    }
  }
  info.code = atom.index * 2 + (positive ? 0 : 1);
  return info;
}

void Literals::scan_cone(ExprId conjunct, LiteralInfo& info) {
  if (scans_.size() < pool_.size()) scans_.resize(pool_.size() + pool_.size() / 4 + 64);
  stack_.assign(1, conjunct);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    if (scans_[e.index] != unknown) {
      stack_.pop_back();
      continue;
    }
    const ExprNode& node = pool_.node(e);
    ++visits_;
    const size_t before = stack_.size();
    uint8_t worst = can_blast(pool_, e) ? blastable : supported;
    const auto visit = [&](ExprId a) {
      if (scans_[a.index] == unknown) stack_.push_back(a);
      worst = std::max(worst, scans_[a.index]);
    };
    for (ExprId a : node.args) {
      if (a) visit(a);
    }
    if (has_table(node.op)) {
      for (ExprId a : pool_.elements(node.payload)) visit(a);
    }
    if (stack_.size() == before) {
      scans_[e.index] = worst;
      stack_.pop_back();
    }
  }
  info.blastable = scans_[conjunct.index] == blastable;
}

}  // namespace cuttle
