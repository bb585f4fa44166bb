// SPDX-License-Identifier: Apache-2.0
// The intrinsics of SSE that clang has no generic instructions for, lane by lane.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/values/algebra.h"

using namespace llvm;

namespace cuttle {
namespace {

using Term = Algebra::Term;
using Terms = SmallVector<Term, 16>;
using Operands = ArrayRef<Terms>;

// As minps does: the second operand when they cannot be ordered.
Term smaller(Algebra& a, Term x, Term y) {
  return a.select(a.float_less(x, y), x, y);
}
Term larger(Algebra& a, Term x, Term y) {
  return a.select(a.float_less(y, x), x, y);
}

// The eight comparisons of cmpps.
Term compare(Algebra& a, unsigned kind, Term x, Term y) {
  Term result = a.number(1, 0);
  switch (kind & 3) {
    case 0:
      result = a.float_equal(x, y);
      break;
    case 1:
      result = a.float_less(x, y);
      break;
    case 2:
      result = a.float_less_or_equal(x, y);
      break;
    default:
      result = a.bit_not(a.bit_or(a.float_less_or_equal(x, y), a.float_less_or_equal(y, x)));
      break;
  }
  return kind & 4 ? a.bit_not(result) : result;
}

enum class Shift { left, right, arithmetic };

// By `by` (64 bits), which may be more than the width.
Term shifted(Algebra& a, Shift kind, Term x, Term by) {
  const unsigned width = x.width();
  const Term fits = a.ult(by, a.number(64, width));
  const Term amount = width == 64 ? by : a.extract(by, 0, width);
  switch (kind) {
    case Shift::left:
      return a.select(fits, a.shl(x, amount), a.number(width, 0));
    case Shift::right:
      return a.select(fits, a.lshr(x, amount), a.number(width, 0));
    default:
      return a.ashr(x, a.select(fits, amount, a.number(width, width - 1)));
  }
}

// The low 64 bits of a vector.
Term low_quadword(Algebra& a, const Terms& lanes) {
  Term all = lanes[0];
  for (unsigned i = 1; all.width() < 64; ++i) all = a.concat(lanes[i], all);
  return all;
}

Term clamped(Algebra& a, Term x, unsigned width, bool is_signed) {
  const unsigned from = x.width();
  const APInt low = is_signed ? APInt::getSignedMinValue(width).sext(from) : APInt(from, 0);
  const APInt high =
      is_signed ? APInt::getSignedMaxValue(width).sext(from) : APInt::getMaxValue(width).zext(from);
  x = a.select(a.slt(x, a.number(low)), a.number(low), x);
  x = a.select(a.slt(a.number(high), x), a.number(high), x);
  return a.extract(x, 0, width);
}

Terms packed(Algebra& a, Operands x, unsigned width, bool is_signed) {
  Terms result;
  for (const Terms& operand : x)
    for (Term lane : operand) result.push_back(clamped(a, lane, width, is_signed));
  return result;
}

// Pairs of 16-bit products, added.
Terms multiplied_pairs(Algebra& a, Operands x) {
  Terms result;
  for (unsigned i = 0; i + 1 < x[0].size(); i += 2) {
    const Term first = a.mul(a.sext(x[0][i], 32), a.sext(x[1][i], 32));
    const Term second = a.mul(a.sext(x[0][i + 1], 32), a.sext(x[1][i + 1], 32));
    result.push_back(a.add(first, second));
  }
  return result;
}

// Sums of absolute differences, of eight bytes each.
Terms differences(Algebra& a, Operands x) {
  Terms result;
  for (unsigned i = 0; i + 7 < x[0].size(); i += 8) {
    Term sum = a.number(64, 0);
    for (unsigned k = i; k < i + 8; ++k) {
      const Term p = x[0][k], q = x[1][k];
      sum = a.add(sum, a.zext(a.select(a.ult(p, q), a.sub(q, p), a.sub(p, q)), 64));
    }
    result.push_back(sum);
  }
  return result;
}

using Lane = std::function<Term(Algebra&, Term, Term)>;

Terms each(Algebra& a, Operands x, const Lane& lane) {
  Terms result;
  for (unsigned i = 0; i < x[0].size(); ++i) result.push_back(lane(a, x[0][i], x[1][i]));
  return result;
}

// Only the first lane; the others are those of the first operand.
Terms first_only(Algebra& a, Operands x, const Lane& lane) {
  Terms result = x[0];
  result[0] = lane(a, x[0][0], x[1][0]);
  return result;
}

}  // namespace

// Computes all lanes of the result from all lanes of the operands.
void Symboliser::whole(IntrinsicInst& call, unsigned operands, const WholeFormula& formula) {
  SmallVector<SmallVector<Part, 16>, 2> parts(operands);
  SmallVector<Value*, 32> triggers;
  for (unsigned k = 0; k < operands; ++k)
    for (unsigned i = 0; i < shape(call.getArgOperand(k)).size(); ++i) {
      parts[k].push_back(part(call.getArgOperand(k), i));
      triggers.push_back(parts[k].back().id);
    }
  if (!has_symbolic(triggers)) return;
  auto lanes = std::make_shared<Terms>();
  Ids result;
  for (unsigned i = 0; i < shape(&call).size(); ++i)
    result.push_back(path_.compute(triggers, [=, this](Builder& b, const Inside& inside) {
      if (lanes->empty()) {
        Algebra algebra(b, expressions_, unit_.abi);
        SmallVector<Terms, 2> terms(parts.size());
        for (unsigned k = 0; k < parts.size(); ++k)
          for (const Part& one : parts[k]) terms[k].push_back(term(b, inside, one));
        *lanes = formula(algebra, terms);
      }
      return (*lanes)[i].id;
    }));
  set_ids(call, std::move(result));
}

bool Symboliser::x86_shift(IntrinsicInst& call) {
  Shift kind = Shift::left;
  bool immediate = false;
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_sse2_pslli_w:
    case Intrinsic::x86_sse2_pslli_d:
    case Intrinsic::x86_sse2_pslli_q:
      immediate = true;
      break;
    case Intrinsic::x86_sse2_psrli_w:
    case Intrinsic::x86_sse2_psrli_d:
    case Intrinsic::x86_sse2_psrli_q:
      immediate = true;
      kind = Shift::right;
      break;
    case Intrinsic::x86_sse2_psrai_w:
    case Intrinsic::x86_sse2_psrai_d:
      immediate = true;
      kind = Shift::arithmetic;
      break;
    case Intrinsic::x86_sse2_psll_w:
    case Intrinsic::x86_sse2_psll_d:
    case Intrinsic::x86_sse2_psll_q:
      break;
    case Intrinsic::x86_sse2_psrl_w:
    case Intrinsic::x86_sse2_psrl_d:
    case Intrinsic::x86_sse2_psrl_q:
      kind = Shift::right;
      break;
    case Intrinsic::x86_sse2_psra_w:
    case Intrinsic::x86_sse2_psra_d:
      kind = Shift::arithmetic;
      break;
    default:
      return false;
  }
  whole(call, 2, [=](Algebra& a, Operands x) {
    const Term by = immediate ? a.zext(x[1][0], 64) : low_quadword(a, x[1]);
    Terms result;
    for (Term lane : x[0]) result.push_back(shifted(a, kind, lane, by));
    return result;
  });
  return true;
}

