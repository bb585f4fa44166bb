// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cuttle {

enum class SortKind : uint8_t { boolean, bits, floating, integer };

// The type of an expression. `width` is the number of bits of a bit-vector (1 to 65,535) or of an
// IEEE float (16, 32, 64, 80, 128), and 0 otherwise.
struct Sort {
  SortKind kind = SortKind::boolean;
  uint16_t width = 0;

  static constexpr Sort boolean() { return {SortKind::boolean, 0}; }
  static constexpr Sort bits(unsigned width) {
    return {SortKind::bits, static_cast<uint16_t>(width)};
  }
  static constexpr Sort floating(unsigned width) {
    return {SortKind::floating, static_cast<uint16_t>(width)};
  }
  static constexpr Sort integer() { return {SortKind::integer, 0}; }

  bool is_bool() const { return kind == SortKind::boolean; }
  bool is_bits() const { return kind == SortKind::bits; }
  bool is_float() const { return kind == SortKind::floating; }
  bool is_int() const { return kind == SortKind::integer; }
  // Whether values have at most 64 bits, and how many (a Bool has one).
  bool is_narrow() const { return is_bool() || ((is_bits() || is_float()) && width <= 64); }
  unsigned narrow_width() const { return is_bool() ? 1 : width; }

  friend bool operator==(Sort, Sort) = default;
};

// Bits of the exponent and of the significand (with the hidden bit) of an IEEE float of `width`
// bits. The 80-bit x87 format is treated as the IEEE format (15, 64) of 79 bits; patterns carry its
// explicit integer bit (bit 63), which follows from the exponent and is ignored when read.
struct FloatFormat {
  unsigned exponent;
  unsigned significand;
};
FloatFormat float_format(unsigned width);
bool is_float_width(unsigned width);

// "Bool", "bv32", "float64", "Int".
std::string to_string(Sort sort);
// Reads what to_string() writes; false when `text` is no sort.
bool parse_sort(std::string_view text, Sort& out);

}  // namespace cuttle
