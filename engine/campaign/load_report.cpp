// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/load_report.h"

#include "engine/campaign/campaign.h"

namespace cuttle {

Result<ReportData> load_report(RecordStore& records, const std::filesystem::path& folder) {
  auto state = records.load();
  if (!state) return state.error();
  ReportData data;
  data.summary = summary_for_report(*state);
  data.tests = std::move(state->tests);
  data.bug_kinds = std::move(state->bug_kinds);
  data.coverage = std::move(state->coverage);
  data.covered = std::move(state->covered);
  data.folder = folder;
  data.directory = state->identity.directory;
  data.command = state->identity.command;
  data.request = state->identity.request;
  return data;
}

Result<ReportData> load_report(const std::filesystem::path& folder) {
  auto records = read_campaign(folder);
  if (!records) return records.error();
  return load_report(**records, folder);
}

}  // namespace cuttle
