// SPDX-License-Identifier: Apache-2.0
#include "engine/prune/describe.h"

#include "engine/expr/ops.h"
#include "engine/report/markup.h"

namespace cuttle {
namespace {

constexpr unsigned kDeepest = 12;    // levels of an expression that are written
constexpr size_t kMostClauses = 20;  // of an interpolant

const char* sign_of(Op op) {
  switch (op) {
    case Op::bv_add:
      return " + ";
    case Op::bv_sub:
      return " - ";
    case Op::bv_mul:
      return " * ";
    case Op::bv_and:
      return " & ";
    case Op::bv_or:
      return " | ";
    case Op::bv_xor:
      return " ^ ";
    case Op::bv_shl:
      return " << ";
    case Op::bv_lshr:
    case Op::bv_ashr:
      return " >> ";
    case Op::bv_udiv:
    case Op::bv_sdiv:
      return " / ";
    case Op::bv_urem:
    case Op::bv_srem:
      return " % ";
    case Op::and_:
      return " && ";
    case Op::or_:
      return " || ";
    case Op::xor_:
      return " != ";
    default:
      return nullptr;
  }
}

}  // namespace

std::string InterpolantText::number(const Value& value, bool is_signed) const {
  if (value.sort().is_bool()) return value.as_bool() ? "true" : "false";
  return (is_signed ? value.as_signed() : value.as_unsigned()).get_str();
}

std::string InterpolantText::comparison(ExprId e, const char* sign, bool is_signed,
                                        unsigned depth) {
  const auto side = [&](unsigned i) {
    const ExprId arg = pool_.arg(e, i);
    return pool_.is_constant(arg) ? number(pool_.value(arg), is_signed) : (*this)(arg, depth + 1);
  };
  return side(0) + sign + side(1);
}

std::string InterpolantText::operator()(ExprId e, unsigned depth) {
  if (depth > kDeepest) return "...";
  const Op op = pool_.op(e);
  switch (op) {
    case Op::constant:
      return number(pool_.value(e), true);
    case Op::variable: {
      const VarId v = pool_.var_of(e);
      if (variables_.kind(v) == StateVariables::Kind::cell)
        return stepper_.name_of(variables_.cell_of(v));
      return "any" + std::to_string(variables_.number_of(v));
    }
    case Op::eq:
      return comparison(e, " == ", true, depth);
    case Op::bv_slt:
      return comparison(e, " < ", true, depth);
    case Op::bv_sle:
      return comparison(e, " <= ", true, depth);
    case Op::bv_ult:
      return comparison(e, " < ", false, depth);
    case Op::bv_ule:
      return comparison(e, " <= ", false, depth);
    case Op::not_: {
      const ExprId inner = pool_.arg(e, 0);
      if (pool_.op(inner) == Op::eq) return comparison(inner, " != ", true, depth);
      // !(a < b) is b <= a.
      const Op compare = pool_.op(inner);
      const bool strict = compare == Op::bv_slt || compare == Op::bv_ult;
      if (strict || compare == Op::bv_sle || compare == Op::bv_ule)
        return comparison(inner, strict ? " >= " : " > ",
                          compare == Op::bv_slt || compare == Op::bv_sle, depth);
      return "!(" + (*this)(inner, depth + 1) + ")";
    }
    case Op::bv_zext:
    case Op::bv_sext:
      return (*this)(pool_.arg(e, 0), depth + 1);
    case Op::ite:
      return "(" + (*this)(pool_.arg(e, 0), depth + 1) + " ? " +
             (*this)(pool_.arg(e, 1), depth + 1) + " : " + (*this)(pool_.arg(e, 2), depth + 1) +
             ")";
    default:
      break;
  }
  if (const char* sign = sign_of(op))
    return "(" + (*this)(pool_.arg(e, 0), depth + 1) + sign + (*this)(pool_.arg(e, 1), depth + 1) +
           ")";
  std::string text = std::string(op_info(op).name) + "(";
  for (unsigned i = 0; i < op_info(op).arity; ++i)
    text += (i > 0 ? ", " : "") + (*this)(pool_.arg(e, i), depth + 1);
  return text + ")";
}

std::string InterpolantText::operator()(const ClauseSet& clauses) {
  if (clauses.empty()) return "true";
  std::string text;
  for (size_t i = 0; i < clauses.size() && i < kMostClauses; ++i) {
    std::string clause;
    for (ExprId e : clauses[i]) clause += (clause.empty() ? "" : " || ") + (*this)(e);
    if (clauses[i].empty()) clause = "false";
    if (clauses[i].size() > 1) clause = "(" + clause + ")";
    text += (i > 0 ? " && " : "") + clause;
  }
  if (clauses.size() > kMostClauses)
    text += " && ... (" + std::to_string(clauses.size()) + " clauses)";
  return text;
}

std::string to_dot(const AnnotatedGraph& graph) {
  const auto quoted = [](const std::string& text) {
    std::string result;
    for (char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
    return result;
  };
  std::string text = "digraph pruning {\n  node [shape=box, fontname=monospace];\n";
  for (const auto& [id, point] : graph.points) {
    std::string label = quoted(point.place);
    for (const std::string& interpolant : point.interpolants) label += "\\n" + quoted(interpolant);
    if (point.subsumed > 0) label += "\\n" + std::to_string(point.subsumed) + " subsumed";
    text += "  p" + std::to_string(id) + " [label=\"" + label + "\"" +
            (point.interpolants.empty() ? ", style=dashed" : "") + "];\n";
  }
  for (const auto& [from, to] : graph.ways)
    text += "  p" + std::to_string(from) + " -> p" + std::to_string(to) + ";\n";
  return text + "}\n";
}

std::string to_html(const AnnotatedGraph& graph, const std::string& title) {
  std::string text = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>" + escaped(title) +
                     "</title>\n<h1>" + escaped(title) +
                     "</h1>\n<table border=\"1\" cellpadding=\"4\">\n<tr><th>place<th>interpolant: "
                     "from states like these nothing fails<th>subsumed\n";
  for (const auto& [id, point] : graph.points) {
    std::string list;
    for (const std::string& interpolant : point.interpolants)
      list += (list.empty() ? "<code>" : "<br><code>") + escaped(interpolant) + "</code>";
    if (list.empty()) list = "half";
    text += "<tr><td>" + escaped(point.place) + "<td>" + list + "<td>" +
            std::to_string(point.subsumed) + "\n";
  }
  return text + "</table>\n";
}

}  // namespace cuttle
