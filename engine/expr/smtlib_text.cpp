// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/smtlib_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

#include "engine/expr/smtlib_writer.h"
#include "engine/support/check.h"

namespace cuttle {
namespace {

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

std::string number(const mpz_class& value) {
  if (value >= 0) return value.get_str();
  return "(- " + mpz_class(-value).get_str() + ")";
}

// Operations that are one SMT-LIB function of their arguments.
constexpr std::pair<Op, const char*> simple_names[] = {
    {Op::not_, "not"},           {Op::and_, "and"},          {Op::or_, "or"},
    {Op::xor_, "xor"},           {Op::ite, "ite"},           {Op::eq, "="},
    {Op::bv_not, "bvnot"},       {Op::bv_neg, "bvneg"},      {Op::bv_and, "bvand"},
    {Op::bv_or, "bvor"},         {Op::bv_xor, "bvxor"},      {Op::bv_add, "bvadd"},
    {Op::bv_sub, "bvsub"},       {Op::bv_mul, "bvmul"},      {Op::bv_udiv, "bvudiv"},
    {Op::bv_urem, "bvurem"},     {Op::bv_sdiv, "bvsdiv"},    {Op::bv_srem, "bvsrem"},
    {Op::bv_shl, "bvshl"},       {Op::bv_lshr, "bvlshr"},    {Op::bv_ashr, "bvashr"},
    {Op::bv_ult, "bvult"},       {Op::bv_ule, "bvule"},      {Op::bv_slt, "bvslt"},
    {Op::bv_sle, "bvsle"},       {Op::bv_concat, "concat"},  {Op::f_neg, "fp.neg"},
    {Op::f_abs, "fp.abs"},       {Op::f_eq, "fp.eq"},        {Op::f_lt, "fp.lt"},
    {Op::f_le, "fp.leq"},        {Op::f_is_nan, "fp.isNaN"}, {Op::f_is_inf, "fp.isInfinite"},
    {Op::int_neg, "-"},          {Op::int_add, "+"},         {Op::int_sub, "-"},
    {Op::int_mul, "*"},          {Op::int_lt, "<"},          {Op::int_le, "<="},
    {Op::bits_to_int, "bv2nat"},
};

const char* simple_name(Op op) {
  for (const auto& [known, name] : simple_names) {
    if (known == op) return name;
  }
  return nullptr;
}

// Binary search over the elements, so that large tables do not nest deeply. [first, last) holds at
// least one element; recursion is as deep as the binary logarithm of the table's size.
void write_lookup(SmtWriter& out, const ExprPool& pool, const ExprNode& node, size_t first,
                  size_t last) {
  std::span<const ExprId> elements = pool.elements(node.payload);
  if (last - first == 1) {
    out.expr(elements[first]);
    return;
  }
  size_t middle = first + (last - first) / 2;
  out.text("(ite (bvult ").arg(0).text(" ");
  out.text(smtlib_bits(Value::bits(pool.sort(node.args[0]).width, middle))).text(") ");
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

}  // namespace

std::string smtlib_indexed(std::string_view name, uint64_t index) {
  return "(_ " + std::string(name) + " " + std::to_string(index) + ")";
}

std::string smtlib_bits(const Value& value) {
  unsigned width = value.sort().width;
  bool hexadecimal = width % 4 == 0;
  std::string digits = value.as_unsigned().get_str(hexadecimal ? 16 : 2);
  size_t length = hexadecimal ? width / 4 : width;
  return (hexadecimal ? "#x" : "#b") + std::string(length - digits.size(), '0') + digits;
}

std::string smtlib_sort(Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return "Bool";
    case SortKind::bits:
      return smtlib_indexed("BitVec", sort.width);
    case SortKind::floating:
      return "(_ FloatingPoint " + smtlib_float_format(sort.width) + ")";
    case SortKind::integer:
      return "Int";
  }
  CUTTLE_CHECK(false, "a sort of no kind");
}

std::string smtlib_value(const Value& value) {
  if (value.sort().is_bits()) return smtlib_bits(value);
  if (value.sort().is_float()) return smtlib_float(value);
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
  SmtWriter out(node);
  if (node.op == Op::constant) return out.text(smtlib_value(pool.value(e))).take();
  if (node.op == Op::variable) {
    return out.text(smtlib_name(pool.variable_info(node.payload).name)).take();
  }
  if (const char* name = simple_name(node.op)) return out.call(name).take();
  unsigned width = node.sort.width;
  unsigned arg_width = op_info(node.op).arity > 0 ? pool.sort(node.args[0]).width : 0;
  switch (node.op) {
    case Op::bv_extract:
      return out
          .call("(_ extract " + std::to_string(node.payload + width - 1) + " " +
                std::to_string(node.payload) + ")")
          .take();
    case Op::bv_zext:
      return out.call(smtlib_indexed("zero_extend", width - arg_width)).take();
    case Op::bv_sext:
      return out.call(smtlib_indexed("sign_extend", width - arg_width)).take();
    case Op::lookup:
      write_lookup(out, pool, node, 0, reachable_elements(pool, node));
      return out.take();
    case Op::int_div:
      return out.format("(ite (= $1 0) 0 (div $0 $1))").take();
    case Op::int_mod:
      return out.format("(ite (= $1 0) $0 (mod $0 $1))").take();
    case Op::int_to_bits:
      return out.call(smtlib_indexed("int2bv", width)).take();
    case Op::signed_bits_to_int:
      return out
          .format("(ite (bvslt $0 " + smtlib_bits(Value::bits(arg_width, 0)) + ") (- (bv2nat $0) " +
                  mpz_class(mpz_class(1) << arg_width).get_str() + ") (bv2nat $0))")
          .take();
    default:
      write_float_op(out, pool, node, bits);
      return out.take();
  }
}

}  // namespace cuttle
