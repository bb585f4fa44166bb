// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/describe.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdio>
#include <map>
#include <optional>

#include "engine/trace/node_import.h"
#include "languages/c/target/input_graph.h"

namespace cuttle {
namespace {

constexpr uint32_t longest_shown = 4096;

struct Scalar {
  std::string type;
  unsigned width = 0;
  uint64_t value = 0;
};

bool is_character(const std::string& type) {
  return type == "char" || type == "signed char" || type == "unsigned char";
}

bool is_signed(const std::string& type) {
  return type == "int" || type == "short" || type == "long" || type == "long long" ||
         type == "char" || type == "signed char" || type == "enum" || type == "wchar_t" ||
         type == "ssize_t" || type == "ptrdiff_t" || type.starts_with("int") ||
         type.starts_with("enum ");
}

int64_t sign_extended(unsigned width, uint64_t value) {
  return width >= 64 ? static_cast<int64_t>(value)
                     : static_cast<int64_t>(value << (64 - width)) >> (64 - width);
}

std::string escaped(unsigned char c, char quote) {
  switch (c) {
    case '\0':
      return "\\0";
    case '\n':
      return "\\n";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    default:
      break;
  }
  if (c == static_cast<unsigned char>(quote)) return std::string("\\") + quote;
  if (c >= 0x20 && c < 0x7f) return std::string(1, static_cast<char>(c));
  char text[8];
  std::snprintf(text, sizeof text, "\\x%02x", c);
  return text;
}

std::string floating(double value) {
  char text[64];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return error == std::errc() ? std::string(text, end) : "?";
}

std::optional<Scalar> parse_scalar(const NamedInput& input) {
  Scalar scalar;
  scalar.type = input.type;
  if (!input.sort.starts_with("bv")) return {};
  const auto number = [](const std::string& text, size_t from, auto& out) {
    const auto [end, error] = std::from_chars(text.data() + from, text.data() + text.size(), out);
    return error == std::errc() && end == text.data() + text.size();
  };
  if (!number(input.sort, 2, scalar.width) || !number(input.value, 0, scalar.value)) return {};
  return scalar;
}

// The elements of one array, as far as they are known. Streams have a length of their own.
std::string describe_array(const std::map<uint32_t, Scalar>& elements,
                           std::optional<uint64_t> length) {
  if (elements.empty()) return "\"\"";
  const std::string& type = elements.begin()->second.type;
  const bool bytes = elements.begin()->second.width == 8;
  uint32_t size = elements.rbegin()->first + 1;
  if (length) size = static_cast<uint32_t>(std::min<uint64_t>(*length, longest_shown));
  const auto value = [&](uint32_t i) {
    const auto found = elements.find(i);
    return found == elements.end() ? uint64_t{0} : found->second.value;
  };
  if (bytes && is_character(type)) {
    uint32_t end = size;
    while (!length && end > 0 && value(end - 1) == 0) --end;
    std::string text = "\"";
    for (uint32_t i = 0; i < end; ++i) {
      std::string piece = escaped(static_cast<unsigned char>(value(i)), '"');
      // A digit after a short escape would be read as a part of it.
      if (piece == "\\0" && i + 1 < end && value(i + 1) >= '0' && value(i + 1) <= '9')
        piece = "\\000";
      text += piece;
    }
    text += '"';
    if (length && *length > size) text += "...";
    if (end + 1 < size) text += " and " + std::to_string(size - end) + " zeros";
    return text;
  }
  std::string text = "{";
  for (uint32_t i = 0; i < size; ++i) {
    if (i > 0) text += ", ";
    text += describe_value(type, elements.begin()->second.width, value(i));
  }
  return text + "}";
}

}  // namespace

std::string describe_value(const std::string& type, unsigned width, uint64_t value) {
  if ((type == "bool" || type == "_Bool") && value <= 1) return value != 0 ? "true" : "false";
  if (type == "float" && width == 32)
    return floating(std::bit_cast<float>(static_cast<uint32_t>(value)));
  if (type == "double" && width == 64) return floating(std::bit_cast<double>(value));
  const std::string number =
      is_signed(type) ? std::to_string(sign_extended(width, value)) : std::to_string(value);
  if (is_character(type) && width == 8 && value >= 0x20 && value < 0x7f)
    return "'" + escaped(static_cast<unsigned char>(value), '\'') + "' (" + number + ")";
  return number;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) result += escaped(static_cast<unsigned char>(c), '"');
  return result + '"';
}

namespace {

// What is known under one name.
struct Entry {
  std::string name;
  std::map<uint32_t, Scalar> elements;  // CUTTLE_NO_INDEX: a plain value
  std::optional<uint64_t> length;       // of a stream: NAME.size
  std::string raw;                      // something that is no bit-vector
};

class Entries {
 public:
  void add(const NamedInput& input) {
    const auto scalar = parse_scalar(input);
    if (scalar && scalar->type == "size" && input.name.ends_with(".size")) {
      entry(input.name.substr(0, input.name.size() - 5)).length = scalar->value;
      return;
    }
    InputIdentity identity = possible_identities(input.name).front();
    for (const auto& candidate : possible_identities(input.name))
      if (candidate.index != CUTTLE_NO_INDEX && candidate.index < (1u << 20)) identity = candidate;
    std::string name = identity.name;
    if (identity.occurrence != 1) name += "#" + std::to_string(identity.occurrence);
    if (scalar)
      entry(name).elements[identity.index] = *scalar;
    else
      entry(name).raw = input.value;
  }

  const std::vector<Entry>& all() const { return entries_; }

 private:
  Entry& entry(const std::string& name) {
    const auto [at, fresh] = by_name_.try_emplace(name, entries_.size());
    if (fresh) entries_.push_back({name, {}, {}, {}});
    return entries_[at->second];
  }

  std::vector<Entry> entries_;  // in the order of their first input
  std::map<std::string, size_t> by_name_;
};

}  // namespace

std::vector<std::string> describe_inputs(const PortableTestCase& test) {
  if (const InputGraph graph(test); graph.is_graph()) {
    auto lines = describe_graph(graph);
    for (auto& line : describe_inputs(graph.others())) lines.push_back(std::move(line));
    return lines;
  }
  Entries entries;
  for (const auto& input : test.inputs) entries.add(input);
  std::vector<std::string> lines;
  for (const auto& entry : entries.all()) {
    auto array = entry.elements;
    if (const auto plain = array.find(CUTTLE_NO_INDEX); plain != array.end()) {
      const Scalar& scalar = plain->second;
      lines.push_back(entry.name + " = " + describe_value(scalar.type, scalar.width, scalar.value));
      array.erase(plain);
    }
    if (!array.empty() || entry.length)
      lines.push_back(entry.name + " = " + describe_array(array, entry.length));
    if (!entry.raw.empty()) lines.push_back(entry.name + " = " + entry.raw);
  }
  return lines;
}

}  // namespace cuttle
