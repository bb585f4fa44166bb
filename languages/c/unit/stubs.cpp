// SPDX-License-Identifier: Apache-2.0
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <map>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/unit/input_calls.h"
#include "languages/c/unit/types.h"

using namespace llvm;

namespace cuttle {
namespace {

// How a result of the type comes back; nothing for structures and such.
llvm::Type* register_type(LLVMContext& context, const DIType* type) {
  const DIType* base = base_type(type);
  if (base == nullptr) return llvm::Type::getVoidTy(context);
  const uint64_t bits = base->getSizeInBits();
  if (const auto* basic = dyn_cast<DIBasicType>(base)) {
    if (basic->getEncoding() == dwarf::DW_ATE_float) {
      if (bits == 32) return llvm::Type::getFloatTy(context);
      return bits == 64 ? llvm::Type::getDoubleTy(context) : nullptr;
    }
    if (basic->getEncoding() == dwarf::DW_ATE_boolean) return llvm::Type::getInt8Ty(context);
    return bits <= 64 ? llvm::Type::getIntNTy(context, bits) : nullptr;
  }
  if (isa<DIDerivedType>(base)) return compat::pointer_type(context);
  if (base->getTag() == dwarf::DW_TAG_enumeration_type) return llvm::Type::getIntNTy(context, bits);
  return nullptr;
}

bool is_pointer(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(base_type(type));
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_pointer_type &&
         base_type(derived->getBaseType()) != nullptr;
}

// Some pointer type of the module that leads to this structure.
const DIType* pointer_to(const Module& module, const llvm::Type* target) {
  const auto* record = dyn_cast<StructType>(target);
  if (record == nullptr || record->isLiteral()) return nullptr;
  const StringRef name = record->getName().split('.').second;
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const DIType* type : finder.types())
    if (is_pointer(type) && cast<DIDerivedType>(base_type(type))->getBaseType()->getName() == name)
      return type;
  return nullptr;
}

Function* write_stub(Module& module, TypeTables& tables, FunctionType* type, Constant* table,
                     const std::string& symbol, const std::string& name) {
  auto* stub = Function::Create(type, GlobalValue::InternalLinkage, symbol, module);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", stub));
  if (table == nullptr) {
    stub_called(builder);
    builder.CreateRetVoid();
    return stub;
  }
  auto* slot = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), 16));
  slot->setAlignment(Align(16));
  input_of(builder, tables, slot, table, name);
  builder.CreateRet(load_as(builder, slot, type->getReturnType()));
  return stub;
}

// What the results of a function that is only declared point to: where they are kept, or what is
// taken out of them, tells. (Debug information about the function itself depends on the
// optimisation, which differs between our two builds; this does not.)
const DIType* result_by_use(Function& function) {
  const Module& module = *function.getParent();
  std::map<const Function*, DeclaredVariables> variables;
  for (const User* user : function.users()) {
    const auto* call = dyn_cast<CallBase>(user);
    if (call == nullptr || call->getCalledFunction() != &function) continue;
    auto* caller = const_cast<Function*>(call->getFunction());
    const auto known = variables.try_emplace(caller, declared_variables(*caller)).first;
    for (const User* use : call->users()) {
      if (const auto* store = dyn_cast<StoreInst>(use);
          store != nullptr && store->getValueOperand() == call)
        if (const auto variable = known->second.find(store->getPointerOperand());
            variable != known->second.end() && is_pointer(variable->second->getType()))
          return variable->second->getType();
      if (const auto* element = dyn_cast<GetElementPtrInst>(use))
        if (const DIType* pointer = pointer_to(module, element->getSourceElementType()))
          return pointer;
    }
  }
  return nullptr;
}

}  // namespace

Function* make_stub(Module& module, TypeTables& tables, const DIType* result,
                    const std::string& symbol, const std::string& name) {
  llvm::Type* returned = register_type(module.getContext(), result);
  if (returned == nullptr) return nullptr;
  Constant* table = returned->isVoidTy() ? nullptr : tables.of(result);
  return write_stub(module, tables, FunctionType::get(returned, {}, false), table, symbol, name);
}

bool stub_out(Module& module, TypeTables& tables, const std::string& name) {
  Function* function = module.getFunction(name);
  if (function == nullptr || function->isIntrinsic() || function->use_empty()) return false;
  llvm::Type* returned = function->getReturnType();
  const auto* program = function->isDeclaration() ? nullptr : function->getSubprogram();
  Constant* table = nullptr;
  std::string shown = returned->isPointerTy() ? "void *" : "void";
  if (program != nullptr && program->getType() != nullptr &&
      program->getType()->getTypeArray().size() != 0 && !returned->isAggregateType()) {
    const DIType* result = program->getType()->getTypeArray()[0];
    if (!returned->isVoidTy()) table = tables.of(result);
    shown = plain_type_text(result);
  } else if (const DIType* result = returned->isPointerTy() ? result_by_use(*function) : nullptr) {
    table = tables.of(result);
    shown = plain_type_text(result);
  } else if (!returned->isVoidTy()) {
    table = tables.of_register(returned, &shown);
  }
  if (table == nullptr && !returned->isVoidTy()) return false;
  tables.note((function->hasLocalLinkage() ? "static-stub " : "stub ") + name + '\t' + shown);
  function->replaceAllUsesWith(write_stub(module, tables, function->getFunctionType(), table,
                                          "cuttle.stub." + name, name + "()"));
  return true;
}

}  // namespace cuttle
