// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/settings.h"
#include "engine/report/summary.h"
#include "engine/support/result.h"

namespace cuttle::cli {

// The end of `run` and the whole of `report`: the summary for people on stdout, and as JSON where
// --json says. With `--json -` stdout is JSON alone. `command` is what followed `cuttle run`.
Result<void> show(const Summary& summary, const std::filesystem::path& folder,
                  const std::vector<std::string>& command, const Settings& settings);

}  // namespace cuttle::cli
