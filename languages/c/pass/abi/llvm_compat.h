// SPDX-License-Identifier: Apache-2.0
#pragma once

// All that differs between LLVM 16 and 22, as far as the pass is concerned.

#include <llvm/Config/llvm-config.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Instrumentation/AddressSanitizer.h>
#include <llvm/Transforms/Instrumentation/BoundsChecking.h>
#include <llvm/Transforms/Utils/ValueMapper.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#if LLVM_VERSION_MAJOR < 16 || LLVM_VERSION_MAJOR > 22
#error "The pass is written for LLVM 16 to 22"
#endif

namespace cuttle::compat {

inline llvm::PointerType* pointer_type(llvm::LLVMContext& context) {
  return llvm::PointerType::get(context, 0);
}

inline llvm::Function* intrinsic(llvm::Module& module, llvm::Intrinsic::ID id,
                                 llvm::ArrayRef<llvm::Type*> types = {}) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(&module, id, types);
#else
  return llvm::Intrinsic::getDeclaration(&module, id, types);
#endif
}

template <typename Add>
void at_end_of_pipeline(llvm::PassBuilder& builder, Add add) {
#if LLVM_VERSION_MAJOR >= 20
  builder.registerOptimizerLastEPCallback([add](llvm::ModulePassManager& passes,
                                                llvm::OptimizationLevel,
                                                llvm::ThinOrFullLTOPhase) { add(passes); });
#else
  builder.registerOptimizerLastEPCallback(
      [add](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { add(passes); });
#endif
}

// Makes the operands of a copied block refer to the copies.
inline void remap_block(llvm::BasicBlock& block, llvm::ValueToValueMapTy& map) {
  const auto flags = llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals;
  for (llvm::Instruction& instruction : block) {
    llvm::RemapInstruction(&instruction, map, flags);
#if LLVM_VERSION_MAJOR >= 19
    llvm::RemapDbgRecordRange(block.getModule(), instruction.getDbgRecordRange(), map, flags);
#endif
  }
}

inline void move_before(llvm::Instruction& instruction, llvm::Instruction& place) {
#if LLVM_VERSION_MAJOR >= 20
  instruction.moveBefore(place.getIterator());
#else
  instruction.moveBefore(&place);
#endif
}

inline void drop_poison(llvm::Instruction& instruction) {
#if LLVM_VERSION_MAJOR >= 19
  instruction.dropPoisonGeneratingAnnotations();
#else
  instruction.dropPoisonGeneratingFlagsAndMetadata();
#endif
}

inline llvm::BoundsCheckingPass bounds_checking() {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::BoundsCheckingPass({});
#else
  return {};
#endif
}

// In the form for kernels, with reports that come back.
inline llvm::AddressSanitizerPass kernel_address_sanitizer() {
  llvm::AddressSanitizerOptions options;
  options.CompileKernel = true;
  options.Recover = true;
  options.UseAfterReturn = llvm::AsanDetectStackUseAfterReturnMode::Never;
  return llvm::AddressSanitizerPass(options, false, false);
}

// From a pointer to its address without exposing its provenance; new in LLVM 22.
inline bool is_ptrtoaddr(const llvm::Instruction& instruction) {
#if LLVM_VERSION_MAJOR >= 22
  return instruction.getOpcode() == llvm::Instruction::PtrToAddr;
#else
  (void)instruction;
  return false;
#endif
}

}  // namespace cuttle::compat
