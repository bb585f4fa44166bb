// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/terminal.h"
#include "engine/support/suggest.h"

namespace cuttle::cli {
namespace {

constexpr unsigned width = 100;
constexpr unsigned help_column = 32;

std::string row(const std::string& left, const std::string& right) {
  std::string text = "  " + left;
  if (text.size() + 2 > help_column) {
    text += '\n' + std::string(help_column, ' ');
  } else {
    text.resize(help_column, ' ');
  }
  return text + filled(right, width, help_column) + '\n';
}

std::string explained(const Option& option) {
  std::string text = option.help;
  if (!option.choices.empty()) text += fmt::format(": {}", fmt::join(option.choices, ", "));
  if (!option.initial.empty()) text += fmt::format(" [default: {}]", option.initial);
  if (option.repeatable) text += " (may be repeated)";
  return text;
}

}  // namespace

std::string overview(const OptionTable& table) {
  std::string text =
      "Cuttle finds bugs by running a program on inputs that it computes, one path after another.\n"
      "\nUsage: cuttle COMMAND [options]\n\nCommands:\n";
  for (const CommandInfo& command : table.commands()) {
    text += row(command.name + (command.operands.empty() ? "" : " " + command.operands),
                command.summary);
  }
  text +=
      "\nTo begin:  cuttle run examples/c/testme.c\n"
      "`cuttle COMMAND --help' explains a command, `cuttle --version' shows the version.\n";
  return text;
}

std::string help_text(const OptionTable& table, const CommandInfo& command) {
  if (command.passes_through) {
    return fmt::format("Usage: cuttle {} ARGS...\n\n{}\nAll arguments are those of the compiler.\n",
                       command.name, command.summary);
  }
  std::string text = fmt::format("Usage: cuttle {} [options] {}\n\n{}.\n", command.name,
                                 command.operands, command.summary);
  if (!command.details.empty()) text += filled(command.details, width, 0) + "\n";
  std::string group;
  for (const Option* option : table.options_of(command)) {
    if (option->group != group) text += fmt::format("\n{}:\n", group = option->group);
    text +=
        row(option->letter ? option->spelled() : "    " + option->spelled(), explained(*option));
  }
  if (command.name == "run") {
    text +=
        "\nExit codes: 0 explored, nothing found; 1 bugs found; 2 usage error; 3 environment or\n"
        "tool failure; 4 incomplete, with --require-complete; 130 after Ctrl-C.\n";
  }
  return text;
}

int help(const Context& context) {
  const auto& operands = context.settings.operands;
  if (operands.empty()) {
    std::fputs(overview(context.table).c_str(), stdout);
    return exit_fine;
  }
  const CommandInfo* command = context.table.command(operands[0]);
  if (!command) {
    std::vector<std::string> names;
    for (const CommandInfo& known : context.table.commands()) names.push_back(known.name);
    return fail(
        Error::usage("there is no command `" + operands[0] + "'", did_you_mean(operands[0], names)),
        context.settings.color);
  }
  std::fputs(help_text(context.table, *command).c_str(), stdout);
  return exit_fine;
}

}  // namespace cuttle::cli
