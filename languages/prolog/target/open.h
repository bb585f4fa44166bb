// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/prolog/target/target.h"

namespace cuttle::prolog {

// Loads the program of a campaign and works out what to call.
// `session` may have the files loaded already.
Result<Campaigning> open_program(const ProgramRequest& request,
                                 std::shared_ptr<SwiSession> session = nullptr);

}  // namespace cuttle::prolog
