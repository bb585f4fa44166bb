// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/show.h"
#include "engine/campaign/load_report.h"
#include "engine/report/exporter.h"

namespace cuttle::cli {

namespace fs = std::filesystem;

Result<fs::path> chosen_folder(const Settings& settings) {
  if (!settings.operands.empty()) return fs::path(settings.operands[0]);
  std::vector<std::string> found;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(".", problem)) {
    if (fs::exists(entry.path() / "campaign.db", problem)) {
      found.push_back(entry.path().filename().string());
    }
  }
  if (found.size() == 1) return fs::path(found[0]);
  if (found.empty()) {
    return Error::usage("there is no campaign in this folder",
                        "Start one with `cuttle run TARGET', or name its folder.");
  }
  std::ranges::sort(found);
  return Error::usage("there are several campaigns in this folder",
                      fmt::format("Name one of: {}", fmt::join(found, ", ")));
}

namespace {

Result<void> write_exports(const Settings& settings, const ReportData& data) {
  for (const auto& exporter : all_exporters()) {
    const auto wanted = settings.exports.find(exporter->name());
    if (wanted == settings.exports.end()) continue;
    Result<void> written = exporter->write(data, wanted->second);
    if (!written) return written;
    if (settings.verbosity < 0) continue;
    const fs::path shown =
        exporter->writes_folder() ? wanted->second / "index.html" : wanted->second;
    fmt::print(stderr, "wrote {}\n", shown.string());
  }
  return {};
}

}  // namespace

int report(const Context& context) {
  const Settings& settings = context.settings;
  Result<fs::path> folder = chosen_folder(settings);
  if (!folder) return fail(folder.error(), settings.color);
  Result<ReportData> data = load_report(*folder);
  if (!data) return fail(data.error(), settings.color);
  Result<void> shown = show(data->summary, *folder, data->command, settings);
  if (!shown) return fail(shown.error(), settings.color);
  Result<void> written = write_exports(settings, *data);
  if (!written) return fail(written.error(), settings.color);
  return exit_fine;
}

}  // namespace cuttle::cli
