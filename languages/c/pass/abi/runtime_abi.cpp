// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/abi/runtime_abi.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/runtime/modelled.h"
#include "languages/c/runtime/names.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {

RuntimeAbi::RuntimeAbi(Module& m)
    : module(m),
      i1(Type::getInt1Ty(m.getContext())),
      i8(Type::getInt8Ty(m.getContext())),
      i32(Type::getInt32Ty(m.getContext())),
      i64(Type::getInt64Ty(m.getContext())),
      pointer(compat::pointer_type(m.getContext())),
      zero(ConstantInt::get(i32, 0)),
      rare_weights_(MDBuilder(m.getContext()).createBranchWeights(1, (1u << 20) - 1)) {
  declare_memory();
  declare_expressions();
  declare_choices();
  declare_thread();
  find_own_memory();
}

FunctionCallee RuntimeAbi::declare(const char* name, Type* result,
                                   std::initializer_list<Type*> parameters) {
  auto* type = FunctionType::get(result, parameters, false);
  FunctionCallee callee = module.getOrInsertFunction(name, type);
  if (auto* function = dyn_cast<Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    if (function->isDeclaration()) function->addFnAttr(Attribute::Cold);
  }
  return callee;
}

void RuntimeAbi::declare_memory() {
  Type* none = Type::getVoidTy(module.getContext());
  load = declare("__cuttle_load", i32, {pointer, i64});
  store = declare("__cuttle_store", none, {pointer, i64, i32});
  clear = declare("__cuttle_clear", none, {pointer, i64});
  any_symbolic = declare("__cuttle_any_symbolic", i32, {pointer, i64});
  memory_copy = declare("__cuttle_memory_copy", none, {pointer, pointer, i64, i32, i32, i32, i32});
  memory_set = declare("__cuttle_memory_set", none, {pointer, i8, i64, i32, i32, i32, i32});
  load_symbolic = declare("__cuttle_load_symbolic", i32, {i32, pointer, i64, pointer, i64, i32});
  store_symbolic =
      declare("__cuttle_store_symbolic", none, {i32, pointer, i64, i32, i64, pointer, i64, i32});
  pin = declare("__cuttle_pin", none, {pointer, i64});
  stack_object = declare("__cuttle_stack_object", none, {pointer, i64});
  bad_access = declare("__cuttle_bad_access", none, {i64, i64, i32});
  landed = declare("__cuttle_landed", none, {});
}

void RuntimeAbi::declare_expressions() {
  constant = declare("__cuttle_constant", i32, {i32, pointer});
  unary = declare("__cuttle_unary", i32, {i32, i32, i32, i32});
  binary = declare("__cuttle_binary", i32, {i32, i32, i32, i32, i64, i64});
  cast = declare("__cuttle_cast", i32, {i32, i32, i32, i32});
  extract = declare("__cuttle_extract", i32, {i32, i32, i32});
  concat = declare("__cuttle_concat", i32, {i32, i32, i64, i32, i32, i64});
  select = declare("__cuttle_select", i32, {i32, i32, i32, i32, i32, i64, i64});
  fma = declare("__cuttle_fma", i32, {i32, i32, i32, i32, i64, i64, i64});
}

void RuntimeAbi::declare_choices() {
  Type* none = Type::getVoidTy(module.getContext());
  branch = declare("__cuttle_branch", none, {i32, i32, i32});
  switch_ = declare("__cuttle_switch", none, {i32, i32, i64, i32});
  concretise = declare("__cuttle_concretise", none, {i32, i64, i32, i32});
  check_named = declare("__cuttle_check_named", none, {i32, i32, i32, i32, pointer});
  check_division = declare("__cuttle_check_division", none, {i32, i32, i32, i32, i64, i64, i32});
  unreachable = declare("__cuttle_unreachable", none, {i32});
  out_of_bounds = declare("__cuttle_out_of_bounds", none, {i32});
  limitation = declare("__cuttle_limitation", none, {i32, i32, pointer});
  external_call = declare("__cuttle_external_call", none, {pointer, i32});
  unseen_input = declare("__cuttle_unseen_input", none, {pointer, i32});
  answer = declare("__cuttle_answer", none, {pointer, i32, i64});
  register_module = declare("__cuttle_register_module", none, {pointer});
  unregister_module = declare("__cuttle_unregister_module", none, {pointer});
  main = declare("__cuttle_main", i32, {pointer, pointer});
  variadic = declare("__cuttle_variadic", none, {pointer, i32});
  va_start = declare("__cuttle_va_start", none, {pointer, pointer});
  long_jump = module.getOrInsertFunction("__cuttle_model_longjmp",
                                         FunctionType::get(none, {pointer, i32}, false));
}

