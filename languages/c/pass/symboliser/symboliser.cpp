// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/symboliser/symboliser.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/values/operations.h"

using namespace llvm;

namespace cuttle {

Symboliser::Symboliser(Unit& unit, Function& function, Slots& slots)
    : unit_(unit),
      function_(function),
      slots_(slots),
      expressions_(unit.abi, function),
      path_(unit.abi) {}

Ids Symboliser::ids(Value* value) {
  const auto found = ids_.find(value);
  if (found != ids_.end()) return found->second;
  const Slots::Variable* variable = isa<Argument>(value) ? slots_.find(value) : nullptr;
  if (variable == nullptr || variable->ids.empty()) return {};
  Builder b(start_, start_->getFirstInsertionPt());
  Ids loaded;
  for (AllocaInst* slot : variable->ids) loaded.push_back(b.CreateLoad(unit_.abi.i32, slot));
  ids_[value] = loaded;
  return loaded;
}

void Symboliser::set_ids(Value& value, Ids ids) {
  if (has_symbolic(ids)) ids_[&value] = std::move(ids);
}

Symboliser::Part Symboliser::part(Value* value, unsigned leaf) {
  const Ids all = ids(value);
  const Shape& leaves = shape(value);
  if (leaf >= leaves.size()) return {value, nullptr, nullptr};
  return {value, &leaves[leaf], all.empty() ? nullptr : all[leaf]};
}

Expressions::Term Symboliser::term(Builder& b, const Inside& inside, const Part& part) {
  return {inside(part.id), leaf_bits(b, take_leaf(b, part.value, *part.leaf))};
}

Value* Symboliser::binary(CuttleOp op, const Part& a, const Part& c) {
  if (a.id == nullptr && c.id == nullptr) return nullptr;
  return path_.compute({a.id, c.id}, [this, op, a, c](Builder& b, const Inside& inside) {
    return expressions_.binary(b, op, term(b, inside, a), term(b, inside, c));
  });
}

Value* Symboliser::site_number(Builder& b, CuttleSiteKind kind, const Instruction& at) {
  return unit_.tables.site_number(b, unit_.tables.site(kind, at));
}

void Symboliser::pin(Value* value, const Instruction& at, CuttleReason reason) {
  const Ids all = ids(value);
  for (unsigned i = 0; i < all.size(); ++i) {
    if (all[i] == nullptr) continue;
    const Part scalar = part(value, i);
    path_.act({scalar.id}, [=, this, &at](Builder& b, const Inside& inside) -> Value* {
      Value* site = site_number(b, CUTTLE_SITE_OPERATION, at);
      expressions_.concretise(b, term(b, inside, scalar), site, reason);
      return nullptr;
    });
  }
}

void Symboliser::unsupported(Instruction& instruction, const Twine& what) {
  SmallVector<Value*, 4> triggers;
  for (Value* operand : instruction.operands()) {
    if (isa<Constant>(operand) || isa<BasicBlock>(operand)) continue;
    const Ids all = ids(operand);
    triggers.append(all.begin(), all.end());
    pin(operand, instruction, CUTTLE_REASON_UNSUPPORTED);
  }
  if (!has_symbolic(triggers)) return;
  path_.act(triggers, [this, &instruction, text = what.str()](Builder& b, const Inside&) {
    Value* site = site_number(b, CUTTLE_SITE_OPERATION, instruction);
    return b.CreateCall(unit_.abi.limitation,
                        {unit_.abi.id(CUTTLE_REASON_UNSUPPORTED), site, unit_.tables.text(text)});
  });
  path_.flush(&instruction);
}

void Symboliser::visitInstruction(Instruction& instruction) {
  unsupported(instruction, instruction.getOpcodeName());
}

void Symboliser::run(BasicBlock& block) {
  ids_.clear();
  start_ = &block;
  SmallVector<Instruction*, 32> instructions;
  for (Instruction& instruction : block) instructions.push_back(&instruction);
  if (auto* before = block.getSinglePredecessor())
    if (auto* invoke = dyn_cast<InvokeInst>(before->getTerminator());
        invoke != nullptr && invoke->getNormalDest() == &block)
      take_results(*invoke, instructions.front());
  bool closed = false;
  for (Instruction* instruction : instructions) {
    if (is_ours(*instruction)) continue;
    path_.location = instruction->getDebugLoc();
    auto* store = dyn_cast<StoreInst>(instruction);
    const bool to_slot = store != nullptr && slots_.is_slot(store->getPointerOperand());
    if (!closed && (to_slot || instruction->isTerminator())) {
      close(*instruction->getParent()->getTerminator(), instruction);
      closed = true;
    }
    if (to_slot)
      store_slot(*store, *slots_.find(store->getPointerOperand()));
    else
      visit(*instruction);
  }
}

void Symboliser::store_slot(StoreInst& store, const Slots::Variable& variable) {
  const Ids all = ids(store.getValueOperand());
  Builder b(&store);
  for (unsigned i = 0; i < variable.ids.size(); ++i) {
    Value* id = all.empty() || all[i] == nullptr ? unit_.abi.zero : all[i];
    b.CreateStore(id, variable.ids[i]);
  }
}

void Symboliser::visitBinaryOperator(BinaryOperator& instruction) {
  const CuttleOp op = operation(instruction.getOpcode());
  if (op == CUTTLE_OP_NONE || is_other_float(instruction.getType()))
    return unsupported(instruction, instruction.getOpcodeName());
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i) {
    const Part a = part(instruction.getOperand(0), i);
    const Part c = part(instruction.getOperand(1), i);
    if (instruction.isIntDivRem()) check_division(instruction, op, a, c);
    check_arithmetic(instruction, a, c);
    result.push_back(binary(op, a, c));
    if (instruction.getType()->isFloatingPointTy()) check_nan(instruction, a, c, result.back());
  }
  set_ids(instruction, std::move(result));
}

