// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/trace/memory.h"

namespace cuttle {

// What identifies an input in a trace.
struct InputIdentity {
  std::string name;
  uint32_t index = CUTTLE_NO_INDEX;
  uint32_t occurrence = 1;
  friend bool operator==(const InputIdentity&, const InputIdentity&) = default;
};
// "x", "x#2", "a[3]", "a#2[3]".
std::string to_string(const InputIdentity& identity);
// What such a name can mean: "a[3]" is an element of `a`, or an input called that.
std::vector<InputIdentity> possible_identities(const std::string& text);

// Imports the nodes of one trace into a pool, each once. Nodes of width 1 become Bool, those of
// CUTTLE_INTEGER integers, all others bit-vectors.
class NodeImport {
 public:
  NodeImport(ExprPool& pool, const TraceMemory& trace) : pool_(pool), trace_(trace) {}

  // The node as an expression: Bool for width 1. None when it, or one it is made of, is damaged.
  ExprId expression(uint32_t node);
  // The same, as bits of its width (or an integer).
  ExprId bits(uint32_t node) { return to_bits(expression(node)); }
  // The pool's variable for an input of the trace.
  std::optional<VarId> variable(uint32_t id);

  // The trace's variable behind a pool's variable, once it was imported.
  std::optional<uint32_t> owner(VarId variable) const;

  // After the arena was emptied: ids mean something else now.
  void forget();

 private:
  enum class State : uint8_t { unknown, known, broken };

  // Puts an argument on the work list unless it is there already; false when it cannot be one.
  bool need(uint32_t argument, uint32_t id, std::vector<uint32_t>& work);
  bool need_arguments(const CuttleNode& node, uint32_t id, std::vector<uint32_t>& work);

  // Each gives none when the widths do not fit. Only `make` is sure to give Bool for width 1.
  ExprId make(const CuttleNode& node);
  ExprId make_basic(const CuttleNode& node);
  ExprId make_extension(const CuttleNode& node, ExprId a);
  ExprId make_lookup(const CuttleNode& node);
  ExprId make_integer(const CuttleNode& node);
  ExprId make_binary(const CuttleNode& node);
  ExprId make_comparison(const CuttleNode& node);
  ExprId make_float(const CuttleNode& node);
  ExprId make_float_operation(const CuttleNode& node, Op op, unsigned count, bool compares);
  ExprId make_float_conversion(const CuttleNode& node);

  ExprId to_bits(ExprId e);
  ExprId to_bool(ExprId e);
  ExprId as_float(ExprId e);
  ExprId float_bits(ExprId e);
  ExprId arg(uint32_t id) const { return id < imported_.size() ? imported_[id] : ExprId{}; }
  unsigned width_of(ExprId e) const;

  ExprPool& pool_;
  const TraceMemory& trace_;
  std::vector<ExprId> imported_;  // by node
  std::vector<State> states_;
  std::vector<std::optional<VarId>> variables_;          // by variable of the trace
  std::unordered_map<VarId, uint32_t> variable_owners_;  // pool variable -> trace variable
};

}  // namespace cuttle
