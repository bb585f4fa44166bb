// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/expr/sort.h"

namespace cuttle {

// The low `width` bits set; 64 and more gives all ones.
constexpr uint64_t low_mask(unsigned width) {
  return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

// `value` read as a two's complement number of `width` (1 to 64) bits.
constexpr int64_t sign_extended(uint64_t value, unsigned width) {
  unsigned unused = 64 - width;
  return static_cast<int64_t>(value << unused) >> unused;
}

__extension__ typedef unsigned __int128 uint128;

// Both words folded into one well-spread word; the building block of our hashes.
constexpr uint64_t mix(uint64_t a, uint64_t b) {
  uint128 product = uint128(a ^ 0x9E3779B97F4A7C15ull) * (b ^ 0xD1B54A32D192ED03ull);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

// The hash of a value that is held in one word (Value::hash() agrees).
constexpr uint64_t narrow_value_hash(Sort sort, uint64_t low) {
  return mix(static_cast<uint64_t>(sort.kind) << 32 | sort.width, low);
}

}  // namespace cuttle
