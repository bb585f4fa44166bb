// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/calls/calls.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/calls/symbolic_flow.h"
#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t chunk = 8;

const Function* callee_of(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
}

bool is_runtime_function(const Function& function) {
  const StringRef name = function.getName();
  return is_runtime_name(name) || (function.isDeclaration() &&
                                   (name.starts_with("klee_") || name.starts_with("__VERIFIER_") ||
                                    name.starts_with("__Crest")));
}

// Functions that keep what they get to themselves, or only put it out: nothing comes back that
// would depend on it.
bool is_harmless(StringRef name) {
  static const StringSet<> names = {
      "free",     "fclose",  "fflush",  "exit",  "_exit",  "abort",         "close",   "fputs",
      "fputc",    "putc",    "putchar", "puts",  "perror", "printf",        "fprintf", "vprintf",
      "vfprintf", "dprintf", "syslog",  "write", "fwrite", "_Unwind_Resume"};
  static const char* const prefixes[] = {"_ZNSo",   // members of std::ostream
                                         "_ZStls",  // operator<< for it
                                         "_ZSt16__ostream_insert",
                                         "_ZSt4endl",
                                         "_ZdlPv",
                                         "_ZdaPv",
                                         "__cxa_",
                                         "pthread_",
                                         "sem_"};
  return names.contains(name) ||
         any_of(prefixes, [&](const char* prefix) { return name.starts_with(prefix); });
}

}  // namespace

namespace {

// References and `this` say how much there is.
uint64_t pointed_size(const Unit& unit, const CallBase& call, unsigned argument) {
  uint64_t size = call.getParamDereferenceableBytes(argument);
  if (const auto* local = dyn_cast<AllocaInst>(call.getArgOperand(argument)); local && size == 0)
    if (const auto bytes = local->getAllocationSize(unit.layout); bytes && !bytes->isScalable())
      size = bytes->getFixedValue();
  return size == 0 ? handed_out_bytes : std::min(size, handed_out_bytes);
}

}  // namespace

bool takes_place_of_caller(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  return subprogram != nullptr && is_system_file(source_file(subprogram));
}

bool is_harmless_call(const CallBase& call) {
  const Function* callee = callee_of(call);
  return callee != nullptr && callee->isDeclaration() && is_harmless(callee->getName()) &&
         (call.use_empty() || call.getType()->isPointerTy());
}

SmallVector<HandedOut, 4> handed_out(const Unit& unit, const CallBase& call) {
  SmallVector<HandedOut, 4> pointers;
  const Function* callee = callee_of(call);
  if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic() ||
      follows_links_only(call) || is_runtime_function(*callee) || is_harmless(callee->getName()))
    return pointers;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value* argument = call.getArgOperand(i);
    if (argument->getType()->isPointerTy() && !isa<Constant>(argument))
      pointers.push_back({argument, pointed_size(unit, call, i)});
  }
  return pointers;
}

Value* any_handed_out(Builder& b, const Unit& unit, ArrayRef<HandedOut> pointers) {
  Value* any = unit.abi.zero;
  for (const HandedOut& out : pointers)
    any = b.CreateOr(any,
                     b.CreateCall(unit.abi.any_symbolic, {out.pointer, unit.abi.number(out.size)}));
  return any;
}

Value* arguments_left(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  LoadInst* pending =
      b.CreateLoad(abi.pointer, abi.thread_field(b, offsetof(CuttleThread, callee)));
  mark_ours(pending);
  return b.CreateICmpEQ(pending, call.getCalledOperand());
}

void ArgumentSlots::add(const Unit& unit, unsigned argument, Type* type, Type* by_value) {
  const auto next = [&] { return static_cast<unsigned>(slots_.size()); };
  for (unsigned leaf = 0; leaf < unit.shapes.of(type).size(); ++leaf)
    if (next() < CUTTLE_MAX_ARGUMENTS)
      slots_.push_back({next(), argument, leaf, false, 0, 0});
    else
      left_out_.push_back({0, argument, 0, false, 0, 0});
  if (by_value == nullptr) return;
  const uint64_t size = unit.layout.getTypeStoreSize(by_value);
  for (uint64_t offset = 0; offset < size; offset += chunk)
    if (next() < CUTTLE_MAX_ARGUMENTS) {
      slots_.push_back({next(), argument, 0, true, offset, std::min(chunk, size - offset)});
    } else {
      left_out_.push_back({0, argument, 0, true, offset, size - offset});
      return;
    }
}

ArgumentSlots::ArgumentSlots(const Unit& unit, const CallBase& call) {
  for (unsigned i = 0; i < call.arg_size(); ++i)
    add(unit, i, call.getArgOperand(i)->getType(), call.getParamByValType(i));
}

ArgumentSlots::ArgumentSlots(const Unit& unit, const Function& function) {
  for (unsigned i = 0; i < function.arg_size(); ++i)
    add(unit, i, function.getArg(i)->getType(), function.getParamByValType(i));
}

bool follows_links_only(const CallBase& call) {
  static const char* const prefixes[] = {"__dynamic_cast",
                                         "_ZSt18_Rb_tree_",
                                         "_ZSt28_Rb_tree_",
                                         "_ZSt29_Rb_tree_",
                                         "_ZNSt8__detail15_List_node_base",
                                         "_ZNKSt8__detail20_Prime_rehash_policy"};
  const Function* callee = callee_of(call);
  return callee != nullptr && callee->isDeclaration() && any_of(prefixes, [&](const char* prefix) {
           return callee->getName().starts_with(prefix);
         });
}

