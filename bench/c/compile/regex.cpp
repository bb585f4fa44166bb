// SPDX-License-Identifier: Apache-2.0
// std::regex: a short program that makes the compiler work.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <regex>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::regex form("([a-z]+)=([0-9]+)");
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::smatch found;
  if (std::regex_match(text, found, form) && found[2] == "42") std::abort();
  return 0;
}
