// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/checks/kept.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/ModRef.h>

#include "languages/c/pass/abi/llvm_compat.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* name = "__cuttle_keep";

struct Place {
  const Value* base;
  int64_t offset;
};

Place place_of(const Unit& unit, const Value* address) {
  APInt offset(64, 0);
  const Value* base = address->stripAndAccumulateConstantOffsets(unit.layout, offset, true);
  return {base, offset.getSExtValue()};
}

// In bytes; 0: not known.
uint64_t size_of(const Unit& unit, const Value* object) {
  if (const auto* local = dyn_cast<AllocaInst>(object)) {
    const auto size = local->getAllocationSize(unit.layout);
    return size && !size->isScalable() ? size->getFixedValue() : 0;
  }
  const auto* global = dyn_cast<GlobalVariable>(object);
  if (global == nullptr || !global->hasDefinitiveInitializer()) return 0;
  return unit.layout.getTypeAllocSize(global->getValueType());
}

FunctionCallee keeper(Module& module) {
  auto* type = FunctionType::get(Type::getVoidTy(module.getContext()), true);
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  if (auto* function = dyn_cast<Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    function->setMemoryEffects(MemoryEffects::none());  // but it may not come back: so it stays
  }
  return callee;
}

// Is it beyond its object, by what the code says? Such an access is the first to be simplified
// away.
bool is_beyond(const Unit& unit, const Place& place, Type* type) {
  const uint64_t size = size_of(unit, place.base);
  const TypeSize access = unit.layout.getTypeStoreSize(type);
  if (size == 0 || access.isScalable()) return false;
  return place.offset < 0 || static_cast<uint64_t>(place.offset) + access.getFixedValue() > size;
}

void report_beyond(Unit& unit, Instruction& access) {
  Builder b(&access);
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_MEMORY, access));
  mark_ours(b.CreateCall(unit.abi.out_of_bounds, {site}));
}

bool may_fail(const Instruction& instruction) {
  return instruction.isIntDivRem() && instruction.getType()->isIntegerTy() &&
         instruction.getType()->getIntegerBitWidth() <= 64;
}

void keep_division(Instruction& division) {
  Builder b(division.getNextNode());
  Value* wide = b.CreateZExtOrTrunc(&division, b.getInt64Ty());
  auto* type = FunctionType::get(b.getVoidTy(), {b.getInt64Ty()}, false);
  mark_ours(b.CreateCall(InlineAsm::get(type, "", "r", true), {wide}));
}

}  // namespace

void keep_unused(Unit& unit, Function& function) {
  const FunctionCallee keep = keeper(unit.abi.module);
  SmallVector<Instruction*, 16> kept, beyond;
  for (Instruction& instruction : instructions(function)) {
    auto* load = dyn_cast<LoadInst>(&instruction);
    const Value* address = getLoadStorePointerOperand(&instruction);
    if (address != nullptr) {
      const Place place = place_of(unit, address);
      if (is_beyond(unit, place, getLoadStoreType(&instruction)))
        beyond.push_back(&instruction);
      else if (load != nullptr && size_of(unit, place.base) == 0)
        kept.push_back(load);
    } else if (may_fail(instruction)) {
      kept.push_back(&instruction);
    }
  }
  for (Instruction* instruction : beyond) report_beyond(unit, *instruction);
  for (Instruction* instruction : kept) {
    Builder b(instruction->getNextNode());
    b.CreateCall(keep, {instruction});
  }
}

void settle_kept(Unit& unit, Function& function) {
  Function* keep = unit.abi.module.getFunction(name);
  if (keep == nullptr) return;
  SmallVector<Instruction*, 16> kept;
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() != keep) continue;
    if (auto* result = dyn_cast<Instruction>(call->getArgOperand(0))) kept.push_back(result);
    call->eraseFromParent();
  }
  for (Instruction* result : kept) {
    if (!result->use_empty()) continue;
    if (auto* load = dyn_cast<LoadInst>(result))
      load->setVolatile(true);
    else if (may_fail(*result))
      keep_division(*result);
  }
}

}  // namespace cuttle
