// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/Dominators.h>

#include <map>
#include <optional>
#include <set>

#include "languages/c/pass/program/tables.h"

namespace cuttle {

// Numbers the decisions (conditional branches, switches) of a function as sites, and adds the
// stores that mark what a run reaches: one point per arm of a decision, and one per block that is
// not the only target of an arm. Blocks that are reached exactly when another one is share its
// point, so that a loop header, for one, costs nothing.
//
// Comes before anything that splits or copies blocks: the points are those of the source.
// The first point of a function is that of its entry.
class Coverage {
 public:
  Coverage(const RuntimeAbi& abi, Tables& tables) : abi_(abi), tables_(tables) {}
  void instrument(llvm::Function& function);

 private:
  void add_decision(llvm::Instruction& terminator);
  llvm::BasicBlock* arm_block(llvm::Instruction& terminator, llvm::BasicBlock* target);
  bool assign(llvm::BasicBlock& block, const llvm::DominatorTree& dominators);
  void collect_lines(llvm::Function& function);
  void add_edges(llvm::Function& function);
  uint32_t new_point(CuttlePointKind kind, uint32_t site, uint32_t arm, uint32_t flags);

  const RuntimeAbi& abi_;
  Tables& tables_;
  // Of the function at hand
  uint32_t file_ = 0;
  uint32_t name_ = 0;
  uint32_t flags_ = 0;
  std::map<const llvm::BasicBlock*, uint32_t> points_;
  std::map<uint32_t, std::set<uint32_t>> lines_;
};

// The site of a branch or switch that Coverage numbered; also that of a copy of it.
std::optional<uint32_t> decision_site(const llvm::Instruction& terminator);

// The distinct targets of a switch in order of their first case, the default's last: its arms.
llvm::SmallVector<llvm::BasicBlock*, 8> switch_arms(const llvm::SwitchInst& instruction);

}  // namespace cuttle
