// SPDX-License-Identifier: Apache-2.0
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/values/algebra.h"

using namespace llvm;

namespace cuttle {

// A formula over one leaf of each operand, lane by lane. `formula` runs inside the rare block.
void Symboliser::lanewise(IntrinsicInst& call, unsigned operands, const Formula& formula) {
  Ids result;
  for (unsigned i = 0; i < shape(&call).size(); ++i) {
    SmallVector<Part, 3> parts;
    SmallVector<Value*, 3> triggers;
    for (unsigned k = 0; k < operands; ++k) {
      parts.push_back(part(call.getArgOperand(k), i));
      triggers.push_back(parts.back().id);
    }
    if (!has_symbolic(triggers)) {
      result.push_back(nullptr);
      continue;
    }
    result.push_back(path_.compute(triggers, [=, this](Builder& b, const Inside& inside) {
      Algebra algebra(b, expressions_, unit_.abi);
      SmallVector<Term, 3> terms;
      for (const Part& one : parts) terms.push_back(term(b, inside, one));
      return formula(algebra, terms).id;
    }));
  }
  set_ids(call, std::move(result));
}

// {result, overflow}, for scalars.
void Symboliser::with_overflow(IntrinsicInst& call, Algebra::Sum kind, bool is_signed) {
  const Part x = part(call.getArgOperand(0), 0), y = part(call.getArgOperand(1), 0);
  if (shape(&call).size() != 2) return unsupported(call, "overflow of vectors");
  if (x.id == nullptr && y.id == nullptr) return;
  const CuttleOp op = kind == Algebra::Sum::add   ? CUTTLE_OP_ADD
                      : kind == Algebra::Sum::sub ? CUTTLE_OP_SUB
                                                  : CUTTLE_OP_MUL;
  Value* value = binary(op, x, y);
  Value* beyond = path_.compute({x.id, y.id}, [=, this](Builder& b, const Inside& inside) {
    Algebra algebra(b, expressions_, unit_.abi);
    return algebra.overflows(kind, is_signed, term(b, inside, x), term(b, inside, y)).id;
  });
  set_ids(call, {value, beyond});
}

namespace {

using Term = Algebra::Term;
using Terms = ArrayRef<Term>;

}  // namespace

bool Symboliser::intrinsic(IntrinsicInst& call) {
  return memory_intrinsic(call) || identity_intrinsic(call) || bit_intrinsic(call) ||
         sum_intrinsic(call) || reduction(call) || float_intrinsic(call) || x86_intrinsic(call);
}

bool Symboliser::identity_intrinsic(IntrinsicInst& call) {
  switch (call.getIntrinsicID()) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
    case Intrinsic::arithmetic_fence:
      set_ids(call, ids(call.getArgOperand(0)));
      return true;
    // Answers of the compiler, not of the program.
    case Intrinsic::is_constant:
    case Intrinsic::objectsize:
    case Intrinsic::eh_typeid_for:
    case Intrinsic::threadlocal_address:
      return true;
    default:
      return false;
  }
}

bool Symboliser::bit_intrinsic(IntrinsicInst& call) {
  const bool power_of_two =
      call.getType()->isIntOrIntVectorTy() && isPowerOf2_32(call.getType()->getScalarSizeInBits());
  switch (call.getIntrinsicID()) {
    case Intrinsic::abs:
      lanewise(call, 1, [](Algebra& a, Terms x) {
        return a.select(a.is_negative(x[0]), a.sub(a.number(x[0].width(), 0), x[0]), x[0]);
      });
      return true;
    case Intrinsic::smax:
      lanewise(call, 2,
               [](Algebra& a, Terms x) { return a.select(a.slt(x[0], x[1]), x[1], x[0]); });
      return true;
    case Intrinsic::smin:
      lanewise(call, 2,
               [](Algebra& a, Terms x) { return a.select(a.slt(x[0], x[1]), x[0], x[1]); });
      return true;
    case Intrinsic::umax:
      lanewise(call, 2,
               [](Algebra& a, Terms x) { return a.select(a.ult(x[0], x[1]), x[1], x[0]); });
      return true;
    case Intrinsic::umin:
      lanewise(call, 2,
               [](Algebra& a, Terms x) { return a.select(a.ult(x[0], x[1]), x[0], x[1]); });
      return true;
    case Intrinsic::ctpop:
      lanewise(call, 1, [](Algebra& a, Terms x) { return a.population(x[0]); });
      return true;
    case Intrinsic::ctlz:
      lanewise(call, 1, [](Algebra& a, Terms x) { return a.leading_zeros(x[0]); });
      return true;
    case Intrinsic::cttz:
      lanewise(call, 1, [](Algebra& a, Terms x) { return a.trailing_zeros(x[0]); });
      return true;
    case Intrinsic::bswap:
      lanewise(call, 1, [](Algebra& a, Terms x) { return a.reverse_bytes(x[0]); });
      return true;
    case Intrinsic::bitreverse:
      lanewise(call, 1, [](Algebra& a, Terms x) { return a.reverse_bits(x[0]); });
      return true;
    case Intrinsic::fshl:
      if (!power_of_two) return false;
      lanewise(call, 3, [](Algebra& a, Terms x) { return a.rotate_pair(x[0], x[1], x[2], true); });
      return true;
    case Intrinsic::fshr:
      if (!power_of_two) return false;
      lanewise(call, 3, [](Algebra& a, Terms x) { return a.rotate_pair(x[0], x[1], x[2], false); });
      return true;
    case Intrinsic::ptrmask:
      lanewise(call, 2, [](Algebra& a, Terms x) { return a.bit_and(x[0], x[1]); });
      return true;
    default:
      return false;
  }
}

