// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/calls/calls.h"
#include "languages/c/pass/calls/variadic.h"
#include "languages/c/pass/program/coverage.h"
#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/threads/accesses.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {

void Symboliser::visitCallBase(CallBase& instruction) {
  if (is_marker(instruction)) return;
  if (is_announcement(instruction)) return path_.flush(&instruction);
  if (instruction.isInlineAsm()) return inline_assembly(instruction);
  auto* intrinsic_call = dyn_cast<IntrinsicInst>(&instruction);
  if (intrinsic_call == nullptr) return call(instruction);
  if (intrinsic(*intrinsic_call)) return;
  unsupported(instruction, intrinsic_call->getCalledFunction()->getName());
  unseen_memory(instruction);
}

void Symboliser::call(CallBase& instruction) {
  pin(instruction.getCalledOperand(), instruction, CUTTLE_REASON_TARGET);
  if (follows_links_only(instruction) && pin_objects(instruction)) return;
  pass_arguments(instruction);
  path_.flush(&instruction);
  Builder b(&instruction);
  prepare_call(b, unit_, instruction);
  // The result of an invoke is taken where it arrives; see run().
  if (isa<CallInst>(instruction) && !instruction.isMustTailCall())
    take_results(instruction, instruction.getNextNode());
}

// Where there may be several objects, they are tried one after the other. False when other
// arguments are symbolic too.
bool Symboliser::pin_objects(CallBase& instruction) {
  bool all = true;
  for (Value* argument : instruction.args()) {
    Type* type = argument->getType();
    if (type->isPointerTy() || type->isIntegerTy(1))
      pin(argument, instruction, CUTTLE_REASON_TARGET);
    else
      all = all && ids(argument).empty();
  }
  path_.flush(&instruction);
  return all;
}

void Symboliser::pass_arguments(CallBase& instruction) {
  if (is_harmless_call(instruction)) return;
  SmallVector<std::pair<unsigned, Value*>, 8> symbolic;  // slot, id
  SmallVector<Value*, 8> triggers;
  const ArgumentSlots slots(unit_, instruction);
  for (const ArgumentSlots::Slot& slot : slots.all()) {
    Value* operand = instruction.getArgOperand(slot.argument);
    Value* id = nullptr;
    if (slot.by_value) {
      id = path_.compute({}, [=, this](Builder& b, const Inside&) {
        Value* at = b.CreateConstGEP1_64(unit_.abi.i8, operand, slot.offset);
        return b.CreateCall(unit_.abi.load, {at, unit_.abi.number(slot.size)});
      });
      watch_flags(operand, slot.offset + slot.size, &instruction);
    } else {
      id = part(operand, slot.leaf).id;
    }
    if (id == nullptr) continue;
    symbolic.push_back({slot.index, id});
    triggers.push_back(id);
  }
  for (const ArgumentSlots::Slot& slot : slots.left_out()) leave_out(instruction, slot);
  const auto pointers = handed_out(unit_, instruction);
  Builder before(&instruction);
  for (const HandedOut& out : pointers) path_.trigger(unit_.abi.flag_of_any(before, out.pointer));
  if (symbolic.empty() && pointers.empty()) return;
  Value* callee = instruction.getCalledOperand();
  const auto places = variadic_places(unit_, instruction, slots);
  path_.act(triggers, [=, this, count = slots.count()](Builder& b, const Inside& inside) -> Value* {
    const RuntimeAbi& abi = unit_.abi;
    for (unsigned i = 0; i < places.size(); ++i)
      mark_ours(b.CreateStore(
          b.getInt16(places[i]),
          abi.thread_field(b, offsetof(CuttleThread, places) + i * sizeof(uint16_t))));
    const auto put = [&](Value* value, Value* to) { mark_ours(b.CreateStore(value, to)); };
    Value* any = any_handed_out(b, unit_, pointers);
    unsigned next = 0;
    for (const auto& [index, id] : symbolic) {
      while (next < index) put(abi.zero, abi.argument_field(b, next++));
      any = b.CreateOr(any, inside(id));
      put(inside(id), abi.argument_field(b, next++));
    }
    while (next < count) put(abi.zero, abi.argument_field(b, next++));
    put(abi.id(count), abi.thread_field(b, offsetof(CuttleThread, argument_count)));
    Value* tag = b.CreateSelect(b.CreateICmpNE(any, abi.zero), callee,
                                ConstantPointerNull::get(abi.pointer));
    put(tag, abi.thread_field(b, offsetof(CuttleThread, callee)));
    return nullptr;
  });
  passed_symbolic_.insert(&instruction);
}

