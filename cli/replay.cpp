// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/identity.h"
#include "cli/terminal.h"
#include "cli/walls.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/test_file.h"
#include "engine/report/format.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

// A test together with the program it is for, ready to run.
struct Replay {
  StoredTest stored;
  CampaignRequest request;
  ExprPool pool;
  std::unique_ptr<TargetFactory> program;
  std::unique_ptr<Target> target;
  TestCase test;
  bool program_changed = false;
};

// The campaign remembers what it was asked for, and where.
Result<CampaignIdentity> identity_of_test(const fs::path& test) {
  fs::path folder = test.parent_path().parent_path();
  std::error_code problem;
  if (!fs::exists(folder / "campaign.db", problem)) {
    return Error::usage(test.string() + " is not in the folder of a campaign",
                        "Give the file where the campaign wrote it: NAME.cuttle/tests/000001.json");
  }
  Result<std::unique_ptr<RecordStore>> records = read_campaign(folder);
  if (!records) return records.error();
  Result<CampaignState> state = (*records)->load();
  if (!state) return state.error();
  return state->identity;
}

// The campaign's folder, spelled as when it was started, so that what was built is found again.
fs::path folder_as_given(const fs::path& given, const fs::path& test) {
  fs::path real = test.parent_path().parent_path();
  std::error_code problem;
  return fs::equivalent(given, real, problem) && !problem ? given : real;
}

// Confirmation is about bugs; other outcomes agree when the program ends in the same way.
bool agree(const Confirmation& result, const Outcome& expected) {
  if (expected.is_bug() || result.outcome.is_bug()) return result.confirmed;
  return result.outcome.kind == expected.kind && result.outcome.exit_code == expected.exit_code;
}

Result<void> prepare(const Context& context, Replay& replay) {
  const Settings& settings = context.settings;
  fs::path file = fs::absolute(settings.operands[0]);
  Result<StoredTest> stored = read_test_file(file);
  if (!stored) return stored.error();
  replay.stored = *stored;
  Result<CampaignIdentity> identity = identity_of_test(file);
  if (!identity) return identity.error();

  Result<CampaignRequest> request = request_from_json(identity->request);
  if (!request) return request.error();
  replay.request = std::move(*request);
  ProgramRequest& program_request = replay.request.program;
  for (const std::string& word : settings.text) {  // only what was said now overrides
    const RunLimits& said = settings.config.limits;
    if (word.starts_with("--run-timeout")) program_request.limits.seconds = said.seconds;
    if (word.starts_with("--memory")) program_request.limits.memory_bytes = said.memory_bytes;
    if (word.starts_with("--sandbox")) program_request.walls.on = settings.request.walls.on;
    if (word.starts_with("--allow")) program_request.walls.doors = settings.request.walls.doors;
  }
  program_request.walls.keep = settings.request.walls.keep;
  std::error_code problem;
  fs::current_path(identity->directory, problem);
  if (problem) {
    return Error::usage("the folder " + identity->directory + ", where the campaign was started, " +
                        "cannot be entered: " + problem.message());
  }
  Result<Language*> language = language_of(context.languages, program_request);
  if (!language) return language.error();
  program_request.work = folder_as_given(replay.request.config.out, file);
  if (auto found = build_walls(program_request.walls, replay.request.config); !found)
    return found.error();
  auto program = (*language)->open(program_request);
  if (!program) return program.error();
  replay.program = std::move(*program);
  replay.program_changed = fingerprint_of(replay.request, *replay.program) != identity->fingerprint;
  auto target = replay.program->create(replay.pool);
  if (!target) return target.error();
  replay.target = std::move(*target);
  Result<TestCase> test = from_portable(replay.pool, replay.stored.test);
  if (!test) return test.error();
  replay.test = std::move(*test);
  return {};
}

int start_debugger(const Settings& settings, Replay& replay) {
  Debuggable* debuggable = replay.target->debuggable();
  if (debuggable == nullptr)
    return fail(Error::usage("programs in " + replay.target->info().language +
                             " cannot be run in the debugger"),
                settings.color);
  Result<Command> command = debuggable->replay_command(replay.test);
  if (!command) return fail(command.error(), settings.color);
  if (find_program("gdb").empty()) {
    return fail(
        Error::environment("there is no gdb on this machine", "Install it: apt-get install gdb"),
        settings.color);
  }
  fmt::print(stderr, "note: in the debugger there are no walls around the program\n");
  // A child of ours, because files of the test live as long as this process.
  std::vector<std::string> words = {"gdb", "-q"};
  for (const auto& [name, value] : command->environment) {
    words.insert(words.end(), {"-ex", "set environment " + name + " " + value});
  }
  // Arguments on the line of `run', because a redirection there takes the place of all others.
  std::string start = "run";
  for (size_t i = 1; i < command->arguments.size(); ++i)
    start += " " + shell_quoted({command->arguments[i]});
  if (!command->input.empty()) start += " < " + shell_quoted({command->input.string()});
  words.insert(words.end(), {"-ex", start, command->arguments[0]});
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    execvp("gdb", arguments.data());
    _exit(127);
  }
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child && status == 0 ? exit_fine
                                                                         : exit_environment;
}

std::string outcome_text(const Outcome& outcome) {
  switch (outcome.kind) {
    case Outcome::Kind::ok:
      if (!outcome.message.empty()) return printable(outcome.message);  // an answer
      return fmt::format("ends with exit code {}", outcome.exit_code);
    case Outcome::Kind::rejected:
      return "rejected by an assumption";
    case Outcome::Kind::lost:
      return "could not be run: " + printable(outcome.message);
    case Outcome::Kind::bug:
      break;
  }
  std::string text = to_string(outcome.bug);
  if (!outcome.location.empty()) text += " at " + printable(outcome.location);
  if (!outcome.message.empty()) text += ": " + printable(outcome.message);
  return text;
}

void show_list(const char* label, const std::vector<std::string>& items) {
  for (const std::string& item : items) {
    fmt::print("{:<12}{}\n", label, printable(item));
    label = "";
  }
}

}  // namespace

int replay(const Context& context) {
  const Settings& settings = context.settings;
  Replay replay;
  if (Result<void> ready = prepare(context, replay); !ready) {
    return fail(ready.error(), settings.color);
  }
  if (replay.program_changed && settings.verbosity >= 0) {
    fmt::print(stderr, "note: the program has changed since this test was made\n");
  }
  for (const std::string& text : replay.request.config.remarks)
    if (settings.verbosity >= 0) fmt::print(stderr, "note: {}\n", text);
  show_list("inputs", replay.target->describe(replay.test));
  if (settings.gdb) return start_debugger(settings, replay);

  Confirmation result =
      replay.target->confirm(replay.test, replay.stored.outcome, replay.request.program.limits);

  Terminal out = terminal_of(stdout, settings.color);
  bool bug = result.outcome.is_bug();
  fmt::print("{:<12}{}\n", "outcome",
             paint(out, bug ? Paint::red : Paint::green, outcome_text(result.outcome)));
  show_list("stack", result.outcome.stack);
  if (agree(result, replay.stored.outcome)) {
    fmt::print("{:<12}as recorded\n", "expected");
  } else {
    fmt::print("{:<12}{}, but {}\n", "expected", outcome_text(replay.stored.outcome),
               result.why.empty() ? "this happened" : printable(result.why));
  }
  if (result.outcome.kind == Outcome::Kind::lost) return exit_environment;
  return bug ? exit_bugs : exit_fine;
}

}  // namespace cuttle::cli
