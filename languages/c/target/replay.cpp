// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/replay.h"

#include <signal.h>

#include <cstring>
#include <fstream>

#include "engine/trace/replay_format.h"
#include "languages/c/target/world.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// Paths of the program and the files that stand for them.
std::string file_lines(const std::vector<std::pair<std::string, std::string>>& files) {
  std::string text;
  for (const auto& [path, stands_for_it] : files)
    text += "file " + path + "\nbecomes " + stands_for_it + "\n";
  return text;
}

// As a file, and without its own handling of signals: how the program dies is what we want to see.
void give_to_libfuzzer(Command& run) {
  for (const char* signal : {"abrt", "bus", "fpe", "ill", "segv", "xfsz"})
    run.arguments.push_back(std::string("-handle_") + signal + "=0");
  run.arguments.insert(run.arguments.end(), {"-timeout=0", "-rss_limit_mb=0", "-detect_leaks=0"});
  if (!run.input.empty()) run.arguments.push_back(run.input.string());
}

}  // namespace

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
  std::string text =
      replay_text(test, folder.report()) + file_lines(files) + world_lines(command.sources, test);
  for (const auto& name : inputs.unset) text += "unset " + name + "\n";
  for (const auto& [port, said] : inputs.connections)
    text += "accept " + std::to_string(port) + " " +
            write("accept" + std::to_string(port), said).string() + "\n";
  if (command.controlled) text += "schedule\n";
  const fs::path file = write("test", text);
  run.environment.emplace_back(CUTTLE_TEST_VARIABLE, file.string());
  if (inputs.has_stdin) run.input = write("stdin", inputs.standard_input);
  if (command.libfuzzer) give_to_libfuzzer(run);
  if (!written) return failed();
  run.timeout_seconds = command.seconds;
  run.patient = true;
  run.until = command.until;
  run.last_words = SIGXCPU;
  run.memory_bytes = command.memory_bytes;
  run.max_output = 64u << 10;
  run.detached = true;
  return run;
}

Result<Ending> replay(const ReplayCommand& command, const PortableTestCase& test,
                      ReplayCell& place) {
  place.folder.clear();
  const auto run = prepare_replay(command, test, place.folder);
  if (!run) return run.error();
  return replay(*run, place, command.tree_bytes);
}

}  // namespace cuttle
