// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace cuttle {

// A class of the standard library with pointers in it, such as std::string, in what a value of this
// type consists of or leads to: of such classes only the library makes valid objects. Null: none.
const llvm::DICompositeType* library_class(const llvm::DIType* type);

// Has the class virtual functions, and with them a pointer to a table at its beginning?
bool is_polymorphic(const llvm::DICompositeType& type);

// What that pointer is in objects of just this class; nothing when the table is not in the module.
llvm::Constant* virtual_table(llvm::Module& module, const llvm::DICompositeType& type);

// The class and those derived from it, as far as there can be objects of them here; the class
// itself when there is none.
std::vector<const llvm::DICompositeType*> concrete_classes(llvm::Module& module,
                                                           const llvm::DICompositeType& type);

}  // namespace cuttle
