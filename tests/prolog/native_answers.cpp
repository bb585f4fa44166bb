// SPDX-License-Identifier: Apache-2.0
#include "tests/prolog/native_answers.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "engine/support/subprocess.h"

namespace cuttle::prolog {

namespace {

std::string without_names(const std::string& answer) {
  static const std::regex variable("\\b[A-Z_][A-Za-z0-9_]*");
  const std::string prefix = "R = ";
  if (!answer.starts_with(prefix)) return answer;
  return prefix + std::regex_replace(answer.substr(prefix.size()), variable, "_");
}

}  // namespace

std::map<std::string, Answers> native_answers(const std::string& file,
                                              const std::vector<NativeCall>& calls) {
  Command command;
  command.arguments = {"swipl", CUTTLE_SOURCE_DIR "/tests/prolog/native_inputs.pl", "--", file};
  command.input = file + ".calls";
  std::ofstream out(command.input);
  for (const NativeCall& call : calls) out << "call(" << call.name << ", " << call.type << ").\n";
  out.close();
  command.timeout_seconds = 600;
  std::map<std::string, Answers> all;
  auto result = run_command(command);
  std::filesystem::remove(command.input);
  if (!result) return all;
  std::istringstream lines(result->out);
  for (std::string line; std::getline(lines, line);) {
    size_t space = line.find(' ');
    all[line.substr(0, space)].insert(without_names("R = " + line.substr(space + 1)));
  }
  return all;
}

Answers found_answers(const Explored& explored) {
  Answers found;
  for (const RunSeen& run : explored.runs) found.insert(without_names(run.outcome));
  return found;
}

}  // namespace cuttle::prolog
