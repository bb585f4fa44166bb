// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/target/language.h"

namespace cuttle::erlang {

// What the test cases cover of the plain modules, counted by OTP's `cover', as a file that
// cover:import/1 takes.
Result<Exported> export_coverdata(const ExportRequest& request);

}  // namespace cuttle::erlang
