// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/clean.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/ModRef.h>

#include "languages/c/pass/flow/segments.h"
#include "languages/c/pass/threads/accesses.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t reach = 64;  // of one flag, in bytes

bool is_effect_or_end(const Instruction& instruction, const Slots& slots) {
  if (instruction.isTerminator() || has_effect(instruction)) return true;
  const auto* store = dyn_cast<StoreInst>(&instruction);
  return store != nullptr && slots.is_slot(store->getPointerOperand());
}

}  // namespace

Value* CleanVersion::flags(Builder& b, const Access& access) const {
  Value* all = unit_.abi.flag(b, access.address);
  for (uint64_t offset = reach; offset < access.size; offset += reach)
    all = b.CreateOr(all,
                     unit_.abi.flag(b, b.CreateConstGEP1_64(unit_.abi.i8, access.address, offset)));
  return all;
}

// Cuts the block before the instruction; the new block is entered on the condition and is to end in
// a branch to where the other way goes on: the parent of `before`.
BasicBlock* CleanVersion::rare_block(Builder& b, Value* condition, Instruction* before) {
  BasicBlock* usual = before->getParent();
  BasicBlock* on = usual->splitBasicBlock(before->getIterator());
  BasicBlock* rare = BasicBlock::Create(usual->getContext(), "rare", usual->getParent());
  usual->getTerminator()->eraseFromParent();
  b.SetInsertPoint(usual);
  unit_.abi.rare_branch(b, condition, rare, on);
  b.SetInsertPoint(rare);
  return on;
}

// Accesses to one object that one flag speaks for become one.
SmallVector<CleanVersion::Access, 4> CleanVersion::combine(ArrayRef<Access> accesses) const {
  struct Range {
    int64_t offset;
    Access access;
  };
  MapVector<Value*, SmallVector<Range, 2>> by_base;
  for (const Access& access : accesses) {
    APInt offset(64, 0);
    Value* base = access.address->stripAndAccumulateConstantOffsets(unit_.layout, offset, true);
    by_base[base].push_back({offset.getSExtValue(), access});
  }
  SmallVector<Access, 4> result;
  for (auto& [base, ranges] : by_base) {
    llvm::stable_sort(ranges, [](const Range& a, const Range& c) { return a.offset < c.offset; });
    int64_t start = 0;
    bool open = false;
    for (const Range& range : ranges) {
      const int64_t end = range.offset + static_cast<int64_t>(range.access.size);
      if (open && end - start <= static_cast<int64_t>(reach)) {
        result.back().size = std::max<uint64_t>(result.back().size, end - start);
        continue;
      }
      result.push_back(range.access);
      start = range.offset;
      open = true;
    }
  }
  return result;
}

BasicBlock* CleanVersion::crossing(BasicBlock* block) {
  BasicBlock* over = BasicBlock::Create(block->getContext(), "symbolic", block->getParent());
  Builder b(over);
  for (const Slots::Variable* variable : slots_.live_at(block))
    for (AllocaInst* slot : variable->ids) b.CreateStore(unit_.abi.zero, slot);
  b.CreateBr(twins_.lookup(block));
  return over;
}

void CleanVersion::watch_loads(BasicBlock& block, ArrayRef<Instruction*> instructions) {
  SmallVector<Access, 8> accesses;
  Instruction* before = nullptr;
  for (Instruction* instruction : instructions) {
    if (reads_memory(*instruction)) collect_reads(*instruction, accesses);
    if (is_effect_or_end(*instruction, slots_)) {
      before = instruction;
      break;
    }
  }
  if (accesses.empty()) return;
  const auto combined = combine(accesses);
  Builder b(before);
  Value* any = nullptr;
  for (const Access& access : combined) {
    Value* flag = flags(b, access);
    any = any == nullptr ? flag : b.CreateOr(any, flag);
  }
  Value* condition = b.CreateICmpNE(any, b.getInt8(0));
  BasicBlock* on = rare_block(b, condition, before);
  Value* symbolic = nullptr;
  for (const Access& access : combined) {
    CallInst* found =
        b.CreateCall(unit_.abi.any_symbolic, {access.address, unit_.abi.number(access.size)});
    // To the program this is no access at all: its own may be moved across.
    found->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
    symbolic = symbolic == nullptr ? found : b.CreateOr(symbolic, found);
  }
  b.CreateCondBr(b.CreateICmpNE(symbolic, unit_.abi.zero), crossing(&block), on);
}

