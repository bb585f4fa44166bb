// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "engine/support/result.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// Erlang's external term format, version 131. Compressed terms are not read.
Result<Term> decode_etf(std::span<const uint8_t> bytes);
std::string encode_etf(const Term& term);

}  // namespace cuttle::erlang
