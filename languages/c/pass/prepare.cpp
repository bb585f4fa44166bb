// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/prepare.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/calls/answers.h"
#include "languages/c/pass/checks/kept.h"
#include "languages/c/pass/flow/transformers.h"
#include "languages/c/pass/threads/accesses.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr Attribute::AttrKind broken_promises[] = {
    Attribute::Memory,     Attribute::NoSync,       Attribute::NoFree,      Attribute::NoRecurse,
    Attribute::WillReturn, Attribute::MustProgress, Attribute::Speculatable};

// A function that is instrumented touches the memory of the runtime as well. What is said about the
// memory of a call stands in its attributes and in metadata: newer clangs say of calls of libm
// that they access nothing but an int (errno).
void take_back_promises(Module& module) {
  for (Function& function : module) {
    if (function.isIntrinsic()) continue;
    for (Attribute::AttrKind kind : broken_promises) function.removeFnAttr(kind);
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || isa<IntrinsicInst>(call)) continue;
      for (Attribute::AttrKind kind : broken_promises) call->removeFnAttr(kind);
      call->setAAMetadata(AAMDNodes());
    }
  }
}

// A function of a header under _FORTIFY_SOURCE: it asks for the size of what it fills.
bool is_fortified(const Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(Attribute::AlwaysInline) &&
         any_of(instructions(function), [](const Instruction& instruction) {
           const auto* call = dyn_cast<IntrinsicInst>(&instruction);
           return call != nullptr && call->getIntrinsicID() == Intrinsic::objectsize;
         });
}

// The size is known only where such a function is called. The call in it of the function proper,
// which has the same name, is not to be replaced again.
void inline_fortified(Module& module) {
  SmallVector<CallBase*, 16> calls;
  for (Function& function : module) {
    if (!is_fortified(function)) continue;
    for (User* user : function.users())
      if (auto* call = dyn_cast<CallBase>(user);
          call != nullptr && call->getCalledFunction() == &function &&
          call->getFunction() != &function && !is_fortified(*call->getFunction()))
        calls.push_back(call);
  }
  for (CallBase* call : calls) {
    InlineFunctionInfo information;
    InlineFunction(*call, information);
  }
}

// The bodies of inline functions whose real code is in a library (std::string, for one). The
// program uses its own copy from now on, which is instrumented.
void adopt_inline_code(Module& module) {
  for (Function& function : module) {
    if (!function.hasAvailableExternallyLinkage()) continue;
    if (!model_name(function.getName()).empty()) {
      function.deleteBody();
      continue;
    }
    function.setLinkage(GlobalValue::LinkOnceODRLinkage);
    function.setVisibility(GlobalValue::HiddenVisibility);
    function.setDSOLocal(true);
    function.setComdat(module.getOrInsertComdat(function.getName()));
  }
}

void use_models(Module& module) {
  SmallVector<Function*, 16> functions;
  for (Function& function : module) functions.push_back(&function);
  for (Function* function : functions) {
    const std::string name = model_name(function->getName());
    if (name.empty() || function->hasLocalLinkage()) continue;
    if (function->isDeclaration()) {
      FunctionCallee model = module.getOrInsertFunction(name, function->getFunctionType());
      if (auto* declared = dyn_cast<Function>(model.getCallee())) {
        declared->setCallingConv(function->getCallingConv());
        if (function->hasFnAttribute(Attribute::AllocSize))  // for the checks of bounds
          declared->addFnAttr(function->getFnAttribute(Attribute::AllocSize));
      }
      function->replaceAllUsesWith(model.getCallee());
    } else if (module.getNamedValue(name) == nullptr) {
      GlobalAlias::create(GlobalValue::ExternalLinkage, name, function);
    }
  }
}

// A function that reads unseen is reported where it is called. Where its address is taken, that of
// a function of ours is: the call is there.
void wrap_unseen(Module& module) {
  SmallVector<Function*, 4> functions;
  for (Function& function : module)
    if (function.isDeclaration() && !function.isVarArg() && may_read_unseen(function.getName()))
      functions.push_back(&function);
  for (Function* function : functions) {
    const auto elsewhere = [&](const Use& use) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      return call == nullptr || !call->isCallee(&use);
    };
    if (none_of(function->uses(), elsewhere)) continue;
    Function* wrapper = Function::Create(function->getFunctionType(), GlobalValue::InternalLinkage,
                                         function->getName() + ".seen", module);
    function->replaceUsesWithIf(wrapper, [&](Use& use) { return elsewhere(use); });
    Builder b(BasicBlock::Create(module.getContext(), "", wrapper));
    SmallVector<Value*, 6> arguments;
    for (Argument& argument : wrapper->args()) arguments.push_back(&argument);
    CallInst* result = b.CreateCall(function, arguments);
    if (result->getType()->isVoidTy())
      b.CreateRetVoid();
    else
      b.CreateRet(result);
  }
}

