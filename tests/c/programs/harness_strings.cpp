// SPDX-License-Identifier: Apache-2.0
// A fuzzing harness that puts its data into a string: the copy depends on the size of both.
// run: --input stdin:7 --max-runs 200 --stop-on-bug
// expect: not exhausted
// expect: no incomplete divergence
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

static std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (char c : text)
    if (c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto parts = split(std::string(reinterpret_cast<const char*>(data), size));
  if (parts.size() == 3 && parts[0] == "id" && parts[2] == "x") std::abort();  // bug: abort
  return 0;
}
