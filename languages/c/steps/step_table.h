// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace cuttle {

// A word of a segment's text that names a value.
struct StepOperand {
  enum class Kind : uint8_t { none, value, number, global, local } kind = Kind::none;
  unsigned id = 0;    // value, local
  unsigned bits = 0;  // value, number
  uint64_t number = 0;
  std::string name;    // global
  int64_t offset = 0;  // global, local
};
StepOperand parse_operand(const std::string& word);

// One line of a segment.
struct StepLine {
  std::string op;  // its first word
  std::vector<std::string> words;
  std::vector<StepOperand> operands;  // the same words, as operands

  unsigned number(size_t i) const {
    return i < words.size() ? static_cast<unsigned>(std::stoul(words[i])) : 0;
  }
};

struct StepSegment {
  unsigned number = 0, line = 0;
  bool is_point = false, is_entry = false;
  std::string function;
  std::vector<unsigned> parameters = {};  // of an entry: bits; 0: not a number or a pointer
  std::vector<StepLine> lines;
};

// The segments of one module.
class StepTable {
 public:
  explicit StepTable(const std::string& text);
  const StepSegment* find(uint32_t number) const;
  std::vector<std::string> functions() const;
  // What people call a value of a function; "": it has no name.
  std::string variable(const std::string& function, unsigned id) const;
  // An access by a pointer, a division by something that may be 0, memory that is given back.
  bool has_risky_line() const;

 private:
  std::map<uint32_t, StepSegment> segments_;
  std::map<std::pair<std::string, unsigned>, std::string> variables_;
};

}  // namespace cuttle
