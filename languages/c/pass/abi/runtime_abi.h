// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace cuttle {

using Builder = llvm::IRBuilder<>;

// The runtime (languages/c/runtime/runtime.h) as the module that is being instrumented sees it:
// declarations of its functions, the thread's record, the flags of the shadow memory.
class RuntimeAbi {
 public:
  explicit RuntimeAbi(llvm::Module& module);

  llvm::Module& module;
  llvm::IntegerType* const i1;
  llvm::IntegerType* const i8;
  llvm::IntegerType* const i32;  // ids, sites
  llvm::IntegerType* const i64;
  llvm::PointerType* const pointer;
  llvm::ConstantInt* const zero;  // the id of what is concrete

  // Shadow memory
  llvm::FunctionCallee load, store, clear, any_symbolic, memory_copy, memory_set;
  llvm::FunctionCallee load_symbolic, store_symbolic, stack_object, pin;
  llvm::FunctionCallee bad_access, landed;
  // Expressions
  llvm::FunctionCallee constant, unary, binary, cast, extract, concat, select, fma;
  // Choices
  llvm::FunctionCallee branch, switch_, concretise, check_named, check_division, unreachable,
      out_of_bounds;
  // Limitations and structure
  llvm::FunctionCallee limitation, external_call, unseen_input, answer;
  llvm::FunctionCallee register_module, unregister_module, main;
  llvm::FunctionCallee variadic, va_start, long_jump;

  // Address of a field of the thread's record, by its offsetof in CuttleThread.
  llvm::Value* thread_field(Builder& b, size_t offset) const;
  llvm::Value* argument_field(Builder& b, unsigned index) const;
  llvm::Value* result_field(Builder& b, unsigned index) const;

  // The flag byte that tells whether an access of up to 64 bytes at `address` may meet something
  // symbolic.
  llvm::Value* flag(Builder& b, llvm::Value* address) const;
  // The same for what may not be an address at all.
  llvm::Value* flag_of_any(Builder& b, llvm::Value* pointer) const;

  llvm::ConstantInt* id(uint32_t value) const { return llvm::ConstantInt::get(i32, value); }
  llvm::ConstantInt* number(uint64_t value) const { return llvm::ConstantInt::get(i64, value); }

  // Tells the optimiser that our own accesses in the function (flags, coverage, the thread's
  // record) and the program's are to different memory.
  void separate_from_program(llvm::Function& function) const;

  // A conditional branch that is nearly never taken.
  llvm::BranchInst* rare_branch(Builder& b, llvm::Value* condition, llvm::BasicBlock* rare,
                                llvm::BasicBlock* usual) const;

 private:
  llvm::FunctionCallee declare(const char* name, llvm::Type* result,
                               std::initializer_list<llvm::Type*> parameters);
  llvm::Value* flag_at(Builder& b, llvm::Value* granule) const;
  void declare_memory();
  void declare_expressions();
  void declare_choices();
  void declare_thread();
  void find_own_memory();

  llvm::GlobalVariable* thread_ = nullptr;
  llvm::MDNode* rare_weights_ = nullptr;
  llvm::MDNode* own_memory_ = nullptr;  // null when the program's accesses have no types
};

// Marks an instruction as ours: neither we nor a sanitizer instruments it.
void mark_ours(llvm::Instruction* instruction);
bool is_ours(const llvm::Instruction& instruction);

// __cuttle_model_memcpy for memcpy; empty for functions without a model.
std::string model_name(llvm::StringRef function);
// A function of libc that may read an input and has no model (runtime/names.h).
bool may_read_unseen(llvm::StringRef function);
// A function of the runtime, which takes ids but is never reported as external.
bool is_runtime_name(llvm::StringRef function);

}  // namespace cuttle
