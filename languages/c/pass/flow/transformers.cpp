// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/transformers.h"

#include <llvm/IR/InstIterator.h>

#include <cstdlib>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/flow/step_text.h"
#include "languages/c/pass/program/coverage.h"
#include "languages/c/runtime/step_notes.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* section = "cuttle_steps";

// What belongs to no segment.
bool is_scenery(const Instruction& instruction) {
  const auto is_our_user = [](const User* user) {
    const auto* by = dyn_cast<Instruction>(user);
    return by != nullptr && is_ours(*by);
  };
  if (isa<GetElementPtrInst>(instruction) && !instruction.use_empty() &&
      all_of(instruction.users(), is_our_user))
    return true;  // the address of a coverage point
  return is_ours(instruction) || isa<DbgInfoIntrinsic>(instruction) ||
         instruction.isLifetimeStartOrEnd() || isa<AllocaInst>(instruction);
}

bool ends_segment(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && !isa<IntrinsicInst>(call) && !is_scenery(instruction) &&
         !call->isMustTailCall();
}

// The first instruction that belongs to a run: in main the runtime comes first.
Instruction* first_of_run(Function& function) {
  Instruction* first = &*function.getEntryBlock().getFirstInsertionPt();
  while (isa<AllocaInst>(first)) first = first->getNextNode();
  if (function.getName() != "main") return first;
  Instruction* result = first;
  for (Instruction& instruction : function.getEntryBlock())
    if (const auto* call = dyn_cast<CallInst>(&instruction); call != nullptr)
      if (const Function* callee = call->getCalledFunction();
          callee != nullptr &&
          (callee->getName() == "__cuttle_main" || callee->getName() == "__cuttle_store"))
        result = instruction.getNextNode();
  return result;
}

struct Segment {
  unsigned number = 0;
  bool is_point = false, is_entry = false;
  SmallVector<Instruction*, 16> instructions;
  Instruction* first = nullptr;  // where it is logged
};

class FunctionLog {
 public:
  FunctionLog(const Unit& unit, Function& function, unsigned first_number, FunctionCallee step,
              FunctionCallee note, GlobalVariable* table)
      : unit_(unit),
        function_(function),
        next_(first_number),
        step_(step),
        note_(note),
        table_(table),
        names_(function, unit.layout) {}

  std::string run() {
    cut();
    std::string text;
    for (Segment& segment : segments_) text += write(segment);
    for (Segment& segment : segments_) insert(segment);
    return text;
  }
  unsigned next() const { return next_; }

 private:
  void cut() {
    Instruction* start = first_of_run(function_);
    for (BasicBlock& block : function_) {
      const bool entry = &block == &function_.getEntryBlock();
      Segment* segment = &add(entry ? start : &*block.getFirstInsertionPt());
      segment->is_point = true;
      segment->is_entry = entry;
      first_[&block] = segment->number;
      bool before_run = entry;
      for (Instruction& instruction : block) {
        if (&instruction == start) before_run = false;
        if (is_scenery(instruction)) continue;
        if (before_run) {
          early_.push_back(&instruction);
          continue;
        }
        segment->instructions.push_back(&instruction);
        segment_of_[&instruction] = segment->number;
        if (!ends_segment(instruction) || instruction.isTerminator()) continue;
        after_[&instruction] = next_;
        segment = &add(instruction.getNextNode());
      }
    }
  }

  Segment& add(Instruction* first) {
    Segment segment;
    segment.number = next_++;
    segment.first = first;
    segments_.push_back(std::move(segment));
    return segments_.back();
  }

  bool leaves(const Instruction& instruction) const {
    return any_of(instruction.users(), [&](const User* user) {
      const auto* at = dyn_cast<Instruction>(user);
      const auto found = segment_of_.find(at);
      return isa<PHINode>(user) || found == segment_of_.end() ||
             found->second != segment_of_.lookup(&instruction);
    });
  }

  std::string write(Segment& segment) {
    StepText text(unit_, names_);
    unsigned line = 0;
    for (const Instruction* instruction : segment.instructions)
      if (line == 0 && instruction->getDebugLoc()) line = instruction->getDebugLoc().getLine();
    text.begin(segment.number, line, segment.is_point, segment.is_entry, function_);
    if (segment.is_entry)
      for (const Instruction* instruction : early_) text.forget(*instruction);
    for (Instruction* instruction : segment.instructions) {
      text.add(
          *instruction, [&](const BasicBlock* block) { return first_.lookup(block); },
          after_.lookup(instruction));
      if (!instruction->getType()->isVoidTy() && !ends_segment(*instruction) &&
          leaves(*instruction))
        text.keep(*instruction);
    }
    notes_.append(text.notes().begin(), text.notes().end());
    return text.text();
  }