void report_unseen(Unit& unit, Function& function) {
  SmallVector<CallBase*, 4> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction))
      if (const Function* callee = call->getCalledFunction();
          callee != nullptr && callee->isDeclaration() && may_read_unseen(callee->getName()))
        calls.push_back(call);
  for (CallBase* call : calls) {
    Builder b(call);
    Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, *call));
    Value* name = unit.tables.text(call->getCalledFunction()->getName());
    mark_ours(b.CreateCall(unit.abi.unseen_input, {name, site}));
  }
}

// Labels become numbers, and the jump a switch over them: after the blocks have been copied an
// address would always lead to the first copy.
void lower_computed_jumps(Function& function) {
  SmallVector<IndirectBrInst*, 2> jumps;
  for (BasicBlock& block : function)
    if (auto* jump = dyn_cast<IndirectBrInst>(block.getTerminator())) jumps.push_back(jump);
  if (jumps.empty()) return;
  LLVMContext& context = function.getContext();
  IntegerType* word = function.getParent()->getDataLayout().getIntPtrType(context);
  DenseMap<BasicBlock*, ConstantInt*> numbers;
  for (BasicBlock& block : function) {
    if (!block.hasAddressTaken()) continue;
    BlockAddress* address = BlockAddress::lookup(&block);
    if (address == nullptr) continue;
    auto* number = ConstantInt::get(word, numbers.size() + 1);
    numbers[&block] = number;
    address->replaceAllUsesWith(ConstantExpr::getIntToPtr(number, address->getType()));
    address->destroyConstant();
  }
  for (IndirectBrInst* jump : jumps) {
    Builder b(jump);
    BasicBlock* nowhere = BasicBlock::Create(context, "nowhere", &function);
    (new UnreachableInst(context, nowhere))->setDebugLoc(jump->getDebugLoc());
    SwitchInst* choice = b.CreateSwitch(b.CreatePtrToInt(jump->getAddress(), word), nowhere);
    SmallPtrSet<BasicBlock*, 8> done;
    for (unsigned i = 0; i < jump->getNumDestinations(); ++i) {
      BasicBlock* target = jump->getDestination(i);
      const auto found = numbers.find(target);
      if (found != numbers.end() && done.insert(target).second)
        choice->addCase(found->second, target);
      else
        target->removePredecessor(jump->getParent());
    }
    jump->eraseFromParent();
  }
}

// The machine takes the amount of a shift modulo the width; LLVM calls anything else undefined.
void tame_shifts(Function& function, const Checks& checks) {
  for (Instruction& instruction : instructions(function)) {
    if (!instruction.isShift() || !instruction.getType()->isIntegerTy()) continue;
    Value* amount = instruction.getOperand(1);
    const unsigned width = amount->getType()->getIntegerBitWidth();
    if (isa<ConstantInt>(amount) || !isPowerOf2_32(width)) continue;
    Builder b(&instruction);
    Value* masked = b.CreateAnd(amount, width - 1);
    instruction.setOperand(1, masked);
    if (auto* mask = dyn_cast<Instruction>(masked); mask != nullptr && checks.shift)
      mark_check(*mask);
  }
}

// Calls that do not come back are where bugs end: each keeps the line it stands in.
void keep_endings_apart(Function& function) {
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->doesNotReturn())
      call->addFnAttr(Attribute::NoMerge);
}

bool follows_noreturn(const UnreachableInst& end) {
  // Before LLVM 19 debug information is among the instructions.
  const Instruction* before = end.getPrevNode();
  while (before != nullptr && isa<DbgInfoIntrinsic>(before)) before = before->getPrevNode();
  const auto* call = dyn_cast_or_null<CallBase>(before);
  return call != nullptr &&
         (call->doesNotReturn() || (isa<IntrinsicInst>(call) && call->mayHaveSideEffects()));
}

void watch_unreachable(Unit& unit, Function& function) {
  for (BasicBlock& block : function) {
    auto* end = dyn_cast<UnreachableInst>(block.getTerminator());
    if (end == nullptr || follows_noreturn(*end)) continue;
    Builder b(end);
    Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_OPERATION, *end));
    mark_ours(b.CreateCall(unit.abi.unreachable, {site}));
  }
}

void watch_signed_overflow(Function& function) {
  for (Instruction& instruction : instructions(function))
    if (const auto* sum = dyn_cast<OverflowingBinaryOperator>(&instruction);
        sum != nullptr && sum->hasNoSignedWrap() && instruction.getOpcode() != Instruction::Shl)
      mark_check(instruction);
}

