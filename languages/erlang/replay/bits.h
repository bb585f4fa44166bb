// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/erlang/replay/shadow.h"

namespace cuttle::erlang::replay {

// Bitstrings with unknown bits, and binaries of unknown length. Cells here are bits or open_bits.

// A part of a binary at a position; of known length when it is.
Cell open_or_known(Shadow& shadow, const OpenBits& bits);
Int length_of(Shadow& shadow, Cell c);  // in bits
// Bits [from, from + width), the first one highest. Beyond the longest possible end they are zero.
ExprId read_bits(Shadow& shadow, Cell c, uint64_t from, unsigned width);
// Its length is a constant, unless c is open.
Cell slice(Shadow& shadow, Cell c, uint64_t from, const Int& length);
// The same with a known length, by a choice between all.
Cell choose_length(Shadow& shadow, Cell c);

ExprId equal_bits(Shadow& shadow, Cell a, Cell b);
ExprId less_bits(Shadow& shadow, Cell a, Cell b);
ExprId describe_bits(Shadow& shadow, Cell c, Cell& now);

// Puts a bitstring together.
class BitsBuilder {
 public:
  explicit BitsBuilder(ExprPool& pool) : pool_(pool) {}
  void add(ExprId bits);  // the highest bit first
  void add(const BitsData& bits);
  BitsData take();

 private:
  void add_byte(ExprId byte);

  ExprPool& pool_;
  BitsData out_;
  bool known_ = true;  // out_.text holds all bytes
  ExprId pending_;     // less than a byte
};

}  // namespace cuttle::erlang::replay
