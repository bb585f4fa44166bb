// SPDX-License-Identifier: Apache-2.0
#include "cli/show.h"

#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "cli/terminal.h"
#include "engine/report/annotations.h"
#include "engine/report/summary_json.h"
#include "engine/report/text.h"
#include "engine/support/files.h"

namespace cuttle::cli {

Result<void> show(const Summary& summary, const std::filesystem::path& folder,
                  const std::vector<std::string>& command, const Settings& settings) {
  const std::filesystem::path& json = settings.config.json;
  bool only_json = json == "-";
  std::FILE* people = only_json ? stderr : stdout;

  TextOptions options;
  options.color = terminal_of(people, settings.color).color;
  options.all = settings.verbosity > 0;
  options.program = settings.program;
  options.folder = folder;
  options.command = command;
  std::ostringstream text;
  write_text(text, summary, options);
  if (!only_json || settings.verbosity >= 0) std::fputs(text.str().c_str(), people);

  // In its logs, GitHub shows these beside the code.
  if (const char* github = std::getenv("GITHUB_ACTIONS"); github && std::string(github) == "true") {
    std::ostringstream annotations;
    write_annotations(annotations, summary);
    std::fputs(annotations.str().c_str(), stderr);
  }

  if (only_json) std::fputs(summary_to_json(summary).c_str(), stdout);
  if (!json.empty() && !only_json) return write_file(json, summary_to_json(summary));
  return {};
}

}  // namespace cuttle::cli
