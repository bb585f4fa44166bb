// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "engine/report/summary.h"

namespace cuttle {

// Workflow commands that make GitHub Actions show each bug beside its line. For its logs only: ask
// for GITHUB_ACTIONS=true first.
void write_annotations(std::ostream& out, const Summary& summary);

}  // namespace cuttle
