// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/program/coverage.h"

#include <llvm/ADT/DepthFirstIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* site_metadata = "cuttle.site";

bool is_decision(const Instruction& terminator) {
  if (const auto* branch = dyn_cast<BranchInst>(&terminator))
    return branch->isConditional() && !isa<Constant>(branch->getCondition()) &&
           branch->getSuccessor(0) != branch->getSuccessor(1);
  if (const auto* choice = dyn_cast<SwitchInst>(&terminator))
    return !isa<Constant>(choice->getCondition()) && switch_arms(*choice).size() > 1;
  return false;
}

// Does the value come from the compiler's own bookkeeping: which handler catches, is a static
// variable initialised?
bool is_bookkeeping(const Value* value, unsigned depth = 0) {
  if (depth > 3) return false;
  if (isa<LandingPadInst>(value)) return true;
  if (const auto* load = dyn_cast<LoadInst>(value)) {
    const auto* global = dyn_cast<GlobalVariable>(load->getPointerOperand());
    return global != nullptr && global->getName().starts_with("_ZGV");
  }
  if (const auto* call = dyn_cast<CallBase>(value)) {
    const Function* callee = call->getCalledFunction();
    return callee != nullptr && callee->getName() == "__cxa_guard_acquire";
  }
  const auto* instruction = dyn_cast<Instruction>(value);
  if (instruction == nullptr || isa<PHINode>(instruction)) return false;
  return any_of(instruction->operands(),
                [&](const Use& use) { return is_bookkeeping(use.get(), depth + 1); });
}

bool is_artificial(const Instruction& terminator) {
  const DISubprogram* subprogram = terminator.getFunction()->getSubprogram();
  if (subprogram != nullptr && subprogram->isArtificial()) return true;
  const DILocation* location = terminator.getDebugLoc().get();
  if (subprogram != nullptr && (location == nullptr || location->getLine() == 0)) return true;
  return is_bookkeeping(terminator.getOperand(0));
}

}  // namespace

SmallVector<BasicBlock*, 8> switch_arms(const SwitchInst& instruction) {
  SmallVector<BasicBlock*, 8> arms;
  SmallPtrSet<BasicBlock*, 8> seen;
  BasicBlock* fallback = instruction.getDefaultDest();
  for (const auto& choice : instruction.cases())
    if (auto* target = const_cast<BasicBlock*>(choice.getCaseSuccessor());
        target != fallback && seen.insert(target).second)
      arms.push_back(target);
  arms.push_back(fallback);
  return arms;
}

std::optional<uint32_t> decision_site(const Instruction& terminator) {
  const MDNode* node = terminator.getMetadata(site_metadata);
  if (node == nullptr) return std::nullopt;
  return static_cast<uint32_t>(mdconst::extract<ConstantInt>(node->getOperand(0))->getZExtValue());
}

uint32_t Coverage::new_point(CuttlePointKind kind, uint32_t site, uint32_t arm, uint32_t flags) {
  CuttlePoint point = {};
  point.kind = kind;
  point.site = site;
  point.arm = arm;
  point.file = file_;
  point.function = name_;
  point.flags = flags;
  return tables_.add_point(point);
}

// The block that is entered exactly when the decision goes to `target`.
BasicBlock* Coverage::arm_block(Instruction& terminator, BasicBlock* target) {
  BasicBlock* from = terminator.getParent();
  const bool only = all_of(predecessors(target), [&](BasicBlock* p) { return p == from; });
  if (only && target->phis().empty()) return target;
  BasicBlock* between = BasicBlock::Create(from->getContext(), "arm", from->getParent(), target);
  BranchInst* jump = BranchInst::Create(target, between);
  jump->setDebugLoc(terminator.getDebugLoc());
  for (PHINode& phi : target->phis()) {
    Value* value = phi.getIncomingValueForBlock(from);
    while (phi.getBasicBlockIndex(from) >= 0) phi.removeIncomingValue(from, false);
    phi.addIncoming(value, between);
  }
  for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i)
    if (terminator.getSuccessor(i) == target) terminator.setSuccessor(i, between);
  return between;
}

