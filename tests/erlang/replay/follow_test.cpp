// SPDX-License-Identifier: Apache-2.0
// Runs the functions of zoo.erl on a virtual machine and replays each run with all arguments
// unknown: the replay follows to the end, and its conditions are true.
#include <gtest/gtest.h>

#include "engine/support/files.h"
#include "engine/support/subprocess.h"
#include "languages/erlang/replay/test_replay.h"
#include "languages/erlang/term/print.h"
#include "languages/erlang/vm/machine.h"

namespace cuttle::erlang {
namespace {

const std::filesystem::path source = std::filesystem::path(CUTTLE_FOLDER) / "zoo.erl";

// {Function, Args} of all calls.
std::vector<Term> calls_of(const std::filesystem::path& folder) {
  Command command;
  command.arguments = {"erl", "-noinput", "-eval",
                       "{ok, M, B} = compile:file(\"" + source.string() +
                           "\", [binary]), code:load_binary(M, \"\", B), ok = "
                           "file:write_file(\"" +
                           (folder / "calls").string() + "\", term_to_binary(M:calls())), halt()."};
  command.timeout_seconds = 60;
  auto done = run_command(command);
  if (!done || !done->ok()) return {};
  auto bytes = read_file(folder / "calls");
  auto list = decode_etf({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
  return list ? elements_of(*list) : std::vector<Term>();
}

class Follow : public testing::Test {
 protected:
  void SetUp() override {
    auto toolchain = find_toolchain();
    if (!toolchain) GTEST_SKIP() << toolchain.error().message;
    folder_ = std::filesystem::temp_directory_path() / ("follow." + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    Preparation preparation;
    preparation.files = {source.string()};
    preparation.function = "main/2";
    auto program = prepare_program(*toolchain, preparation);
    ASSERT_TRUE(program) << program.error().message;
    for (const auto& module : program->modules) {
      auto bytes = read_file(module.core);
      ASSERT_TRUE(bytes);
      auto core = decode_core({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
      ASSERT_TRUE(core) << module.core << core.error().message;
      modules_.push_back(std::move(*core));
    }
    auto machine = Machine::start(*toolchain, *program, Machine::Code::instrumented, {});
    ASSERT_TRUE(machine) << machine.error().message;
    machine_ = std::move(*machine);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void follow(const Term& call) {
    const std::string text = to_text(call);
    SCOPED_TRACE(text);
    const std::vector<Term> args = {call.items[0], call.items[1]};
    const Answer answer = machine_->run(args, {});
    EXPECT_NE(answer.kind, Answer::Kind::lost) << answer.what;
    DomainOptions options;
    options.depth = 5;
    TestReplay replay(args, options);
    Replayer replayer(replay.skeleton, replay.names.atoms, replay.names.keys);
    for (const CoreModule& module : modules_) replayer.add(module);
    Replayed run = replayer.replay({"zoo", "main", replay.inputs.size()}, replay.inputs,
                                   machine_->events(), machine_->truncated(), replay.test, {});
    replay.check(run);
    EXPECT_TRUE(run.complete) << answer.text;
  }

  std::filesystem::path folder_;
  std::vector<CoreModule> modules_;
  std::unique_ptr<Machine> machine_;
};

TEST_F(Follow, EveryFunctionOfTheZoo) {
  const std::vector<Term> calls = calls_of(folder_);
  ASSERT_GT(calls.size(), 50u);
  for (const Term& call : calls) follow(call);
}

}  // namespace
}  // namespace cuttle::erlang
