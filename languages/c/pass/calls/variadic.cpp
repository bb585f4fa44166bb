// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/calls/variadic.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/TargetParser/Triple.h>

#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

// Hands out the registers and the stack as the System V ABI for x86-64 does.
class Placement {
 public:
  // From here on the arguments are variadic: the overflow area starts.
  void begin_variadic() { base_ = stack_; }

  unsigned integer(uint64_t size) {
    const unsigned registers = size > 8 ? 2 : 1;
    if (general_ + registers > 6) return on_stack(size, size > 8 ? 16 : 8);
    const unsigned place = 8 * general_;
    general_ += registers;
    return place;
  }
  unsigned floating(uint64_t size) {
    if (vector_ >= 8) return on_stack(size, size > 8 ? 16 : 8);
    return 48 + 16 * vector_++;
  }
  unsigned on_stack(uint64_t size, uint64_t alignment) {
    stack_ = alignTo(stack_, std::max<uint64_t>(alignment, 8));
    const uint64_t place = stack_ - base_;
    stack_ += alignTo(size, 8);
    return place < 0x4000 ? CUTTLE_PLACE_STACK + static_cast<unsigned>(place) : CUTTLE_PLACE_NONE;
  }

 private:
  unsigned general_ = 0, vector_ = 0;
  uint64_t stack_ = 0, base_ = 0;
};

unsigned place_scalar(Placement& placement, const Leaf& leaf) {
  if (leaf.type->isX86_FP80Ty()) return placement.on_stack(16, 16);
  if (leaf.type->isFloatingPointTy()) return placement.floating(leaf.size);
  return placement.integer(leaf.size);
}

bool is_x86_64(const Unit& unit) {
  return Triple(unit.abi.module.getTargetTriple()).getArch() == Triple::x86_64;
}

// Whether the registers were saved where something symbolic has been before.
Value* stale_flags(Builder& b, Unit& unit, VAStartInst& start) {
  const RuntimeAbi& abi = unit.abi;
  if (!is_x86_64(unit)) return b.getInt8(0);
  constexpr uint64_t area_field = 16, area_size = 176, reach = 64;
  LoadInst* area =
      b.CreateLoad(abi.pointer, b.CreateConstGEP1_64(abi.i8, start.getArgList(), area_field));
  mark_ours(area);
  Value* any = b.getInt8(0);
  for (uint64_t offset = 0; offset < area_size; offset += reach)
    any = b.CreateOr(any, abi.flag(b, b.CreateConstGEP1_64(abi.i8, area, offset)));
  return any;
}

}  // namespace

SmallVector<uint16_t, 8> variadic_places(const Unit& unit, const CallBase& call,
                                         const ArgumentSlots& slots) {
  SmallVector<uint16_t, 8> places;
  if (!call.getFunctionType()->isVarArg() || !is_x86_64(unit)) return places;
  places.assign(slots.count(), CUTTLE_PLACE_NONE);
  const unsigned fixed = call.getFunctionType()->getNumParams();
  Placement placement;
  unsigned slot = 0;
  for (unsigned argument = 0; argument < call.arg_size(); ++argument) {
    if (argument == fixed) placement.begin_variadic();
    Value* value = call.getArgOperand(argument);
    const bool vector = value->getType()->isVectorTy();
    const Shape& leaves = unit.shapes.of(value->getType());
    unsigned whole = 0;  // an aggregate passed in memory, or a vector in one register
    Type* by_value = call.getParamByValType(argument);
    if (by_value != nullptr)
      whole = placement.on_stack(unit.layout.getTypeAllocSize(by_value),
                                 call.getParamAlign(argument).valueOrOne().value());
    else if (vector)
      whole = placement.floating(unit.layout.getTypeStoreSize(value->getType()));
    else if (leaves.empty())
      return places;  // nothing is known of what follows
    for (; slot < slots.count() && slots.all()[slot].argument == argument; ++slot) {
      const ArgumentSlots::Slot& one = slots.all()[slot];
      unsigned place = CUTTLE_PLACE_NONE;
      if (one.by_value)
        place = whole + static_cast<unsigned>(one.offset);
      else if (vector)
        place = whole + static_cast<unsigned>(leaves[one.leaf].offset);
      else if (by_value == nullptr)
        place = place_scalar(placement, leaves[one.leaf]);
      if (argument >= fixed && whole != CUTTLE_PLACE_NONE)
        places[slot] = static_cast<uint16_t>(place);
    }
  }
  return places;
}

AllocaInst* watch_variadic(Unit& unit, Function& function) {
  const RuntimeAbi& abi = unit.abi;
  SmallVector<VAStartInst*, 2> starts;
  if (function.isVarArg())
    for (Instruction& instruction : instructions(function))
      if (auto* start = dyn_cast<VAStartInst>(&instruction)) starts.push_back(start);
  if (starts.empty()) return nullptr;
  BasicBlock& entry = function.getEntryBlock();
  Builder b(&entry, entry.begin());
  AllocaInst* kept = b.CreateAlloca(ArrayType::get(abi.i64, sizeof(CuttleVariadic) / 8));
  mark_ours(kept);
  for (VAStartInst* start : starts) {
    Instruction* next = start->getNextNode();
    BasicBlock* usual = start->getParent();
    BasicBlock* on = usual->splitBasicBlock(next->getIterator());
    BasicBlock* rare = BasicBlock::Create(on->getContext(), "variadic", &function);
    usual->getTerminator()->eraseFromParent();
    b.SetInsertPoint(usual);
    LoadInst* count = b.CreateLoad(abi.i32, kept);
    mark_ours(count);
    Value* any = b.CreateOr(count, b.CreateZExt(stale_flags(b, unit, *start), abi.i32));
    abi.rare_branch(b, b.CreateICmpNE(any, abi.zero), rare, on);
    b.SetInsertPoint(rare);
    mark_ours(b.CreateCall(abi.va_start, {start->getArgList(), kept}));
    b.CreateBr(on);
  }
  return kept;
}

}  // namespace cuttle