void Coverage::add_decision(Instruction& terminator) {
  const auto* choice = dyn_cast<SwitchInst>(&terminator);
  const uint32_t site =
      tables_.decision(choice != nullptr ? CUTTLE_SITE_SWITCH : CUTTLE_SITE_BRANCH, terminator);
  uint32_t flags = tables_[site].flags;
  if (is_artificial(terminator)) flags |= CUTTLE_SITE_ARTIFICIAL;
  tables_[site].flags = flags;

  SmallVector<BasicBlock*, 8> arms;
  if (choice != nullptr) {
    arms = switch_arms(*choice);
    tables_[site].first_case = tables_.case_count();
    for (const auto& value : choice->cases()) {
      if (value.getCaseSuccessor() == choice->getDefaultDest()) continue;
      const auto arm = find(arms, value.getCaseSuccessor()) - arms.begin();
      tables_.add_case(value.getCaseValue()->getValue().zextOrTrunc(64).getZExtValue(),
                       static_cast<uint32_t>(arm));
    }
    tables_[site].case_count = tables_.case_count() - tables_[site].first_case;
  } else {
    arms = {terminator.getSuccessor(1), terminator.getSuccessor(0)};
  }
  tables_[site].arm_count = static_cast<uint32_t>(arms.size());
  for (uint32_t arm = 0; arm < arms.size(); ++arm) {
    const uint32_t point = new_point(CUTTLE_POINT_ARM, site, arm, flags);
    if (arm == 0) tables_[site].first_point = point;
    points_[arm_block(terminator, arms[arm])] = point;
  }
  terminator.setMetadata(
      site_metadata, MDNode::get(terminator.getContext(), ConstantAsMetadata::get(abi_.id(site))));
}

// Gives the block a point unless it has one: that of a block which always goes on to this one and
// without which this one is never reached; otherwise a new one. True for a new one.
bool Coverage::assign(BasicBlock& block, const DominatorTree& dominators) {
  if (points_.count(&block) != 0) return false;
  for (BasicBlock* before : predecessors(&block)) {
    const auto found = points_.find(before);
    if (before->getSingleSuccessor() == &block && isa<BranchInst>(before->getTerminator()) &&
        found != points_.end() && dominators.dominates(before, &block)) {
      points_[&block] = found->second;
      return false;
    }
  }
  points_[&block] = new_point(CUTTLE_POINT_BLOCK, CUTTLE_NONE, 0, flags_);
  return true;
}

void Coverage::collect_lines(Function& function) {
  for (BasicBlock& block : function) {
    const auto found = points_.find(&block);
    if (found == points_.end()) continue;
    for (const Instruction& instruction : block) {
      if (isa<DbgInfoIntrinsic>(instruction)) continue;
      // Also the line of a call in whose place the callee's code is.
      for (const DILocation* at = instruction.getDebugLoc().get(); at != nullptr;
           at = at->getInlinedAt())
        if (at->getLine() != 0 && tables_.string(source_file(at->getScope())) == file_)
          lines_[found->second].insert(at->getLine());
    }
  }
  for (const auto& [point, lines] : lines_) tables_.add_lines(point, {lines.begin(), lines.end()});
}

void Coverage::add_edges(Function& function) {
  for (BasicBlock& block : function) {
    const uint32_t from = points_.at(&block);
    for (BasicBlock* next : successors(&block))
      if (points_.at(next) != from) tables_.add_edge(from, points_.at(next));
    for (const Instruction& instruction : block) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee != nullptr && !callee->isIntrinsic() && !is_runtime_name(callee->getName()))
        tables_.add_call(from, callee->getName());
    }
  }
}

void Coverage::instrument(Function& function) {
  points_.clear();
  lines_.clear();
  std::string file = source_file(function.getSubprogram());
  if (file.empty()) file = abi_.module.getSourceFileName();
  file_ = tables_.string(file);
  name_ = tables_.string(function.getName());
  flags_ = is_system_file(file) ? CUTTLE_SITE_SYSTEM : 0;

  BasicBlock& entry = function.getEntryBlock();
  points_[&entry] = new_point(CUTTLE_POINT_BLOCK, CUTTLE_NONE, 0, flags_);
  SmallVector<Instruction*, 16> decisions;
  for (BasicBlock& block : function)
    if (is_decision(*block.getTerminator())) decisions.push_back(block.getTerminator());
  for (Instruction* decision : decisions) add_decision(*decision);

  std::set<const BasicBlock*> owners;
  for (const auto& [block, point] : points_) owners.insert(block);
  const DominatorTree dominators(function);
  for (BasicBlock* block : depth_first(&function))
    if (assign(*block, dominators)) owners.insert(block);
  collect_lines(function);
  add_edges(function);
  for (BasicBlock& block : function) {
    if (owners.count(&block) == 0) continue;
    Builder b(&block, block.getFirstInsertionPt());
    b.SetCurrentDebugLocation(DebugLoc());
    tables_.cover(b, points_[&block]);
  }
}

}  // namespace cuttle
