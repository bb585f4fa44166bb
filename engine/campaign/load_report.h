// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/report/report_data.h"
#include "engine/support/result.h"

namespace cuttle {

// All that reports show of the campaign in `folder`, also while it is being written.
Result<ReportData> load_report(const std::filesystem::path& folder);

}  // namespace cuttle
