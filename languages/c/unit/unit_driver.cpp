// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/unit_driver.h"

#include <llvm/ADT/SmallString.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "languages/c/pass/llvm_compat.h"
#include "languages/c/unit/arguments.h"
#include "languages/c/unit/input_calls.h"
#include "languages/c/unit/types.h"

namespace cuttle {
namespace {

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

class Driver {
 public:
  Driver(Module& module, const UnitOptions& options, TypeTables& tables, llvm::raw_ostream& list)
      : module_(module), options_(options), tables_(tables), list_(list) {}

  void list_functions() {
    for (const Function& function : module_)
      if (!function.isDeclaration() && in_main_file(function) && function.getName() != "main")
        list_ << "function " << shown_name(function) << '\n';
  }

  void make() {
    std::vector<Function*> found;
    for (Function& function : module_)
      if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
          matches(function, options_.function))
        found.push_back(&function);
    remove_main();
    if (found.empty()) return;
    if (found.size() > 1) {
      list_ << "problem `" << options_.function << "' is the name of several functions:";
      for (const Function* function : found)
        list_ << ' ' << llvm::demangle(function->getName().str());
      list_ << '\n';
      return;
    }
    Function& function = *found.front();
    std::string why;
    const auto signature = signature_of(function, why);
    if (signature && check_arrays(*signature, why)) {
      make_main(function, *signature);
      list_ << "chosen " << shown_name(function) << '\n';
      for (const auto& parameter : signature->parameters)
        list_ << "parameter " << parameter.name << ' ' << plain_type_text(parameter.type) << '\n';
    } else {
      list_ << "problem `" << shown_name(function) << "' " << why << '\n';
    }
  }

 private:
  void remove_main() {
    Function* old = module_.getFunction("main");
    if (old == nullptr || old->isDeclaration()) return;
    old->setName("__cuttle_original_main");
    old->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (old->use_empty()) old->eraseFromParent();
  }

  // What --array says must fit the parameters.
  bool check_arrays(const Signature& signature, std::string& why) {
    for (const auto& [array, length] : options_.arrays) {
      const Parameter* parameter = find(signature, array);
      if (parameter == nullptr || tables_.element_of(parameter->type) == nullptr) {
        why = "has no parameter `" + array + "' that points to an array (--array)";
        return false;
      }
      const bool number = length.find_first_not_of("0123456789") == std::string::npos;
      const Parameter* count = find(signature, length);
      const uint64_t bytes = count != nullptr ? TypeTables::size_of(count->type) : 0;
      if (!number && (bytes == 0 || bytes > 8)) {
        why = "has no parameter `" + length + "' that could be the length of `" + array + "'";
        return false;
      }
    }
    return true;
  }

  static const Parameter* find(const Signature& signature, const std::string& name) {
    for (const Parameter& parameter : signature.parameters)
      if (parameter.name == name) return &parameter;
    return nullptr;
  }

  void make_main(Function& function, const Signature& signature) {
    auto& context = module_.getContext();
    auto* integer = llvm::Type::getInt32Ty(context);
    auto* main = Function::Create(llvm::FunctionType::get(integer, {}, false),
                                  llvm::GlobalValue::ExternalLinkage, "main", module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", main));
    std::vector<llvm::Value*> slots;
    for (const auto& parameter : signature.parameters)
      slots.push_back(memory(builder, TypeTables::size_of(parameter.type)));
    read_parameters(builder, signature, slots);
    call(builder, function, signature, slots);
    builder.CreateRet(builder.getInt32(0));
  }

  static llvm::Value* memory(llvm::IRBuilder<>& builder, uint64_t bytes) {
    // Whole words: a structure of twelve bytes may travel in two of eight.
    auto* slot = builder.CreateAlloca(
        llvm::ArrayType::get(builder.getInt8Ty(), std::max<uint64_t>(8, (bytes + 15) / 16 * 16)));
    slot->setAlignment(llvm::Align(16));
    return slot;
  }

  void read_parameters(llvm::IRBuilder<>& builder, const Signature& signature,
                       const std::vector<llvm::Value*>& slots) {
    for (size_t i = 0; i < slots.size(); ++i) {
      const Parameter& parameter = signature.parameters[i];
      if (options_.arrays.count(parameter.name) == 0)
        input_of(builder, tables_, slots[i], tables_.of(parameter.type, parameter.never_null),
                 parameter.name);
    }
    // Arrays come last, because their lengths are other parameters.
    for (size_t i = 0; i < slots.size(); ++i) {
      const Parameter& parameter = signature.parameters[i];
      if (const auto array = options_.arrays.find(parameter.name); array != options_.arrays.end())
        input_buffer(builder, tables_, slots[i], parameter.type,
                     length(builder, signature, slots, array->second), parameter.name);
    }
  }

  static llvm::Value* length(llvm::IRBuilder<>& builder, const Signature& signature,
                             const std::vector<llvm::Value*>& slots, const std::string& text) {
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

  void call(llvm::IRBuilder<>& builder, Function& function, const Signature& signature,
            const std::vector<llvm::Value*>& slots) {
    std::vector<llvm::Value*> arguments;
    for (size_t i = 0; i < signature.arguments.size(); ++i) {
      const Argument& argument = signature.arguments[i];
      llvm::Type* type = function.getFunctionType()->getParamType(static_cast<unsigned>(i));
      if (argument.from == Argument::From::result) {
        const uint64_t bytes = module_.getDataLayout().getTypeAllocSize(
            function.getParamStructRetType(static_cast<unsigned>(i)));
        arguments.push_back(memory(builder, bytes));
      } else if (argument.from == Argument::From::address) {
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
  }

  Module& module_;
  const UnitOptions& options_;
  TypeTables& tables_;
  llvm::raw_ostream& list_;
};

}  // namespace

llvm::PreservedAnalyses UnitDriverPass::run(Module& module, llvm::ModuleAnalysisManager&) {
  TypeTables tables(module, options_);
  bool changed = type_inputs(module, tables);
  for (const auto& name : options_.stubs) changed = stub_out(module, tables, name) || changed;
  if (!options_.function.empty()) {
    std::error_code failed;
    llvm::raw_fd_ostream list(options_.list, failed);
    if (failed) return llvm::PreservedAnalyses::all();  // the driver notices that there is no list
    Driver driver(module, options_, tables, list);
    driver.list_functions();
    driver.make();
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace cuttle
