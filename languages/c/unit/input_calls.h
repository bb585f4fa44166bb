// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>

#include "languages/c/unit/types.h"

namespace cuttle {

// The code that makes what is at `at` an input of the type described by `table`.
void input_of(llvm::IRBuilder<>& builder, TypeTables& tables, llvm::Value* at,
              llvm::Constant* table, const std::string& name);

// The code that makes the pointer at `at` point to a new array of that length.
void input_buffer(llvm::IRBuilder<>& builder, TypeTables& tables, llvm::Value* at,
                  const llvm::DIType* pointer, llvm::Value* length, const std::string& name);

// The same for an array of pointers to arrays.
void input_rows(llvm::IRBuilder<>& builder, TypeTables& tables, llvm::Value* at,
                const llvm::DIType* pointer, llvm::Value* rows, llvm::Value* columns,
                const std::string& name);

// The integer at `at` is the length of an array.
void length_is_known(llvm::IRBuilder<>& builder, llvm::Value* at, uint64_t bytes);

// In a stub that has no result.
void stub_called(llvm::IRBuilder<>& builder);

// After the last call of a unit.
void end_of_unit(llvm::IRBuilder<>& builder);

// A value of a register type from the memory of its C type: bool is one bit.
llvm::Value* load_as(llvm::IRBuilder<>& builder, llvm::Value* at, llvm::Type* type);

// The variables whose addresses the code knows.
using DeclaredVariables = std::map<const llvm::Value*, const llvm::DILocalVariable*>;
DeclaredVariables declared_variables(llvm::Function& function);

// Gives calls behind CUTTLE_input and CUTTLE_input_array their types, where these are more than a
// scalar. True when something changed.
bool type_inputs(llvm::Module& module, TypeTables& tables);

}  // namespace cuttle
