// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

enum class OpType : uint8_t { xfx, xfy, yfx, fy, fx, xf, yf };

struct OpDef {
  int priority = 0;  // 0: none
  OpType type = OpType::xfx;
};

// The operators of a program; starts empty and is filled with those of SWI-Prolog after loading.
class Operators {
 public:
  void set(std::string_view name, int priority, OpType type);
  OpDef prefix(std::string_view name) const { return find(prefix_, name); }
  OpDef infix(std::string_view name) const { return find(infix_, name); }
  OpDef postfix(std::string_view name) const { return find(postfix_, name); }
  bool is_op(std::string_view name) const {
    return prefix(name).priority || infix(name).priority || postfix(name).priority;
  }
  using Table = std::map<std::string, OpDef, std::less<>>;
  const Table& prefix_table() const { return prefix_; }
  const Table& infix_table() const { return infix_; }
  const Table& postfix_table() const { return postfix_; }

 private:
  static OpDef find(const Table& table, std::string_view name) {
    auto it = table.find(name);
    return it == table.end() ? OpDef{} : it->second;
  }
  Table prefix_, infix_, postfix_;
};
bool parse_op_type(std::string_view text, OpType& out);
const char* to_string(OpType type);

struct WriteOptions {
  bool quoted = false;
  bool ignore_ops = false;
  bool numbervars = false;
  bool spacing_next_argument = false;
  int priority = 1200;
  size_t max_length = 1 << 20;  // longer texts end in "..."
  bool* cut = nullptr;          // set when the text is not the whole term
  const std::unordered_map<uint64_t, std::string>* variable_names = nullptr;  // by index
  // The concrete value of a symbolic cell.
  std::function<Cell(Cell)> resolve;
};

// Text of a term as SWI-Prolog's write_term/2 gives it. Cyclic terms end at the length limit.
std::string write_term(const Store& store, const Operators& ops, Cell term,
                       const WriteOptions& options);
std::string quoted_atom(std::string_view text);
std::string quoted_string(std::string_view text, char quote);
std::string float_text(double value);

}  // namespace cuttle::prolog
