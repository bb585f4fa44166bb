// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/core.h"

namespace cuttle::erlang::replay {

// Characters in binaries. How many bytes one has is a choice.
struct UtfReader {
  Shadow& shadow;
  Cell bits;
  Int length;   // of all bits
  uint64_t at;  // moves on

  // The code of the next character; nothing: there is none.
  std::optional<Int> read(const Segment& segment);
};

// The bits of a character, which is known to be valid.
std::vector<ExprId> encode_utf(Shadow& shadow, const Segment& segment, const Int& code);
// Codes that can be written: no surrogates, nothing beyond Unicode.
ExprId is_character(Shadow& shadow, const Int& code);

}  // namespace cuttle::erlang::replay
