// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "cli/show.h"
#include "engine/campaign/campaign.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

// Without an argument: the only campaign in this folder.
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

}  // namespace

int report(const Context& context) {
  const Settings& settings = context.settings;
  Result<fs::path> folder = chosen_folder(settings);
  if (!folder) return fail(folder.error(), settings.color);
  Result<std::unique_ptr<Campaign>> campaign = open_campaign(*folder, nullptr);
  if (!campaign) return fail(campaign.error(), settings.color);
  Result<CampaignState> state = (*campaign)->load();
  if (!state) return fail(state.error(), settings.color);
  const Summary& summary = state->saved ? *state->saved : state->summary;
  Result<void> shown = show(summary, *folder, state->identity.command, settings);
  if (!shown) return fail(shown.error(), settings.color);
  return exit_fine;
}

}  // namespace cuttle::cli
