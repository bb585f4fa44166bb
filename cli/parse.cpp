// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/options.h"
#include "engine/support/suggest.h"

namespace cuttle::cli {
namespace {

struct Given {
  const Option* option;
  std::vector<std::string> values;
  CLI::Option* handle = nullptr;
};

Error unknown_option(const std::vector<const Option*>& options, const CommandInfo& command,
                     std::string word) {
  word = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const Option* option : options) names.push_back("--" + option->name);
  std::string hint = did_you_mean(word, names);
  if (!hint.empty()) hint += " ";
  return Error::usage("unknown option " + word + " for `cuttle " + command.name + "'",
                      hint + "`cuttle " + command.name + " --help' lists the options.");
}

Result<void> check_operands(const Settings& settings, const CommandInfo& command) {
  size_t count = settings.operands.size();
  std::string usage = "usage: cuttle " + command.name + " [options] " + command.operands;
  if (count < command.min_operands) {
    std::string what = command.operands.substr(0, command.operands.find_first_of(" ."));
    return Error::usage("`cuttle " + command.name + "' needs " + what, usage);
  }
  if (count > command.max_operands) {
    return Error::usage("unexpected argument `" + settings.operands[command.max_operands] + "'",
                        usage);
  }
  return {};
}

Result<void> apply(Settings& settings, const Given& given) {
  const Option& option = *given.option;
  for (const std::string& value : given.values) {
    if (!option.choices.empty() &&
        std::ranges::find(option.choices, value) == option.choices.end()) {
      std::string all;
      for (const std::string& choice : option.choices) all += (all.empty() ? "" : ", ") + choice;
      std::string hint = did_you_mean(value, option.choices);
      if (!hint.empty()) hint += " ";
      return Error::usage("--" + option.name + ": `" + value + "' is not known",
                          hint + "Possible are: " + all);
    }
    if (Result<void> done = option.apply(settings, value); !done) {
      return Error::usage("--" + option.name + ": " + done.error().message, done.error().hint);
    }
  }
  return {};
}

// Lets CLI11 split the arguments into options with their values and the rest.
Result<std::vector<std::string>> split(std::vector<Given>& given, const CommandInfo& command,
                                       std::vector<std::string> arguments) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  for (Given& one : given) {
    std::string names = "--" + one.option->name;
    if (one.option->letter) names += std::string(",-") + one.option->letter;
    one.handle = one.option->argument.empty()
                     ? app.add_flag(names)
                     : app.add_option(names, one.values)->expected(1)->allow_extra_args(false);
    one.handle->multi_option_policy(one.option->repeatable ? CLI::MultiOptionPolicy::TakeAll
                                                           : CLI::MultiOptionPolicy::TakeLast);
  }
  for (const std::string& word : arguments) {
    for (const Given& one : given) {
      if (one.option->argument.empty() && word.starts_with("--" + one.option->name + "=")) {
        return Error::usage("--" + one.option->name + " takes no value");
      }
    }
  }
  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& problem) {
    for (const Given& one : given) {
      std::string name = "--" + one.option->name;
      if (std::string(problem.what()).starts_with(name + ":")) {
        return Error::usage(name + " needs a value: " + name + " " + one.option->argument);
      }
    }
    return Error::usage(problem.what(), "`cuttle " + command.name + " --help' explains the usage.");
  }
  for (Given& one : given) {
    if (one.option->argument.empty() && one.handle->count() > 0) one.values = {"true"};
  }
  return app.remaining();
}

}  // namespace

Result<Settings> parse(const OptionTable& table, const CommandInfo& command,
                       const std::vector<std::string>& arguments) {
  Settings settings;
  settings.text = arguments;
  if (command.passes_through) {
    settings.operands = arguments;
    return settings;
  }
  auto dashes = std::ranges::find(arguments, "--");
  if (dashes != arguments.end()) {
    settings.request.arguments.assign(dashes + 1, arguments.end());
  }

  std::vector<const Option*> options = table.options_of(command);
  std::vector<Given> given;
  for (const Option* option : options) given.push_back({option, {}});
  auto rest = split(given, command, {arguments.begin(), dashes});
  if (!rest) return rest.error();
  for (const std::string& word : *rest) {
    if (word.size() > 1 && word[0] == '-') return unknown_option(options, command, word);
    settings.operands.push_back(word);
  }
  for (const Given& one : given) {
    if (Result<void> done = apply(settings, one); !done) return done.error();
  }
  if (settings.help) return settings;
  if (Result<void> done = check_operands(settings, command); !done) return done.error();
  return settings;
}

}  // namespace cuttle::cli
