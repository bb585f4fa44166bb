// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/arguments.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "languages/c/unit/input_calls.h"

using namespace llvm;

namespace cuttle {
namespace {

// A variable, and where in it.
struct Place {
  const Value* base = nullptr;
  uint64_t offset = 0;
};

Place place_of(const Value* pointer, const DataLayout& layout) {
  APInt offset(64, 0);
  const Value* base = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
  return {base, offset.getZExtValue()};
}

// Where the argument is stored, if that happens once.
std::optional<Place> stored_at(const llvm::Argument& argument, const DataLayout& layout) {
  const Value* value = &argument;
  if (value->hasOneUse())
    if (const auto* cast = dyn_cast<CastInst>(*value->user_begin())) value = cast;
  for (const User* user : value->users())
    if (const auto* store = dyn_cast<StoreInst>(user);
        store != nullptr && store->getValueOperand() == value)
      return place_of(store->getPointerOperand(), layout);
  return {};
}

// Some structures are collected in a variable of the compiler's own first.
std::map<const Value*, const Value*> copied_variables(Function& function) {
  std::map<const Value*, const Value*> copies;
  for (const Instruction& instruction : instructions(function))
    if (const auto* copy = dyn_cast<MemCpyInst>(&instruction))
      copies.emplace(copy->getSource()->stripPointerCasts(), copy->getDest()->stripPointerCasts());
  return copies;
}

class Finder {
 public:
  explicit Finder(Function& function)
      : function_(function),
        layout_(function.getParent()->getDataLayout()),
        copies_(copied_variables(function)) {
    for (const auto& [address, variable] : declared_variables(function))
      if (variable->getArg() != 0 && variable->getScope() == function.getSubprogram())
        by_address_[address] = variable;
  }

  std::optional<Signature> find(std::string& why) {
    Signature signature;
    const auto types = function_.getSubprogram()->getType()->getTypeArray();
    for (unsigned i = 1; i < types.size(); ++i)
      signature.parameters.push_back(parameter(i, types[i]));
    unsigned plain = 0;  // arguments that are not the address of the result
    for (const auto& argument : function_.args()) plain += !argument.hasStructRetAttr();
    unsigned position = 0;
    for (const auto& argument : function_.args()) {
      auto found = argument.hasStructRetAttr()
                       ? std::optional(cuttle::Argument{cuttle::Argument::From::result, 0, 0})
                       : source_of(argument);
      // Unnamed parameters are in no variable; they are simple when the numbers agree.
      if (!found && plain == signature.parameters.size())
        found = cuttle::Argument{cuttle::Argument::From::memory, position, 0};
      position += !argument.hasStructRetAttr();
      if (!found || found->parameter >= std::max<size_t>(1, signature.parameters.size())) {
        why = "takes a parameter in a way that is not understood";
        return {};
      }
      if (argument.hasNonNullAttr() && found->from == cuttle::Argument::From::memory)
        signature.parameters[found->parameter].never_null = true;
      signature.arguments.push_back(*found);
    }
    return signature;
  }

 private:
  Parameter parameter(unsigned number, const DIType* type) const {
    Parameter result{"argument" + std::to_string(number), type, false};
    for (const auto& [address, variable] : by_address_)
      if (variable->getArg() == number && !variable->getName().empty())
        result.name = variable->getName().str();
    return result;
  }

  std::optional<cuttle::Argument> source_of(const llvm::Argument& argument) const {
    if (const auto own = by_address_.find(&argument); own != by_address_.end())
      return cuttle::Argument{cuttle::Argument::From::address, own->second->getArg() - 1, 0};
    auto place = stored_at(argument, layout_);
    if (!place) return {};
    if (const auto copy = copies_.find(place->base); copy != copies_.end())
      place->base = copy->second;
    const auto variable = by_address_.find(place->base);
    if (variable == by_address_.end()) return {};
    // A structure passed by its address: the variable is known through a pointer to it.
    return cuttle::Argument{cuttle::Argument::From::memory, variable->second->getArg() - 1,
                            place->offset};
  }

  Function& function_;
  const DataLayout& layout_;
  std::map<const Value*, const Value*> copies_;
  DeclaredVariables by_address_;
};

}  // namespace

std::optional<Signature> signature_of(Function& function, std::string& why) {
  const auto* program = function.getSubprogram();
  if (program == nullptr || program->getType() == nullptr) {
    why = "has no debug information (compile with -g)";
    return {};
  }
  if (function.isVarArg()) {
    why = "takes a variable number of arguments";
    return {};
  }
  return Finder(function).find(why);
}

}  // namespace cuttle
