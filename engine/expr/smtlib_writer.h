// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/expr/ops.h"
#include "engine/expr/smtlib_text.h"

// How the writers of SMT-LIB text for single operations put their pieces together.
namespace cuttle {

// Builds the pieces of one expression.
class SmtWriter {
 public:
  explicit SmtWriter(const ExprNode& node) : node_(node) {}

  SmtWriter& text(std::string_view text) {
    if (out_.empty() || out_.back().expr) out_.push_back({});
    out_.back().text += text;
    return *this;
  }
  SmtWriter& expr(ExprId e) {
    out_.push_back({{}, e});
    return *this;
  }
  SmtWriter& arg(unsigned i) { return expr(node_.args[i]); }
  // A template in which $0, $1, $2 stand for the arguments.
  SmtWriter& format(std::string_view form) {
    for (size_t i = 0; i < form.size(); ++i) {
      if (form[i] == '$') {
        arg(static_cast<unsigned>(form[++i] - '0'));
      } else {
        text(form.substr(i, 1));
      }
    }
    return *this;
  }
  SmtWriter& call(std::string_view head) {
    text("(").text(head);
    for (unsigned i = 0; i < op_info(node_.op).arity; ++i) text(" ").arg(i);
    return text(")");
  }
  std::vector<SmtPiece> take() { return std::move(out_); }

 private:
  const ExprNode& node_;
  std::vector<SmtPiece> out_;
};

std::string smtlib_indexed(std::string_view name, uint64_t index);  // "(_ name index)"
std::string smtlib_bits(const Value& value);                        // "#x1f"
std::string smtlib_float(const Value& value);
std::string smtlib_float_format(unsigned width);  // "8 24"
void write_float_op(SmtWriter& out, const ExprPool& pool, const ExprNode& node,
                    const std::string& bits);

}  // namespace cuttle
