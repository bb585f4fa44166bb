// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/threads/accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/calls/calls.h"
#include "languages/c/pass/memory/locals.h"
#include "languages/c/pass/threads/awaits.h"
#include "languages/c/pass/threads/library.h"

using namespace llvm;

namespace cuttle {
bool stays_private(const Value* address) {
  const Value* object = getUnderlyingObject(address);
  if (const auto* local = dyn_cast<AllocaInst>(object)) return !escapes(*local);
  if (const auto* global = dyn_cast<GlobalVariable>(object))
    return global->isThreadLocal() || global->isConstant() || is_runtime_name(global->getName());
  const auto* call = dyn_cast<IntrinsicInst>(object);
  return call != nullptr && call->getIntrinsicID() == Intrinsic::threadlocal_address;
}

namespace {

constexpr const char* mark = "cuttle.announcement";

class Announcer {
 public:
  Announcer(Unit& unit, Function& function)
      : unit_(unit), function_(function), of_system_(takes_place_of_caller(function)) {}

  void run() {
    SmallVector<Instruction*, 64> all;
    for (Instruction& instruction : instructions(function_))
      if (!is_ours(instruction)) all.push_back(&instruction);
    for (Instruction* instruction : all) announce(*instruction);
  }

 private:
  void announce(Instruction& at) {
    if (auto* load = dyn_cast<LoadInst>(&at))
      access(at, load->getPointerOperand(), load->getType(), CUTTLE_ACCESS_READ, load->isAtomic());
    else if (auto* store = dyn_cast<StoreInst>(&at))
      access(at, store->getPointerOperand(), store->getValueOperand()->getType(),
             CUTTLE_ACCESS_WRITE, store->isAtomic(), store->getValueOperand());
    else if (auto* update = dyn_cast<AtomicRMWInst>(&at))
      access(at, update->getPointerOperand(), update->getType(),
             CUTTLE_ACCESS_READ | CUTTLE_ACCESS_WRITE, true, update->getValOperand());
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&at))
      access(at, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(),
             CUTTLE_ACCESS_READ | CUTTLE_ACCESS_WRITE, true, exchange->getNewValOperand());
    else if (auto* copy = dyn_cast<MemIntrinsic>(&at))
      this->copy(at, copy->getRawDest(),
                 isa<MemTransferInst>(copy) ? cast<MemTransferInst>(copy)->getRawSource() : nullptr,
                 copy->getLength());
    else if (auto* call = dyn_cast<CallBase>(&at))
      this->call(*call);
  }

  Value* site(Builder& b, Instruction& at) {
    if (of_system_ || unit_.checks.nothing_else) return unit_.abi.zero;
    return unit_.tables.site_number(b, unit_.tables.site(CUTTLE_SITE_MEMORY, at));
  }

  void add(Builder& b, const char* name, ArrayRef<Value*> arguments) {
    cuttle::announce(b, unit_, name, arguments);
  }

  // What is written, as far as it fits a word.
  Value* bits(Builder& b, Value* value) {
    if (value == nullptr) return unit_.abi.number(0);
    Type* type = value->getType();
    if (type->isPointerTy()) return b.CreatePtrToInt(value, unit_.abi.i64);
    if (type->isFloatTy()) value = b.CreateBitCast(value, b.getInt32Ty());
    if (type->isDoubleTy()) value = b.CreateBitCast(value, b.getInt64Ty());
    if (!value->getType()->isIntegerTy()) return unit_.abi.number(0);
    return b.CreateZExtOrTrunc(value, unit_.abi.i64);
  }

  void access(Instruction& at, Value* address, Type* type, uint32_t how, bool atomic,
              Value* value = nullptr) {
    const TypeSize size = unit_.layout.getTypeStoreSize(type);
    if (size.isScalable() || stays_private(address) || address->getType()->getPointerAddressSpace())
      return;
    Builder b(&at);
    if (atomic) how |= CUTTLE_ACCESS_ATOMIC;
    add(b, "__cuttle_access",
        {address, unit_.abi.number(size.getFixedValue()), unit_.abi.id(how), bits(b, value),
         site(b, at)});
  }

  void copy(Instruction& at, Value* to, Value* from, Value* size) {
    Constant* none = ConstantPointerNull::get(unit_.abi.pointer);
    Builder b(&at);
    if (to != nullptr && stays_private(to)) to = nullptr;
    // What comes from a private place may be an address of the stack all the same.
    if (to == nullptr && (from == nullptr || stays_private(from))) return;
    add(b, "__cuttle_access_copy",
        {to != nullptr ? to : none, from != nullptr ? from : none,
         b.CreateZExtOrTrunc(size, unit_.abi.i64), site(b, at)});
  }

  void call(CallBase& at) {
    const auto* callee = dyn_cast<Function>(at.getCalledOperand()->stripPointerCasts());
    if (callee == nullptr || isa<IntrinsicInst>(at)) return;
    StringRef name = callee->getName();
    name.consume_front("__cuttle_model_");
    if (name == "free" || name == "realloc" || name.starts_with("_ZdlPv") ||
        name.starts_with("_ZdaPv")) {
      Builder b(&at);
      if (at.arg_size() != 0) add(b, "__cuttle_access_free", {at.getArgOperand(0), site(b, at)});
      return;
    }
    if (!callee->isDeclaration()) return;
    const StringRef effect = library_effect(name);
    if (effect.empty()) return;
    Builder b(&at);
    announce_library_call(b, unit_, at, effect, site(b, at));
  }

  Unit& unit_;
  Function& function_;
  const bool of_system_;
};

}  // namespace

bool is_announcement(const Instruction& instruction) {
  return instruction.getMetadata(mark) != nullptr;
}

void announce(Builder& b, const Unit& unit, const char* name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 5> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  auto* type = FunctionType::get(b.getVoidTy(), types, false);
  CallInst* call = b.CreateCall(unit.abi.module.getOrInsertFunction(name, type), arguments);
  call->setMetadata(mark, MDNode::get(b.getContext(), {}));
  call->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(b.getContext(), {}));
}

void announce_accesses(Unit& unit, Function& function) {
  Announcer(unit, function).run();
  announce_awaits(unit, function);
}

void guard_announcements(Unit& unit, Function& function) {
  SmallVector<Instruction*, 64> calls;
  for (Instruction& instruction : instructions(function))
    if (is_announcement(instruction)) calls.push_back(&instruction);
  if (calls.empty()) return;
  Constant* switch_on = unit.abi.module.getOrInsertGlobal("__cuttle_threads", unit.abi.i32);
  for (Instruction* call : calls) {
    Builder b(call);
    LoadInst* threads = b.CreateLoad(unit.abi.i32, switch_on);
    mark_ours(threads);
    Value* several = b.CreateICmpNE(threads, unit.abi.zero);
    BasicBlock* before = call->getParent();
    BasicBlock* after = before->splitBasicBlock(call->getNextNode()->getIterator());
    BasicBlock* rare = BasicBlock::Create(b.getContext(), "threads", &function);
    before->getTerminator()->eraseFromParent();
    call->removeFromParent();
    b.SetInsertPoint(before);
    unit.abi.rare_branch(b, several, rare, after);
    b.SetInsertPoint(rare);
    b.Insert(call);
    b.CreateBr(after);
  }
}

}  // namespace cuttle