void CleanVersion::collect_reads(Instruction& instruction, SmallVectorImpl<Access>& out) const {
  if (auto* load = dyn_cast<LoadInst>(&instruction)) {
    if (slots_.is_slot(load->getPointerOperand())) return;
    out.push_back({load->getPointerOperand(),
                   unit_.layout.getTypeStoreSize(load->getType()).getKnownMinValue()});
  } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
    out.push_back({update->getPointerOperand(), unit_.layout.getTypeStoreSize(update->getType())});
  } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
    Type* type = exchange->getNewValOperand()->getType();
    out.push_back({exchange->getPointerOperand(), unit_.layout.getTypeStoreSize(type)});
  } else if (auto* call = dyn_cast<CallBase>(&instruction)) {
    for (unsigned i = 0; i < call->arg_size(); ++i)
      if (Type* type = call->getParamByValType(i))
        out.push_back({call->getArgOperand(i), unit_.layout.getTypeStoreSize(type)});
  }
}

void CleanVersion::watch_store(Value* address, uint64_t size, Instruction* after) {
  Builder b(after);
  Value* condition = b.CreateICmpNE(flags(b, {address, size}), b.getInt8(0));
  BasicBlock* on = rare_block(b, condition, after);
  b.CreateCall(unit_.abi.clear, {address, unit_.abi.number(size)})
      ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  b.CreateBr(on);
}

void CleanVersion::memory_intrinsic(MemIntrinsic& copy) {
  Builder b(&copy);
  const auto* known = dyn_cast<ConstantInt>(copy.getLength());
  auto* transfer = dyn_cast<MemTransferInst>(&copy);
  BasicBlock* on = nullptr;
  if (known != nullptr && known->getZExtValue() <= small_copy) {
    const uint64_t size = known->getZExtValue();
    Value* any = flags(b, {copy.getRawDest(), size});
    if (transfer != nullptr) any = b.CreateOr(any, flags(b, {transfer->getRawSource(), size}));
    on = rare_block(b, b.CreateICmpNE(any, b.getInt8(0)), &copy);
  }
  const RuntimeAbi& abi = unit_.abi;
  Value* size = b.CreateZExtOrTrunc(copy.getLength(), abi.i64);
  Value* site = unit_.tables.site_number(b, unit_.tables.site(CUTTLE_SITE_MEMORY, copy));
  if (transfer != nullptr)
    b.CreateCall(abi.memory_copy, {copy.getRawDest(), transfer->getRawSource(), size, abi.zero,
                                   abi.zero, abi.zero, site});
  else
    b.CreateCall(abi.memory_set, {copy.getRawDest(), cast<MemSetInst>(copy).getValue(), size,
                                  abi.zero, abi.zero, abi.zero, site});
  if (on != nullptr) b.CreateBr(on);
}

// At the end of the block after a call: with symbolic results the symbolic version goes on.
void CleanVersion::watch_results(CallBase& call, Instruction& end) {
  BasicBlock* next = end.getSuccessor(0);
  if (!twins_.count(next)) return;
  Builder b(&end);
  BasicBlock* over = crossing(next);
  Builder c(over->getTerminator());
  const unsigned count =
      std::min<unsigned>(unit_.shapes.of(call.getType()).size(), CUTTLE_MAX_RESULTS);
  for (Instruction& instruction : *end.getParent()) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    if (store == nullptr || store->getValueOperand() != &call) continue;
    if (!slots_.is_slot(store->getPointerOperand())) continue;
    const Slots::Variable* variable = slots_.find(store->getPointerOperand());
    if (variable->ids.empty()) continue;
    for (unsigned i = 0; i < count; ++i) {
      LoadInst* id = c.CreateLoad(unit_.abi.i32, unit_.abi.result_field(c, i));
      mark_ours(id);
      c.CreateStore(id, variable->ids[i]);
    }
  }
  BasicBlock* look = BasicBlock::Create(next->getContext(), "returned", next->getParent());
  LoadInst* from = results_from(b, unit_);
  unit_.abi.rare_branch(b, b.CreateIsNotNull(from), look, next);
  end.eraseFromParent();
  b.SetInsertPoint(look);
  forget_results(b, unit_);
  b.CreateCondBr(b.CreateICmpEQ(from, giver_of_results(unit_, call)), over, next);
}

