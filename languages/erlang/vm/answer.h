// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/erlang/vm/machine.h"

namespace cuttle::erlang {

// What cuttle_answer.erl says.
Answer answer_of(const Term& term);

}  // namespace cuttle::erlang