void RuntimeAbi::declare_thread() {
  thread_ = module.getNamedGlobal("__cuttle_thread");
  if (thread_ != nullptr) return;
  auto* type = ArrayType::get(i8, sizeof(CuttleThread));
  // The runtime is part of the executable, so its thread-local storage is at a fixed offset, which
  // the code of shared libraries has to look up.
  thread_ = new GlobalVariable(module, type, false, GlobalValue::ExternalLinkage, nullptr,
                               "__cuttle_thread", nullptr, GlobalValue::InitialExecTLSModel);
  thread_->setAlignment(Align(alignof(CuttleThread)));
  const bool executable =
      module.getPICLevel() == PICLevel::NotPIC || module.getPIELevel() != PIELevel::Default;
  if (executable) thread_->setDSOLocal(true);
}

Value* RuntimeAbi::thread_field(Builder& b, size_t offset) const {
  return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), thread_, offset);
}

Value* RuntimeAbi::argument_field(Builder& b, unsigned index) const {
  return thread_field(b, offsetof(CuttleThread, arguments) + index * sizeof(uint32_t));
}

Value* RuntimeAbi::result_field(Builder& b, unsigned index) const {
  return thread_field(b, offsetof(CuttleThread, results) + index * sizeof(uint32_t));
}

Value* RuntimeAbi::flag(Builder& b, Value* address) const {
  return flag_at(b, b.CreateLShr(b.CreatePtrToInt(address, i64), CUTTLE_GRANULE_SHIFT));
}

Value* RuntimeAbi::flag_of_any(Builder& b, Value* pointer) const {
  // Without the bits that no address of a program has.
  constexpr unsigned unused = 17;
  Value* address = b.CreateShl(b.CreatePtrToInt(pointer, i64), unused);
  return flag_at(b, b.CreateLShr(address, unused + CUTTLE_GRANULE_SHIFT));
}

Value* RuntimeAbi::flag_at(Builder& b, Value* granule) const {
  Value* base = ConstantExpr::getIntToPtr(number(CUTTLE_FLAGS_BASE), pointer);
  LoadInst* flag = b.CreateLoad(i8, b.CreateGEP(i8, base, granule));
  mark_ours(flag);
  return flag;
}

// A type beside the one that clang puts above all others: no access of the program can have it.
void RuntimeAbi::find_own_memory() {
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function)) {
      const MDNode* type = instruction.getMetadata(LLVMContext::MD_tbaa);
      if (type == nullptr || type->getNumOperands() < 2) continue;
      type = dyn_cast<MDNode>(type->getOperand(1));  // from the tag to the type accessed
      while (type != nullptr && type->getNumOperands() > 1)
        type = dyn_cast<MDNode>(type->getOperand(1));
      if (type == nullptr) continue;
      MDBuilder make(module.getContext());
      MDNode* own = make.createTBAAScalarTypeNode("cuttle", const_cast<MDNode*>(type));
      own_memory_ = make.createTBAAStructTagNode(own, own, 0);
      return;
    }
}

void RuntimeAbi::separate_from_program(Function& function) const {
  if (own_memory_ == nullptr) return;
  for (Instruction& instruction : instructions(function))
    if ((isa<LoadInst>(instruction) || isa<StoreInst>(instruction)) && is_ours(instruction))
      instruction.setMetadata(LLVMContext::MD_tbaa, own_memory_);
}

BranchInst* RuntimeAbi::rare_branch(Builder& b, Value* condition, BasicBlock* rare,
                                    BasicBlock* usual) const {
  return b.CreateCondBr(condition, rare, usual, rare_weights_);
}

void mark_ours(Instruction* instruction) {
  MDNode* mark = MDNode::get(instruction->getContext(), {});
  instruction->setMetadata("cuttle", mark);
  instruction->setMetadata(LLVMContext::MD_nosanitize, mark);
}

bool is_ours(const Instruction& instruction) {
  return instruction.getMetadata("cuttle") != nullptr;
}

std::string model_name(StringRef function) {
  static const StringSet<> names = {
#define CUTTLE_NAME_(name) #name,
      CUTTLE_MODELLED_FUNCTIONS(CUTTLE_NAME_) CUTTLE_OTHER_NAMES(CUTTLE_NAME_)
#undef CUTTLE_NAME_
  };
  return names.contains(function) ? ("__cuttle_model_" + function).str() : std::string();
}

bool may_read_unseen(StringRef function) {
  static const StringSet<> names = {
#define CUTTLE_NAME_(name) #name,
      CUTTLE_UNSEEN_FUNCTIONS(CUTTLE_NAME_)
#undef CUTTLE_NAME_
  };
  return names.contains(function);
}

bool is_runtime_name(StringRef function) {
  return function.starts_with("__cuttle_");
}

}  // namespace cuttle
