// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/step_table.h"

#include <algorithm>
#include <sstream>

namespace cuttle {

StepOperand parse_operand(const std::string& word) {
  StepOperand result;
  const auto rest = [&](char mark) {
    const size_t at = word.rfind(mark);
    return at == std::string::npos ? std::string() : word.substr(at + 1);
  };
  const auto is_digits = [](const std::string& text) {
    return !text.empty() && text.size() < 20 &&
           std::all_of(
               text.begin() + (text[0] == '-'), text.end(),
               [](char c) { return c >= '0' && c <= '9'; });
  };
  if (word.size() < 2) return result;
  if (word[0] == '%' || word[0] == '#') {
    const size_t colon = word.find(':');
    if (colon == std::string::npos) return result;
    const std::string first = word.substr(1, colon - 1), second = word.substr(colon + 1);
    if (first.empty() || second.empty()) return result;
    if (word[0] == '%') {
      result.kind = StepOperand::Kind::value;
      result.id = static_cast<unsigned>(std::stoul(first));
      result.bits = static_cast<unsigned>(std::stoul(second));
    } else {
      result.kind = StepOperand::Kind::number;
      result.bits = static_cast<unsigned>(std::stoul(first));
      result.number = std::stoull(second);
    }
  } else if (word[0] == '@' || word[0] == '$') {
    const std::string offset = rest('+');
    if (!is_digits(offset)) return result;
    result.offset = std::stoll(offset);
    const std::string name = word.substr(1, word.rfind('+') - 1);
    result.kind = word[0] == '@' ? StepOperand::Kind::global : StepOperand::Kind::local;
    if (word[0] == '@')
      result.name = name;
    else
      result.id = static_cast<unsigned>(std::stoul(name));
  }
  return result;
}

StepTable::StepTable(const std::string& text) {
  std::istringstream stream(text);
  StepSegment* segment = nullptr;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    StepLine parsed;
    if (!(words >> parsed.op)) continue;
    if (parsed.op == "u") {
      parsed.words.push_back(line.size() > 2 ? line.substr(2) : "");
    } else {
      for (std::string word; words >> word;) {
        parsed.operands.push_back(parse_operand(word));
        parsed.words.push_back(std::move(word));
      }
    }
    if (parsed.op == "S") {
      const unsigned number = parsed.number(0);
      segment = &segments_[number];
      segment->number = number;
      segment->line = parsed.number(1);
      segment->is_point = parsed.words[2] == "p";
      segment->is_entry = parsed.words[3] == "e";
      segment->function = parsed.words[4];
      for (size_t i = 5; i < parsed.words.size(); ++i)
        segment->parameters.push_back(parsed.number(i));
    } else if (segment != nullptr && parsed.op == "D") {
      variables_[{segment->function, parsed.number(0)}] = parsed.words.back();
    } else if (segment != nullptr) {
      segment->lines.push_back(std::move(parsed));
    }
  }
}

bool StepTable::has_risky_line() const {
  const auto is_value = [](const StepLine& line, size_t i) {
    return i < line.operands.size() && line.operands[i].kind == StepOperand::Kind::value;
  };
  const auto is_risky = [&](const StepLine& line) {
    if (line.op == "v" || line.op == "f") return true;
    if (line.op == "l" || line.op == "s" || line.op == "M") return is_value(line, 2);
    if (line.op == "m") return is_value(line, 1) || is_value(line, 2);
    const bool divides =
        line.op == "b" && (line.words[1].ends_with("div") || line.words[1].ends_with("rem"));
    return divides && is_value(line, 4);
  };
  return std::any_of(segments_.begin(), segments_.end(), [&](const auto& row) {
    return std::any_of(row.second.lines.begin(), row.second.lines.end(), is_risky);
  });
}

std::vector<std::string> StepTable::functions() const {
  std::vector<std::string> names;
  for (const auto& [number, segment] : segments_)
    if (segment.is_entry) names.push_back(segment.function);
  return names;
}

std::string StepTable::variable(const std::string& function, unsigned id) const {
  const auto found = variables_.find({function, id});
  return found == variables_.end() ? "" : found->second;
}

const StepSegment* StepTable::find(uint32_t number) const {
  const auto found = segments_.find(number);
  return found == segments_.end() ? nullptr : &found->second;
}

}  // namespace cuttle
