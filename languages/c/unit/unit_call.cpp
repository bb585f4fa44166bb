// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/unit_call.h"

#include <algorithm>
#include <cstdlib>

#include "languages/c/unit/input_calls.h"

using namespace llvm;

namespace cuttle {
namespace {

const Parameter* find(const Signature& signature, const std::string& name) {
  for (const Parameter& parameter : signature.parameters)
    if (parameter.name == name) return &parameter;
  return nullptr;
}

}  // namespace

// The element of an array, or of the rows that it consists of.
Constant* UnitCall::element(const Parameter& parameter, size_t dimensions) {
  if (dimensions == 1) return tables_.element_of(parameter.type);
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(base_type(parameter.type));
  const auto* row = pointer != nullptr
                        ? dyn_cast_or_null<DIDerivedType>(base_type(pointer->getBaseType()))
                        : nullptr;
  return row != nullptr ? tables_.element_of(row) : nullptr;
}

bool UnitCall::check(Signature& signature, std::string& why) {
  for (const auto& name : options_.nonnull) {
    bool found = false;
    for (Parameter& parameter : signature.parameters)
      if (parameter.name == name) parameter.never_null = found = true;
    if (found || !options_.sequence.empty()) continue;  // another function's
    why = "has no parameter `" + name + "' (--nonnull)";
    return false;
  }
  for (const auto& [array, text] : options_.arrays) {
    if (array.find('.') != std::string::npos) continue;  // a member
    const Parameter* parameter = find(signature, array);
    if (parameter == nullptr && !options_.sequence.empty()) continue;  // another function's
    const auto lengths = UnitOptions::lengths(text);
    if (parameter == nullptr || element(*parameter, lengths.size()) == nullptr) {
      why = "has no parameter `" + array + "' that points to an array" +
            (lengths.size() > 1 ? " of arrays" : "") + " (--array)";
      return false;
    }
    for (const auto& length : lengths) {
      const bool number = length.find_first_not_of("0123456789") == std::string::npos;
      const Parameter* count = find(signature, length);
      const uint64_t bytes = count != nullptr ? TypeTables::size_of(count->type) : 0;
      if (number || (bytes != 0 && bytes <= 8)) continue;
      why = "has no parameter `" + length + "' that could be the length of `" + array + "'";
      return false;
    }
  }
  return true;
}

CallInst* UnitCall::make(IRBuilder<>& builder, Function& function, const Signature& signature,
                         const std::string& prefix, const std::map<unsigned, Value*>& given) {
  Slots slots;
  for (const auto& parameter : signature.parameters)
    slots.push_back(memory(builder, TypeTables::size_of(parameter.type)));
  read_parameters(builder, signature, slots, prefix, given);
  CallInst* made = call(builder, function, signature, slots);
  if (made->getType()->isPointerTy()) builder.CreateStore(made, kept(made->getType()), true);
  return made;
}

// A place for a result: the caller has it, so it is not lost.
GlobalVariable* UnitCall::kept(llvm::Type* type) {
  return new GlobalVariable(module_, type, false, GlobalValue::InternalLinkage,
                            Constant::getNullValue(type), "cuttle.result");
}

// In the function's first block, so that a call in any other takes no new room.
Value* UnitCall::memory(IRBuilder<>& builder, uint64_t bytes) {
  BasicBlock& entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
  IRBuilder<> first(&entry, entry.begin());
  // Whole words: a structure of twelve bytes may travel in two of eight.
  auto* slot = first.CreateAlloca(
      ArrayType::get(builder.getInt8Ty(), std::max<uint64_t>(8, (bytes + 15) / 16 * 16)));
  slot->setAlignment(Align(16));
  return slot;
}

void UnitCall::read_parameters(IRBuilder<>& builder, const Signature& signature, const Slots& slots,
                               const std::string& prefix, const std::map<unsigned, Value*>& given) {
  for (unsigned i = 0; i < slots.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (const auto known = given.find(i); known != given.end())
      builder.CreateStore(known->second, slots[i]);
    else if (options_.arrays.count(parameter.name) == 0)
      input_of(builder, tables_, slots[i],
               tables_.of_member(parameter.type, parameter.name, "parameter", parameter.never_null),
               prefix + parameter.name);
  }
  // Arrays come last, because their lengths are other parameters.
  for (unsigned i = 0; i < slots.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    const auto array = options_.arrays.find(parameter.name);
    if (array == options_.arrays.end() || given.count(i) != 0) continue;
    std::vector<Value*> lengths;
    for (const auto& text : UnitOptions::lengths(array->second))
      lengths.push_back(length(builder, signature, slots, text));
    if (lengths.size() == 1)
      input_buffer(builder, tables_, slots[i], parameter.type, lengths[0], prefix + parameter.name);
    else
      input_rows(builder, tables_, slots[i], parameter.type, lengths[0], lengths[1],
                 prefix + parameter.name);
  }
  // An index made of the length would otherwise lead anywhere in the array.
  for (unsigned i = 0; i < slots.size(); ++i)
    for (const auto& [array, text] : options_.arrays)
      for (const auto& length : UnitOptions::lengths(text))
        if (signature.parameters[i].name == length && find(signature, array) != nullptr)
          length_is_known(builder, slots[i], TypeTables::size_of(signature.parameters[i].type));
}

Value* UnitCall::length(IRBuilder<>& builder, const Signature& signature, const Slots& slots,
                        const std::string& text) {
  for (size_t i = 0; i < slots.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (parameter.name != text) continue;
    const unsigned bits = static_cast<unsigned>(8 * TypeTables::size_of(parameter.type));
    // Sign-extended: a negative length is too long.
    return builder.CreateSExt(builder.CreateLoad(builder.getIntNTy(bits), slots[i]),
                              builder.getInt64Ty());
  }
  return builder.getInt64(std::strtoull(text.c_str(), nullptr, 10));
}

CallInst* UnitCall::call(IRBuilder<>& builder, Function& function, const Signature& signature,
                         const Slots& slots) {
  std::vector<Value*> arguments;
  for (size_t i = 0; i < signature.arguments.size(); ++i) {
    const cuttle::Argument& argument = signature.arguments[i];
    llvm::Type* type = function.getFunctionType()->getParamType(static_cast<unsigned>(i));
    if (argument.from == cuttle::Argument::From::result) {
      GlobalVariable* result = kept(function.getParamStructRetType(static_cast<unsigned>(i)));
      result->setAlignment(Align(16));
      arguments.push_back(result);
    } else if (argument.from == cuttle::Argument::From::address) {
      arguments.push_back(slots[argument.parameter]);
    } else {
      auto* at = builder.CreateConstGEP1_64(builder.getInt8Ty(), slots[argument.parameter],
                                            argument.offset);
      arguments.push_back(load_as(builder, at, type));
    }
  }
  auto* made = builder.CreateCall(function.getFunctionType(), &function, arguments);
  made->setAttributes(function.getAttributes().removeFnAttributes(module_.getContext()));
  made->setCallingConv(function.getCallingConv());
  return made;
}

}  // namespace cuttle
