// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"
#include "cli/settings.h"
#include "engine/support/result.h"

namespace cuttle::cli {

// What a command gets. The command's result is the exit code of the process.
struct Context {
  const Languages& languages;
  const OptionTable& table;
  const CommandInfo& command;
  const Settings& settings;
};

enum ExitCode : int {
  exit_fine = 0,
  exit_bugs = 1,
  exit_usage = 2,
  exit_environment = 3,
  exit_incomplete = 4,
  exit_interrupted = 130,
};

// One file each: run.cpp, replay.cpp, ...
int run(const Context& context);
int worker(const Context& context);
int replay(const Context& context);
int report(const Context& context);
int export_tests(const Context& context);
int compile_c(const Context& context);
int compile_cxx(const Context& context);
int trace(const Context& context);
int doctor(const Context& context);
int completion(const Context& context);
int manpage(const Context& context);
int help(const Context& context);

// Finds the command that the arguments name and runs it. `program` is how the user calls us.
int dispatch(const std::string& program, std::vector<std::string> arguments);

// Shows an error on stderr as every command does; returns the exit code for it.
int fail(const Error& error, When color = When::automatic);

// `cuttle --help` and `cuttle COMMAND --help` (help.cpp).
std::string overview(const OptionTable& table);
std::string help_text(const OptionTable& table, const CommandInfo& command);

// The campaign that the operands name; without one, the only campaign in this folder.
Result<std::filesystem::path> chosen_folder(const Settings& settings);

// Where processes that joined a campaign keep their builds, each in a folder of its own.
constexpr const char* kWorkersFolder = "campaign.workers";

// All front ends (languages.cpp), and the one that accepts this file.
Languages all_languages();
Result<Language*> language_of(const Languages& languages, const ProgramRequest& request);

extern const char* const version;  // "0.1.0"

}  // namespace cuttle::cli
