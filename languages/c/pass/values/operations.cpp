// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/values/operations.h"

#include <llvm/IR/Instructions.h>

#include "languages/c/pass/abi/llvm_compat.h"

using namespace llvm;

namespace cuttle {

CuttleOp operation(Instruction::BinaryOps opcode) {
  switch (opcode) {
    case Instruction::Add:
      return CUTTLE_OP_ADD;
    case Instruction::Sub:
      return CUTTLE_OP_SUB;
    case Instruction::Mul:
      return CUTTLE_OP_MUL;
    case Instruction::UDiv:
      return CUTTLE_OP_UDIV;
    case Instruction::SDiv:
      return CUTTLE_OP_SDIV;
    case Instruction::URem:
      return CUTTLE_OP_UREM;
    case Instruction::SRem:
      return CUTTLE_OP_SREM;
    case Instruction::Shl:
      return CUTTLE_OP_SHL;
    case Instruction::LShr:
      return CUTTLE_OP_LSHR;
    case Instruction::AShr:
      return CUTTLE_OP_ASHR;
    case Instruction::And:
      return CUTTLE_OP_AND;
    case Instruction::Or:
      return CUTTLE_OP_OR;
    case Instruction::Xor:
      return CUTTLE_OP_XOR;
    case Instruction::FAdd:
      return CUTTLE_OP_FADD;
    case Instruction::FSub:
      return CUTTLE_OP_FSUB;
    case Instruction::FMul:
      return CUTTLE_OP_FMUL;
    case Instruction::FDiv:
      return CUTTLE_OP_FDIV;
    case Instruction::FRem:
      return CUTTLE_OP_FREM;
    default:
      return CUTTLE_OP_NONE;
  }
}

CuttleOp comparison(CmpInst::Predicate predicate, bool& swapped) {
  swapped = false;
  switch (predicate) {
    case CmpInst::ICMP_EQ:
      return CUTTLE_OP_EQ;
    case CmpInst::ICMP_NE:
      return CUTTLE_OP_NE;
    case CmpInst::ICMP_ULT:
      return CUTTLE_OP_ULT;
    case CmpInst::ICMP_ULE:
      return CUTTLE_OP_ULE;
    case CmpInst::ICMP_SLT:
      return CUTTLE_OP_SLT;
    case CmpInst::ICMP_SLE:
      return CUTTLE_OP_SLE;
    default:
      break;
  }
  swapped = true;
  switch (predicate) {
    case CmpInst::ICMP_UGT:
      return CUTTLE_OP_ULT;
    case CmpInst::ICMP_UGE:
      return CUTTLE_OP_ULE;
    case CmpInst::ICMP_SGT:
      return CUTTLE_OP_SLT;
    default:
      return CUTTLE_OP_SLE;
  }
}

CuttleOp cast_operation(const CastInst& cast, unsigned from_width, unsigned to_width) {
  switch (cast.getOpcode()) {
    case Instruction::SExt:
      return CUTTLE_OP_SEXT;
    case Instruction::FPTrunc:
    case Instruction::FPExt:
      return CUTTLE_OP_FTOF;
    case Instruction::FPToUI:
      return CUTTLE_OP_F_TO_UNSIGNED;
    case Instruction::FPToSI:
      return CUTTLE_OP_F_TO_SIGNED;
    case Instruction::UIToFP:
      return CUTTLE_OP_UNSIGNED_TO_F;
    case Instruction::SIToFP:
      return CUTTLE_OP_SIGNED_TO_F;
    default:
      break;
  }
  if (from_width == to_width) return CUTTLE_OP_NONE;
  return from_width < to_width ? CUTTLE_OP_ZEXT : CUTTLE_OP_EXTRACT;
}

FloatComparison float_plan(CmpInst::Predicate predicate) {
  using Kind = FloatComparison::Kind;
  switch (predicate) {
    case CmpInst::FCMP_OEQ:
      return {Kind::simple, CUTTLE_OP_FEQ, false, false};
    case CmpInst::FCMP_UNE:
      return {Kind::simple, CUTTLE_OP_FEQ, false, true};
    case CmpInst::FCMP_OLT:
      return {Kind::simple, CUTTLE_OP_FLT, false, false};
    case CmpInst::FCMP_OGT:
      return {Kind::simple, CUTTLE_OP_FLT, true, false};
    case CmpInst::FCMP_OLE:
      return {Kind::simple, CUTTLE_OP_FLE, false, false};
    case CmpInst::FCMP_OGE:
      return {Kind::simple, CUTTLE_OP_FLE, true, false};
    case CmpInst::FCMP_UGT:
      return {Kind::simple, CUTTLE_OP_FLE, false, true};
    case CmpInst::FCMP_UGE:
      return {Kind::simple, CUTTLE_OP_FLT, false, true};
    case CmpInst::FCMP_ULT:
      return {Kind::simple, CUTTLE_OP_FLE, true, true};
    case CmpInst::FCMP_ULE:
      return {Kind::simple, CUTTLE_OP_FLT, true, true};
    case CmpInst::FCMP_ONE:
      return {Kind::either, CUTTLE_OP_NONE, false, false};
    case CmpInst::FCMP_UEQ:
      return {Kind::either, CUTTLE_OP_NONE, false, true};
    case CmpInst::FCMP_UNO:
      return {Kind::unordered, CUTTLE_OP_NONE, false, false};
    case CmpInst::FCMP_ORD:
      return {Kind::unordered, CUTTLE_OP_NONE, false, true};
    default:
      return {};
  }
}

AtomicUpdate atomic_update(AtomicRMWInst::BinOp operation) {
  using Kind = AtomicUpdate::Kind;
  const auto plain = [](CuttleOp op) { return AtomicUpdate{Kind::operation, op}; };
  switch (operation) {
    case AtomicRMWInst::Xchg:
      return {Kind::exchange};
    case AtomicRMWInst::Add:
      return plain(CUTTLE_OP_ADD);
    case AtomicRMWInst::Sub:
      return plain(CUTTLE_OP_SUB);
    case AtomicRMWInst::And:
      return plain(CUTTLE_OP_AND);
    case AtomicRMWInst::Or:
      return plain(CUTTLE_OP_OR);
    case AtomicRMWInst::Xor:
      return plain(CUTTLE_OP_XOR);
    case AtomicRMWInst::FAdd:
      return plain(CUTTLE_OP_FADD);
    case AtomicRMWInst::FSub:
      return plain(CUTTLE_OP_FSUB);
    case AtomicRMWInst::Nand:
      return {Kind::operation, CUTTLE_OP_AND, CmpInst::BAD_ICMP_PREDICATE, true};
    case AtomicRMWInst::Min:
      return {Kind::extreme, CUTTLE_OP_SLT, CmpInst::ICMP_SLT};
    case AtomicRMWInst::UMin:
      return {Kind::extreme, CUTTLE_OP_ULT, CmpInst::ICMP_ULT};
    case AtomicRMWInst::Max:
      return {Kind::extreme, CUTTLE_OP_SLT, CmpInst::ICMP_SLT, true};
    case AtomicRMWInst::UMax:
      return {Kind::extreme, CUTTLE_OP_ULT, CmpInst::ICMP_ULT, true};
    default:
      return {};
  }
}

uint64_t element_stride(const DataLayout& layout, gep_type_iterator at) {
  return layout.getTypeAllocSize(at.getIndexedType()).getFixedValue();
}

}  // namespace cuttle
