// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/expr/sort.h"

namespace cuttle {

// A concrete value of any sort: what a variable is assigned and what evaluation yields.
// Bits up to 64 and integers that fit int64_t are held inline (the common case costs no
// allocation); others are boxed and shared. Bits are always normalised: nothing above `width` is
// set. Floats are held as their IEEE bit pattern; there is one NaN (positive, quiet, no payload).
class Value {
 public:
  Value() = default;  // false
  static Value boolean(bool value) { return Value(Sort::boolean(), value ? 1 : 0); }
  static Value bits(unsigned width, uint64_t value);          // truncates, zero-extends beyond 64
  static Value bits(unsigned width, const mpz_class& value);  // modulo 2^width
  static Value from_bytes(std::span<const uint8_t> little_endian);
  static Value floating(unsigned width, const Value& bits);
  static Value float32(float value);
  static Value float64(double value);
  static Value integer(const mpz_class& value);
  static Value integer(int64_t value);
  static Value zero(Sort sort);
  // The value of a sort with at most 64 bits, from bits that are normalised already.
  static Value narrow(Sort sort, uint64_t bits) { return Value(sort, bits); }

  Sort sort() const { return sort_; }
  bool is_zero() const;
  bool as_bool() const { return low_ != 0; }
  uint64_t low64() const { return low_; }  // the low 64 bits; the whole value when width <= 64
  mpz_class as_unsigned() const;           // bits and floats (pattern), booleans as 0 or 1
  mpz_class as_signed() const;             // two's complement; integers as they are
  double as_double() const;                // floats; nearest for 80 and 128 bits
  std::vector<uint8_t> to_bytes() const;   // little endian, (width + 7) / 8 bytes
  Value bits_of() const;                   // a float's pattern as bits of the same width

  // Single bits of bits and floats.
  bool bit(unsigned i) const;
  unsigned bit_length() const;      // index of the highest set bit plus one; 0 for zero
  unsigned trailing_zeros() const;  // of a value that is not zero
  unsigned count_ones() const;

  // For test files: decimal for integers and bits (unsigned), "true"/"false", "0x..." pattern for
  // floats. parse_value() reads it back exactly.
  std::string to_text() const;

  size_t hash() const;
  friend bool operator==(const Value& a, const Value& b);

 private:
  Value(Sort sort, uint64_t low) : sort_(sort), low_(low) {}

  Sort sort_;
  uint64_t low_ = 0;
  std::shared_ptr<const mpz_class> box_;  // set for more than 64 bits and for large integers
};

// Returns false when `text` is not a value of that sort.
bool parse_value(Sort sort, const std::string& text, Value& out);

}  // namespace cuttle
