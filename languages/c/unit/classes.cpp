// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/classes.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>

#include <set>

#include "languages/c/unit/types.h"

using namespace llvm;

namespace cuttle {
namespace {

const DICompositeType* base_class(const DINode* element) {
  const auto* member = dyn_cast_or_null<DIDerivedType>(element);
  if (member == nullptr || member->getTag() != dwarf::DW_TAG_inheritance) return nullptr;
  return dyn_cast_or_null<DICompositeType>(base_type(member->getBaseType()));
}

// Unnamed namespaces are not part of full_name().
std::string without_unnamed(std::string name) {
  const std::string unnamed = "(anonymous namespace)::";
  for (size_t at; (at = name.find(unnamed)) != std::string::npos;) name.erase(at, unnamed.size());
  return name;
}

// Is it derived from that class, with the same address?
bool begins_with(const DICompositeType& type, const DICompositeType& base) {
  for (const auto* element : type.getElements())
    if (const auto* direct = base_class(element);
        direct != nullptr && cast<DIDerivedType>(element)->getOffsetInBits() == 0 &&
        (direct == &base || begins_with(*direct, base)))
      return true;
  return false;
}

bool has_pure_function(const DICompositeType& type) {
  for (const auto* element : type.getElements())
    if (const auto* function = dyn_cast_or_null<DISubprogram>(element);
        function != nullptr && function->getVirtuality() == dwarf::DW_VIRTUALITY_pure_virtual)
      return true;
  return false;
}

// What an object holds because of this element of its class; nothing for types, functions, friends.
const DIType* held(const DINode* element) {
  const auto* member = dyn_cast_or_null<DIDerivedType>(element);
  if (member == nullptr || member->isStaticMember()) return nullptr;
  const bool is_part =
      member->getTag() == dwarf::DW_TAG_member || member->getTag() == dwarf::DW_TAG_inheritance;
  return is_part ? member->getBaseType() : nullptr;
}

bool is_in_std(const DIScope* scope) {
  for (; scope != nullptr; scope = scope->getScope())
    if (const auto* space = dyn_cast<DINamespace>(scope);
        space != nullptr && space->getName() == "std" && space->getScope() == nullptr)
      return true;
  return false;
}

class LibraryClasses {
 public:
  explicit LibraryClasses(std::set<const DIType*>& seen) : seen_(seen) {}

  const DICompositeType* find(const DIType* type) {
    if (type == nullptr || !seen_.insert(type).second) return nullptr;
    if (const auto* derived = dyn_cast<DIDerivedType>(type)) return find(derived->getBaseType());
    const auto* record = dyn_cast<DICompositeType>(type);
    if (record == nullptr) return nullptr;
    if (is_in_std(record->getScope()) && has_pointer(record)) return record;
    if (record->getBaseType() != nullptr) return find(record->getBaseType());  // of an array
    for (const DINode* element : record->getElements())
      if (const DICompositeType* found = find(held(element))) return found;
    return nullptr;
  }

 private:
  bool has_pointer(const DIType* type) {
    if (const auto* derived = dyn_cast_or_null<DIDerivedType>(type))
      return derived->getTag() == dwarf::DW_TAG_pointer_type || has_pointer(derived->getBaseType());
    const auto* record = dyn_cast_or_null<DICompositeType>(type);
    if (record == nullptr) return false;
    if (has_pointer(record->getBaseType())) return true;
    return any_of(record->getElements(),
                  [this](const DINode* element) { return has_pointer(held(element)); });
  }

  std::set<const DIType*>& seen_;
};

}  // namespace

const DICompositeType* library_class(const DIType* type) {
  std::set<const DIType*> seen;
  return LibraryClasses(seen).find(type);
}

bool is_polymorphic(const DICompositeType& type) {
  for (const auto* element : type.getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (member != nullptr && member->getName().starts_with("_vptr")) return true;
    const auto* base = base_class(element);
    if (base != nullptr && member->getOffsetInBits() == 0 && is_polymorphic(*base)) return true;
  }
  return false;
}

Constant* virtual_table(Module& module, const DICompositeType& type) {
  if (!is_polymorphic(type)) return nullptr;
  // Classes whose table is in this module have no mangled name in the debug information.
  const std::string wanted = "vtable for " + full_name(type);
  GlobalVariable* table = nullptr;
  for (GlobalVariable& global : module.globals())
    if (global.getName().starts_with("_ZTV") && !global.isDeclaration() &&
        without_unnamed(demangle(global.getName().str())) == wanted)
      table = &global;
  if (table == nullptr) return nullptr;
  // Behind the offset to the top and the type information.
  Type* byte = Type::getInt8Ty(module.getContext());
  return ConstantExpr::getGetElementPtr(
      byte, table, ConstantInt::get(Type::getInt64Ty(module.getContext()), 16));
}

std::vector<const DICompositeType*> concrete_classes(Module& module, const DICompositeType& type) {
  if (!is_polymorphic(type)) return {&type};
  std::vector<const DICompositeType*> classes;
  const auto add = [&](const DICompositeType& candidate) {
    if (!has_pure_function(candidate) && virtual_table(module, candidate) != nullptr)
      classes.push_back(&candidate);
  };
  add(type);
  DebugInfoFinder finder;
  finder.processModule(module);
  for (const DIType* other : finder.types())
    if (const auto* derived = dyn_cast<DICompositeType>(other);
        derived != nullptr && begins_with(*derived, type))
      add(*derived);
  if (classes.empty()) classes.push_back(&type);
  return classes;
}

}  // namespace cuttle
