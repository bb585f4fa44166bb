// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/command.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "engine/support/subprocess.h"

namespace cuttle::protocol {
namespace {

Result<std::string> executable(const std::string& name) {
  const std::filesystem::path found = find_program(name);
  if (!found.empty()) return std::filesystem::absolute(found).string();
  // A target is named as a file, not as a command: `prog' may be `./prog'.
  std::error_code problem;
  if (std::filesystem::is_regular_file(name, problem)) {
    if (access(name.c_str(), X_OK) == 0) return std::filesystem::absolute(name).string();
    return Error::usage("`" + name + "' is not executable",
                        "Name the program that runs it: --protocol \"python3 {}\", for one.");
  }
  return Error::usage("there is no program `" + name + "'",
                      "--protocol COMMAND starts COMMAND TARGET; its first word is a program.");
}

}  // namespace

Result<std::vector<std::string>> split_words(const std::string& command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == '\\' && quote != '\'' && i + 1 < command.size())
      words.back() += command[++i];
    else if (quote == 0 && (c == '\'' || c == '"'))
      quote = c;
    else if (c == quote)
      quote = 0;
    else
      words.back() += c;
  }
  if (quote != 0) return Error::usage("a quotation mark is not closed in `" + command + "'");
  return words;
}

Result<std::vector<std::string>> command_line(const std::string& command,
                                              const std::vector<std::string>& targets,
                                              const std::vector<std::string>& arguments) {
  auto words = split_words(command);
  if (!words) return words.error();
  if (words->empty())
    return Error::usage("--protocol needs the command that runs the target",
                        "`--protocol {}' means that the target is the program itself.");
  if (std::ranges::find(*words, "{}") == words->end()) words->push_back("{}");
  std::vector<std::string> line;
  for (const std::string& word : *words) {
    if (word == "{}")
      line.insert(line.end(), targets.begin(), targets.end());
    else
      line.push_back(word);
  }
  line.insert(line.end(), arguments.begin(), arguments.end());
  auto program = executable(line.front());
  if (!program) return program.error();
  line.front() = *program;
  return line;
}

}  // namespace cuttle::protocol
