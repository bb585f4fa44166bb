// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/floats.h"
#include "engine/expr/smtlib_writer.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

std::string bit_string(const mpz_class& value, unsigned width, unsigned lowest, unsigned count) {
  std::string out = "#b";
  for (unsigned i = count; i-- > 0;) {
    out += lowest + i < width && mpz_tstbit(value.get_mpz_t(), lowest + i) ? '1' : '0';
  }
  return out;
}

const char* rounded_name(Op op) {
  switch (op) {
    case Op::f_add:
      return "fp.add";
    case Op::f_sub:
      return "fp.sub";
    case Op::f_mul:
      return "fp.mul";
    case Op::f_div:
      return "fp.div";
    case Op::f_fma:
      return "fp.fma";
    case Op::f_sqrt:
      return "fp.sqrt";
    case Op::f_round:
      return "fp.roundToIntegral";
    default:
      return nullptr;
  }
}

const char* mode_name(uint32_t mode) {
  static constexpr const char* names[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  return names[mode];
}

// fp.to_sbv and fp.to_ubv where they are defined, our choice elsewhere.
void write_float_to_int(SmtWriter& out, const ExprPool& pool, const ExprNode& node) {
  bool is_signed = node.op == Op::f_to_signed;
  unsigned width = node.sort.width, format = pool.sort(node.args[0]).width;
  auto power = [&](bool negative) {
    UnpackedFloat number{UnpackedFloat::Kind::finite, negative, 1,
                         static_cast<long>(is_signed ? width - 1 : width)};
    return pack_float(number, format, RoundingMode::nearest_even);
  };
  auto limit = [&](bool negative) { return smtlib_float(power(negative)); };
  bool all_fit = unpack_float(power(true)).is(UnpackedFloat::Kind::infinite);
  std::string rounded = "(fp.roundToIntegral RTZ $0)";
  std::string low = !is_signed ? "(fp.leq " + smtlib_float(Value::zero(Sort::floating(format)))
                               : (all_fit ? "(fp.lt " : "(fp.leq ") + limit(true);
  mpz_class unfit = mpz_class(1) << (width - 1);
  if (!is_signed) unfit = (mpz_class(1) << width) - 1;
  out.format("(ite (and " + low + " " + rounded + ") (fp.lt " + rounded + " " + limit(false) +
             ")) (" + smtlib_indexed(is_signed ? "fp.to_sbv" : "fp.to_ubv", width) + " RTZ $0) " +
             smtlib_bits(Value::bits(width, unfit)) + ")");
}

// The pattern of a float of 80 bits has the integer bit of x87 between exponent and fraction.
void write_from_bits(SmtWriter& out, unsigned width) {
  out.text("((_ to_fp " + smtlib_float_format(width) + ") ");
  if (width == 80) {
    out.format("(concat ((_ extract 79 64) $0) ((_ extract 62 0) $0))");
  } else {
    out.arg(0);
  }
  out.text(")");
}

void write_to_bits(SmtWriter& out, unsigned width, const std::string& bits) {
  Value nan = Value::floating(width, Value::bits(width, (mpz_class(1) << width) - 1)).bits_of();
  std::string pattern = bits.empty() ? "(fp.to_ieee_bv $0)" : bits;
  if (width == 80) {
    pattern = "(let ((b! " + pattern +
              ")) (concat ((_ extract 78 63) b!) (concat (ite (= ((_ extract 77 63) b!) "
              "#b000000000000000) #b0 #b1) ((_ extract 62 0) b!))))";
  }
  out.format("(ite (fp.isNaN $0) " + smtlib_bits(nan) + " " + pattern + ")");
}

// fmod from the IEEE remainder of the magnitudes, which is at most one divisor too small.
constexpr std::string_view remainder_form =
    "(let ((a! (fp.abs $0)) (b! (fp.abs $1))) (let ((r! (fp.rem a! b!))) (let ((m! (fp.abs (ite "
    "(fp.lt r! (_ +zero FORMAT)) (fp.add RNE r! b!) r!)))) (ite (fp.isNegative $0) (fp.neg m!) "
    "m!))))";

}  // namespace

std::string smtlib_float_format(unsigned width) {
  FloatFormat format = float_format(width);
  return std::to_string(format.exponent) + " " + std::to_string(format.significand);
}

std::string smtlib_float(const Value& value) {
  unsigned width = value.sort().width;
  FloatFormat format = float_format(width);
  UnpackedFloat parts = unpack_float(value);
  if (parts.is(UnpackedFloat::Kind::nan)) return "(_ NaN " + smtlib_float_format(width) + ")";
  unsigned exponent_at = width == 80 ? 64 : format.significand - 1;
  mpz_class pattern = value.as_unsigned();
  return "(fp " + bit_string(pattern, width, width - 1, 1) + " " +
         bit_string(pattern, width, exponent_at, format.exponent) + " " +
         bit_string(pattern, width, 0, format.significand - 1) + ")";
}

void write_float_op(SmtWriter& out, const ExprPool& pool, const ExprNode& node,
                    const std::string& bits) {
  std::string mode = mode_name(node.payload);
  if (const char* name = rounded_name(node.op)) {
    out.call(std::string(name) + " " + mode);
    return;
  }
  std::string to_fp =
      "(_ to_fp " + smtlib_float_format(node.sort.is_float() ? node.sort.width : 32) + ") ";
  std::string to_fp_unsigned = "(_ to_fp_unsigned" + to_fp.substr(8);
  switch (node.op) {
    case Op::f_rem: {
      std::string form(remainder_form);
      form.replace(form.find("FORMAT"), 6, smtlib_float_format(node.sort.width));
      out.format(form);
      return;
    }
    case Op::f_min:
    case Op::f_max: {
      std::string name = node.op == Op::f_min ? "fp.min" : "fp.max";
      out.format("(ite (and (fp.isZero $0) (fp.isZero $1)) (ite (fp.isNegative $0) " +
                 std::string(node.op == Op::f_min ? "$0 $1" : "$1 $0") + ") (" + name + " $0 $1))");
      return;
    }
    case Op::f_to_float:
    case Op::f_from_signed:
      out.call(to_fp + mode);
      return;
    case Op::f_from_unsigned:
      out.call(to_fp_unsigned + mode);
      return;
    case Op::f_from_bits:
      write_from_bits(out, node.sort.width);
      return;
    case Op::f_to_bits:
      write_to_bits(out, node.sort.width, bits);
      return;
    case Op::f_to_signed:
    case Op::f_to_unsigned:
      write_float_to_int(out, pool, node);
      return;
    default:
      CUTTLE_CHECK(false, "this operation has no SMT-LIB form");
  }
}

}  // namespace cuttle
