// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <system_error>

#include "cli/command.h"
#include "engine/support/suggest.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

Error missing_file(const fs::path& target) {
  std::vector<std::string> neighbours;
  fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    neighbours.push_back((target.parent_path() / entry.path().filename()).string());
  }
  std::ranges::sort(neighbours);
  if (!fs::exists(folder, problem)) {
    return Error::usage("there is no file " + target.string(),
                        "The folder " + folder.string() + " does not exist.");
  }
  return Error::usage("there is no file " + target.string(),
                      did_you_mean(target.string(), neighbours));
}

// The options that were given must be ones of the chosen language.
Result<void> check_options(const Language& language, const ProgramRequest& request) {
  std::vector<LanguageOption> known = language.options();
  for (const auto& [name, values] : request.options.given()) {
    if (std::ranges::find(known, name, &LanguageOption::name) == known.end()) {
      return Error::usage("--" + name + " is not an option for " + language.name() +
                              " programs, and " + request.files[0] + " is one",
                          "`cuttle run --help' says which options are for which language.");
    }
  }
  return {};
}

// An option with the name of its language asks for that language, whatever the targets are.
bool is_chosen(const Language& language, const ProgramRequest& request) {
  return request.options.given().contains(language.name());
}

// How to name a language that takes any target.
std::string ways_to_choose(const Languages& languages) {
  std::string text;
  for (const auto& language : languages)
    for (const LanguageOption& option : language->options())
      if (option.name == language->name())
        text += "\n--" + option.name + " " + option.argument + ": " + option.help;
  return text;
}

}  // namespace

Result<Language*> language_of(const Languages& languages, const ProgramRequest& request) {
  for (const std::string& target : request.files) {
    std::error_code problem;
    if (!fs::exists(target, problem)) return missing_file(target);
  }
  for (const auto& language : languages) {
    if (!is_chosen(*language, request)) continue;
    if (Result<void> fine = check_options(*language, request); !fine) return fine.error();
    return language.get();
  }
  for (const auto& language : languages) {
    auto accepts = [&](const std::string& target) { return language->accepts(target); };
    if (!std::ranges::all_of(request.files, accepts)) continue;
    if (Result<void> fine = check_options(*language, request); !fine) return fine.error();
    return language.get();
  }
  for (const std::string& target : request.files) {
    std::error_code problem;
    if (!fs::is_directory(target, problem)) continue;
    return Error::usage(target + " is a folder, and no language knows it as a program",
                        "Give the source files of one program.");
  }
  std::string names;
  for (const auto& language : languages) names += (names.empty() ? "" : ", ") + language->name();
  std::string what = request.files.size() == 1 ? request.files[0] : "these files together";
  return Error::usage("no language of Cuttle's knows what to do with " + what,
                      "The languages are: " + names + ways_to_choose(languages));
}

}  // namespace cuttle::cli
