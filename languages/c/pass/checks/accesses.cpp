// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/checks/accesses.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ModRef.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

// Where the shadow memory is. LLVM asks its command line, which is the only way to say so.
void place_shadow() {
  auto& options = cl::getRegisteredOptions();
  const auto found = options.find("asan-mapping-offset");
  if (found == options.end() || found->second->getNumOccurrences() != 0) return;
  found->second->addOccurrence(0, found->first(), std::to_string(CUTTLE_POISON_BASE));
}

void leave_alone(GlobalVariable& global) {
  GlobalValue::SanitizerMetadata metadata;
  if (global.hasSanitizerMetadata()) metadata = global.getSanitizerMetadata();
  metadata.NoAddress = true;
  global.setSanitizerMetadata(metadata);
}

bool is_own(const GlobalVariable& global) {
  return is_runtime_name(global.getName()) || global.getName().starts_with(".cuttle");
}

// The room is behind each variable: so the first one of each kind has none before it.
void put_fences(Module& module) {
  if (module.getGlobalVariable("cuttle.fence", true) != nullptr) return;
  Type* byte = Type::getInt8Ty(module.getContext());
  SmallVector<GlobalValue*, 3> fences;
  for (const auto& [constant, value] : {std::pair{true, 1}, {false, 1}, {false, 0}})
    fences.push_back(new GlobalVariable(module, byte, constant, GlobalValue::InternalLinkage,
                                        ConstantInt::get(byte, static_cast<uint64_t>(value)),
                                        "cuttle.fence", &*module.global_begin()));
  appendToCompilerUsed(module, fences);
}

// The operations on many bytes go to the runtime, which looks at the objects themselves.
void leave_alone(Function& function) {
  for (Instruction& instruction : instructions(function))
    if (isa<MemIntrinsic>(instruction))
      instruction.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(function.getContext(), {}));
}

// Where control arrives from further down the stack without the functions there having returned.
void watch_landings(Unit& unit, Function& function) {
  SmallVector<Instruction*, 8> places;
  for (BasicBlock& block : function)
    if (block.isLandingPad()) places.push_back(&*block.getFirstInsertionPt());
  for (Instruction& instruction : instructions(function))
    if (const auto* call = dyn_cast<CallInst>(&instruction);
        call != nullptr && call->hasFnAttr(Attribute::ReturnsTwice))
      places.push_back(instruction.getNextNode());
  for (Instruction* place : places) {
    Builder b(place);
    mark_ours(b.CreateCall(unit.abi.landed));
  }
}

// The size of the access in "__asan_report_store4_noabort"; 0: it is an argument.
uint64_t reported_size(StringRef name) {
  uint64_t size = 0;
  const size_t digit = name.find_first_of("0123456789");
  if (digit != StringRef::npos) name.substr(digit).consumeInteger(10, size);
  return size;
}

void report_in_our_way(Unit& unit, CallInst& call) {
  Builder b(&call);
  const uint64_t size = reported_size(call.getCalledFunction()->getName());
  Value* bytes = size != 0 ? unit.abi.number(size) : call.getArgOperand(1);
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_MEMORY, call));
  CallInst* report = b.CreateCall(unit.abi.bad_access, {call.getArgOperand(0), bytes, site});
  // To the program this is no access at all: its own may be moved across.
  report->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  mark_ours(report);
  call.eraseFromParent();
}

// What LLVM has put in says nothing of places and calls AddressSanitizer's library by its names,
// which the program may be linked with as well.
void adapt(Unit& unit, Function& function) {
  SmallVector<CallInst*, 32> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr)
      if (const Function* callee = call->getCalledFunction();
          callee != nullptr && callee->getName().starts_with("__asan_"))
        calls.push_back(call);
  for (CallInst* call : calls) {
    const StringRef name = call->getCalledFunction()->getName();
    if (name.starts_with("__asan_report_"))
      report_in_our_way(unit, *call);
    else if (name == "__asan_handle_no_return")
      call->eraseFromParent();  // dealt with where control arrives
  }
}

// The turn before may have made a function of that name already.
void give_name(Function& function, const std::string& name) {
  if (Function* earlier = function.getParent()->getFunction(name))
    function.replaceAllUsesWith(earlier);
  else
    function.setName(name);
}

void rename(Module& module, const SmallPtrSetImpl<const Function*>& of_program) {
  SmallVector<Function*, 64> unused;
  for (Function& function : module) {
    const StringRef name = function.getName();
    if (of_program.contains(&function)) continue;
    if (name.starts_with("asan.module_")) {
      function.setName("__cuttle_" + name);
    } else if (name.starts_with("__asan_")) {
      if (!function.use_empty()) give_name(function, ("__cuttle" + name.drop_front(1)).str());
      if (function.use_empty()) unused.push_back(&function);
    }
  }
  for (Function* function : unused) function->eraseFromParent();
}

}  // namespace

bool has_own_sanitizer(const Module& module) {
  return any_of(module, [](const Function& function) {
    return function.hasFnAttribute(Attribute::SanitizeAddress) ||
           function.hasFnAttribute(Attribute::SanitizeHWAddress) ||
           function.hasFnAttribute(Attribute::SanitizeMemory) ||
           function.hasFnAttribute(Attribute::SanitizeThread);
  });
}

void check_accesses(Unit& unit, ArrayRef<Function*> functions, ModuleAnalysisManager& analyses) {
  Module& module = unit.abi.module;
  place_shadow();
  for (GlobalVariable& global : module.globals())
    if (is_own(global)) leave_alone(global);
  put_fences(module);
  SmallPtrSet<const Function*, 32> of_program;
  for (const Function& function : module) of_program.insert(&function);
  for (Function* function : functions) {
    function->addFnAttr(Attribute::SanitizeAddress);
    leave_alone(*function);
    watch_landings(unit, *function);
  }
  analyses.invalidate(module, PreservedAnalyses::none());
  compat::kernel_address_sanitizer().run(module, analyses);
  for (Function* function : functions) {
    function->removeFnAttr(Attribute::SanitizeAddress);
    adapt(unit, *function);
  }
  rename(module, of_program);
  // A second turn, for functions that come late, finds these as they are to be.
  for (GlobalVariable& global : module.globals()) leave_alone(global);
}

}  // namespace cuttle
