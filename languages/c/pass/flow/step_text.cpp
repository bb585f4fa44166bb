// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/flow/step_text.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "languages/c/pass/program/coverage.h"
#include "languages/c/runtime/step_notes.h"

using namespace llvm;

namespace cuttle {

ValueNames::ValueNames(Function& function, const DataLayout&) {
  for (Argument& argument : function.args()) numbers_[&argument] = next_++;
  for (Instruction& instruction : instructions(function))
    if (!instruction.getType()->isVoidTy() && !is_ours(instruction))
      numbers_[&instruction] = next_++;
}

std::string own_suffix(const Module& module) {
  uint32_t digest = 2166136261u;
  for (char c : module.getSourceFileName())
    digest = (digest ^ static_cast<unsigned char>(c)) * 16777619u;
  return std::string("..").append(std::to_string(digest));
}

std::string name_in_text(const Function& function) {
  std::string name = function.getName().str();
  if (function.hasLocalLinkage()) name.append(own_suffix(*function.getParent()));
  return name;
}

void StepText::line(Words words) {
  bool first = true;
  for (const std::string& word : words) {
    if (!first) text_ += ' ';
    text_ += word;
    first = false;
  }
  text_ += '\n';
}

unsigned StepText::width(const Type& type) const {
  if (type.isPointerTy()) return 64;
  if (type.isIntegerTy()) return type.getIntegerBitWidth() <= 64 ? type.getIntegerBitWidth() : 0;
  if (type.isFloatTy()) return 32;
  if (type.isDoubleTy()) return 64;
  return 0;
}

void StepText::begin(unsigned number, unsigned at, bool point, bool entry,
                     const Function& function) {
  std::string parameters;
  if (entry)
    for (const Argument& parameter : function.args())
      parameters.append(" ").append(std::to_string(width(*parameter.getType())));
  line({"S", std::to_string(number), std::to_string(at), std::string(point ? "p" : "-"),
        std::string(entry ? "e" : "-"), name_in_text(function) + parameters});
  if (!entry) return;
  name_variables(function);
  for (const Instruction& instruction : function.getEntryBlock())
    if (const auto* slot = dyn_cast<AllocaInst>(&instruction);
        slot != nullptr && slot->isStaticAlloca() && !is_ours(*slot))
      line(
          {"a", id(*slot), std::to_string(slot->getAllocationSize(unit_.layout)->getFixedValue())});
}

// What people call arguments, variables and what joins them ("s.0" is one of the values of s).
void StepText::name_variables(const Function& function) {
  const auto add = [&](const Value& value) {
    StringRef name = value.getName();
    name = name.take_until([](char c) { return c == '.'; });
    if (!name.empty() && names_.has(value)) line({"D", id(value), name.str()});
  };
  for (const Argument& argument : function.args()) add(argument);
  for (const Instruction& instruction : instructions(function))
    if (isa<PHINode>(instruction) || isa<AllocaInst>(instruction)) add(instruction);
}

void StepText::keep(const Instruction& instruction) {
  if (const unsigned bits = width(*instruction.getType()); bits != 0)
    line({"o", id(instruction), std::to_string(bits)});
  else
    unknown("a value of an unusual type");
}

void StepText::forget(const Instruction& instruction) {
  if (const unsigned bits = width(*instruction.getType()); bits != 0)
    line({"k", id(instruction), std::to_string(bits)});
}

std::string StepText::constant(const Constant& value) {
  if (const auto* number = dyn_cast<ConstantInt>(&value); number != nullptr)
    return number->getBitWidth() > 64
               ? "!"
               : std::string("#").append(std::to_string(number->getBitWidth())) + ":" +
                     std::to_string(number->getZExtValue());
  if (const auto* number = dyn_cast<ConstantFP>(&value); number != nullptr) {
    const APInt bits = number->getValueAPF().bitcastToAPInt();
    return bits.getBitWidth() > 64 ? "!"
                                   : std::string("#").append(std::to_string(bits.getBitWidth())) +
                                         ":" + std::to_string(bits.getZExtValue());
  }
  if (isa<ConstantPointerNull>(value)) return "#64:0";
  if (const auto* function = dyn_cast<Function>(&value))
    return std::string("@").append(name_in_text(*function)) + "+0";
  if (value.getType()->isPointerTy()) {
    APInt offset(64, 0);
    const Value* base =
        value.stripAndAccumulateConstantOffsets(unit_.layout, offset, /*AllowNonInbounds=*/true);
    const auto* global = dyn_cast<GlobalObject>(base);
    if (global != nullptr && !isa<Function>(global) && global->hasName() &&
        !global->isThreadLocal())
      return std::string("@").append(global->getName().str()) + "+" +
             std::to_string(offset.getSExtValue());
  }
  return "!";
}

std::string StepText::operand(const Value& value) {
  if (const auto* known = dyn_cast<Constant>(&value)) return constant(*known);
  const unsigned bits = width(*value.getType());
  if (bits == 0 || !names_.has(value)) return "!";
  if (const auto* slot = dyn_cast<AllocaInst>(&value))
    return slot->isStaticAlloca() ? std::string("$").append(id(value)) + "+0" : "!";
  return std::string("%").append(id(value)) + ":" + std::to_string(bits);
}

std::string StepText::address(Instruction& at, Value& pointer, bool behind) {
  APInt offset(64, 0);
  const Value* base =
      pointer.stripAndAccumulateConstantOffsets(unit_.layout, offset, /*AllowNonInbounds=*/true);
  if (const auto* slot = dyn_cast<AllocaInst>(base); slot != nullptr && slot->isStaticAlloca())
    return std::string("$").append(id(*slot)) + "+" + std::to_string(offset.getSExtValue());
  if (isa<Constant>(&pointer)) {
    const std::string known = constant(*llvm::cast<Constant>(&pointer));
    if (known[0] == '@') return known;
  }
  notes_.push_back({&at, behind, CUTTLE_STEP_ADDRESS, 0, &pointer});
  return operand(pointer);
}

void StepText::load(LoadInst& instruction) {
  const unsigned bits = width(*instruction.getType());
  if (bits == 0) return unknown("a load of an unusual type");
  if (instruction.isVolatile()) return unknown("a volatile variable");
  const std::string at = address(instruction, *instruction.getPointerOperand());
  line({"l", id(instruction), std::to_string(bits), at});
}

void StepText::store(StoreInst& instruction) {
  const Value& value = *instruction.getValueOperand();
  const unsigned bits = width(*value.getType());
  if (bits == 0) return unknown("a store of an unusual type");
  const std::string what = operand(value);
  const std::string at = address(instruction, *instruction.getPointerOperand());
  line({"s", std::to_string(bits), what, at});
}

void StepText::binary(BinaryOperator& instruction) {
  const unsigned bits = width(*instruction.getType());
  if (bits == 0 || !instruction.getType()->isIntegerTy())
    return unknown("arithmetic that is not of integers up to 64 bits");
  // p - q: as long as both point into one object.
  if (instruction.getOpcode() == Instruction::Sub) {
    const auto* a = dyn_cast<PtrToIntInst>(instruction.getOperand(0));
    const auto* b = dyn_cast<PtrToIntInst>(instruction.getOperand(1));
    if (a != nullptr && b != nullptr && bits == 64) {
      line({"=", operand(*a->getOperand(0)), operand(*b->getOperand(0))});
      line({"b", id(instruction), "sub", "64", operand(*a->getOperand(0)),
            operand(*b->getOperand(0))});
      return;
    }
  }
  line({"b", id(instruction), instruction.getOpcodeName(), std::to_string(bits),
        operand(*instruction.getOperand(0)), operand(*instruction.getOperand(1))});
}

// Which object comes first in memory nobody knows; and two of them are only surely apart where both
// pointers lead to objects that exist: not behind their end, where the next one may be.
void StepText::compare_pointers(ICmpInst& instruction) {
  Value &a = *instruction.getOperand(0), &b = *instruction.getOperand(1);
  if (!instruction.isEquality()) return line({"=", operand(a), operand(b)});
  for (const Value* side : {&a, &b})
    if (isa<ConstantPointerNull>(side) || isa<Function>(side)) return;
  if (a.stripInBoundsConstantOffsets() == b.stripInBoundsConstantOffsets()) return;
  line({"~", operand(a), operand(b)});
  for (Value* pointer : {&a, &b})
    notes_.push_back({&instruction, false, CUTTLE_STEP_ADDRESS, 0, pointer});
}

void StepText::compare(ICmpInst& instruction) {
  const Value &a = *instruction.getOperand(0), &b = *instruction.getOperand(1);
  const unsigned bits = width(*a.getType());
  if (bits == 0) return unknown("a comparison of unusual values");
  if (a.getType()->isPointerTy()) compare_pointers(instruction);
  line({"b", id(instruction), CmpInst::getPredicateName(instruction.getPredicate()).str(),
        std::to_string(bits), operand(a), operand(b)});
}

void StepText::cast(CastInst& instruction) {
  const unsigned to = width(*instruction.getType());
  const unsigned from = width(*instruction.getOperand(0)->getType());
  const char* how = nullptr;
  switch (instruction.getOpcode()) {
    case Instruction::ZExt:
      how = "z";
      break;
    case Instruction::SExt:
      how = "s";
      break;
    case Instruction::Trunc:
      how = "t";
      break;
    case Instruction::BitCast:
      how = "=";
      break;
    default:
      break;
  }
  if (isa<PtrToIntInst>(instruction) && all_of(instruction.users(), [](const User* user) {
        const auto* difference = dyn_cast<BinaryOperator>(user);
        return difference != nullptr && difference->getOpcode() == Instruction::Sub &&
               isa<PtrToIntInst>(difference->getOperand(0)) &&
               isa<PtrToIntInst>(difference->getOperand(1));
      }))
    return line({"x", id(instruction), "=", "64", operand(*instruction.getOperand(0))});
  if (how == nullptr || to == 0 || from == 0)
    return unknown(isa<PtrToIntInst>(instruction) || isa<IntToPtrInst>(instruction)
                       ? "a pointer becomes a number, or a number a pointer"
                       : "a conversion of floating point");
  line({"x", id(instruction), how, std::to_string(to), operand(*instruction.getOperand(0))});
}

// base + constant + index * scale + ...
void StepText::offset(GetElementPtrInst& instruction) {
  auto& gep = llvm::cast<GEPOperator>(instruction);
  APInt constant_offset(64, 0);
#if LLVM_VERSION_MAJOR >= 21
  SmallMapVector<Value*, APInt, 4> variable;
#else
  MapVector<Value*, APInt> variable;
#endif
  if (!instruction.getType()->isPointerTy() ||
      !gep.collectOffset(unit_.layout, 64, variable, constant_offset))
    return unknown("an unusual address");
  std::string sum = operand(*gep.getPointerOperand());
  const auto add = [&](const std::string& what, bool last) {
    const std::string name = last ? id(instruction) : std::to_string(names_.fresh());
    line({"b", name, "add", "64", sum, what});
    sum = std::string("%").append(name) + ":64";
  };
  for (auto& [index, scale] : variable) {
    const std::string wide = std::to_string(names_.fresh());
    const unsigned bits = width(*index->getType());
    if (bits == 0) return unknown("an unusual index");
    line({"x", wide, bits < 64 ? "s" : "=", "64", operand(*index)});
    const std::string product = std::to_string(names_.fresh());
    line({"b", product, "mul", "64", std::string("%").append(wide) + ":64",
          std::string("#64:").append(std::to_string(scale.getZExtValue()))});
    add(std::string("%").append(product) + ":64", false);
  }
  add(std::string("#64:").append(std::to_string(constant_offset.getZExtValue())), true);
}

void StepText::add(Instruction& instruction, const SegmentOf& segment, unsigned after) {
  if (auto* phi = dyn_cast<PHINode>(&instruction)) {
    if (const unsigned bits = width(*phi->getType()); bits != 0)
      line({"p", id(*phi), std::to_string(bits)});
    else
      unknown("a value of an unusual type");
  } else if (auto* l = dyn_cast<LoadInst>(&instruction)) {
    load(*l);
  } else if (auto* s = dyn_cast<StoreInst>(&instruction)) {
    store(*s);
  } else if (auto* b = dyn_cast<BinaryOperator>(&instruction)) {
    binary(*b);
  } else if (auto* c = dyn_cast<ICmpInst>(&instruction)) {
    compare(*c);
  } else if (auto* x = dyn_cast<CastInst>(&instruction)) {
    cast(*x);
  } else if (auto* g = dyn_cast<GetElementPtrInst>(&instruction)) {
    offset(*g);
  } else if (isa<SelectInst>(instruction) && width(*instruction.getType()) != 0 &&
             instruction.getOperand(0)->getType()->isIntegerTy(1)) {
    line({"?", id(instruction), std::to_string(width(*instruction.getType())),
          operand(*instruction.getOperand(0)), operand(*instruction.getOperand(1)),
          operand(*instruction.getOperand(2))});
  } else if (isa<FreezeInst>(instruction) && width(*instruction.getType()) != 0) {
    line({"x", id(instruction), "=", std::to_string(width(*instruction.getType())),
          operand(*instruction.getOperand(0))});
  } else if (auto* i = dyn_cast<IntrinsicInst>(&instruction)) {
    intrinsic(*i);
  } else if (auto* invocation = dyn_cast<CallInst>(&instruction)) {
    call(*invocation, after);
  } else if (instruction.isTerminator()) {
    terminator(instruction, segment);
  } else {
    unknown(std::string("the instruction ") + instruction.getOpcodeName());
  }
}

void StepText::intrinsic(IntrinsicInst& call) {
  const auto pick = [&](const char* predicate) {
    const std::string bits = std::to_string(width(*call.getType()));
    const std::string test = std::to_string(names_.fresh());
    const std::string a = operand(*call.getArgOperand(0)), b = operand(*call.getArgOperand(1));
    line({"b", test, predicate, bits, a, b});
    line({"?", id(call), bits, std::string("%").append(test) + ":1", a, b});
  };
  if (auto* set = dyn_cast<MemSetInst>(&call)) {
    const auto* length = dyn_cast<ConstantInt>(set->getLength());
    const auto* value = dyn_cast<ConstantInt>(set->getValue());
    if (length == nullptr || value == nullptr)
      return unknown("memset of an unknown length or value");
    const std::string to = address(call, *set->getDest());
    return line(
        {"M", std::to_string(length->getZExtValue()), std::to_string(value->getZExtValue()), to});
  }
  if (auto* copy = dyn_cast<MemTransferInst>(&call)) {
    const auto* length = dyn_cast<ConstantInt>(copy->getLength());
    if (length == nullptr) return unknown("memcpy of an unknown length");
    const std::string to = address(call, *copy->getDest());
    const std::string from = address(call, *copy->getSource());
    return line({"m", std::to_string(length->getZExtValue()), to, from});
  }
  const bool number = call.getType()->isIntegerTy() && width(*call.getType()) != 0;
  switch (call.getIntrinsicID()) {
    case Intrinsic::smax:
      return number ? pick("sgt") : unknown("an intrinsic");
    case Intrinsic::smin:
      return number ? pick("slt") : unknown("an intrinsic");
    case Intrinsic::umax:
      return number ? pick("ugt") : unknown("an intrinsic");
    case Intrinsic::umin:
      return number ? pick("ult") : unknown("an intrinsic");
    case Intrinsic::expect:
      return number ? line({"x", id(call), "=", std::to_string(width(*call.getType())),
                            operand(*call.getArgOperand(0))})
                    : unknown("an intrinsic");
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::experimental_noalias_scope_decl:
      return;
    default:
      return unknown("the intrinsic " + call.getCalledFunction()->getName().str());
  }
}

void StepText::incoming(Instruction& end) {
  SmallPtrSet<const BasicBlock*, 4> done;
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
    BasicBlock* next = end.getSuccessor(i);
    if (!done.insert(next).second) continue;
    for (PHINode& phi : next->phis()) {
      const unsigned bits = width(*phi.getType());
      if (bits == 0) continue;
      line({"i", id(phi), std::to_string(bits),
            operand(*phi.getIncomingValueForBlock(end.getParent()))});
    }
  }
}