// Also the interfaces of other tools, unless the program defines them itself.
bool is_runtime_call(const CallBase& call) {
  const Function* callee = callee_of(call);
  return callee != nullptr && is_runtime_function(*callee);
}

bool wants_results(const Unit& unit, const CallBase& call) {
  return !call.use_empty() && !call.isMustTailCall() && !unit.shapes.of(call.getType()).empty();
}

Value* giver_of_results(const Unit& unit, const CallBase& call) {
  const Function* callee = callee_of(call);
  const bool twice = call.hasFnAttr(Attribute::ReturnsTwice) ||
                     (callee != nullptr && callee->hasFnAttribute(Attribute::ReturnsTwice));
  return twice ? FunctionCallee(unit.abi.long_jump).getCallee() : call.getCalledOperand();
}

namespace {

// In a model the place stays that of the program's call.
bool names_its_place(const Instruction& at) {
  const std::string file = source_file(at.getFunction()->getSubprogram());
  return !StringRef(file).starts_with("cuttle:/") || !StringRef(file).ends_with(".c");
}

// With threads, whatever a library does happens at the program's own call of it.
bool names_place_of(const Unit& unit, const CallBase& call) {
  if (!unit.checks.threads) return is_runtime_call(call) && names_its_place(call);
  return !takes_place_of_caller(*call.getFunction()) && names_its_place(call);
}

}  // namespace

void prepare_call(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  if (wants_results(unit, call)) {
    Value* from = abi.thread_field(b, offsetof(CuttleThread, results_from));
    mark_ours(b.CreateStore(ConstantPointerNull::get(abi.pointer), from));
  }
  if (names_place_of(unit, call)) {
    Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, call));
    mark_ours(b.CreateStore(site, abi.thread_field(b, offsetof(CuttleThread, site))));
  }
}

LoadInst* results_from(Builder& b, const Unit& unit) {
  const RuntimeAbi& abi = unit.abi;
  LoadInst* from =
      b.CreateLoad(abi.pointer, abi.thread_field(b, offsetof(CuttleThread, results_from)));
  mark_ours(from);
  return from;
}

void forget_results(Builder& b, const Unit& unit) {
  const RuntimeAbi& abi = unit.abi;
  Value* from = abi.thread_field(b, offsetof(CuttleThread, results_from));
  mark_ours(b.CreateStore(ConstantPointerNull::get(abi.pointer), from));
}

void report_external(Builder& b, const Unit& unit, const CallBase& call) {
  const RuntimeAbi& abi = unit.abi;
  Constant* none = ConstantPointerNull::get(abi.pointer);
  // The rare path may have been entered for another reason.
  Value* left = arguments_left(b, unit, call);
  mark_ours(b.CreateStore(none, abi.thread_field(b, offsetof(CuttleThread, callee))));
  const Function* callee = callee_of(call);
  const StringRef name = callee != nullptr ? callee->getName() : "(through a pointer)";
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, call));
  b.CreateCall(abi.external_call, {b.CreateSelect(left, unit.tables.text(name), none), site});
}

namespace {

SmallVector<Region, 2> assembly_accesses(const Unit& unit, const CallBase& call) {
  SmallVector<Region, 2> regions;
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  unsigned argument = 0;
  for (const InlineAsm::ConstraintInfo& constraint : assembly->ParseConstraints()) {
    const bool output = constraint.Type == InlineAsm::isOutput;
    if (!output && constraint.Type != InlineAsm::isInput) continue;
    if (output && !constraint.isIndirect) continue;  // comes back as the result
    if (argument >= call.arg_size()) break;
    Value* value = call.getArgOperand(argument);
    Type* type = constraint.isIndirect ? call.getParamElementType(argument) : nullptr;
    ++argument;
    if (type != nullptr && type->isSized())
      regions.push_back({value, unit.layout.getTypeStoreSize(type).getKnownMinValue(), output});
    else if (value->getType()->isPointerTy() && !isa<Constant>(value))
      regions.push_back({value, handed_out_bytes, false});
  }
  return regions;
}

bool is_understood(const IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::vaend:
    case Intrinsic::vacopy:
    case Intrinsic::stackrestore:
      return true;
    default:
      return isa<MemIntrinsic>(call) || is_marker(call) || is_pure_intrinsic(call) ||
             !call.mayReadOrWriteMemory();
  }
}

}  // namespace

SmallVector<Region, 2> unseen_accesses(const Unit& unit, const CallBase& call) {
  if (call.isInlineAsm())
    return is_empty_assembly(call) ? SmallVector<Region, 2>() : assembly_accesses(unit, call);
  SmallVector<Region, 2> regions;
  if (const auto* known = dyn_cast<IntrinsicInst>(&call); known == nullptr || is_understood(*known))
    return regions;
  for (Value* argument : call.args())
    if (argument->getType()->isPointerTy() && !isa<Constant>(argument))
      regions.push_back({argument, handed_out_bytes, false});
  return regions;
}

void pin_memory(Builder& b, const Unit& unit, const Instruction& at, Value* address,
                uint64_t size) {
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_OPERATION, at));
  mark_ours(b.CreateStore(site, unit.abi.thread_field(b, offsetof(CuttleThread, site))));
  b.CreateCall(unit.abi.pin, {address, unit.abi.number(size)});
}

bool is_empty_assembly(const CallBase& call) {
  const auto* assembly = dyn_cast<InlineAsm>(call.getCalledOperand());
  return assembly != nullptr && StringRef(assembly->getAsmString()).trim().empty();
}

}  // namespace cuttle
