// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>

#include <map>

#include "languages/c/pass/abi/runtime_abi.h"

namespace cuttle {

// A scalar inside a value: the value itself, a lane of a vector, a member of an aggregate.
struct Leaf {
  llvm::Type* type;                     // integer, pointer or floating point
  unsigned width;                       // bits of its expression
  uint64_t offset;                      // bytes from the start of the value in memory
  uint64_t size;                        // bytes in memory
  llvm::SmallVector<unsigned, 2> path;  // indices for extractvalue, or one for extractelement
};

// How a type falls apart into scalars; each has an id of its own. A type without leaves (void,
// tokens, tile registers, very large aggregates) is always concrete.
using Shape = llvm::SmallVector<Leaf, 1>;

class Shapes {
 public:
  explicit Shapes(const llvm::DataLayout& layout) : layout_(layout) {}
  const Shape& of(llvm::Type* type);

 private:
  const llvm::DataLayout& layout_;
  std::map<llvm::Type*, Shape> cache_;  // references stay valid while it grows
};

// A float (or vector of such) of another format than the two that expressions are made of: it moves
// with its id, but computing with it is not followed.
bool is_other_float(llvm::Type* type);

// The ids of a value's leaves; null for a leaf that is never symbolic, and empty for a value none
// of whose leaves is.
using Ids = llvm::SmallVector<llvm::Value*, 1>;

inline bool has_symbolic(llvm::ArrayRef<llvm::Value*> ids) {
  return llvm::any_of(ids, [](llvm::Value* id) { return id != nullptr; });
}

// Emits code that takes one leaf out of a value.
llvm::Value* take_leaf(Builder& b, llvm::Value* value, const Leaf& leaf);
// The bits of a leaf as an integer of its width.
llvm::Value* leaf_bits(Builder& b, llvm::Value* leaf);

}  // namespace cuttle
