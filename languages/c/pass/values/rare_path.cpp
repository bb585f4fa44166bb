// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/values/rare_path.h"

using namespace llvm;

namespace cuttle {

RarePath::~RarePath() {
  // A stretch that was never flushed: only after an error elsewhere.
  for (Step& step : steps_)
    if (step.result != nullptr) {
      step.result->replaceAllUsesWith(abi_.zero);
      step.result->deleteValue();
    }
}

Value* RarePath::Inside::operator()(Value* id) const {
  if (id == nullptr) return zero_;
  const auto found = names_.find(id);
  return found == names_.end() ? id : found->second;
}

void RarePath::add(ArrayRef<Value*> triggers, Emit emit, PHINode* result) {
  for (Value* trigger : triggers)
    if (trigger != nullptr && pending_.count(trigger) == 0) triggers_.insert(trigger);
  if (result != nullptr) pending_[result] = static_cast<unsigned>(steps_.size());
  steps_.push_back({std::move(emit), result, location});
}

Value* RarePath::compute(ArrayRef<Value*> triggers, Emit emit) {
  auto* result = PHINode::Create(abi_.i32, 2, "id");
  add(triggers, std::move(emit), result);
  return result;
}

void RarePath::act(ArrayRef<Value*> triggers, Emit emit) {
  add(triggers, std::move(emit), nullptr);
}

void RarePath::trigger(Value* condition) {
  triggers_.insert(condition);
}

// Flags are narrower than ids: each width is put together by itself.
Value* RarePath::condition(Builder& b) const {
  Value* any = nullptr;
  for (unsigned width : {8u, 32u}) {
    Value* all = nullptr;
    for (Value* trigger : triggers_)
      if (trigger->getType()->isIntegerTy(width))
        all = all == nullptr ? trigger : b.CreateOr(all, trigger);
    if (all == nullptr) continue;
    all = b.CreateICmpNE(all, ConstantInt::get(all->getType(), 0));
    any = any == nullptr ? all : b.CreateOr(any, all);
  }
  for (Value* trigger : triggers_)
    if (trigger->getType()->isIntegerTy(1))
      any = any == nullptr ? trigger : b.CreateOr(any, trigger);
  return any != nullptr ? any : b.getFalse();
}

void RarePath::flush(Instruction* before) {
  reading_ = false;
  if (steps_.empty()) {
    triggers_.clear();
    return;
  }
  BasicBlock* usual = before->getParent();
  BasicBlock* on = usual->splitBasicBlock(before->getIterator());
  BasicBlock* rare = BasicBlock::Create(usual->getContext(), "rare", usual->getParent());
  usual->getTerminator()->eraseFromParent();
  Builder b(usual);
  b.SetCurrentDebugLocation(steps_.front().location);
  Value* needed = condition(b);
  abi_.rare_branch(b, needed, rare, on);

  b.SetInsertPoint(rare);
  Inside inside(abi_.zero);
  for (Step& step : steps_) {
    b.SetCurrentDebugLocation(step.location);
    Value* value = step.emit(b, inside);
    if (step.result != nullptr) inside.names_[step.result] = value;
  }
  b.CreateBr(on);
  BasicBlock* end = b.GetInsertBlock();
  for (Step& step : steps_) {
    if (step.result == nullptr) continue;
    step.result->addIncoming(abi_.zero, usual);
    step.result->addIncoming(inside(step.result), end);
    step.result->insertInto(on, on->begin());
  }
  steps_.clear();
  triggers_.clear();
  pending_.clear();
}

}  // namespace cuttle
