// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/smtlib_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "engine/expr/floats.h"
#include "engine/expr/ops.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

std::string number(const mpz_class& value) {
  if (value >= 0) return value.get_str();
  return "(- " + mpz_class(-value).get_str() + ")";
}

std::string bit_string(const mpz_class& value, unsigned width, unsigned lowest, unsigned count) {
  std::string out = "#b";
  for (unsigned i = count; i-- > 0;) {
    out += lowest + i < width && mpz_tstbit(value.get_mpz_t(), lowest + i) ? '1' : '0';
  }
  return out;
}

std::string bits_text(const Value& value) {
  unsigned width = value.sort().width;
  mpz_class number = value.as_unsigned();
  if (width % 4 != 0) return bit_string(number, width, 0, width);
  std::string digits = number.get_str(16);
  return "#x" + std::string(width / 4 - digits.size(), '0') + digits;
}

std::string format_text(unsigned width) {
  FloatFormat format = float_format(width);
  return std::to_string(format.exponent) + " " + std::to_string(format.significand);
}

std::string float_text(const Value& value) {
  unsigned width = value.sort().width;
  FloatFormat format = float_format(width);
  UnpackedFloat parts = unpack_float(value);
  if (parts.is(UnpackedFloat::Kind::nan)) return "(_ NaN " + format_text(width) + ")";
  unsigned exponent_at = width == 80 ? 64 : format.significand - 1;
  mpz_class pattern = value.as_unsigned();
  return "(fp " + bit_string(pattern, width, width - 1, 1) + " " +
         bit_string(pattern, width, exponent_at, format.exponent) + " " +
         bit_string(pattern, width, 0, format.significand - 1) + ")";
}

// Words that a program may use as names but that mean something in SMT-LIB.
bool is_taken(std::string_view name) {
  static constexpr std::array words{"_",           "!",           "as",
                                    "let",         "exists",      "forall",
                                    "match",       "par",         "true",
                                    "false",       "not",         "and",
                                    "or",          "xor",         "ite",
                                    "distinct",    "concat",      "extract",
                                    "repeat",      "rotate_left", "rotate_right",
                                    "abs",         "div",         "mod",
                                    "is",          "NaN",         "RNE",
                                    "RNA",         "RTP",         "RTN",
                                    "RTZ",         "to_fp",       "to_fp_unsigned",
                                    "to_int",      "to_real",     "is_int",
                                    "select",      "store",       "const",
                                    "int2bv",      "if",          "implies",
                                    "iff",         "fp",          "par",
                                    "assert",      "Int",         "Bool",
                                    "zero_extend", "sign_extend", "lambda",
                                    "bit",         "seq",         "str",
                                    "re",          "update"};
  return std::ranges::find(words, name) != words.end() || name.starts_with("bv") ||
         name.starts_with("fp.") || name.starts_with("var!") || name.starts_with("n!");
}

