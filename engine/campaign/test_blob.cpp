// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/test_blob.h"

#include <charconv>

#include "engine/campaign/varint.h"
#include "engine/support/check.h"

namespace cuttle {

namespace {

// Small differences of either sign become small numbers.
uint64_t zigzag(int64_t value) {
  return (static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63);
}

int64_t unzigzag(uint64_t value) {
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

// True only for the one spelling that to_string() gives back.
bool plain_decimal(const std::string& text, uint64_t& value) {
  if (text.empty() || text.size() > 19 || (text[0] == '0' && text.size() > 1)) return false;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value < (uint64_t{1} << 63);
}

bool take_value(std::string_view& in, std::string& value) {
  uint64_t head;
  if (!take_varint(in, head)) return false;
  if ((head & 1) == 0) {
    value = std::to_string(head >> 1);
    return true;
  }
  const uint64_t length = head >> 1;
  if (length > in.size()) return false;
  value = in.substr(0, length);
  in.remove_prefix(length);
  return true;
}

}  // namespace

std::string InputDictionary::key(const NamedInput& input) {
  std::string key;
  key.reserve(input.name.size() + input.type.size() + input.sort.size() + 2);
  return key.append(input.name)
      .append(1, '\0')
      .append(input.type)
      .append(1, '\0')
      .append(input.sort);
}

uint64_t InputDictionary::number(const NamedInput& input, uint64_t likely) {
  if (likely < declarations_.size()) {
    const NamedInput& known = declarations_[likely];
    if (known.name == input.name && known.type == input.type && known.sort == input.sort)
      return likely;
  }
  auto [entry, added] = numbers_.try_emplace(key(input), declarations_.size());
  if (added) declarations_.push_back({input.name, input.type, input.sort, {}});
  return entry->second;
}

void InputDictionary::add(std::string name, std::string type, std::string sort) {
  NamedInput input{std::move(name), std::move(type), std::move(sort), {}};
  numbers_.try_emplace(key(input), declarations_.size());
  declarations_.push_back(std::move(input));
}

void InputDictionary::truncate(size_t size) {
  CUTTLE_CHECK(size <= declarations_.size(), "the dictionary is shorter than what was saved");
  for (size_t i = size; i < declarations_.size(); ++i) numbers_.erase(key(declarations_[i]));
  declarations_.resize(size);
}

std::string encode_test(const PortableTestCase& test, InputDictionary& dictionary) {
  std::string out;
  out.reserve(8 + 8 * test.inputs.size());  // most numbers are small
  put_varint(out, test.inputs.size());
  int64_t expected = 0;
  for (const NamedInput& input : test.inputs) {
    const auto number =
        static_cast<int64_t>(dictionary.number(input, static_cast<uint64_t>(expected)));
    put_varint(out, zigzag(number - expected));
    expected = number + 1;
    uint64_t value;
    if (plain_decimal(input.value, value)) {
      put_varint(out, value << 1);
    } else {
      put_varint(out, input.value.size() << 1 | 1);
      out += input.value;
    }
  }
  put_varint(out, test.schedule.steps.size());
  for (uint32_t step : test.schedule.steps) put_varint(out, step);
  return out;
}

bool decode_test(std::string_view bytes, const InputDictionary& dictionary, PortableTestCase& out) {
  out = {};
  uint64_t count;
  if (!take_varint(bytes, count)) return false;
  int64_t expected = 0;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t difference;
    if (!take_varint(bytes, difference)) return false;
    const uint64_t number =
        static_cast<uint64_t>(expected) + static_cast<uint64_t>(unzigzag(difference));
    if (number >= dictionary.size()) return false;
    expected = static_cast<int64_t>(number) + 1;
    out.inputs.push_back(dictionary.at(number));
    if (!take_value(bytes, out.inputs.back().value)) return false;
  }
  if (!take_varint(bytes, count)) return false;
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t step;
    if (!take_varint(bytes, step) || step > UINT32_MAX) return false;
    out.schedule.steps.push_back(static_cast<uint32_t>(step));
  }
  return bytes.empty();
}

}  // namespace cuttle
