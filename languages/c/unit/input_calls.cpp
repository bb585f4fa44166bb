// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/input_calls.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"

using namespace llvm;

namespace cuttle {
namespace {

FunctionCallee runtime_function(Module& module, const char* name, ArrayRef<llvm::Type*> types) {
  return module.getOrInsertFunction(
      name, FunctionType::get(llvm::Type::getVoidTy(module.getContext()), types, false));
}

// The text that an argument points to, when the code shows it.
const Constant* folded(const Value* value, const DataLayout& layout) {
  if (const auto* load = dyn_cast<LoadInst>(value))
    if (auto* from = dyn_cast<Constant>(load->getPointerOperand()))
      return ConstantFoldLoadFromConstPtr(const_cast<Constant*>(from), load->getType(), layout);
  return dyn_cast<Constant>(value);
}

bool is_empty_text(const Value* value, const DataLayout& layout) {
  const Constant* pointer = folded(value, layout);
  const auto* global =
      pointer != nullptr ? dyn_cast<GlobalVariable>(pointer->stripPointerCasts()) : nullptr;
  if (global == nullptr || !global->hasInitializer()) return false;
  if (isa<ConstantAggregateZero>(global->getInitializer())) return true;
  const auto* text = dyn_cast<ConstantDataArray>(global->getInitializer());
  return text != nullptr && text->isCString() && text->getAsCString().empty();
}

// The type behind the pointer variable that the macros of cuttle.h use.
const DIType* type_behind(const Value* at, const DeclaredVariables& variables) {
  const auto* load = dyn_cast<LoadInst>(at->stripPointerCasts());
  if (load == nullptr) return nullptr;
  const auto variable = variables.find(load->getPointerOperand());
  if (variable == variables.end()) return nullptr;
  return pointed_to(variable->second->getType());
}

bool type_call(CallInst& call, TypeTables& tables, const DeclaredVariables& variables) {
  Function& callee = *call.getCalledFunction();
  const bool is_array = callee.getName() == "__cuttle_input_array";
  if (call.arg_size() != (is_array ? 5u : 4u)) return false;
  Module& module = *call.getModule();
  if (!is_empty_text(call.getArgOperand(is_array ? 4 : 3), module.getDataLayout())) return false;
  const DIType* type = type_behind(call.getArgOperand(0), variables);
  if (type == nullptr || TypeTables::size_of(type) == 0) return false;
  llvm::Type* pointer = compat::pointer_type(module.getContext());
  llvm::Type* size = llvm::Type::getInt64Ty(module.getContext());
  IRBuilder<> builder(&call);
  CallInst* typed;
  if (is_array)
    typed = builder.CreateCall(runtime_function(module, "__cuttle_input_typed_array",
                                                {pointer, pointer, size, pointer, pointer}),
                               {call.getArgOperand(0), tables.of(type), call.getArgOperand(2),
                                call.getArgOperand(3), tables.bounds()});
  else
    typed = builder.CreateCall(
        runtime_function(module, "__cuttle_input_typed", {pointer, pointer, pointer, pointer}),
        {call.getArgOperand(0), tables.of(type), call.getArgOperand(2), tables.bounds()});
  typed->setDebugLoc(call.getDebugLoc());
  call.eraseFromParent();
  return true;
}

}  // namespace

DeclaredVariables declared_variables(Function& function) {
  DeclaredVariables variables;
  for (Instruction& instruction : instructions(function)) {
    if (auto* declare = dyn_cast<DbgDeclareInst>(&instruction))
      variables[declare->getAddress()] = declare->getVariable();
    // What clang makes of declarations when it optimises.
    if (auto* assign = dyn_cast<DbgAssignIntrinsic>(&instruction))
      variables[assign->getAddress()] = assign->getVariable();
#if LLVM_VERSION_MAJOR >= 19
    for (DbgVariableRecord& record : filterDbgVars(instruction.getDbgRecordRange()))
      if (record.isDbgDeclare() || record.isDbgAssign())
        variables[record.getAddress()] = record.getVariable();
#endif
  }
  return variables;
}

void input_of(IRBuilder<>& builder, TypeTables& tables, Value* at, Constant* table,
              const std::string& name) {
  Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* pointer = compat::pointer_type(module.getContext());
  builder.CreateCall(
      runtime_function(module, "__cuttle_input_typed", {pointer, pointer, pointer, pointer}),
      {at, table, tables.text(name), tables.bounds()});
}

void input_buffer(IRBuilder<>& builder, TypeTables& tables, Value* at, const DIType* pointer_type,
                  Value* length, const std::string& name) {
  Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* pointer = compat::pointer_type(module.getContext());
  builder.CreateCall(
      runtime_function(module, "__cuttle_input_buffer",
                       {pointer, pointer, length->getType(), pointer, pointer}),
      {at, tables.element_of(pointer_type), length, tables.text(name), tables.bounds()});
}

void length_is_known(IRBuilder<>& builder, Value* at, uint64_t bytes) {
  Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* pointer = compat::pointer_type(module.getContext());
  builder.CreateCall(
      runtime_function(module, "__cuttle_length_is_known", {pointer, builder.getInt64Ty()}),
      {at, builder.getInt64(bytes)});
}

void stub_called(IRBuilder<>& builder) {
  builder.CreateCall(
      runtime_function(*builder.GetInsertBlock()->getModule(), "__cuttle_stub_called", {}), {});
}

void end_of_unit(IRBuilder<>& builder) {
  builder.CreateCall(
      runtime_function(*builder.GetInsertBlock()->getModule(), "__cuttle_unit_end", {}), {});
}

void input_rows(IRBuilder<>& builder, TypeTables& tables, Value* at, const DIType* pointer_type,
                Value* rows, Value* columns, const std::string& name) {
  Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Type* pointer = compat::pointer_type(module.getContext());
  llvm::Type* size = builder.getInt64Ty();
  builder.CreateCall(runtime_function(module, "__cuttle_input_rows",
                                      {pointer, pointer, size, size, pointer, pointer}),
                     {at, tables.element_of(pointed_to(pointer_type)), rows, columns,
                      tables.text(name), tables.bounds()});
}

Value* load_as(IRBuilder<>& builder, Value* at, llvm::Type* type) {
  if (!type->isIntegerTy()) return builder.CreateLoad(type, at);
  const unsigned bits = (type->getIntegerBitWidth() + 7) / 8 * 8;
  return builder.CreateTrunc(builder.CreateLoad(builder.getIntNTy(bits), at), type);
}

bool type_inputs(Module& module, TypeTables& tables) {
  bool changed = false;
  for (const char* name : {"__cuttle_input", "__cuttle_input_array"}) {
    Function* callee = module.getFunction(name);
    if (callee == nullptr) continue;
    SmallVector<CallInst*, 16> calls;
    for (User* user : callee->users())
      if (auto* call = dyn_cast<CallInst>(user);
          call != nullptr && call->getCalledFunction() == callee)
        calls.push_back(call);
    std::map<Function*, DeclaredVariables> variables;
    for (CallInst* call : calls) {
      Function* in = call->getFunction();
      auto known = variables.find(in);
      if (known == variables.end()) known = variables.emplace(in, declared_variables(*in)).first;
      changed = type_call(*call, tables, known->second) || changed;
    }
  }
  return changed;
}

}  // namespace cuttle
