// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <filesystem>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/support/suggest.h"

namespace cuttle::cli {

const char* const version = CUTTLE_VERSION;

int fail(const Error& error, When color) {
  Terminal terminal = terminal_of(stderr, color);
  std::fprintf(stderr, "cuttle: %s %s\n", paint(terminal, Paint::red, "error:").c_str(),
               error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "%s\n", error.hint.c_str());
  return error.kind == Error::Kind::usage ? exit_usage : exit_environment;
}

namespace {

using Function = int (*)(const Context&);
constexpr std::pair<const char*, Function> functions[] = {
    {"export", export_tests},   {"run", run},         {"replay", replay}, {"report", report},
    {"cc", compile_c},          {"c++", compile_cxx}, {"doctor", doctor}, {"help", help},
    {"completion", completion}, {"manpage", manpage}, {"trace", trace},   {"worker", worker},
};

Error unknown_command(const OptionTable& table, const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) {
    return Error::usage("there is no command `" + name + "'",
                        "To explore a program: cuttle run " + name);
  }
  std::vector<std::string> names = {"--help", "--version"};
  for (const CommandInfo& command : table.commands()) names.push_back(command.name);
  std::string hint = did_you_mean(name, names);
  if (!hint.empty()) hint += " ";
  return Error::usage("there is no command `" + name + "'",
                      hint + "`cuttle --help' lists the commands.");
}

}  // namespace

int dispatch(const std::string& program, std::vector<std::string> arguments) {
  Languages languages = all_languages();
  OptionTable table(languages);
  if (arguments.empty()) {
    std::fputs(overview(table).c_str(), stderr);
    return exit_usage;
  }
  std::string name = arguments[0];
  arguments.erase(arguments.begin());
  if (name == "--version" || name == "-V") {
    std::printf("cuttle %s\n", version);
    return exit_fine;
  }
  if (name == "--help" || name == "-h") name = "help";
  const CommandInfo* command = table.command(name);
  if (!command) return fail(unknown_command(table, name));
  Result<Settings> settings = parse(table, *command, arguments);
  if (!settings) return fail(settings.error());
  settings->program = program;
  Context context{languages, table, *command, *settings};
  if (settings->help) {
    std::fputs(help_text(table, *command).c_str(), stdout);
    return exit_fine;
  }
  for (auto [known, function] : functions) {
    if (name == known) return function(context);
  }
  return fail(unknown_command(table, name));
}

}  // namespace cuttle::cli
