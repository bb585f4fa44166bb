// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/target/language.h"

namespace cuttle::prolog {

// Writes the test cases as a plunit file that runs without Cuttle. What SWI-Prolog does now is what
// each test expects.
Result<Exported> export_plunit(const ExportRequest& request);

}  // namespace cuttle::prolog