  void insert(Segment& segment) {
    const RuntimeAbi& abi = unit_.abi;
    Builder b(segment.first);
    b.SetCurrentDebugLocation(DebugLoc());
    const auto call = [&](Builder& at, FunctionCallee callee, ArrayRef<Value*> arguments) {
      CallInst* made = at.CreateCall(callee, arguments);
      if (const DISubprogram* subprogram = function_.getSubprogram())
        made->setDebugLoc(DILocation::get(function_.getContext(), subprogram->getLine(), 0,
                                          const_cast<DISubprogram*>(subprogram)));
      mark_ours(made);
    };
    call(b, step_, {table_, abi.id(segment.number)});
    if (segment.is_entry)
      for (Instruction& instruction : function_.getEntryBlock())
        if (auto* slot = dyn_cast<AllocaInst>(&instruction);
            slot != nullptr && slot->isStaticAlloca() && names_.has(*slot))
          call(b, note_,
               {abi.id(CUTTLE_STEP_SLOT), abi.id(names_.number(*slot)),
                ours(b.CreatePtrToInt(slot, abi.i64))});
    // Notes are in the order of the text, each right before its instruction, or behind it.
    for (const StepNote& n : notes_) {
      if (segment_of_.lookup(n.at) != segment.number) continue;
      Builder at(n.behind ? segments_[after_.lookup(n.at) - segments_.front().number].first : n.at);
      Value* value = n.value;
      if (n.load != nullptr) value = ours(at.CreateLoad(n.load, n.value));
      if (value->getType()->isPointerTy()) value = ours(at.CreatePtrToInt(value, abi.i64));
      if (value->getType() != abi.i64) value = ours(at.CreateZExt(value, abi.i64));
      call(at, note_, {abi.id(n.kind), abi.id(n.what), value});
    }
  }

  static Value* ours(Value* value) {
    if (auto* instruction = dyn_cast<Instruction>(value)) mark_ours(instruction);
    return value;
  }

  const Unit& unit_;
  Function& function_;
  unsigned next_;
  FunctionCallee step_, note_;
  GlobalVariable* table_;
  ValueNames names_;
  std::vector<Segment> segments_;
  SmallVector<Instruction*, 8> early_;
  DenseMap<const BasicBlock*, unsigned> first_;
  DenseMap<const Instruction*, unsigned> segment_of_, after_;
  SmallVector<StepNote, 32> notes_;
};

}  // namespace

bool Transformers::wanted() {
  return std::getenv("CUTTLE_STEPS") != nullptr;
}

bool logs_step(const Instruction& instruction) {
  const auto* call = dyn_cast<CallInst>(&instruction);
  const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && callee->getName().starts_with("__cuttle_step");
}

Transformers::Transformers(const Unit& unit) : unit_(unit) {
  const RuntimeAbi& abi = unit.abi;
  Type* none = Type::getVoidTy(abi.module.getContext());
  step_ = abi.module.getOrInsertFunction("__cuttle_step", none, abi.pointer, abi.i32);
  note_ = abi.module.getOrInsertFunction("__cuttle_step_note", none, abi.i32, abi.i32, abi.i64);
  table_ = new GlobalVariable(abi.module, abi.i8, true, GlobalValue::ExternalLinkage, nullptr,
                              "cuttle.steps.later");
  // Names of internal variables are the module's own: two modules may use the same ones.
  for (GlobalVariable& variable : abi.module.globals())
    if (variable.hasPrivateLinkage()) variable.setLinkage(GlobalValue::InternalLinkage);
  const std::string suffix = own_suffix(abi.module);
  for (GlobalVariable& variable : abi.module.globals())
    if (variable.hasLocalLinkage() && variable.hasName())
      variable.setName(variable.getName() + suffix);
}

void Transformers::log(Function& function) {
  FunctionLog log(unit_, function, segments_, step_, note_, table_);
  text_ += log.run();
  segments_ = log.next();
}

void Transformers::emit() {
  Constant* text = ConstantDataArray::getString(unit_.abi.module.getContext(), text_);
  auto* table = new GlobalVariable(unit_.abi.module, text->getType(), true,
                                   GlobalValue::InternalLinkage, text, "cuttle.steps");
  table->setSection(section);
  table->setAlignment(Align(8));
  table_->replaceAllUsesWith(table);
  table_->eraseFromParent();
}

}  // namespace cuttle
