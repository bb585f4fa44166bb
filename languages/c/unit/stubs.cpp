// SPDX-License-Identifier: Apache-2.0
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/IRBuilder.h>

#include "languages/c/pass/llvm_compat.h"
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

Function* write_stub(Module& module, TypeTables& tables, FunctionType* type, Constant* table,
                     const std::string& symbol, const std::string& name) {
  auto* stub = Function::Create(type, GlobalValue::InternalLinkage, symbol, module);
  IRBuilder<> builder(BasicBlock::Create(module.getContext(), "entry", stub));
  if (table == nullptr) {
    builder.CreateRetVoid();
    return stub;
  }
  auto* slot = builder.CreateAlloca(ArrayType::get(builder.getInt8Ty(), 16));
  slot->setAlignment(Align(16));
  input_of(builder, tables, slot, table, name);
  builder.CreateRet(load_as(builder, slot, type->getReturnType()));
  return stub;
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
  if (program != nullptr && program->getType() != nullptr &&
      program->getType()->getTypeArray().size() != 0 && !returned->isAggregateType())
    table = tables.of(program->getType()->getTypeArray()[0]);
  else if (!returned->isVoidTy())
    table = tables.of_register(returned);
  if (table == nullptr && !returned->isVoidTy()) return false;
  function->replaceAllUsesWith(write_stub(module, tables, function->getFunctionType(), table,
                                          "cuttle.stub." + name, name + "()"));
  return true;
}

}  // namespace cuttle
