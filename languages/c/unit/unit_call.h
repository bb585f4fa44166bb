// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <vector>

#include "languages/c/unit/arguments.h"
#include "languages/c/unit/options.h"
#include "languages/c/unit/types.h"

namespace cuttle {

// Writes code that calls functions with inputs for their parameters.
class UnitCall {
 public:
  UnitCall(llvm::Module& module, const UnitOptions& options, TypeTables& tables)
      : module_(module), options_(options), tables_(tables) {}

  // What --array and --nonnull say must fit the parameters, otherwise `why` says what does not;
  // --nonnull is noted there.
  bool check(Signature& signature, std::string& why);

  // Reads the parameters, whose names in the test are prefix + name, and calls the function.
  // Parameters in `given` have that value instead. Returns the call.
  llvm::CallInst* make(llvm::IRBuilder<>& builder, llvm::Function& function,
                       const Signature& signature, const std::string& prefix,
                       const std::map<unsigned, llvm::Value*>& given);

 private:
  using Slots = std::vector<llvm::Value*>;  // the parameters' memory

  llvm::Constant* element(const Parameter& parameter, size_t dimensions);
  llvm::GlobalVariable* kept(llvm::Type* type);
  static llvm::Value* memory(llvm::IRBuilder<>& builder, uint64_t bytes);
  void read_parameters(llvm::IRBuilder<>& builder, const Signature& signature, const Slots& slots,
                       const std::string& prefix, const std::map<unsigned, llvm::Value*>& given);
  static llvm::Value* length(llvm::IRBuilder<>& builder, const Signature& signature,
                             const Slots& slots, const std::string& text);
  llvm::CallInst* call(llvm::IRBuilder<>& builder, llvm::Function& function,
                       const Signature& signature, const Slots& slots);

  llvm::Module& module_;
  const UnitOptions& options_;
  TypeTables& tables_;
};

}  // namespace cuttle
