// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/calls/answers.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/calls/calls.h"

using namespace llvm;

namespace cuttle {
namespace {

// The processor's own: counters and random numbers.
bool is_moody(StringRef intrinsic) {
  return intrinsic.starts_with("llvm.readcyclecounter") ||
         intrinsic.starts_with("llvm.readsteadycounter") || intrinsic.starts_with("llvm.x86.rd");
}

// Its name for people; empty: its answers are not compared.
StringRef name_of(const CallInst& call) {
  if (call.isInlineAsm()) return is_empty_assembly(call) ? "" : "assembly";
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || is_runtime_call(call)) return "";
  const StringRef name = callee->getName();
  if (callee->isIntrinsic())
    return !is_moody(name)                 ? ""
           : name.starts_with("llvm.x86.") ? name.drop_front(9)
                                           : name.drop_front(5);
  return call.doesNotAccessMemory() || call.onlyReadsMemory() ? "" : name;
}

bool is_number(const Type* type) {
  return type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

void tell(Builder& b, Unit& unit, const CallInst& call, StringRef name, Value* value) {
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, call));
  Value* number = b.CreateZExt(value, unit.abi.i64);
  if (auto* made = dyn_cast<CastInst>(number)) mark_ours(made);
  mark_ours(b.CreateCall(unit.abi.answer, {unit.tables.text(name), site, number}));
}

Value* member(Builder& b, CallInst* call, unsigned i) {
  Value* value = b.CreateExtractValue(call, i);
  if (auto* made = dyn_cast<ExtractValueInst>(value)) mark_ours(made);
  return value;
}

}  // namespace

void compare_answers(Unit& unit, Function& function) {
  SmallVector<CallInst*, 8> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction);
        call != nullptr && !call->isMustTailCall() && !call->use_empty() && !name_of(*call).empty())
      calls.push_back(call);
  for (CallInst* call : calls) {
    Builder b(call->getNextNode());
    b.SetCurrentDebugLocation(call->getDebugLoc());
    const StringRef name = name_of(*call);
    if (is_number(call->getType())) tell(b, unit, *call, name, call);
    const auto* several = dyn_cast<StructType>(call->getType());
    for (unsigned i = 0; several != nullptr && i < several->getNumElements(); ++i)
      if (is_number(several->getElementType(i))) tell(b, unit, *call, name, member(b, call, i));
  }
}

}  // namespace cuttle
