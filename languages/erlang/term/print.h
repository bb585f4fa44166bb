// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// How some terms are written; nothing for all others.
using TermText = std::function<std::optional<std::string>(const Term&)>;

// As Erlang reads it back, but for pids, references, ports and funs. Lists of printable characters
// and binaries of them are written as strings.
std::string to_text(const Term& term, const TermText& special = {});
std::string atom_text(std::string_view name);  // quoted where it must be

}  // namespace cuttle::erlang
