// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/replay.h"

#include <stdlib.h>

#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>

#include "languages/c/runtime/replay_format.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

template <size_t N>
uint32_t word_index(const char* const (&words)[N], const std::string& word) {
  for (uint32_t i = 0; i < N; ++i)
    if (word == words[i]) return i;
  return 0;
}

std::string rest_of(std::istringstream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  return rest;
}

void parse_report_line(const std::string& text, TraceOutcome& outcome) {
  std::istringstream line(text);
  std::string key, word;
  line >> key;
  if (key == "outcome" && line >> word)
    outcome.kind = static_cast<CuttleOutcomeKind>(word_index(cuttle_outcome_words, word));
  else if (key == "bug" && line >> word)
    outcome.bug = static_cast<CuttleBug>(word_index(cuttle_bug_words, word));
  else if (key == "signal")
    line >> outcome.signal;
  else if (key == "exit")
    line >> outcome.exit_code;
  else if (key == "fault")
    line >> std::hex >> outcome.fault_address;
  else if (key == "message")
    outcome.message = rest_of(line);
  else if (key == "at" && line >> outcome.line)
    outcome.file = rest_of(line);
  else if (key == "frame") {
    TraceFrame frame;
    uint64_t pc = 0;
    int is_return = 0;
    line >> std::hex >> frame.offset >> pc >> std::dec >> is_return;
    frame.is_return_address = is_return != 0;
    frame.image = rest_of(line);
    outcome.frames.push_back(std::move(frame));
  }
}

}  // namespace

std::string replay_file(const PortableTestCase& test, const fs::path& report,
                        const std::vector<std::pair<std::string, std::string>>& files) {
  std::ostringstream text;
  text << "report " << report.string() << '\n';
  for (const auto& [path, stands_for_it] : files)
    text << "file " << path << "\nbecomes " << stands_for_it << '\n';
  for (const auto& input : test.inputs) {
    if (!input.sort.starts_with("bv")) continue;
    for (const auto& identity : possible_identities(input.name)) {
      text << "input " << input.sort.substr(2) << ' ' << identity.occurrence << ' ';
      if (identity.index == CUTTLE_NO_INDEX)
        text << '-';
      else
        text << identity.index;
      text << ' ' << input.value << ' ' << identity.name << '\n';
    }
  }
  return text.str();
}

TraceOutcome parse_replay_report(const std::string& text) {
  TraceOutcome outcome;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) parse_report_line(line, outcome);
  return outcome;
}

ReplayFolder::ReplayFolder(const fs::path& parent) {
  std::string name = (fs::absolute(parent) / "replay-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

ReplayFolder::~ReplayFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Result<Command> prepare_replay(const ReplayCommand& command, const PortableTestCase& test,
                               const ReplayFolder& folder) {
  const auto failed = [&] {
    return Error::environment("cannot write to `" + command.scratch.string() +
                              "': " + std::strerror(errno));
  };
  if (folder.path().empty()) return failed();
  bool written = true;
  const auto write = [&](const std::string& name, const std::string& contents) {
    const fs::path file = folder.path() / name;
    std::ofstream stream(file, std::ios::binary);
    stream << contents;
    written = written && stream.flush();
    return file;
  };
  const PlainEnvironment inputs = plain_environment(command.sources, test);
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [path, contents] : inputs.files)
    files.emplace_back(path, write("file" + std::to_string(files.size()), contents).string());
  Command run;
  run.arguments = {command.program.string()};
  run.arguments.insert(run.arguments.end(), command.arguments.begin(), command.arguments.end());
  run.arguments.insert(run.arguments.end(), inputs.arguments.begin(), inputs.arguments.end());
  run.environment = command.environment;
  run.environment.insert(run.environment.end(), inputs.variables.begin(), inputs.variables.end());
  std::string text = replay_file(test, folder.path() / "report", files);
  for (const auto& name : inputs.unset) text += "unset " + name + "\n";
  const fs::path file = write("test", text);
  run.environment.emplace_back(CUTTLE_TEST_VARIABLE, file.string());
  if (inputs.has_stdin) run.input = write("stdin", inputs.standard_input);
  if (!written) return failed();
  run.timeout_seconds = command.seconds;
  run.patient = true;
  run.memory_bytes = command.memory_bytes;
  run.max_output = 64u << 10;
  run.detached = true;
  return run;
}

Result<Ending> replay(const ReplayCommand& command, const PortableTestCase& test) {
  const ReplayFolder folder(command.scratch);
  const auto run = prepare_replay(command, test, folder);
  if (!run) return run.error();
  const auto result = run_command(*run);
  if (!result) return result.error();
  Ending ending;
  std::ifstream stream(folder.path() / "report");
  std::ostringstream text;
  text << stream.rdbuf();
  ending.recorded = parse_replay_report(text.str());
  ending.wait_status = result->wait_status;
  ending.timed_out = result->timed_out;
  ending.seconds = command.seconds;
  ending.complaints = result->err;
  return ending;
}

}  // namespace cuttle
