// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/calls.h"

#include <llvm/IR/InlineAsm.h>

#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t chunk = 8;

const Function* callee_of(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
}

}  // namespace

void ArgumentSlots::add(const Unit& unit, unsigned argument, Type* type, Type* by_value) {
  const auto next = [&] { return static_cast<unsigned>(slots_.size()); };
  for (unsigned leaf = 0; leaf < unit.shapes.of(type).size(); ++leaf)
    if (next() < CUTTLE_MAX_ARGUMENTS) slots_.push_back({next(), argument, leaf, false, 0, 0});
  if (by_value == nullptr) return;
  const uint64_t size = unit.layout.getTypeStoreSize(by_value);
  for (uint64_t offset = 0; offset < size; offset += chunk)
    if (next() < CUTTLE_MAX_ARGUMENTS)
      slots_.push_back({next(), argument, 0, true, offset, std::min(chunk, size - offset)});
}

ArgumentSlots::ArgumentSlots(const Unit& unit, const CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    add(unit, i, call.getArgOperand(i)->getType(), call.getParamByValType(i));
}

ArgumentSlots::ArgumentSlots(const Unit& unit, const Function& function) {
  for (unsigned i = 0; i < function.arg_size(); ++i)
    add(unit, i, function.getArg(i)->getType(), function.getParamByValType(i));
}

bool is_runtime_call(const CallBase& call) {
  const Function* callee = callee_of(call);
  return callee != nullptr && is_runtime_name(callee->getName());
}

bool wants_results(const Unit& unit, const CallBase& call) {
  return !call.use_empty() && !call.isMustTailCall() && !unit.shapes.of(call.getType()).empty();
}

void prepare_call(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  if (wants_results(unit, call)) {
    Value* from = abi.thread_field(b, offsetof(CuttleThread, results_from));
    mark_ours(b.CreateStore(ConstantPointerNull::get(abi.pointer), from));
  }
  if (is_runtime_call(call)) {
    Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, call));
    mark_ours(b.CreateStore(site, abi.thread_field(b, offsetof(CuttleThread, site))));
  }
}

Value* results_arrived(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  LoadInst* from =
      b.CreateLoad(abi.pointer, abi.thread_field(b, offsetof(CuttleThread, results_from)));
  mark_ours(from);
  return b.CreateICmpEQ(from, call.getCalledOperand());
}

void report_external(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  Value* field = abi.thread_field(b, offsetof(CuttleThread, callee));
  mark_ours(b.CreateStore(ConstantPointerNull::get(abi.pointer), field));
  const Function* callee = callee_of(call);
  const StringRef name = callee != nullptr ? callee->getName() : "(through a pointer)";
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, call));
  b.CreateCall(abi.external_call, {unit.tables.text(name), site});
}

SmallVector<std::pair<Value*, uint64_t>, 2> assembly_outputs(const Unit& unit,
                                                             const CallBase& call) {
  SmallVector<std::pair<Value*, uint64_t>, 2> outputs;
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
    const bool output = constraint.Type == InlineAsm::isOutput;
    if (!output && constraint.Type != InlineAsm::isInput) continue;
    if (output && !constraint.isIndirect) continue;  // comes back as the result
    if (argument >= call.arg_size()) break;
    if (output)
      if (Type* type = call.getParamElementType(argument); type != nullptr && type->isSized())
        outputs.push_back(
            {call.getArgOperand(argument), unit.layout.getTypeStoreSize(type).getKnownMinValue()});
    ++argument;
  }
  return outputs;
}

}  // namespace cuttle