// The check comes before the machine instruction, which would trap.
void Symboliser::check_division(BinaryOperator& instruction, CuttleOp op, const Part& a,
                                const Part& c) {
  const bool is_signed = op == CUTTLE_OP_SDIV || op == CUTTLE_OP_SREM;
  if (c.id == nullptr && (a.id == nullptr || !is_signed)) return;
  const auto* divisor = dyn_cast<ConstantInt>(instruction.getOperand(1));
  if (divisor != nullptr && !divisor->isZero() && !divisor->isMinusOne()) return;
  if (a.leaf->width > 64) return;
  path_.act({a.id, c.id}, [=, this, &instruction](Builder& b, const Inside& inside) {
    const Term left = term(b, inside, a), right = term(b, inside, c);
    return b.CreateCall(unit_.abi.check_division,
                        {unit_.abi.id(op), unit_.abi.id(left.width()), left.id, right.id,
                         expressions_.number(b, left.bits), expressions_.number(b, right.bits),
                         site_number(b, CUTTLE_SITE_OPERATION, instruction)});
  });
  path_.flush(&instruction);
}

void Symboliser::visitCastInst(CastInst& instruction) {
  Value* operand = instruction.getOperand(0);
  const Ids from = ids(operand);
  if (from.empty()) return;
  const Shape& to = shape(&instruction);
  if (to.size() != from.size()) {
    if (instruction.getOpcode() == Instruction::BitCast) return regroup(instruction);
    return unsupported(instruction, instruction.getOpcodeName());
  }
  if (instruction.getOpcode() != Instruction::BitCast &&
      (is_other_float(operand->getType()) || is_other_float(instruction.getType())))
    return unsupported(instruction, instruction.getOpcodeName());
  Ids result;
  for (unsigned i = 0; i < to.size(); ++i) {
    const Part a = part(operand, i);
    const CuttleOp op = cast_operation(instruction, a.leaf->width, to[i].width);
    if (unit_.checks.cast && instruction.getOpcode() == Instruction::Trunc)
      check_truncation(instruction, a);
    if (unit_.checks.cast && (instruction.getOpcode() == Instruction::FPToSI ||
                              instruction.getOpcode() == Instruction::FPToUI))
      check_conversion(instruction, a);
    if (a.id == nullptr || op == CUTTLE_OP_NONE) {
      result.push_back(a.id);  // the bits stay the same
      continue;
    }
    const unsigned from_width = a.leaf->width, to_width = to[i].width;
    result.push_back(path_.compute({a.id}, [=, this](Builder& b, const Inside& inside) {
      return expressions_.cast(b, op, from_width, to_width, inside(a.id));
    }));
  }
  set_ids(instruction, std::move(result));
}

