// SPDX-License-Identifier: Apache-2.0
#include "tests/c/differential/generator.h"

#include <random>
#include <sstream>
#include <vector>

namespace cuttle {
namespace {

constexpr const char* types[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"};
constexpr const char* constants[] = {"0",   "1",   "2",     "3",       "5",       "-1",
                                     "10",  "100", "127",   "128",     "-128",    "255",
                                     "256", "-3",  "32767", "-32768",  "65535",   "65536",
                                     "77",  "200", "1000",  "INT_MAX", "INT_MIN", "UINT_MAX"};

class Generator {
 public:
  Generator(uint64_t seed, unsigned number) : random_(seed), number_(number) {}

  std::string generate() {
    inputs_ = pick(3);
    helpers();
    out_ << "static void program_" << number_ << "(void) {\n";
    indent_ = 1;
    switch (inputs_) {
      case 0:
        input(pick(2) ? "u8" : "i8");
        input(pick(2) ? "u8" : "i8");
        break;
      case 1:
        input(pick(2) ? "u16" : "i16");
        break;
      default:
        input(pick(2) ? "u8" : "i8");
        break;
    }
    for (unsigned i = 0; i < 4; ++i)
      line() << array() << "[" << i << "] = (u8)(" << (i == 2 ? expression(2) : leaf()) << ");\n";
    have_array_ = true;
    line() << "i16 local[4] = {1, (i16)(" << leaf() << "), (i16)(" << expression(1) << "), -7};\n";
    have_local_ = true;
    const unsigned locals = 2 + pick(3);
    for (unsigned i = 0; i < locals; ++i) declare();
    budget_ = 4 + static_cast<int>(pick(6));
    block(0);
    out_ << "}\n";
    return out_.str();
  }

  unsigned bits() {
    inputs_ = pick(3);
    return inputs_ == 2 ? 8 : 16;
  }

 private:
  struct Variable {
    std::string name;
    std::string type;
    bool assignable;
  };

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  const char* type() { return types[pick(8)]; }
  std::ostream& line() { return out_ << std::string(2 * indent_, ' '); }
  std::string array() const { return "array_" + std::to_string(number_); }
  unsigned site() { return ++sites_; }

  void input(const char* type) {
    const std::string name = "in" + std::to_string(variables_.size());
    line() << "INPUT(" << type << ", " << name << ");\n";
    variables_.push_back({name, type, true});
  }

  void declare() {
    const std::string name = "v" + std::to_string(variables_.size());
    const std::string of = type();
    line() << of << " " << name << " = (" << of << ")(" << expression(2) << ");\n";
    variables_.push_back({name, of, true});
  }

  std::string leaf() {
    if (variables_.empty() || pick(4) == 0) return constants[pick(std::size(constants))];
    return variables_[pick(static_cast<unsigned>(variables_.size()))].name;
  }

  std::string expression(unsigned depth) {
    if (depth == 0) return leaf();
    const std::string a = expression(depth - 1);
    switch (pick(20)) {
      case 0:
      case 1:
        return "(" + a + " + " + expression(depth - 1) + ")";
      case 2:
        return "(" + a + " - " + expression(depth - 1) + ")";
      case 3:
        // Products of wide numbers are hard for every solver, and not what this is about.
        return "((i16)" + a + " * (i16)" + expression(depth - 1) + ")";
      case 4:
        return "(" + a + " & " + expression(depth - 1) + ")";
      case 5:
        return "(" + a + (pick(2) ? " | " : " ^ ") + expression(depth - 1) + ")";
      case 6:
        return "((u32)" + a + " << " + shift(31) + ")";
      case 7:
        return "(" + a + " >> " + shift(7) + ")";
      case 8:
        return "(" + a + (pick(2) ? " / " : " % ") + "((" + leaf() + " & 7) | 1))";
      case 9:
        return "(" + a + comparison() + expression(depth - 1) + ")";
      case 10:
        return std::string("((") + type() + ")" + a + ")";
      case 11:
        return (pick(2) ? "(- " : "(~") + a + ")";
      case 12:
        return have_array_ ? array() + "[" + leaf() + " & 3]" : leaf();
      case 13:
        return have_local_ ? element() : leaf();
      case 14:
      case 15:
        return bit_trick(a);
      case 16:
        return "((i64)(((__int128)(i16)" + a + " * (i16)" + expression(depth - 1) + ") >> " +
               std::to_string(pick(40)) + "))";
      default:
        return leaf();
    }
  }

  // Of an array on the stack, in this function or in another one.
  std::string element() {
    const std::string index = leaf() + " & 3";
    return pick(2) ? "local[" + index + "]"
                   : "element_" + std::to_string(number_) + "(local, (u8)(" + index + "))";
  }

  std::string bit_trick(const std::string& a) {
    const std::string word = "(u32)" + a;
    switch (pick(7)) {
      case 0:
        return "__builtin_popcount(" + word + ")";
      case 1:
        return "__builtin_clz(" + word + " | 1)";
      case 2:
        return "__builtin_ctz(" + word + " | 0x800)";
      case 3:
        return "__builtin_bswap32(" + word + ")";
      case 4:
        return "__builtin_bitreverse16((u16)" + a + ")";
      case 5:
        return "__builtin_rotateleft32(" + word + ", " + shift(31) + ")";
      default:
        return "__builtin_elementwise_max((i32)" + a + ", (i32)" + leaf() + ")";
    }
  }

  std::string shift(unsigned mask) {
    if (pick(2)) return std::to_string(pick(mask + 1));
    return "(" + leaf() + " & " + std::to_string(mask) + ")";
  }

  std::string comparison() {
    constexpr const char* operators[] = {" < ", " <= ", " > ", " >= ", " == ", " != "};
    return operators[pick(6)];
  }

  std::string condition() {
    if (pick(8) == 0) return expression(2);
    return expression(1 + pick(2)) + comparison() + expression(pick(2));
  }

  std::string branch() {
    std::ostringstream text;
    const unsigned at = site();
    text << "BRANCH(" << at << ", " << condition() << ")";
    return text.str();
  }

  const Variable* target() {
    std::vector<const Variable*> found;
    for (const auto& variable : variables_)
      if (variable.assignable) found.push_back(&variable);
    return found.empty() ? nullptr : found[pick(static_cast<unsigned>(found.size()))];
  }

  void helpers() {
    // A recursion on a small number, and functions to be called through a table.
    out_ << "static i32 recursive_" << number_ << "(u8 n, i32 sum) {\n";
    out_ << "  if (BRANCH(" << site() << ", n == 0)) return sum;\n";
    out_ << "  if (BRANCH(" << site() << ", sum" << comparison() << "100)) sum += n;\n";
    out_ << "  return recursive_" << number_ << "((u8)(n - 1), sum * 3 - n);\n}\n";
    for (unsigned i = 0; i < 4; ++i) {
      variables_ = {{"x", "i32", true}};
      out_ << "static i32 callee_" << number_ << "_" << i << "(i32 x) {\n";
      if (pick(2)) out_ << "  if (" << branch() << ") x = x + " << 1 + pick(100) << ";\n";
      out_ << "  return (i32)(" << expression(2) << ") + " << i << ";\n}\n";
    }
    variables_.clear();
    out_ << "static i16 element_" << number_ << "(const i16 *from, u8 at) { return from[at]; }\n";
    out_ << "static i64 sum_" << number_ << "(i32 count, ...) {\n"
         << "  va_list list;\n  i64 sum = 0;\n  va_start(list, count);\n"
         << "  for (i32 k = 0; k < count; ++k) sum = 3 * sum + (k % 3 == 2 ? va_arg(list, i64) : "
            "va_arg(list, i32));\n"
         << "  va_end(list);\n  return sum;\n}\n";
    out_ << "struct some_" << number_ << " {\n  u8 a;\n  " << type() << " b;\n  " << type() << " c["
         << 1 + pick(4) << "];\n};\n";
    out_ << "static struct some_" << number_ << " changed_" << number_ << "(struct some_" << number_
         << " s) {\n  if (BRANCH(" << site() << ", s.a" << comparison() << "s.b)) s.b += s.a;\n"
         << "  s.c[0] ^= s.a;\n  return s;\n}\n";
    out_ << "static u8 " << array() << "[4];\n";
    out_ << "static i32 (*const table_" << number_ << "[4])(i32) = {";
    for (unsigned i = 0; i < 4; ++i) out_ << (i ? ", " : "") << "callee_" << number_ << "_" << i;
    out_ << "};\n";
  }

  void block(unsigned depth) {
    const unsigned count = 1 + pick(depth == 0 ? 5 : 3);
    for (unsigned i = 0; i < count && budget_ > 0; ++i) statement(depth);
  }

  void statement(unsigned depth) {
    --budget_;
    const unsigned kind = pick(depth >= 3 ? 3 : 16);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return assignment();
      case 3:
      case 4:
      case 5:
        return conditional(depth);
      case 6:
        return counted_loop(depth);
      case 7:
        return shrinking_loop(depth);
      case 8:
      case 9:
        return selection(depth);
      case 10:
        return pick(2) ? recursion() : indirect_call();
      case 11:
        return variable_arguments();
      case 12:
        return structure();
      case 13:
        return vector();
      case 14:
        return overflow();
      default:
        return overlay();
    }
  }

  void assignment() {
    if (pick(8) == 0) {
      line() << "local[(" << expression(1) << ") & 3] = (i16)(" << expression(1) << ");\n";
      return;
    }
    if (pick(6) == 0) {
      line() << array() << "[(" << expression(1) << ") & 3] = (u8)(" << expression(1) << ");\n";
      return;
    }
    const Variable* to = target();
    if (to == nullptr) return;
    line() << to->name << " = (" << to->type << ")(" << expression(2) << ");\n";
  }

  void body(unsigned depth) {
    ++indent_;
    block(depth + 1);
    if (in_loop_ > 0 && pick(8) == 0) line() << (pick(2) ? "break;\n" : "continue;\n");
    if (pick(12) == 0) line() << "return;\n";
    --indent_;
  }

  void conditional(unsigned depth) {
    line() << "if (" << branch() << ") {\n";
    body(depth);
    if (pick(2)) {
      line() << "} else {\n";
      body(depth);
    }
    line() << "}\n";
  }

  void counted_loop(unsigned depth) {
    const std::string index = "i" + std::to_string(++loops_);
    const unsigned mask = pick(2) ? 3 : 7;
    line() << "u8 n" << loops_ << " = (u8)((" << expression(1) << ") & " << mask << ");\n";
    line() << "for (u8 " << index << " = 0; BRANCH(" << site() << ", " << index << " < n" << loops_
           << "); ++" << index << ") {\n";
    variables_.push_back({index, "u8", false});
    ++in_loop_;
    body(depth);
    --in_loop_;
    variables_.pop_back();
    line() << "}\n";
  }

  void shrinking_loop(unsigned depth) {
    const std::string name = "w" + std::to_string(++loops_);
    line() << "u8 " << name << " = (u8)(" << expression(1) << ");\n";
    line() << "while (BRANCH(" << site() << ", " << name << " > " << pick(3) << ")) {\n";
    ++indent_;
    line() << name << " >>= " << 1 + pick(3) << ";\n";
    --indent_;
    variables_.push_back({name, "u8", false});
    ++in_loop_;
    body(depth);
    --in_loop_;
    variables_.pop_back();
    line() << "}\n";
  }

  void selection(unsigned depth) {
    const unsigned at = site();
    const std::string of = types[pick(6)];
    line() << "switch ((" << of << ")(" << expression(1 + pick(2)) << ")) {\n";
    ++indent_;
    int value = static_cast<int>(pick(10)) - 5;
    const unsigned arms = 2 + pick(3);
    const bool is_signed = of[0] == 'i';
    if (!is_signed && value < 0) value = 0;
    const unsigned outer = in_loop_;
    in_loop_ = 0;  // a break would leave the switch
    for (unsigned arm = 0; arm < arms; ++arm) {
      const unsigned labels = 1 + pick(3);
      for (unsigned i = 0; i < labels; ++i) {
        line() << "case " << value << ":\n";
        value += 1 + static_cast<int>(pick(7));
      }
      line() << "  ARM(" << at << ", " << arm << ");\n";
      body(depth);
      if (pick(6) != 0) line() << "  break;\n";
    }
    line() << "default:\n";
    line() << "  ARM(" << at << ", " << arms << ");\n";
    body(depth);
    in_loop_ = outer;
    --indent_;
    line() << "}\n";
  }

  void recursion() {
    const Variable* to = target();
    if (to == nullptr) return;
    line() << to->name << " = (" << to->type << ")recursive_" << number_ << "((u8)(("
           << expression(1) << ") & 3), (i32)(" << expression(1) << "));\n";
  }

  void indirect_call() {
    const Variable* to = target();
    if (to == nullptr) return;
    const std::string index = "c" + std::to_string(++loops_);
    line() << "u8 " << index << " = (u8)((" << expression(1) << ") & " << (pick(2) ? 1 : 3)
           << ");\n";
    line() << "CALLS(" << site() << ", " << index << ");\n";
    line() << to->name << " = (" << to->type << ")table_" << number_ << "[" << index << "]((i32)("
           << expression(1) << "));\n";
  }

  void variable_arguments() {
    const Variable* to = target();
    if (to == nullptr) return;
    const unsigned count = 1 + pick(9);  // beyond five they are on the stack
    line() << to->name << " = (" << to->type << ")sum_" << number_ << "(" << count;
    for (unsigned i = 0; i < count; ++i)
      out_ << ", (" << (i % 3 == 2 ? "i64" : "i32") << ")(" << expression(1) << ")";
    out_ << ");\n";
  }

  void structure() {
    const Variable* to = target();
    if (to == nullptr) return;
    const std::string name = "s" + std::to_string(++loops_);
    line() << "struct some_" << number_ << " " << name << " = {(u8)(" << expression(1) << "), "
           << expression(1) << ", {" << leaf() << "}};\n";
    line() << name << " = changed_" << number_ << "(" << name << ");\n";
    line() << to->name << " = (" << to->type << ")(" << name << ".b + " << name << ".c[0]);\n";
  }

  void vector() {
    const Variable* to = target();
    if (to == nullptr) return;
    const std::string name = "x" + std::to_string(++loops_);
    line() << "i32x4 " << name << " = {(i32)(" << leaf() << "), (i32)(" << expression(1) << "), "
           << pick(100) << ", (i32)(" << leaf() << ")};\n";
    line() << name << " = (" << name << " + " << 1 + pick(9) << ") ^ (" << name << " > "
           << pick(200) << ");\n";
    line() << to->name << " = (" << to->type << ")(" << name << "[" << pick(4) << "] - " << name
           << "[" << pick(4) << "]);\n";
  }

  void overflow() {
    const Variable* to = target();
    if (to == nullptr) return;
    constexpr const char* operations[] = {"add", "sub", "mul"};
    const std::string name = "r" + std::to_string(++loops_);
    line() << types[pick(6)] << " " << name << ";\n";
    line() << to->name << " = (" << to->type << ")(__builtin_" << operations[pick(3)]
           << "_overflow((i16)(" << expression(1) << "), (" << types[pick(4)] << ")(" << leaf()
           << "), &" << name << ") * 3 + " << name << ");\n";
  }

  // The bytes of one variable become another one.
  void overlay() {
    const Variable* to = target();
    if (to == nullptr) return;
    const std::string name = "o" + std::to_string(++loops_);
    line() << "u32 " << name << "[2] = {(u32)(" << expression(1) << "), (u32)(" << expression(1)
           << ")};\n";
    line() << "memcpy(&" << to->name << ", (u8 *)" << name << " + " << pick(4) << ", sizeof "
           << to->name << " < 4 ? sizeof " << to->name << " : 4);\n";
  }

  std::mt19937_64 random_;
  const unsigned number_;
  std::ostringstream out_;
  std::vector<Variable> variables_;
  unsigned inputs_ = 0;
  unsigned indent_ = 0;
  unsigned sites_ = 0;
  unsigned loops_ = 0;
  unsigned in_loop_ = 0;
  int budget_ = 0;
  bool have_array_ = false;
  bool have_local_ = false;
};

}  // namespace

std::string generate_program(uint64_t seed, unsigned number) {
  return Generator(seed, number).generate();
}

unsigned input_bits(uint64_t seed) {
  return Generator(seed, 0).bits();
}

}  // namespace cuttle
