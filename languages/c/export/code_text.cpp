// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/code_text.h"

#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>

#include "languages/c/target/describe.h"

namespace cuttle {
namespace {

std::string floating(double value) {
  if (std::isnan(value)) return "__builtin_nan(\"\")";
  if (std::isinf(value)) return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  char text[64];
  if (value == std::trunc(value) && std::fabs(value) < 1e15)
    std::snprintf(text, sizeof text, "%.1f", value);
  else
    std::snprintf(text, sizeof text, "%a", value);
  return text;
}

}  // namespace

std::string number_code(const InputValue& value) {
  if (value.type == "float")
    return floating(std::bit_cast<float>(static_cast<uint32_t>(value.value)));
  if (value.type == "double") return floating(std::bit_cast<double>(value.value));
  const bool is_unsigned = value.type.find("unsigned") != std::string::npos || value.width == 1;
  // The smallest number is no literal: it is the negation of one that does not fit.
  if (!is_unsigned && value.value == 1ull << (value.width - 1))
    return "(-" + std::to_string(value.value - 1) + (value.width == 64 ? "l" : "") + " - 1)";
  return describe_value(is_unsigned ? "" : "int", value.width, value.value) +
         (is_unsigned && value.width > 31 ? "u" : "") + (value.width == 64 ? "l" : "");
}

std::string literal_code(const std::string& characters) {
  std::string text = "\"";
  for (const char c : characters) {
    char escaped[8];
    const bool plain = (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?');
    std::snprintf(escaped, sizeof escaped, plain ? "%c" : "\\%03o", static_cast<unsigned char>(c));
    text += escaped;
  }
  return text + "\"";
}

FunctionType split_function_type(const std::string& text) {
  FunctionType type;
  const std::string mark = " (*)(";
  const size_t at = text.find(mark);
  if (at == std::string::npos) return type;
  type.result = text.substr(0, at);
  int depth = 1;
  std::string parameter;
  size_t i = at + mark.size();
  for (; i < text.size() && depth > 0; ++i) {
    depth += (text[i] == '(' || text[i] == '<') - (text[i] == ')' || text[i] == '>');
    if (depth == 0 || (depth == 1 && text[i] == ',')) {
      if (!parameter.empty()) type.parameters.push_back(parameter);
      parameter.clear();
    } else if (text[i] != ' ' || !parameter.empty()) {
      parameter += text[i];
    }
  }
  type.understood = depth == 0 && i == text.size();
  return type;
}

std::string declaration(const std::string& type, const std::string& name) {
  if (type == "...") return type;
  if (const size_t at = type.find("(*)"); at != std::string::npos)
    return type.substr(0, at + 2) + name + type.substr(at + 2);
  const bool tight = !type.empty() && (type.back() == '*' || type.back() == '&');
  return type + (tight ? "" : " ") + name;
}

std::string speakable(const std::string& type) {
  const size_t end = type.rfind(']');
  if (end == std::string::npos || type.find("(*)") != std::string::npos) return type;
  return "__typeof__(" + type.substr(0, end + 1) + ")" + type.substr(end + 1);
}

std::string identifier(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      result += c;
    else if (!result.empty() && result.back() != '_')
      result += '_';
  }
  while (!result.empty() && result.back() == '_') result.pop_back();
  return result.empty() ? "unit" : result;
}

}  // namespace cuttle
