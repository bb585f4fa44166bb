// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/float_search_layer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace cuttle {
namespace {

constexpr size_t max_unknowns = 8;
constexpr size_t max_nodes = 4'000;
constexpr size_t max_starts = 24;
constexpr uint64_t max_evaluations = 30'000;
constexpr double far = 1e20;  // farther than any two numbers are apart

uint64_t mask_of(unsigned width) {
  return width >= 64 ? ~0ull : (1ull << width) - 1;
}

// Bit patterns of floats as integers in the order of the numbers, and back.
int64_t to_order(uint64_t bits, unsigned width) {
  const uint64_t sign = 1ull << (width - 1);
  return bits & sign ? -static_cast<int64_t>(bits & ~sign) : static_cast<int64_t>(bits);
}
uint64_t from_order(int64_t order, unsigned width) {
  const uint64_t sign = 1ull << (width - 1);
  return order < 0 ? (static_cast<uint64_t>(-order) & (sign - 1)) | sign
                   : static_cast<uint64_t>(order) & (sign - 1);
}

uint64_t moved(uint64_t bits, unsigned width, bool is_float, int64_t by) {
  if (!is_float) return (bits + static_cast<uint64_t>(by)) & mask_of(width);
  const int64_t order = to_order(bits, width);
  int64_t sum = 0;
  if (__builtin_add_overflow(order, by, &sum)) return bits;
  return from_order(sum, width);
}

bool is_nan(uint64_t bits, unsigned width) {
  const unsigned fraction = width == 32 ? 23 : 52;
  const uint64_t infinity = mask_of(width - 1) & ~mask_of(fraction);
  return (bits & mask_of(width - 1)) > infinity;
}

}  // namespace

// The variables, which of them are floats, and constants to start from. False: nothing for us.
bool FloatSearchLayer::find_unknowns(const Problem& problem) {
  const ExprPool& pool = problem.pool;
  unknowns_.clear();
  starts_.clear();
  if (problem.variables.size() > max_unknowns) return false;
  std::unordered_set<VarId> floats;
  std::unordered_set<uint32_t> seen;
  std::vector<ExprId> stack(problem.constraints.begin(), problem.constraints.end());
  bool any = false;
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (!seen.insert(e.index).second) continue;
    if (seen.size() > max_nodes) return false;
    const ExprNode& node = pool.node(e);
    if (node.sort.is_int() || node.op == Op::lookup) return false;
    if (node.sort.is_float() && node.sort.width != 32 && node.sort.width != 64) return false;
    any = any || node.sort.is_float();
    if (node.op == Op::constant) {
      if (node.sort.is_float() && starts_.size() < max_starts)
        starts_.push_back(pool.value(e).low64());
      continue;
    }
    if (node.op == Op::variable) {
      if (node.sort.is_float()) floats.insert(pool.var_of(e));
      continue;
    }
    if (node.op == Op::f_from_bits && pool.node(node.args[0]).op == Op::variable)
      floats.insert(pool.var_of(node.args[0]));
    for (ExprId a : node.args)
      if (a) stack.push_back(a);
  }
  if (!any) return false;
  for (VarId variable : problem.variables) {
    const Sort sort = pool.variable_info(variable).sort;
    if (!is_narrow(sort)) return false;
    unknowns_.push_back({variable, bit_width(sort), floats.contains(variable), 0});
  }
  return true;
}

// How many numbers lie between the two.
double FloatSearchLayer::gap(const ExprPool& pool, ExprId a, ExprId b) {
  const Sort sort = pool.sort(a);
  if (!sort.is_float()) {
    if (!is_narrow(sort)) return far;
    const uint64_t x = evaluator_.narrow(a), y = evaluator_.narrow(b);
    return static_cast<double>(x < y ? y - x : x - y);
  }
  const uint64_t x = evaluator_.value(a).low64(), y = evaluator_.value(b).low64();
  if (is_nan(x, sort.width) || is_nan(y, sort.width)) return far;
  return std::abs(static_cast<double>(to_order(x, sort.width)) -
                  static_cast<double>(to_order(y, sort.width)));
}

