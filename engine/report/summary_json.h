// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/report/summary.h"
#include "engine/support/result.h"

namespace cuttle {

inline constexpr int kSummarySchemaVersion = 1;

// The stable JSON summary; docs/summary.md explains each field. Ends with a newline.
std::string summary_to_json(const Summary& summary);

// Reads what summary_to_json() wrote; fields it does not know are ignored. `origin` names the text
// in error messages.
Result<Summary> summary_from_json(const std::string& text, const std::string& origin);

}  // namespace cuttle
