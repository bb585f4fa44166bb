// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/transformers.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstdlib>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/flow/step_text.h"
#include "languages/c/pass/program/coverage.h"
#include "languages/c/runtime/step_notes.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* section = "cuttle_steps";
constexpr unsigned most_members = 64;  // of a variable, that are marked

// Code that runs before main, without being logged.
bool runs_before_main(const Module& module) {
  const auto is_list = [](const GlobalVariable& variable) {
    const StringRef at = variable.getSection();
    return at.starts_with(".init_array") || at.starts_with(".preinit_array") ||
           at.starts_with(".ctors");
  };
  return module.getNamedGlobal("llvm.global_ctors") != nullptr || !module.ifunc_empty() ||
         any_of(module.globals(), is_list);
}

// The numbers and pointers that a type consists of, by their indices.
void collect_members(Type* type, SmallVector<Value*, 4>& path, IntegerType* index,
                     SmallVectorImpl<std::pair<SmallVector<Value*, 4>, Type*>>& out) {
  if (out.size() > most_members) return;
  const auto each = [&](unsigned count, auto&& element) {
    for (unsigned i = 0; i < count && out.size() <= most_members; ++i) {
      path.push_back(ConstantInt::get(index, i));
      collect_members(element(i), path, index, out);
      path.pop_back();
    }
  };
  if (auto* record = dyn_cast<StructType>(type))
    each(record->getNumElements(), [&](unsigned i) { return record->getElementType(i); });
  else if (auto* array = dyn_cast<ArrayType>(type))
    each(static_cast<unsigned>(std::min<uint64_t>(array->getNumElements(), most_members + 1)),
         [&](unsigned) { return array->getElementType(); });
  else if (type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy())
    out.push_back({path, type});
}

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

void mark_unwritten(Function& function) {
  auto* index = IntegerType::get(function.getContext(), 32);
  for (Instruction& instruction : make_early_inc_range(function.getEntryBlock())) {
    auto* slot = dyn_cast<AllocaInst>(&instruction);
    if (slot == nullptr || !slot->isStaticAlloca() || slot->isArrayAllocation()) continue;
    SmallVector<std::pair<SmallVector<Value*, 4>, Type*>, 8> members;
    SmallVector<Value*, 4> path{ConstantInt::get(index, 0)};
    collect_members(slot->getAllocatedType(), path, index, members);
    if (members.size() > most_members) continue;
    Builder b(slot->getNextNode());
    for (const auto& [indices, type] : members) {
      Value* at = indices.size() == 1 ? slot : b.CreateGEP(slot->getAllocatedType(), slot, indices);
      b.CreateStore(b.CreateFreeze(UndefValue::get(type)), at);
    }
  }
}

// Variables that stay in memory are known to hold nothing at first.
void forget_unwritten(Function& function) {
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* store = dyn_cast<StoreInst>(&instruction);
    auto* mark = store == nullptr ? nullptr : dyn_cast<FreezeInst>(store->getValueOperand());
    if (mark == nullptr || !isa<UndefValue>(mark->getOperand(0))) continue;
    auto* at = dyn_cast<GetElementPtrInst>(store->getPointerOperand());
    store->eraseFromParent();
    if (at != nullptr && at->use_empty()) at->eraseFromParent();
    if (mark->use_empty()) mark->eraseFromParent();
  }
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
  if (runs_before_main(abi.module)) text_ = "C\n";
  const std::string suffix = own_suffix(abi.module);
  SmallVector<GlobalValue*, 32> kept;  // as they are: neither split nor made smaller
  for (GlobalVariable& variable : abi.module.globals()) {
    if (!variable.hasLocalLinkage() || !variable.hasName()) continue;
    variable.setName(variable.getName() + suffix);
    if (!variable.getName().starts_with("llvm.")) kept.push_back(&variable);
  }
  appendToCompilerUsed(abi.module, kept);
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
