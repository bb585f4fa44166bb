// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/unit_driver.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <optional>
#include <vector>

#include "languages/c/pass/llvm_compat.h"

namespace cuttle {
namespace {

using llvm::DIType;
using llvm::Function;
using llvm::Module;

// "shapes::area" for _ZN6shapes4areaEi.
std::string shown_name(const Function& function) {
  std::string name = llvm::demangle(function.getName().str());
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '<') ++depth;
    if (name[i] == '>') --depth;
    if (name[i] == '(' && depth == 0 && i > 0) {
      name.resize(i);
      break;
    }
  }
  return name;
}

bool matches(const Function& function, const std::string& wanted) {
  if (function.getName() == wanted || shown_name(function) == wanted) return true;
  const auto* program = function.getSubprogram();
  return program != nullptr && program->getName() == wanted;
}

std::string full_path(const llvm::DIFile& file) {
  llvm::SmallString<256> path = file.getFilename();
  if (!llvm::sys::path::is_absolute(path)) {
    path = file.getDirectory();
    llvm::sys::path::append(path, file.getFilename());
  }
  llvm::sys::path::remove_dots(path, true);
  return path.str().str();
}

bool in_main_file(const Function& function) {
  const auto* program = function.getSubprogram();
  if (program == nullptr || program->getUnit() == nullptr) return false;
  return full_path(*program->getFile()) == full_path(*program->getUnit()->getFile());
}

// Behind typedefs and qualifiers.
const DIType* base_type(const DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag != llvm::dwarf::DW_TAG_typedef && tag != llvm::dwarf::DW_TAG_const_type &&
        tag != llvm::dwarf::DW_TAG_volatile_type && tag != llvm::dwarf::DW_TAG_restrict_type)
      break;
    type = derived->getBaseType();
  }
  return type;
}

std::string type_text(const DIType* type) {
  if (type == nullptr) return "void";
  if (const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag == llvm::dwarf::DW_TAG_pointer_type) return type_text(derived->getBaseType()) + " *";
    if (tag == llvm::dwarf::DW_TAG_const_type) return "const " + type_text(derived->getBaseType());
    if (tag == llvm::dwarf::DW_TAG_reference_type) return type_text(derived->getBaseType()) + " &";
  }
  std::string name = type->getName().str();
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    const unsigned tag = composite->getTag();
    if (tag == llvm::dwarf::DW_TAG_structure_type) name = "struct " + name;
    if (tag == llvm::dwarf::DW_TAG_union_type) name = "union " + name;
    if (tag == llvm::dwarf::DW_TAG_enumeration_type) name = "enum " + name;
  }
  return name.empty() ? "?" : name;
}

struct Parameter {
  std::string name;
  std::string type;    // as test files show it
  uint64_t bytes = 0;  // in memory
};

// The type as an input: nothing when it cannot be one.
std::optional<Parameter> input_of(const DIType* type) {
  const DIType* base = base_type(type);
  Parameter parameter;
  if (base == nullptr) return {};
  parameter.bytes = base->getSizeInBits() / 8;
  if (parameter.bytes == 0 || parameter.bytes > 8) return {};
  if (llvm::isa<llvm::DIBasicType>(base)) {
    parameter.type = base->getName().str();
    if (parameter.type == "_Bool") parameter.type = "bool";
    return parameter;
  }
  const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(base);
  if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_enumeration_type)
    return {};
  parameter.type = "enum";
  return parameter;
}

class Driver {
 public:
  Driver(Module& module, llvm::raw_ostream& list) : module_(module), list_(list) {}

  void list_functions() {
    for (const Function& function : module_)
      if (!function.isDeclaration() && in_main_file(function) && function.getName() != "main")
        list_ << "function " << shown_name(function) << '\n';
  }

