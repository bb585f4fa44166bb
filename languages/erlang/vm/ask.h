// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "languages/erlang/term/term.h"
#include "languages/erlang/vm/toolchain.h"

namespace cuttle::erlang {

// Starts a virtual machine that calls module:main() of ours with a request, and gives its reply.
Result<Term> ask_erlang(const Toolchain& toolchain, const std::string& module, const Term& request);

}  // namespace cuttle::erlang
