// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "engine/support/suggest.h"

namespace cuttle::cli {
namespace {

std::string command_names(const OptionTable& table) {
  std::string names;
  for (const CommandInfo& command : table.commands()) names += command.name + " ";
  return names + "--help --version";
}

// What the first operand may be, where that is known; empty: a file.
std::string first_words(const CommandInfo& command) {
  if (command.name == "completion") return "bash zsh fish";
  return command.name == "trace" ? "check" : "";
}

// One `case` arm per option whose values are known; the shell completes files elsewhere.
std::string bash_script(const OptionTable& table) {
  std::string script =
      "# bash completion for cuttle; made by `cuttle completion bash'\n"
      "_cuttle() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n";
  script += fmt::format("    COMPREPLY=($(compgen -W \"{}\" -- \"$word\"))\n    return\n  fi\n",
                        command_names(table));
  script += "  case $previous in\n";
  for (const Option& option : table.options()) {
    if (option.choices.empty()) continue;
    script += fmt::format("    --{}) COMPREPLY=($(compgen -W \"{}\" -- \"$word\")); return ;;\n",
                          option.name, fmt::join(option.choices, " "));
  }
  script += "  esac\n  local options=\n  case ${COMP_WORDS[1]} in\n";
  for (const CommandInfo& command : table.commands()) {
    std::string options;
    for (const Option* option : table.options_of(command)) options += " --" + option->name;
    if (!first_words(command).empty()) options += " " + first_words(command);
    script += fmt::format("    {}) options=\"{}\" ;;\n", command.name, options);
  }
  script +=
      "  esac\n"
      "  if [[ $word == -* || ${COMP_WORDS[1]} == completion ||\n"
      "        ( ${COMP_WORDS[1]} == trace && $COMP_CWORD == 2 ) ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  fi\n"
      "}\n"
      "complete -o default -F _cuttle cuttle\n";
  return script;
}

// Text inside single quotes of a shell.
std::string quoted(const std::string& text) {
  std::string out;
  for (char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out;
}

// Text of a zsh description: brackets and colons mean something there.
std::string zsh_text(const std::string& text) {
  std::string out;
  for (char c : quoted(text)) {
    if (c == '[' || c == ']' || c == ':') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_script(const OptionTable& table) {
  std::string script =
      "#compdef cuttle\n# zsh completion for cuttle; made by `cuttle completion zsh'\n"
      "_cuttle() {\n  local -a commands\n  commands=(\n";
  for (const CommandInfo& command : table.commands()) {
    script += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
  }
  script +=
      "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
      "  case $words[2] in\n";
  for (const CommandInfo& command : table.commands()) {
    script += fmt::format("    {})\n      _arguments", command.name);
    for (const Option* option : table.options_of(command)) {
      std::string value;
      if (!option->argument.empty()) {
        value = ":" + option->argument + ":";
        value += option->choices.empty() ? "_files"
                                         : fmt::format("({})", fmt::join(option->choices, " "));
      }
      script += fmt::format(" \\\n        '{}--{}[{}]{}'", option->repeatable ? "*" : "",
                            option->name, zsh_text(option->help), value);
    }
    if (!first_words(command).empty())
      script += fmt::format(" \\\n        '2:word:({})'", first_words(command));
    if (command.name != "completion") script += " \\\n        '*:file:_files'";
    script += "\n      ;;\n";
  }
  return script + "  esac\n}\ncompdef _cuttle cuttle\n";
}

std::string fish_script(const OptionTable& table) {
  std::string script = "# fish completion for cuttle; made by `cuttle completion fish'\n";
  for (const CommandInfo& command : table.commands()) {
    script += fmt::format("complete -c cuttle -n __fish_use_subcommand -f -a {} -d '{}'\n",
                          command.name, quoted(command.summary));
    for (const Option* option : table.options_of(command)) {
      std::string line =
          fmt::format("complete -c cuttle -n '__fish_seen_subcommand_from {}' -l {} -d '{}'",
                      command.name, option->name, quoted(option->help));
      if (option->letter) line += fmt::format(" -s {}", option->letter);
      if (!option->argument.empty()) line += " -r";
      if (!option->choices.empty()) {
        line += fmt::format(" -f -a '{}'", fmt::join(option->choices, " "));
      }
      script += line + "\n";
    }
  }
  for (const CommandInfo& command : table.commands()) {
    if (first_words(command).empty()) continue;
    script +=
        fmt::format("complete -c cuttle -n '__fish_seen_subcommand_from {}' {}-a '{}'\n",
                    command.name, command.name == "completion" ? "-f " : "", first_words(command));
  }
  return script;
}

}  // namespace

int completion(const Context& context) {
  const std::string& shell = context.settings.operands[0];
  std::string script;
  if (shell == "bash") {
    script = bash_script(context.table);
  } else if (shell == "zsh") {
    script = zsh_script(context.table);
  } else if (shell == "fish") {
    script = fish_script(context.table);
  } else {
    std::string hint = did_you_mean(shell, {"bash", "zsh", "fish"});
    return fail(Error::usage("there is no completion for the shell `" + shell + "'",
                             hint.empty() ? "Possible are: bash, zsh, fish" : hint),
                context.settings.color);
  }
  std::fputs(script.c_str(), stdout);
  return exit_fine;
}

}  // namespace cuttle::cli
