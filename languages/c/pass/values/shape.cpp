// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/values/shape.h"

#include <llvm/IR/DerivedTypes.h>

using namespace llvm;

namespace cuttle {
namespace {

constexpr unsigned max_leaves = 64;
constexpr unsigned max_width = 512;  // what one __cuttle_load can carry

// 0: a scalar that has no expression.
unsigned scalar_width(Type* type, const DataLayout& layout) {
  if (type->isIntegerTy()) return type->getIntegerBitWidth();
  if (type->isPointerTy()) return layout.getPointerTypeSizeInBits(type);
  if (type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isX86_FP80Ty() ||
      type->isFP128Ty())
    return type->getPrimitiveSizeInBits();
  return 0;
}

// False when the type has a part that cannot be symbolic or there are too many.
bool collect(Type* type, uint64_t offset, SmallVectorImpl<unsigned>& path, const DataLayout& layout,
             Shape& out) {
  if (out.size() >= max_leaves) return false;
  if (auto* structure = dyn_cast<StructType>(type)) {
    if (structure->isOpaque()) return false;
    const StructLayout* fields = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      path.push_back(i);
      const bool ok = collect(structure->getElementType(i), offset + fields->getElementOffset(i),
                              path, layout, out);
      path.pop_back();
      if (!ok) return false;
    }
    return true;
  }
  uint64_t count = 0;
  Type* element = nullptr;
  if (auto* array = dyn_cast<ArrayType>(type)) {
    count = array->getNumElements();
    element = array->getElementType();
  } else if (auto* vector = dyn_cast<FixedVectorType>(type)) {
    count = vector->getNumElements();
    element = vector->getElementType();
    // Lanes that are not whole bytes lie packed in memory.
    if (layout.getTypeSizeInBits(element) != 8 * layout.getTypeAllocSize(element) &&
        !element->isIntegerTy(1))
      return false;
  }
  if (element != nullptr) {
    if (count > max_leaves) return false;
    const uint64_t stride = layout.getTypeAllocSize(element);
    for (unsigned i = 0; i < count; ++i) {
      path.push_back(i);
      const bool ok = collect(element, offset + i * stride, path, layout, out);
      path.pop_back();
      if (!ok) return false;
    }
    return true;
  }
  const unsigned width = scalar_width(type, layout);
  if (width == 0 || width > max_width) return false;
  out.push_back({type, width, offset, (width + 7) / 8, {path.begin(), path.end()}});
  return true;
}

}  // namespace

const Shape& Shapes::of(Type* type) {
  auto [found, fresh] = cache_.try_emplace(type);
  if (!fresh) return found->second;
  Shape& shape = found->second;
  SmallVector<unsigned, 4> path;
  if (!type->isSized() || isa<ScalableVectorType>(type) || !collect(type, 0, path, layout_, shape))
    shape.clear();
  return shape;
}

bool is_other_float(Type* type) {
  Type* scalar = type->getScalarType();
  return scalar->isFloatingPointTy() && !scalar->isFloatTy() && !scalar->isDoubleTy();
}

Value* take_leaf(Builder& b, Value* value, const Leaf& leaf) {
  Value* part = value;
  for (unsigned index : leaf.path)
    part = part->getType()->isVectorTy() ? b.CreateExtractElement(part, index)
                                         : b.CreateExtractValue(part, index);
  return part;
}

Value* leaf_bits(Builder& b, Value* leaf) {
  Type* type = leaf->getType();
  if (type->isPointerTy()) {
    const DataLayout& layout = b.GetInsertBlock()->getModule()->getDataLayout();
    return b.CreatePtrToInt(leaf, layout.getIntPtrType(type));
  }
  if (type->isFloatingPointTy())
    return b.CreateBitCast(leaf, b.getIntNTy(type->getPrimitiveSizeInBits()));
  return leaf;
}

}  // namespace cuttle
