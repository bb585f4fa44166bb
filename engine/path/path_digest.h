// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/path/choice.h"

namespace cuttle {

// A digest of the alternatives taken, choice by choice.
class PathDigest {
 public:
  void add(const Choice& choice);  // a formality changes nothing
  void add(uint64_t word);
  uint64_t high() const { return a_; }
  uint64_t low() const { return b_; }

 private:
  uint64_t a_ = 0x243F6A8885A308D3ull, b_ = 0x13198A2E03707344ull;
};

}  // namespace cuttle
