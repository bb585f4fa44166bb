// SPDX-License-Identifier: Apache-2.0
#include "cli/values.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <thread>

namespace cuttle::cli {
namespace {

template <typename T>
bool read_number(std::string_view text, T& out) {
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() && end == text.data() + text.size();
}

Error expected(const std::string& text, const std::string& what) {
  return Error::usage("`" + text + "' is not " + what);
}

}  // namespace

Result<uint64_t> parse_count(const std::string& text) {
  uint64_t number = 0;
  if (!read_number(text, number)) return expected(text, "a whole number from 0");
  return number;
}

Result<double> parse_seconds(const std::string& text) {
  std::string_view digits = text;
  double unit = 1;
  if (!digits.empty() && std::string_view("smh").find(digits.back()) != std::string_view::npos) {
    unit = digits.back() == 'h' ? 3600 : digits.back() == 'm' ? 60 : 1;
    digits.remove_suffix(1);
  }
  double number = 0;
  if (!read_number(digits, number) || !std::isfinite(number) || number < 0) {
    return expected(text, "a time in seconds (`90', `1.5', `10m', `2h')");
  }
  return number * unit;
}

Result<uint64_t> parse_memory(const std::string& text) {
  std::string_view digits = text;
  unsigned shift = 0;
  if (!digits.empty()) {
    static constexpr std::string_view units = "KMGT";
    size_t unit = units.find(static_cast<char>(std::toupper(digits.back())));
    if (unit != std::string_view::npos) {
      shift = 10 * static_cast<unsigned>(unit + 1);
      digits.remove_suffix(1);
    }
  }
  uint64_t number = 0;
  if (!read_number(digits, number) || number == 0 || number > (~0ull >> shift)) {
    return expected(text, "an amount of memory (`512M', `4G')");
  }
  return number << shift;
}

Result<unsigned> parse_workers(const std::string& text) {
  unsigned number = 0;
  if (!read_number(text, number) || number > 1024) {
    return expected(text, "a number of workers from 0 to 1024 (0: one per processor)");
  }
  return number ? number : std::max(1u, std::thread::hardware_concurrency());
}

std::string limit_text(double number) {
  return number == 0 ? "no limit" : fmt::format("{:.15g}", number);
}

std::string memory_text(uint64_t bytes) {
  constexpr std::string_view units = "KMGT";
  size_t unit = 0;
  for (; unit < units.size() && bytes != 0 && bytes % 1024 == 0; ++unit) bytes /= 1024;
  return std::to_string(bytes) + (unit == 0 ? "" : std::string(1, units[unit - 1]));
}

}  // namespace cuttle::cli
