// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine/campaign/record_store.h"
#include "engine/report/report_data.h"

namespace cuttle {

// All that reports show of a campaign. `folder` is where its test files are.
Result<ReportData> load_report(RecordStore& records, const std::filesystem::path& folder);
// Of the campaign in `folder`, also while it is being written.
Result<ReportData> load_report(const std::filesystem::path& folder);

}  // namespace cuttle