void Symboliser::take_results(CallBase& instruction, Instruction* at) {
  const RuntimeAbi& abi = unit_.abi;
  Builder b(at);
  if (passed_symbolic_.contains(&instruction) && !is_runtime_call(instruction)) {
    // Nobody took the arguments: the callee is not instrumented.
    path_.trigger(arguments_left(b, unit_, instruction));
    path_.act({}, [this, &instruction](Builder& c, const Inside&) -> Value* {
      report_external(c, unit_, instruction);
      return nullptr;
    });
  }
  if (instruction.use_empty()) return;
  Ids results;
  const unsigned count = std::min<unsigned>(shape(&instruction).size(), CUTTLE_MAX_RESULTS);
  if (count == 0) return;
  Value* same = b.CreateICmpEQ(results_from(b, unit_), giver_of_results(unit_, instruction));
  for (unsigned i = 0; i < count; ++i) {
    LoadInst* id = b.CreateLoad(abi.i32, abi.result_field(b, i));
    mark_ours(id);
    results.push_back(b.CreateSelect(same, id, abi.zero));
  }
  forget_results(b, unit_);
  results.resize(shape(&instruction).size(), nullptr);
  set_ids(instruction, std::move(results));
}

// There are more arguments than the convention of calls has room for.
void Symboliser::leave_out(CallBase& instruction, const ArgumentSlots::Slot& slot) {
  Value* operand = instruction.getArgOperand(slot.argument);
  if (!slot.by_value) return pin(operand, instruction, CUTTLE_REASON_UNSUPPORTED);
  Builder b(&instruction);
  pin_region({b.CreateConstGEP1_64(unit_.abi.i8, operand, slot.offset), slot.size, false},
             instruction, &instruction);
}

void Symboliser::pin_region(const Region& region, const Instruction& access, Instruction* before) {
  watch_flags(region.address, region.size, before);
  path_.act({}, [=, this, &access](Builder& b, const Inside&) -> Value* {
    pin_memory(b, unit_, access, region.address, region.size);
    return nullptr;
  });
}

void Symboliser::inline_assembly(CallBase& instruction) {
  if (is_empty_assembly(instruction)) return empty_assembly(instruction);
  for (Value* argument : instruction.args())
    pin(argument, instruction, CUTTLE_REASON_INLINE_ASSEMBLY);
  unseen_memory(instruction);
}

// What goes in comes out.
void Symboliser::empty_assembly(CallBase& instruction) {
  if (instruction.getType()->isVoidTy()) return;
  if (instruction.arg_size() == 1 &&
      instruction.getArgOperand(0)->getType() == instruction.getType())
    return set_ids(instruction, ids(instruction.getArgOperand(0)));
  for (Value* argument : instruction.args())
    pin(argument, instruction, CUTTLE_REASON_INLINE_ASSEMBLY);
}

// Memory that the instruction uses is pinned before; what it surely wrote is concrete afterwards.
void Symboliser::unseen_memory(CallBase& instruction) {
  const auto regions = unseen_accesses(unit_, instruction);
  for (const Region& region : regions)
    if (!region.written) pin_region(region, instruction, &instruction);
  path_.flush(&instruction);
  Instruction* next = instruction.getNextNode();
  if (next == nullptr) return;
  for (const Region& region : regions) {
    if (!region.written) continue;
    watch_flags(region.address, region.size, next);
    path_.act({}, [=, this](Builder& b, const Inside&) {
      return b.CreateCall(unit_.abi.clear, {region.address, unit_.abi.number(region.size)});
    });
  }
}

// The shadow side comes before the operation itself.
bool Symboliser::memory_intrinsic(IntrinsicInst& instruction) {
  auto* copy = dyn_cast<MemIntrinsic>(&instruction);
  if (copy == nullptr) return false;
  auto* transfer = dyn_cast<MemTransferInst>(copy);
  Value *to = copy->getRawDest(), *size = copy->getLength();
  Value* what = transfer != nullptr ? transfer->getRawSource() : cast<MemSetInst>(copy)->getValue();
  Value *to_id = part(to, 0).id, *what_id = part(what, 0).id, *size_id = part(size, 0).id;
  const auto emit = [=, this, &instruction](Builder& b, const Inside& inside) {
    return b.CreateCall(transfer != nullptr ? unit_.abi.memory_copy : unit_.abi.memory_set,
                        {to, what, expressions_.number(b, size), inside(to_id), inside(what_id),
                         inside(size_id), site_number(b, CUTTLE_SITE_MEMORY, instruction)});
  };
  path_.flush(&instruction);
  const bool guarded = guard_copy(*copy);
  path_.act({to_id, what_id, size_id}, emit);
  if (!guarded) path_.trigger(ConstantInt::getTrue(instruction.getContext()));
  path_.flush(&instruction);
  return true;
}

