// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/target/language.h"
#include "languages/c/unit/options.h"

namespace cuttle {

// The options of `cuttle run` that say how the inputs of a unit are made.
std::vector<LanguageOption> unit_language_options();

// What they came to, with a clear word about values that make no sense.
Result<UnitOptions> unit_options(const Config& config);

}  // namespace cuttle