void Symboliser::visitICmpInst(ICmpInst& instruction) {
  bool swapped = false;
  const CuttleOp op = comparison(instruction.getPredicate(), swapped);
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i) {
    const Part a = part(instruction.getOperand(swapped ? 1 : 0), i);
    const Part c = part(instruction.getOperand(swapped ? 0 : 1), i);
    result.push_back(binary(op, a, c));
  }
  set_ids(instruction, std::move(result));
}

void Symboliser::visitSelectInst(SelectInst& instruction) {
  Value* condition = instruction.getCondition();
  const bool lanes = condition->getType()->isVectorTy();
  Ids result;
  for (unsigned i = 0; i < shape(&instruction).size(); ++i) {
    const Part c = part(condition, lanes ? i : 0);
    const Part yes = part(instruction.getTrueValue(), i);
    const Part no = part(instruction.getFalseValue(), i);
    if (c.id == nullptr && yes.id == nullptr && no.id == nullptr) {
      result.push_back(nullptr);
      continue;
    }
    result.push_back(path_.compute({c.id, yes.id, no.id}, [=, this](Builder& b,
                                                                    const Inside& inside) {
      return expressions_.select(b, term(b, inside, c), term(b, inside, yes), term(b, inside, no));
    }));
  }
  set_ids(instruction, std::move(result));
}

void Symboliser::visitFreezeInst(FreezeInst& instruction) {
  set_ids(instruction, ids(instruction.getOperand(0)));
}

// An address is a sum: of the base, of index * stride for each symbolic index, and of a number that
// is whatever is left.
void Symboliser::visitGetElementPtrInst(GetElementPtrInst& instruction) {
  if (instruction.getType()->isVectorTy()) return unsupported(instruction, "vector of addresses");
  struct Index {
    Part part;
    uint64_t stride;
  };
  SmallVector<Index, 2> indices;
  SmallVector<Value*, 4> triggers;
  const Part base = part(instruction.getPointerOperand(), 0);
  triggers.push_back(base.id);
  for (auto at = gep_type_begin(instruction); at != gep_type_end(instruction); ++at) {
    if (at.isStruct() || ids(at.getOperand()).empty()) continue;
    const Part index = part(at.getOperand(), 0);
    indices.push_back({index, element_stride(unit_.layout, at)});
    triggers.push_back(index.id);
  }
  if (!has_symbolic(triggers)) return;
  set_ids(instruction,
          {path_.compute(triggers, [=, this, &instruction](Builder& b, const Inside& inside) {
            Term sum = term(b, inside, base);
            for (const Index& index : indices) {
              Term value = term(b, inside, index.part);
              if (value.width() != 64) {
                const CuttleOp op = value.width() < 64 ? CUTTLE_OP_SEXT : CUTTLE_OP_EXTRACT;
                value.id = expressions_.cast(b, op, value.width(), 64, value.id);
                value.bits = b.CreateSExtOrTrunc(value.bits, unit_.abi.i64);
              }
              if (index.stride != 1) {
                value.id = expressions_.binary(b, CUTTLE_OP_MUL, value,
                                               {unit_.abi.zero, unit_.abi.number(index.stride)});
                value.bits = b.CreateMul(value.bits, unit_.abi.number(index.stride));
              }
              sum = {expressions_.binary(b, CUTTLE_OP_ADD, sum, value),
                     b.CreateAdd(sum.bits, value.bits)};
            }
            if (instruction.getNumIndices() == indices.size()) return sum.id;
            Value* rest = b.CreateSub(b.CreatePtrToInt(&instruction, unit_.abi.i64), sum.bits);
            return expressions_.binary(b, CUTTLE_OP_ADD, sum, {unit_.abi.zero, rest});
          })});
}

}  // namespace cuttle