// All lanes of a vector become one number.
bool Symboliser::reduction(IntrinsicInst& call) {
  using Step = std::function<Term(Algebra&, Term, Term)>;
  Step step;
  switch (call.getIntrinsicID()) {
    case Intrinsic::vector_reduce_add:
      step = [](Algebra& a, Term x, Term y) { return a.add(x, y); };
      break;
    case Intrinsic::vector_reduce_mul:
      step = [](Algebra& a, Term x, Term y) { return a.mul(x, y); };
      break;
    case Intrinsic::vector_reduce_and:
      step = [](Algebra& a, Term x, Term y) { return a.bit_and(x, y); };
      break;
    case Intrinsic::vector_reduce_or:
      step = [](Algebra& a, Term x, Term y) { return a.bit_or(x, y); };
      break;
    case Intrinsic::vector_reduce_xor:
      step = [](Algebra& a, Term x, Term y) { return a.bit_xor(x, y); };
      break;
    case Intrinsic::vector_reduce_smax:
      step = [](Algebra& a, Term x, Term y) { return a.select(a.slt(x, y), y, x); };
      break;
    case Intrinsic::vector_reduce_smin:
      step = [](Algebra& a, Term x, Term y) { return a.select(a.slt(x, y), x, y); };
      break;
    case Intrinsic::vector_reduce_umax:
      step = [](Algebra& a, Term x, Term y) { return a.select(a.ult(x, y), y, x); };
      break;
    case Intrinsic::vector_reduce_umin:
      step = [](Algebra& a, Term x, Term y) { return a.select(a.ult(x, y), x, y); };
      break;
    case Intrinsic::x86_sse2_pmovmskb_128:
    case Intrinsic::x86_avx2_pmovmskb:
    case Intrinsic::x86_sse_movmsk_ps:
    case Intrinsic::x86_sse2_movmsk_pd:
      break;
    default:
      return false;
  }
  SmallVector<Part, 16> lanes;
  SmallVector<Value*, 16> triggers;
  for (unsigned i = 0; i < shape(call.getArgOperand(0)).size(); ++i) {
    lanes.push_back(part(call.getArgOperand(0), i));
    triggers.push_back(lanes.back().id);
  }
  if (!has_symbolic(triggers)) return true;
  set_ids(call, {path_.compute(triggers, [=, this](Builder& b, const Inside& inside) {
            Algebra algebra(b, expressions_, unit_.abi);
            if (step) {
              Term all = term(b, inside, lanes[0]);
              for (unsigned i = 1; i < lanes.size(); ++i)
                all = step(algebra, all, term(b, inside, lanes[i]));
              return all.id;
            }
            // The signs of the lanes, the first in the lowest bit.
            Term all = algebra.is_negative(term(b, inside, lanes[0]));
            for (unsigned i = 1; i < lanes.size(); ++i)
              all = algebra.concat(algebra.is_negative(term(b, inside, lanes[i])), all);
            return algebra.zext(all, 32).id;
          })});
  return true;
}

bool Symboliser::sum_intrinsic(IntrinsicInst& call) {
  using Sum = Algebra::Sum;
  const auto saturate = [&](Sum kind, bool is_signed) {
    lanewise(call, 2,
             [=](Algebra& a, Terms x) { return a.saturated(kind, is_signed, x[0], x[1]); });
    return true;
  };
  const auto overflow = [&](Sum kind, bool is_signed) {
    with_overflow(call, kind, is_signed);
    return true;
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::sadd_with_overflow:
      return overflow(Sum::add, true);
    case Intrinsic::uadd_with_overflow:
      return overflow(Sum::add, false);
    case Intrinsic::ssub_with_overflow:
      return overflow(Sum::sub, true);
    case Intrinsic::usub_with_overflow:
      return overflow(Sum::sub, false);
    case Intrinsic::smul_with_overflow:
      return overflow(Sum::mul, true);
    case Intrinsic::umul_with_overflow:
      return overflow(Sum::mul, false);
    case Intrinsic::sadd_sat:
      return saturate(Sum::add, true);
    case Intrinsic::uadd_sat:
      return saturate(Sum::add, false);
    case Intrinsic::ssub_sat:
      return saturate(Sum::sub, true);
    case Intrinsic::usub_sat:
      return saturate(Sum::sub, false);
    default:
      return false;
  }
}

}  // namespace cuttle