const char* simple_name(Op op) {
  switch (op) {
    case Op::not_:
      return "not";
    case Op::and_:
      return "and";
    case Op::or_:
      return "or";
    case Op::xor_:
      return "xor";
    case Op::ite:
      return "ite";
    case Op::eq:
      return "=";
    case Op::bv_not:
      return "bvnot";
    case Op::bv_neg:
      return "bvneg";
    case Op::bv_and:
      return "bvand";
    case Op::bv_or:
      return "bvor";
    case Op::bv_xor:
      return "bvxor";
    case Op::bv_add:
      return "bvadd";
    case Op::bv_sub:
      return "bvsub";
    case Op::bv_mul:
      return "bvmul";
    case Op::bv_udiv:
      return "bvudiv";
    case Op::bv_urem:
      return "bvurem";
    case Op::bv_sdiv:
      return "bvsdiv";
    case Op::bv_srem:
      return "bvsrem";
    case Op::bv_shl:
      return "bvshl";
    case Op::bv_lshr:
      return "bvlshr";
    case Op::bv_ashr:
      return "bvashr";
    case Op::bv_ult:
      return "bvult";
    case Op::bv_ule:
      return "bvule";
    case Op::bv_slt:
      return "bvslt";
    case Op::bv_sle:
      return "bvsle";
    case Op::bv_concat:
      return "concat";
    case Op::f_neg:
      return "fp.neg";
    case Op::f_abs:
      return "fp.abs";
    case Op::f_eq:
      return "fp.eq";
    case Op::f_lt:
      return "fp.lt";
    case Op::f_le:
      return "fp.leq";
    case Op::f_is_nan:
      return "fp.isNaN";
    case Op::f_is_inf:
      return "fp.isInfinite";
    case Op::int_neg:
      return "-";
    case Op::int_add:
      return "+";
    case Op::int_sub:
      return "-";
    case Op::int_mul:
      return "*";
    case Op::int_lt:
      return "<";
    case Op::int_le:
      return "<=";
    case Op::bits_to_int:
      return "bv2nat";
    default:
      return nullptr;
  }
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

// Builds the pieces of one expression.
class Writer {
 public:
  Writer(const ExprPool& pool, const ExprNode& node) : pool_(pool), node_(node) {}

  Writer& text(std::string_view text) {
    if (out_.empty() || out_.back().expr) out_.push_back({});
    out_.back().text += text;
    return *this;
  }
  Writer& expr(ExprId e) {
    out_.push_back({{}, e});
    return *this;
  }
  Writer& arg(unsigned i) { return expr(node_.args[i]); }
  // A template in which $0, $1, $2 stand for the arguments.
  Writer& format(std::string_view form) {
    for (size_t i = 0; i < form.size(); ++i) {
      if (form[i] == '$') {
        arg(static_cast<unsigned>(form[++i] - '0'));
      } else {
        text(form.substr(i, 1));
      }
    }
    return *this;
  }
  Writer& call(std::string_view head) {
    text("(").text(head);
    for (unsigned i = 0; i < op_info(node_.op).arity; ++i) text(" ").arg(i);
    return text(")");
  }
  std::vector<SmtPiece> take() { return std::move(out_); }

 private:
  const ExprPool& pool_;
  const ExprNode& node_;
  std::vector<SmtPiece> out_;
};

std::string indexed(std::string_view name, uint64_t a) {
  return "(_ " + std::string(name) + " " + std::to_string(a) + ")";
}

// Binary search over the elements, so that large tables do not nest deeply. [first, last) holds at
// least one element; recursion is as deep as the binary logarithm of the table's size.
void write_lookup(Writer& out, const ExprPool& pool, const ExprNode& node, size_t first,
                  size_t last) {
  std::span<const ExprId> elements = pool.elements(node.payload);
  if (last - first == 1) {
    out.expr(elements[first]);
    return;
  }
  size_t middle = first + (last - first) / 2;
  out.text("(ite (bvult ").arg(0).text(" ");
  out.text(bits_text(Value::bits(pool.sort(node.args[0]).width, middle))).text(") ");
  write_lookup(out, pool, node, first, middle);
  out.text(" ");
  write_lookup(out, pool, node, middle, last);
  out.text(")");
}

size_t reachable_elements(const ExprPool& pool, const ExprNode& node) {
  size_t count = pool.elements(node.payload).size();
  unsigned width = pool.sort(node.args[0]).width;
  return width < 32 ? std::min(count, size_t{1} << width) : count;
}

// fp.to_sbv and fp.to_ubv where they are defined, our choice elsewhere.
void write_float_to_int(Writer& out, const ExprPool& pool, const ExprNode& node) {
  bool is_signed = node.op == Op::f_to_signed;
  unsigned width = node.sort.width, format = pool.sort(node.args[0]).width;
  auto power = [&](bool negative) {
    UnpackedFloat number{UnpackedFloat::Kind::finite, negative, 1,
                         static_cast<long>(is_signed ? width - 1 : width)};
    return pack_float(number, format, RoundingMode::nearest_even);
  };
  auto limit = [&](bool negative) { return float_text(power(negative)); };
  bool all_fit = unpack_float(power(true)).is(UnpackedFloat::Kind::infinite);
  std::string rounded = "(fp.roundToIntegral RTZ $0)";
  std::string low = !is_signed ? "(fp.leq " + float_text(Value::zero(Sort::floating(format)))
                               : (all_fit ? "(fp.lt " : "(fp.leq ") + limit(true);
  mpz_class unfit = mpz_class(1) << (width - 1);
  if (!is_signed) unfit = (mpz_class(1) << width) - 1;
  out.format("(ite (and " + low + " " + rounded + ") (fp.lt " + rounded + " " + limit(false) +
             ")) (" + indexed(is_signed ? "fp.to_sbv" : "fp.to_ubv", width) + " RTZ $0) " +
             bits_text(Value::bits(width, unfit)) + ")");
}

// The pattern of a float of 80 bits has the integer bit of x87 between exponent and fraction.
void write_from_bits(Writer& out, unsigned width) {
  out.text("((_ to_fp " + format_text(width) + ") ");
  if (width == 80) {
    out.format("(concat ((_ extract 79 64) $0) ((_ extract 62 0) $0))");
  } else {
    out.arg(0);
  }
  out.text(")");
}

void write_to_bits(Writer& out, unsigned width, const std::string& bits) {
  Value nan = Value::floating(width, Value::bits(width, (mpz_class(1) << width) - 1)).bits_of();
  std::string pattern = bits.empty() ? "(fp.to_ieee_bv $0)" : bits;
  if (width == 80) {
    pattern = "(let ((b! " + pattern +
              ")) (concat ((_ extract 78 63) b!) (concat (ite (= ((_ extract 77 63) b!) "
              "#b000000000000000) #b0 #b1) ((_ extract 62 0) b!))))";
  }
  out.format("(ite (fp.isNaN $0) " + bits_text(nan) + " " + pattern + ")");
}

// fmod from the IEEE remainder of the magnitudes, which is at most one divisor too small.
constexpr std::string_view remainder_form =
    "(let ((a! (fp.abs $0)) (b! (fp.abs $1))) (let ((r! (fp.rem a! b!))) (let ((m! (fp.abs (ite "
    "(fp.lt r! (_ +zero FORMAT)) (fp.add RNE r! b!) r!)))) (ite (fp.isNegative $0) (fp.neg m!) "
    "m!))))";

void write_float(Writer& out, const ExprPool& pool, const ExprNode& node, const std::string& bits) {
  std::string mode = mode_name(node.payload);
  std::string to_fp = "(_ to_fp " + format_text(node.sort.is_float() ? node.sort.width : 32) + ") ";
  std::string to_fp_unsigned = "(_ to_fp_unsigned" + to_fp.substr(8);
  switch (node.op) {
    case Op::f_rem: {
      std::string form(remainder_form);
      form.replace(form.find("FORMAT"), 6, format_text(node.sort.width));
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

}  // namespace

std::string smtlib_sort(const ExprPool&, Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return "Bool";
    case SortKind::bits:
      return indexed("BitVec", sort.width);
    case SortKind::floating:
      return "(_ FloatingPoint " + format_text(sort.width) + ")";
    case SortKind::integer:
      return "Int";
    case SortKind::term:
      break;
  }
  CUTTLE_CHECK(false, "this sort has no SMT-LIB form");
}

std::string smtlib_value(const Value& value) {
  if (value.sort().is_bits()) return bits_text(value);
  if (value.sort().is_float()) return float_text(value);
  if (value.sort().is_int()) return number(value.as_signed());
  return value.to_text();
}

std::string smtlib_name(std::string_view name) {
  static constexpr std::string_view specials = "_.$";
  auto is_simple = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           specials.find(c) != specials.npos;
  };
  bool quotable = !name.empty() && name.find_first_of("|\\") == name.npos;
  if (quotable && !is_taken(name)) {
    bool simple = std::ranges::all_of(name, is_simple) && name[0] != '.' && !std::isdigit(name[0]);
    return simple ? std::string(name) : "|" + std::string(name) + "|";
  }
  std::string out = "|var!";
  for (char c : name) {
    if (c == '|' || c == '\\' || c == '%') {
      out += c == '|' ? "%7C" : c == '%' ? "%25" : "%5C";
    } else {
      out += c;
    }
  }
  return out + "|";
}

bool smtlib_repeats_arguments(const ExprPool& pool, ExprId e) {
  switch (pool.op(e)) {
    case Op::lookup:
    case Op::f_rem:
    case Op::f_min:
    case Op::f_max:
    case Op::f_from_bits:
    case Op::f_to_bits:
    case Op::f_to_signed:
    case Op::f_to_unsigned:
    case Op::int_div:
    case Op::int_mod:
    case Op::signed_bits_to_int:
      return true;
    default:
      return false;
  }
}

std::vector<SmtPiece> smtlib_pieces(const ExprPool& pool, ExprId e, const std::string& bits) {
  const ExprNode& node = pool.node(e);
  Writer out(pool, node);
  if (node.op == Op::constant) return out.text(smtlib_value(pool.value(e))).take();
  if (node.op == Op::variable) {
    return out.text(smtlib_name(pool.variable_info(node.payload).name)).take();
  }
  if (const char* name = simple_name(node.op)) return out.call(name).take();
  if (const char* name = rounded_name(node.op)) {
    return out.call(std::string(name) + " " + mode_name(node.payload)).take();
  }
  unsigned width = node.sort.width;
  unsigned arg_width = op_info(node.op).arity > 0 ? pool.sort(node.args[0]).width : 0;
  switch (node.op) {
    case Op::bv_extract:
      return out
          .call("(_ extract " + std::to_string(node.payload + width - 1) + " " +
                std::to_string(node.payload) + ")")
          .take();
    case Op::bv_zext:
      return out.call(indexed("zero_extend", width - arg_width)).take();
    case Op::bv_sext:
      return out.call(indexed("sign_extend", width - arg_width)).take();
    case Op::lookup:
      write_lookup(out, pool, node, 0, reachable_elements(pool, node));
      return out.take();
    case Op::int_div:
      return out.format("(ite (= $1 0) 0 (div $0 $1))").take();
    case Op::int_mod:
      return out.format("(ite (= $1 0) $0 (mod $0 $1))").take();
    case Op::int_to_bits:
      return out.call(indexed("int2bv", width)).take();
    case Op::signed_bits_to_int:
      return out
          .format("(ite (bvslt $0 " + bits_text(Value::bits(arg_width, 0)) + ") (- (bv2nat $0) " +
                  mpz_class(mpz_class(1) << arg_width).get_str() + ") (bv2nat $0))")
          .take();
    default:
      write_float(out, pool, node, bits);
      return out.take();
  }
}

}  // namespace cuttle
