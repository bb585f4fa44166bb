// SPDX-License-Identifier: Apache-2.0
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>

#include "languages/c/unit/types.h"

using namespace llvm;

namespace cuttle {
namespace {

bool is_wrapper(unsigned tag) {
  return tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_const_type ||
         tag == dwarf::DW_TAG_volatile_type || tag == dwarf::DW_TAG_restrict_type ||
         tag == dwarf::DW_TAG_atomic_type;
}

bool is_reference(unsigned tag) {
  return tag == dwarf::DW_TAG_reference_type || tag == dwarf::DW_TAG_rvalue_reference_type;
}

const char* keyword(const DICompositeType& type) {
  switch (type.getTag()) {
    case dwarf::DW_TAG_structure_type:
      return "struct ";
    case dwarf::DW_TAG_union_type:
      return "union ";
    case dwarf::DW_TAG_enumeration_type:
      return "enum ";
    default:
      return "";
  }
}

std::string basic_name(const DIBasicType& type) {
  if (type.getEncoding() == dwarf::DW_ATE_boolean) return "bool";
  return type.getName().str();
}

bool is_pointer(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_pointer_type;
}

// "[2][3]"; a length that is not known is left out.
std::string dimensions(const DICompositeType& array) {
  std::string text;
  for (const auto* element : array.getElements()) {
    const auto* range = dyn_cast_or_null<DISubrange>(element);
    const auto count = range != nullptr ? range->getCount() : DISubrange::BoundType();
    auto* constant = dyn_cast_if_present<ConstantInt*>(count);
    const bool known = constant != nullptr && !constant->isMinusOne();
    text += "[" + (known ? std::to_string(constant->getZExtValue()) : "") + "]";
  }
  return text;
}

std::string text_of(const DIType* type, bool plain) {
  if (type == nullptr) return "void";
  if (const auto* derived = dyn_cast<DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    const DIType* inner = derived->getBaseType();
    if (tag == dwarf::DW_TAG_pointer_type) {
      if (isa_and_nonnull<DISubroutineType>(inner)) return text_of(inner, plain);
      return text_of(inner, plain) + " *";
    }
    if (is_reference(tag))
      return text_of(inner, plain) + (plain || tag == dwarf::DW_TAG_reference_type ? " &" : " &&");
    if (tag == dwarf::DW_TAG_const_type && !plain)
      return is_pointer(inner) ? text_of(inner, plain) + " const"
                               : "const " + text_of(inner, plain);
    if (is_wrapper(tag)) {
      const auto* record = dyn_cast_or_null<DICompositeType>(base_type(type));
      const bool only_name = record != nullptr && record->getName().empty();
      if (tag == dwarf::DW_TAG_typedef && (!plain || only_name)) return type->getName().str();
      return text_of(inner, plain);
    }
  }
  if (const auto* function = dyn_cast<DISubroutineType>(type)) {
    const auto types = function->getTypeArray();
    std::string text = text_of(types.size() == 0 ? nullptr : types[0], plain) + " (*)(";
    for (unsigned i = 1; i < types.size(); ++i)  // no type: any number of further arguments
      text += (i > 1 ? ", " : "") + (types[i] == nullptr ? "..." : text_of(types[i], plain));
    return text + ")";
  }
  if (const auto* basic = dyn_cast<DIBasicType>(type)) return basic_name(*basic);
  std::string name = full_name(*type);
  if (const auto* composite = dyn_cast<DICompositeType>(type)) {
    if (composite->getTag() == dwarf::DW_TAG_array_type)
      return text_of(composite->getBaseType(), plain) + dimensions(*composite);
    // C++ types have an identifier, and need no keyword.
    if (composite->getIdentifier().empty()) name = keyword(*composite) + name;
  }
  return name.empty() ? "?" : name;
}

}  // namespace

std::string full_name(const DIScope& scope) {
  const DIScope* outer = scope.getScope();
  const bool nested =
      isa_and_nonnull<DINamespace>(outer) || isa_and_nonnull<DICompositeType>(outer);
  const std::string before = nested ? full_name(*outer) : "";
  return (before.empty() ? "" : before + "::") + scope.getName().str();
}

std::string type_text(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  if (derived != nullptr && (derived->getTag() == dwarf::DW_TAG_const_type ||
                             derived->getTag() == dwarf::DW_TAG_volatile_type))
    return type_text(derived->getBaseType());
  return text_of(type, false);
}

std::string plain_type_text(const DIType* type) {
  return text_of(type, true);
}

const DIType* base_type(const DIType* type) {
  while (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    if (!is_wrapper(derived->getTag())) break;
    type = derived->getBaseType();
  }
  return type;
}

const DIType* pointed_to(const DIType* type) {
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(base_type(type));
  return pointer != nullptr ? pointer->getBaseType() : nullptr;
}

}  // namespace cuttle