// Watches the flags of a copy of few bytes; false when it is not known to be one.
bool Symboliser::guard_copy(MemIntrinsic& copy) {
  const auto* size = dyn_cast<ConstantInt>(copy.getLength());
  if (size == nullptr || size->getZExtValue() > small_copy) return false;
  watch_flags(copy.getRawDest(), size->getZExtValue(), &copy);
  if (auto* transfer = dyn_cast<MemTransferInst>(&copy))
    watch_flags(transfer->getRawSource(), size->getZExtValue(), &copy);
  return true;
}

void Symboliser::close(Instruction& terminator, Instruction* before) {
  path_.location = terminator.getDebugLoc();
  if (auto* branch = dyn_cast<BranchInst>(&terminator))
    close_branch(*branch);
  else if (auto* choice = dyn_cast<SwitchInst>(&terminator))
    close_switch(*choice);
  else if (auto* exit = dyn_cast<ReturnInst>(&terminator))
    close_return(*exit);
  path_.flush(before);
}

void Symboliser::close_branch(BranchInst& branch) {
  const auto site = decision_site(branch);
  if (!site) return;
  Value* condition = branch.getCondition();
  Value* id = part(condition, 0).id;
  if (id == nullptr) return;
  path_.act({id}, [=, this, site = *site](Builder& b, const Inside& inside) {
    return b.CreateCall(unit_.abi.branch, {inside(id), unit_.tables.site_number(b, site),
                                           b.CreateZExt(condition, unit_.abi.i32)});
  });
}

// Which arm is taken is found by the same switch once more.
void Symboliser::close_switch(SwitchInst& choice) {
  const auto site = decision_site(choice);
  Value* value = choice.getCondition();
  Value* id = part(value, 0).id;
  if (id == nullptr) return;
  if (!site || value->getType()->getIntegerBitWidth() > 64)
    return pin(value, choice, CUTTLE_REASON_CONCRETISED);
  path_.act({id}, [=, this, &choice, site = *site](Builder& b, const Inside& inside) {
    LLVMContext& context = b.getContext();
    const auto arms = switch_arms(choice);
    BasicBlock* join = BasicBlock::Create(context, "arm", &function_);
    SwitchInst* again = nullptr;
    Builder side(context);
    PHINode* taken = PHINode::Create(unit_.abi.i32, arms.size(), "arm");
    taken->insertInto(join, join->end());
    SmallVector<BasicBlock*, 8> blocks;
    for (unsigned i = 0; i < arms.size(); ++i) {
      blocks.push_back(BasicBlock::Create(context, "arm", &function_));
      side.SetInsertPoint(blocks.back());
      side.CreateBr(join);
      taken->addIncoming(unit_.abi.id(i), blocks.back());
    }
    again = b.CreateSwitch(value, blocks.back(), choice.getNumCases());
    for (const auto& one : choice.cases()) {
      const auto arm = llvm::find(arms, one.getCaseSuccessor()) - arms.begin();
      again->addCase(one.getCaseValue(), blocks[arm]);
    }
    b.SetInsertPoint(join);
    return b.CreateCall(unit_.abi.switch_, {inside(id), unit_.tables.site_number(b, site),
                                            expressions_.number(b, value), taken});
  });
}

void Symboliser::close_return(ReturnInst& exit) {
  Value* value = exit.getReturnValue();
  if (value == nullptr) return;
  Ids results = ids(value);
  if (results.size() > CUTTLE_MAX_RESULTS) results.resize(CUTTLE_MAX_RESULTS);
  if (!has_symbolic(results)) return;
  path_.act(results, [=, this](Builder& b, const Inside& inside) -> Value* {
    for (unsigned i = 0; i < results.size(); ++i)
      mark_ours(b.CreateStore(inside(results[i]), unit_.abi.result_field(b, i)));
    Value* from = unit_.abi.thread_field(b, offsetof(CuttleThread, results_from));
    mark_ours(b.CreateStore(&function_, from));
    return nullptr;
  });
}

}  // namespace cuttle
