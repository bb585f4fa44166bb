// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/load_report.h"

#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"

namespace cuttle {

Result<ReportData> load_report(const std::filesystem::path& folder) {
  auto database = open_checked(folder);
  if (!database) return database.error();
  auto state = load_state(**database);
  if (!state) return state.error();
  auto tests = load_tests(**database);
  if (!tests) return tests.error();
  ReportData data;
  data.summary = summary_for_report(*state);
  data.tests = std::move(tests).value();
  data.bug_kinds = std::move(state->bug_kinds);
  data.coverage = std::move(state->coverage);
  data.covered = std::move(state->covered);
  data.folder = folder;
  data.directory = state->identity.directory;
  data.command = state->identity.command;
  return data;
}

}  // namespace cuttle
