// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/path/test_case.h"

namespace cuttle {

// The declarations (name, type, sort) of all inputs of a campaign, each stored once: the test cases
// of a campaign share most of them, so that one input of a stored test costs two to four bytes.
class InputDictionary {
 public:
  // The number of this declaration, which is added when it is new. `likely`: where it probably is,
  // because tests of one program have the same inputs in the same order.
  uint64_t number(const NamedInput& input, uint64_t likely);
  // For what the database already holds; numbers are dense, from 0.
  void add(std::string name, std::string type, std::string sort);
  size_t size() const { return declarations_.size(); }
  const NamedInput& at(size_t number) const { return declarations_[number]; }  // value is empty

  // Forgets the declarations from `size` on: their transaction was rolled back.
  void truncate(size_t size);

 private:
  static std::string key(const NamedInput& input);
  std::vector<NamedInput> declarations_;
  std::unordered_map<std::string, uint64_t> numbers_;
};

// Varints. An input is the difference of its declaration's number to the previous one plus its
// value; a value that is a decimal number below 2^63 is a varint, any other is kept as text.
std::string encode_test(const PortableTestCase& test, InputDictionary& dictionary);
// Returns false when the bytes are damaged.
bool decode_test(std::string_view bytes, const InputDictionary& dictionary, PortableTestCase& out);

}  // namespace cuttle