// No argument is symbolic, but what it points to may be: see whether the callee can follow that.
void CleanVersion::hand_out(CallBase& instruction) {
  const auto pointers = handed_out(unit_, instruction);
  if (pointers.empty()) return;
  const RuntimeAbi& abi = unit_.abi;
  Builder b(&instruction);
  Value* any = nullptr;
  for (const HandedOut& out : pointers) {
    Value* flag = abi.flag_of_any(b, out.pointer);
    any = any == nullptr ? flag : b.CreateOr(any, flag);
  }
  BasicBlock* on = rare_block(b, b.CreateICmpNE(any, b.getInt8(0)), &instruction);
  Value* symbolic = b.CreateICmpNE(any_handed_out(b, unit_, pointers), abi.zero);
  Value* tag = b.CreateSelect(symbolic, instruction.getCalledOperand(),
                              ConstantPointerNull::get(abi.pointer));
  mark_ours(b.CreateStore(abi.zero, abi.thread_field(b, offsetof(CuttleThread, argument_count))));
  mark_ours(b.CreateStore(tag, abi.thread_field(b, offsetof(CuttleThread, callee))));
  b.CreateBr(on);
}

// Did the callee leave what it was handed? `next` is reached when it has returned.
void CleanVersion::watch_handed_out(CallBase& instruction, Instruction& next) {
  if (handed_out(unit_, instruction).empty()) return;
  Builder b(&next);
  BasicBlock* on = rare_block(b, arguments_left(b, unit_, instruction), &next);
  report_external(b, unit_, instruction);
  b.CreateBr(on);
}

void CleanVersion::unseen_memory(CallBase& instruction) {
  Instruction* next = instruction.getNextNode();
  for (const Region& region : unseen_accesses(unit_, instruction)) {
    if (region.written && next != nullptr) {
      watch_store(region.address, region.size, next);
      continue;
    }
    Builder b(&instruction);
    Value* flag = unit_.abi.flag_of_any(b, region.address);
    BasicBlock* on = rare_block(b, b.CreateICmpNE(flag, b.getInt8(0)), &instruction);
    pin_memory(b, unit_, instruction, region.address, region.size);
    b.CreateBr(on);
  }
}

void CleanVersion::call(CallBase& instruction) {
  if (is_marker(instruction) || is_pure_intrinsic(instruction)) return;
  if (auto* copy = dyn_cast<MemIntrinsic>(&instruction)) return memory_intrinsic(*copy);
  if (isa<IntrinsicInst>(instruction) || instruction.isInlineAsm())
    return unseen_memory(instruction);
  Instruction* next = instruction.getNextNode();
  hand_out(instruction);
  if (next != nullptr) watch_handed_out(instruction, *next);
  Builder b(&instruction);
  prepare_call(b, unit_, instruction);
  if (isa<CallInst>(instruction) && wants_results(unit_, instruction) &&
      next->getParent()->getSingleSuccessor() != nullptr)
    watch_results(instruction, *next->getParent()->getTerminator());
}

void CleanVersion::run(BasicBlock& block) {
  SmallVector<Instruction*, 32> instructions;
  for (Instruction& instruction : block)
    if (!is_ours(instruction)) instructions.push_back(&instruction);
  if (auto* before = block.getSinglePredecessor())
    if (auto* invoke = dyn_cast<InvokeInst>(before->getTerminator());
        invoke != nullptr && invoke->getNormalDest() == &block) {
      if (wants_results(unit_, *invoke)) watch_results(*invoke, *block.getTerminator());
      watch_handed_out(*invoke, *block.getFirstInsertionPt());
      return;
    }
  watch_loads(block, instructions);
  for (Instruction* instruction : instructions) {
    if (auto* store = dyn_cast<StoreInst>(instruction)) {
      if (slots_.is_slot(store->getPointerOperand())) continue;
      const uint64_t size = unit_.layout.getTypeStoreSize(store->getValueOperand()->getType());
      watch_store(store->getPointerOperand(), size, store->getNextNode());
    } else if (auto* invocation = dyn_cast<CallBase>(instruction);
               invocation != nullptr && !is_announcement(*invocation)) {
      call(*invocation);
    }
  }
}

}  // namespace cuttle