void StepText::terminator(Instruction& end, const SegmentOf& segment) {
  incoming(end);
  const auto target = [&](const BasicBlock* block) { return std::to_string(segment(block)); };
  if (auto* jump = dyn_cast<BranchInst>(&end)) {
    if (jump->isUnconditional()) return line({"j", target(jump->getSuccessor(0))});
    return line({"B", operand(*jump->getCondition()), target(jump->getSuccessor(1)),
                 target(jump->getSuccessor(0))});
  }
  if (auto* choice = dyn_cast<SwitchInst>(&end)) {
    const unsigned bits = width(*choice->getCondition()->getType());
    if (bits == 0) return unknown("a switch over an unusual value");
    const auto arms = switch_arms(*choice);
    std::string words = "W";
    const auto add = [&](const std::string& word) { words.append(" ").append(word); };
    add(std::to_string(bits));
    add(operand(*choice->getCondition()));
    add(std::to_string(arms.size()));
    for (const BasicBlock* arm : arms) add(target(arm));
    for (const auto& value : choice->cases()) {
      if (value.getCaseSuccessor() == choice->getDefaultDest()) continue;
      add(std::to_string(value.getCaseValue()->getZExtValue()));
      words.append(":").append(std::to_string(find(arms, value.getCaseSuccessor()) - arms.begin()));
    }
    return line({words});
  }
  if (auto* back = dyn_cast<ReturnInst>(&end)) {
    const Value* value = back->getReturnValue();
    if (value == nullptr) return line({"r"});
    const unsigned bits = width(*value->getType());
    if (bits == 0) return unknown("a result of an unusual type");
    return line({"r", std::to_string(bits), operand(*value)});
  }
  if (isa<UnreachableInst>(end)) return line({"n", "end"});
  unknown(std::string("the instruction ") + end.getOpcodeName());
}

}  // namespace cuttle