bool Symboliser::x86_float(IntrinsicInst& call) {
  const auto mask = [&](bool all) {
    const auto kind =
        static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(2))->getZExtValue());
    whole(call, 2, [=](Algebra& a, Operands x) {
      const Lane lane = [=](Algebra& b, Term p, Term q) {
        return b.sext(compare(b, kind, p, q), p.width());
      };
      return all ? each(a, x, lane) : first_only(a, x, lane);
    });
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_sse_min_ps:
    case Intrinsic::x86_sse2_min_pd:
      whole(call, 2, [](Algebra& a, Operands x) { return each(a, x, smaller); });
      return true;
    case Intrinsic::x86_sse_max_ps:
    case Intrinsic::x86_sse2_max_pd:
      whole(call, 2, [](Algebra& a, Operands x) { return each(a, x, larger); });
      return true;
    case Intrinsic::x86_sse_min_ss:
    case Intrinsic::x86_sse2_min_sd:
      whole(call, 2, [](Algebra& a, Operands x) { return first_only(a, x, smaller); });
      return true;
    case Intrinsic::x86_sse_max_ss:
    case Intrinsic::x86_sse2_max_sd:
      whole(call, 2, [](Algebra& a, Operands x) { return first_only(a, x, larger); });
      return true;
    case Intrinsic::x86_sse_cmp_ps:
    case Intrinsic::x86_sse2_cmp_pd:
      mask(true);
      return true;
    case Intrinsic::x86_sse_cmp_ss:
    case Intrinsic::x86_sse2_cmp_sd:
      mask(false);
      return true;
    default:
      return false;
  }
}

bool Symboliser::x86_intrinsic(IntrinsicInst& call) {
  if (x86_shift(call) || x86_float(call)) return true;
  const auto pack = [&](unsigned width, bool is_signed) {
    whole(call, 2, [=](Algebra& a, Operands x) { return packed(a, x, width, is_signed); });
    return true;
  };
  // The upper half of the product, or half of the sum: in twice the width.
  const auto widened = [&](bool is_signed, bool product) {
    whole(call, 2, [=](Algebra& a, Operands x) {
      return each(a, x, [=](Algebra& b, Term p, Term q) {
        const unsigned width = p.width(), twice = 2 * width;
        const Term left = is_signed ? b.sext(p, twice) : b.zext(p, twice);
        const Term right = is_signed ? b.sext(q, twice) : b.zext(q, twice);
        if (product) return b.extract(b.mul(left, right), width, width);
        return b.extract(b.add(b.add(left, right), b.number(twice, 1)), 1, width);
      });
    });
    return true;
  };
  switch (call.getIntrinsicID()) {
    case Intrinsic::x86_sse2_packsswb_128:
      return pack(8, true);
    case Intrinsic::x86_sse2_packssdw_128:
      return pack(16, true);
    case Intrinsic::x86_sse2_packuswb_128:
      return pack(8, false);
    case Intrinsic::x86_sse41_packusdw:
      return pack(16, false);
    case Intrinsic::x86_sse2_pmulh_w:
      return widened(true, true);
    case Intrinsic::x86_sse2_pmulhu_w:
      return widened(false, true);
    case Intrinsic::x86_sse2_pavg_b:
    case Intrinsic::x86_sse2_pavg_w:
      return widened(false, false);
    case Intrinsic::x86_sse2_pmadd_wd:
      whole(call, 2, multiplied_pairs);
      return true;
    case Intrinsic::x86_sse2_psad_bw:
      whole(call, 2, differences);
      return true;
    default:
      return false;
  }
}

}  // namespace cuttle