  void make(const std::string& wanted) {
    std::vector<Function*> found;
    for (Function& function : module_)
      if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
          matches(function, wanted))
        found.push_back(&function);
    remove_main();
    if (found.empty()) return;
    if (found.size() > 1) {
      list_ << "problem `" << wanted << "' is the name of several functions:";
      for (const Function* function : found)
        list_ << ' ' << llvm::demangle(function->getName().str());
      list_ << '\n';
      return;
    }
    const auto parameters = parameters_of(*found.front());
    if (!parameters) return;
    make_main(*found.front(), *parameters);
    list_ << "chosen " << shown_name(*found.front()) << '\n';
  }

 private:
  void remove_main() {
    Function* old = module_.getFunction("main");
    if (old == nullptr || old->isDeclaration()) return;
    old->setName("__cuttle_original_main");
    old->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (old->use_empty()) old->eraseFromParent();
  }

  void refuse(const Function& function, const std::string& why) {
    list_ << "problem `" << shown_name(function) << "' " << why << '\n';
  }

  std::optional<std::vector<Parameter>> parameters_of(const Function& function) {
    const auto* program = function.getSubprogram();
    if (program == nullptr || program->getType() == nullptr) {
      refuse(function, "has no debug information (compile with -g)");
      return {};
    }
    if (function.isVarArg()) {
      refuse(function, "takes a variable number of arguments");
      return {};
    }
    const auto types = program->getType()->getTypeArray();
    std::vector<Parameter> parameters;
    for (unsigned i = 1; i < types.size(); ++i) {
      const DIType* type = types[i];
      auto parameter = input_of(type);
      const bool passed = function.arg_size() >= i;
      std::string name = passed ? function.getArg(i - 1)->getName().str() : std::string();
      if (name.empty()) name = "argument" + std::to_string(i);
      if (!parameter) {
        refuse(function, "has the parameter `" + name + "' of type `" + type_text(type) +
                             "', which cannot be an input yet");
        return {};
      }
      parameter->name = std::move(name);
      parameters.push_back(std::move(*parameter));
    }
    if (parameters.size() != function.arg_size()) {
      refuse(function, "returns or takes a structure in a way that is not supported yet");
      return {};
    }
    return parameters;
  }

  void make_main(Function& function, const std::vector<Parameter>& parameters) {
    auto& context = module_.getContext();
    auto* integer = llvm::Type::getInt32Ty(context);
    auto* size = llvm::Type::getInt64Ty(context);
    auto* pointer = compat::pointer_type(context);
    auto* main = Function::Create(llvm::FunctionType::get(integer, {}, false),
                                  llvm::GlobalValue::ExternalLinkage, "main", module_);
    auto input = module_.getOrInsertFunction(
        "__cuttle_input", llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                                  {pointer, size, pointer, pointer}, false));
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", main));
    std::vector<llvm::Value*> slots;
    for (const auto& parameter : parameters)
      slots.push_back(builder.CreateAlloca(builder.getIntNTy(parameter.bytes * 8)));
    std::vector<llvm::Value*> arguments;
    for (size_t i = 0; i < parameters.size(); ++i) {
      const auto& parameter = parameters[i];
      builder.CreateCall(input, {slots[i], builder.getInt64(parameter.bytes),
                                 builder.CreateGlobalString(parameter.name),
                                 builder.CreateGlobalString(parameter.type)});
      arguments.push_back(
          argument(builder, slots[i], parameter, function.getFunctionType()->getParamType(i)));
    }
    auto* call = builder.CreateCall(function.getFunctionType(), &function, arguments);
    call->setAttributes(function.getAttributes().removeFnAttributes(context));
    call->setCallingConv(function.getCallingConv());
    builder.CreateRet(builder.getInt32(0));
  }

  // From memory to how the function takes it: bool is one bit, floats are their pattern.
  static llvm::Value* argument(llvm::IRBuilder<>& builder, llvm::Value* slot,
                               const Parameter& parameter, llvm::Type* type) {
    llvm::Value* value = builder.CreateLoad(builder.getIntNTy(parameter.bytes * 8), slot);
    if (type->isIntegerTy()) return builder.CreateTrunc(value, type);
    return builder.CreateBitCast(value, type);
  }

  Module& module_;
  llvm::raw_ostream& list_;
};

}  // namespace

llvm::PreservedAnalyses UnitDriverPass::run(Module& module, llvm::ModuleAnalysisManager&) {
  std::error_code failed;
  llvm::raw_fd_ostream list(list_, failed);
  if (failed) return llvm::PreservedAnalyses::all();  // the driver notices that there is no list
  Driver driver(module, list);
  driver.list_functions();
  driver.make(function_);
  return llvm::PreservedAnalyses::none();
}

}  // namespace cuttle
