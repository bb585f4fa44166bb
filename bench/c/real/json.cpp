// SPDX-License-Identifier: Apache-2.0
// nlohmann::json: accept and parse, exceptions included.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 8) return 0;
  const bool accepted = nlohmann::json::accept(data, data + size);
  try {
    const auto value = nlohmann::json::parse(data, data + size);
    if (!accepted || value.is_discarded()) __builtin_trap();
  } catch (const nlohmann::json::parse_error&) {
    if (accepted) __builtin_trap();
  } catch (const nlohmann::json::out_of_range&) {
  }
  return 0;
}
