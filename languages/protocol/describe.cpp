// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/describe.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <sstream>

namespace cuttle::protocol {
namespace {

unsigned width_of(const std::string& sort) {
  unsigned width = 0;
  if (sort.starts_with("bv")) std::from_chars(sort.data() + 2, sort.data() + sort.size(), width);
  return width;
}

template <typename T>
std::string shown(T value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

std::string shown(const NamedInput& input) {
  const unsigned width = width_of(input.sort);
  uint64_t bits = 0;
  const char* end = input.value.data() + input.value.size();
  if (width == 0 || width > 64 || std::from_chars(input.value.data(), end, bits).ptr != end)
    return input.value;
  if (input.type == "bool") return bits != 0 ? "true" : "false";
  if (input.type == "double" && width == 64) return shown(std::bit_cast<double>(bits));
  if (input.type == "float" && width == 32)
    return shown(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (input.type == "char" && bits < 0x7f && std::isprint(static_cast<int>(bits)))
    return std::string("'") + static_cast<char>(bits) + "' (" + std::to_string(bits) + ")";
  if (input.type.starts_with("u") || input.type == "byte" || input.type == "char")
    return std::to_string(bits);
  const unsigned unused = 64 - width;
  return std::to_string(static_cast<int64_t>(bits << unused) >> unused);
}

}  // namespace

std::vector<std::string> describe_inputs(const PortableTestCase& test) {
  std::vector<std::string> lines;
  std::string array;  // whose line is the last one
  unsigned next = 0;  // element of it
  for (const NamedInput& input : test.inputs) {
    if (next > 0 && input.name == array + "[" + std::to_string(next) + "]") {
      lines.back().insert(lines.back().size() - 1, ", " + shown(input));
      ++next;
      continue;
    }
    next = input.name.ends_with("[0]") ? 1 : 0;
    array = input.name.substr(0, input.name.rfind('['));
    lines.push_back(next == 0 ? input.name + " = " + shown(input)
                              : array + " = {" + shown(input) + "}");
  }
  return lines;
}

}  // namespace cuttle::protocol
