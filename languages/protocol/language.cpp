// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/language.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/support/files.h"
#include "languages/protocol/command.h"
#include "languages/protocol/protocol_target.h"

namespace cuttle {
namespace protocol {
namespace {

class ProtocolFactory : public TargetFactory {
 public:
  ProtocolFactory(Program program, RunLimits limits, Running first)
      : program_(std::move(program)), limits_(limits), first_(std::move(first)) {}

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    if (auto first = take_first()) return make_protocol_target(pool, program_, std::move(*first));
    auto running = start_program(program_, limits_);
    if (!running) return running.error();
    return make_protocol_target(pool, program_, std::move(*running));
  }

  // All files that the command names, the interpreter's own script among them.
  std::string fingerprint() const override {
    std::string contents;
    std::error_code problem;
    for (const std::string& word : program_.command) {
      contents += word + '\n';
      if (!std::filesystem::is_regular_file(word, problem)) continue;
      if (const auto text = read_file(word)) contents += *text;
    }
    return contents;
  }

 private:
  std::optional<Running> take_first() {
    const std::lock_guard lock(mutex_);
    return std::exchange(first_, std::nullopt);
  }

  const Program program_;
  const RunLimits limits_;
  std::mutex mutex_;
  std::optional<Running> first_;  // until the first worker takes it
};

class ProtocolLanguage : public Language {
 public:
  std::string name() const override { return "protocol"; }

  // Only when it is asked for: any file may be run by such a program.
  bool accepts(const std::filesystem::path&) const override { return false; }

  Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest& request) override {
    auto command = command_line(request.options.last("protocol"), request.files, request.arguments);
    if (!command) return command.error();
    Program program;
    program.name = request.files.front();
    program.command = std::move(*command);
    program.scratch = request.work;
    program.walls = request.walls;
    program.keep_trace = request.options.last("keep-trace");
    program.start_seconds = std::max(program.start_seconds, request.limits.seconds);
    // Started here and not by the first worker: a program that does not speak leaves no campaign.
    auto first = start_program(program, request.limits);
    if (!first) return first.error();
    return std::unique_ptr<TargetFactory>(
        std::make_unique<ProtocolFactory>(std::move(program), request.limits, std::move(*first)));
  }

  std::vector<DoctorItem> doctor() const override { return {}; }

  std::vector<LanguageOption> options() const override {
    return {
        {.name = "protocol",
         .argument = "COMMAND",
         .help = "Run TARGET by a program that writes the trace itself: COMMAND TARGET, or where "
                 "`{}' stands in COMMAND"},
        {.name = "keep-trace",
         .argument = "FILE",
         .help = "Leave the trace of the last run in FILE, for `cuttle trace check'"}};
  }
};

}  // namespace
}  // namespace protocol

std::unique_ptr<Language> make_protocol_language() {
  return std::make_unique<protocol::ProtocolLanguage>();
}

}  // namespace cuttle