// Conditions share parts: each is measured once.
double FloatSearchLayer::distance(const Problem& problem, ExprId e, bool wanted) {
  if (evaluator_.is_true(e) == wanted) return 0;
  const Op op = problem.pool.op(e);
  if (op != Op::not_ && op != Op::and_ && op != Op::or_)
    return compute_distance(problem, e, wanted);
  const uint64_t key = uint64_t{e.index} << 1 | uint64_t{wanted};
  if (const auto known = known_.find(key); known != known_.end()) return known->second;
  const double found = compute_distance(problem, e, wanted);
  known_.emplace(key, found);
  return found;
}

double FloatSearchLayer::compute_distance(const Problem& problem, ExprId e, bool wanted) {
  const ExprPool& pool = problem.pool;
  problem.meter.spend();
  const ExprNode& node = pool.node(e);
  const auto part = [&](unsigned i, bool value) { return distance(problem, node.args[i], value); };
  switch (node.op) {
    case Op::not_:
      return part(0, !wanted);
    case Op::and_:
      return wanted ? part(0, true) + part(1, true) : std::min(part(0, false), part(1, false));
    case Op::or_:
      return wanted ? std::min(part(0, true), part(1, true)) : part(0, false) + part(1, false);
    case Op::f_eq:
    case Op::f_lt:
    case Op::f_le:
    case Op::eq:
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return pool.sort(node.args[0]).is_bool() ? 1 : 1 + gap(pool, node.args[0], node.args[1]);
    default:
      return 1;
  }
}

double FloatSearchLayer::distance(const Problem& problem) {
  ++evaluations_;
  known_.clear();
  evaluator_.begin(problem.hint);
  for (const Unknown& unknown : unknowns_)
    evaluator_.override_variable(unknown.variable, unknown.bits);
  double sum = 0;
  for (ExprId e : problem.constraints) sum += distance(problem, e, true);
  return sum;
}

// The best of all moves by a power of two.
bool FloatSearchLayer::improve(const Problem& problem, Unknown& unknown, double& best) {
  const uint64_t from = unknown.bits;
  uint64_t chosen = from;
  for (unsigned k = 0; k + 1 < std::max(unknown.width, 2u); ++k)
    for (const int64_t by : {int64_t(1) << k, -(int64_t(1) << k)}) {
      if (problem.meter.late()) break;
      unknown.bits = moved(from, unknown.width, unknown.is_float, by);
      if (unknown.bits == from) continue;
      const double now = distance(problem);
      if (now < best) {
        best = now;
        chosen = unknown.bits;
      }
    }
  unknown.bits = chosen;
  return chosen != from;
}

bool FloatSearchLayer::descend(const Problem& problem) {
  double best = distance(problem);
  for (bool better = true; better && best > 0;) {
    better = false;
    for (Unknown& unknown : unknowns_) {
      if (best == 0) break;
      if (evaluations_ > max_evaluations || problem.meter.late()) return false;
      better = improve(problem, unknown, best) || better;
    }
  }
  return best == 0;
}

void FloatSearchLayer::solve(Problem& problem, Verdict& out) {
  if (!find_unknowns(problem)) return pass_on(problem, out);
  ++tried_;
  evaluations_ = 0;
  starts_.insert(starts_.begin(), 0);  // the hint; see below
  bool first = true;
  for (uint64_t start : starts_) {
    for (Unknown& unknown : unknowns_)
      unknown.bits = first || !unknown.is_float ? problem.hint.narrow(unknown.variable)
                                                : start & mask_of(unknown.width);
    first = false;
    if (problem.meter.late()) break;
    if (!descend(problem)) continue;
    ++found_;
    out.answer = Answer::sat;
    for (const Unknown& unknown : unknowns_)
      if (unknown.bits != problem.hint.narrow(unknown.variable))
        out.changes.emplace_back(
            unknown.variable,
            narrow_value(problem.pool.variable_info(unknown.variable).sort, unknown.bits));
    return;
  }
  pass_on(problem, out);
}

}  // namespace cuttle
