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

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/unit/arguments.h"
#include "languages/c/unit/classes.h"
#include "languages/c/unit/input_calls.h"
#include "languages/c/unit/sequence.h"
#include "languages/c/unit/types.h"

namespace cuttle {
namespace {

using llvm::Function;
using llvm::Module;

// "shapes::area" for _ZN6shapes4areaEi; a function of C has just its name.
std::string shown_name(const Function& function) {
  const auto* program = function.getSubprogram();
  return program != nullptr ? full_name(*program) : function.getName().str();
}

// With the types of its parameters, as one tells overloaded functions apart: "area(int, int)".
std::string demangled_name(const Function& function) {
  return llvm::demangle(function.getName().str());
}

std::string without_spaces(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

bool matches(const Function& function, const std::string& wanted) {
  if (function.getName() == wanted || shown_name(function) == wanted ||
      without_spaces(demangled_name(function)) == without_spaces(wanted))
    return true;
  const auto* program = function.getSubprogram();
  if (program == nullptr) return false;
  // An instance of a template, also without its arguments.
  const auto [name, arguments] = program->getName().split('<');
  return program->getName() == wanted ||
         (!arguments.empty() && (name == wanted || shown_name(function).starts_with(wanted + "<")));
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
      : module_(module),
        options_(options),
        tables_(tables),
        unit_call_(module, options, tables),
        list_(list) {}

  void list_functions() {
    for (const Function& function : module_)
      if (!function.isDeclaration() && in_main_file(function) && function.getName() != "main")
        list_ << "function " << shown_name(function) << '\n';
  }

  void make() {
    std::vector<SequenceFunction> functions;
    for (const auto& name : options_.functions())
      if (!find(name, functions)) problem_ = true;
    remove_main();
    if (std::string why;
        !functions.empty() && (!tables_.check_within(why) || !tables_.check_member_arrays(why))) {
      list_ << "problem " << why << '\n';
      problem_ = true;
    }
    // Where some are missing, the driver says so.
    if (problem_ || functions.size() != options_.functions().size()) return;
    if (options_.sequence.empty()) {
      make_main(functions.front());
    } else {
      const SequencePlan plan = plan_sequence(std::move(functions));
      make_sequence(module_, tables_, unit_call_, plan, options_.calls);
      list_plan(plan);
    }
    list_ << "chosen\n";
  }

 private:
  // Adds what fits the name, if anything. False when it cannot be called; the list says why.
  bool find(const std::string& name, std::vector<SequenceFunction>& functions) {
    std::vector<Function*> found;
    for (Function& function : module_)
      if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
          matches(function, name))
        found.push_back(&function);
    if (found.empty()) return true;
    if (found.size() > 1) {
      list_ << "problem `" << name << "' is the name of several functions:";
      for (const Function* function : found) list_ << ' ' << demangled_name(*function) << ';';
      list_ << " give it with its parameters";
      list_ << '\n';
      return false;
    }
    std::string why;
    auto signature = signature_of(*found.front(), why);
    if (!signature || !unit_call_.check(*signature, why)) {
      list_ << "problem `" << shown_name(*found.front()) << "' " << why << '\n';
      return false;
    }
    for (const auto& parameter : signature->parameters)
      if (const auto* record = library_class(parameter.type)) {
        list_ << "problem `" << shown_name(*found.front())
              << "' takes an object of std::" << record->getName().split('<').first
              << ", which only the library can make;"
              << " test a function that makes it from plain data\n";
        return false;
      }
    list_ << "found " << name << '\n' << "call " << shown_name(*found.front()) << '\n';
    const auto types = found.front()->getSubprogram()->getType()->getTypeArray();
    list_ << "result " << plain_type_text(types.size() == 0 ? nullptr : types[0]) << '\n';
    for (const auto& parameter : signature->parameters)
      list_ << "parameter " << parameter.name << '\t' << plain_type_text(parameter.type) << '\t'
            << type_text(parameter.type) << '\n';
    SequenceFunction one;
    one.function = found.front();
    one.name = name;
    one.signature = *signature;
    functions.push_back(std::move(one));
    return true;
  }

  void list_plan(const SequencePlan& plan) {
    static const char* const starts[] = {"none", "missing", "null", "memory", "untouched"};
    list_ << "sequence " << starts[static_cast<int>(plan.start)] << '\t' << plan.objects << '\t'
          << plain_type_text(plan.named) << '\n';
    for (const auto& f : plan.functions) {
      list_ << "role " << f.name << '\t' << (f.makes ? "makes " : "")
            << (f.replaces ? "replaces " : "") << (f.ends ? "ends " : "");
      for (const unsigned parameter : f.objects) list_ << "object=" << parameter << ' ';
      for (const unsigned parameter : f.addresses) list_ << "address=" << parameter << ' ';
      list_ << '\n';
    }
  }

  void remove_main() {
    Function* old = module_.getFunction("main");
    if (old == nullptr || old->isDeclaration()) return;
    old->setName("__cuttle_original_main");
    old->setLinkage(llvm::GlobalValue::InternalLinkage);
    if (old->use_empty()) old->eraseFromParent();
  }

  void make_main(const SequenceFunction& unit) {
    auto& context = module_.getContext();
    auto* integer = llvm::Type::getInt32Ty(context);
    auto* main = Function::Create(llvm::FunctionType::get(integer, {}, false),
                                  llvm::GlobalValue::ExternalLinkage, "main", module_);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", main));
    unit_call_.make(builder, *unit.function, unit.signature, "", {});
    end_of_unit(builder);
    builder.CreateRet(builder.getInt32(0));
  }

  Module& module_;
  const UnitOptions& options_;
  TypeTables& tables_;
  UnitCall unit_call_;
  llvm::raw_ostream& list_;
  bool problem_ = false;
};

}  // namespace

llvm::PreservedAnalyses UnitDriverPass::run(Module& module, llvm::ModuleAnalysisManager&) {
  TypeTables tables(module, options_);
  bool changed = type_inputs(module, tables);
  for (const auto& name : options_.stubs) changed = stub_out(module, tables, name) || changed;
  if (options_.has_driver()) {
    std::error_code failed;
    llvm::raw_fd_ostream list(options_.list, failed);
    if (failed) return llvm::PreservedAnalyses::all();  // the driver notices that there is no list
    Driver driver(module, options_, tables, list);
    driver.list_functions();
    driver.make();
    for (const auto& note : tables.notes()) list << note << '\n';
    changed = true;
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace cuttle