// int main(argc, argv): the runtime may start the fork server and exchange the arguments.
void call_runtime_from_main(Unit& unit, Function& function) {
  BasicBlock& entry = function.getEntryBlock();
  Builder b(&entry, entry.begin());
  if (const DISubprogram* subprogram = function.getSubprogram())
    b.SetCurrentDebugLocation(DILocation::get(function.getContext(), subprogram->getLine(), 0,
                                              const_cast<DISubprogram*>(subprogram)));
  SmallVector<AllocaInst*, 2> slots;
  SmallVector<Value*, 2> places(2, ConstantPointerNull::get(unit.abi.pointer));
  for (unsigned i = 0; i < 2 && i < function.arg_size(); ++i) {
    slots.push_back(b.CreateAlloca(function.getArg(i)->getType()));
    places[i] = slots[i];
  }
  for (unsigned i = 0; i < slots.size(); ++i) b.CreateStore(function.getArg(i), slots[i]);
  Value* id = b.CreateCall(unit.abi.main, places);
  for (unsigned i = 0; i < slots.size(); ++i) {
    Argument* argument = function.getArg(i);
    LoadInst* value = b.CreateLoad(argument->getType(), slots[i]);
    argument->replaceUsesWithIf(value, [&](Use& use) {
      const auto* store = dyn_cast<StoreInst>(use.getUser());
      return store == nullptr || store->getPointerOperand() != slots[i];
    });
    if (i != 0) continue;
    b.SetInsertPoint(value);
    b.CreateCall(unit.abi.store, {slots[0], unit.abi.number(4), id});
    b.SetInsertPoint(value->getNextNode());
  }
}

// Who walks through the environment finds its inputs there: the runtime puts them in place.
void mark_walks(Module& module) {
  const auto is_used = [&](StringRef name) {
    const GlobalVariable* variable = module.getGlobalVariable(name);
    return variable != nullptr && !variable->use_empty();
  };
  const Function* main = module.getFunction("main");
  const bool by_argument = main != nullptr && !main->isDeclaration() && main->arg_size() > 2 &&
                           !main->getArg(2)->use_empty();
  if (!by_argument && !is_used("environ") && !is_used("__environ") && !is_used("_environ")) return;
  Type* byte = Type::getInt8Ty(module.getContext());
  new GlobalVariable(module, byte, true, GlobalValue::WeakAnyLinkage, ConstantInt::get(byte, 1),
                     "__cuttle_walks_environment");
}

// Whether all accesses to memory that threads share are announced, or not all.
void mark_announcements(Module& module, const Checks& checks) {
  if (checks.of_models) return;
  Type* byte = Type::getInt8Ty(module.getContext());
  new GlobalVariable(module, byte, true, GlobalValue::WeakAnyLinkage, ConstantInt::get(byte, 1),
                     checks.threads ? "__cuttle_announces_accesses" : "__cuttle_hides_accesses");
}

}  // namespace

void prepare_module(Module& module, const Checks& checks) {
  if (!checks.nothing_else) mark_walks(module);
  mark_announcements(module, checks);
  inline_fortified(module);
  adopt_inline_code(module);
  take_back_promises(module);
  if (checks.nothing_else) return;
  use_models(module);
  wrap_unseen(module);
}

bool is_to_be_instrumented(const Function& function) {
  if (function.isDeclaration() || function.hasFnAttribute(Attribute::Naked) ||
      function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation))
    return false;
  const StringRef name = function.getName();
  return !is_runtime_name(name) || name.starts_with("__cuttle_model_");
}

void prepare_function(Unit& unit, Function& function, FunctionAnalysisManager& analyses) {
  if (function.getName() == "main" && !unit.checks.nothing_else)
    call_runtime_from_main(unit, function);
  removeUnreachableBlocks(function);
  keep_endings_apart(function);
  lower_computed_jumps(function);
  tame_shifts(function, unit.checks);
  const bool logs_steps = Transformers::wanted() && !unit.checks.nothing_else;
  if (logs_steps) mark_unwritten(function);
  const bool keeps = unit.checks.memory && !unit.checks.nothing_else && !logs_steps;
  if (keeps) keep_unused(unit, function);
  analyses.invalidate(function, PreservedAnalyses::none());
  SROAPass(SROAOptions::PreserveCFG).run(function, analyses);
  if (logs_steps) forget_unwritten(function);
  analyses.invalidate(function, PreservedAnalyses::none());
  if (unit.checks.threads) announce_accesses(unit, function);
  EarlyCSEPass().run(function, analyses);
  analyses.invalidate(function, PreservedAnalyses::none());
  if (unit.checks.nothing_else) return;
  if (keeps) settle_kept(unit, function);
  watch_unreachable(unit, function);
  report_unseen(unit, function);
  compare_answers(unit, function);
  if (unit.checks.signed_overflow) watch_signed_overflow(function);
}

}  // namespace cuttle
