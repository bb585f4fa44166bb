// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/protocol_target.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/process/attempts.h"
#include "engine/process/fork_server.h"
#include "engine/process/replay.h"
#include "engine/support/files.h"
#include "engine/trace/reader.h"
#include "engine/trace/replay_format.h"
#include "engine/trace/save.h"
#include "languages/protocol/describe.h"

namespace cuttle::protocol {
namespace {

using How = ForkServer::Ending::How;

std::string last_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

void set_limits(TraceMemory& trace, const RunLimits& limits) {
  CuttleLimits& bounds = trace.header()->limits;
  bounds.choices = static_cast<uint32_t>(std::min<uint64_t>(limits.choices, ~0u));
  bounds.memory_bytes = limits.memory_bytes;
  bounds.cpu_seconds = static_cast<uint32_t>(std::ceil(limits.seconds)) + 2;
}

Result<std::unique_ptr<ForkServer>> start_server(const Program& program, TraceMemory& trace,
                                                 const RunLimits& limits) {
  set_limits(trace, limits);
  ForkServer::Options options;
  options.program = program.command.front();
  options.arguments.assign(program.command.begin() + 1, program.command.end());
  options.name = shell_quoted(program.command);
  options.walls = program.walls;
  options.trace_fd = trace.fd();
  options.by_name = true;
  options.data_bytes = limits.memory_bytes;
  // Each process may have that much; an interpreter has something of its own besides.
  options.memory_bytes = 2 * limits.memory_bytes;
  options.start_seconds = program.start_seconds;
  options.until = limits.until;
  options.ready = "HELLO";
  options.newer_hint =
      "docs/trace-format.md describes version " + std::to_string(CUTTLE_TRACE_VERSION) + ".";
  auto server = ForkServer::start(options);
  if (server || !server.error().hint.empty()) return server;
  Error error = server.error();
  error.hint =
      "A program that is explored with --protocol connects to its control socket and says HELLO: "
      "docs/protocol.md.";
  return error;
}

class ProtocolTarget : public Target {
 public:
  ProtocolTarget(ExprPool& pool, const Program& program, Running running)
      : pool_(pool),
        program_(program),
        trace_(std::move(running.trace)),
        server_(std::move(running.server)),
        reader_(pool, *trace_, tables_) {
    tables_.update(*trace_);
    info_.name = program_.name;
    info_.language = "protocol";
    info_.input_hint = "the program decided nothing on an input";
    info_.coverage = tables_.make_families();
    info_.sites = tables_.sites();
  }

  const TargetInfo& info() const override { return info_; }

  Execution run(const TestCase& test, const RunLimits& limits) override {
    const auto begin = std::chrono::steady_clock::now();
    Execution execution;
    execution.outcome = try_run(test, limits);
    // What died between two runs, and not of this one, gets another try.
    if (died_at_once_) execution.outcome = try_run(test, limits);
    reader_.read(execution);
    for (const Attempt& attempt : attempts_) tell_of(attempt, {}, execution, info_);
    // A file that cannot be written any more was one at the start: the runs are what matters.
    if (!program_.keep_trace.empty()) (void)!save_trace(*trace_, program_.keep_trace);
    if (tables_.sites().size() > info_.sites.size()) info_.sites = tables_.sites();
    execution.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return execution;
  }

  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override {
    Confirmation confirmation;
    if (limits.are_over()) return cut_off_confirmation();
    if (!replays_) replays_ = std::make_unique<ReplayCell>(program_.scratch, program_.walls);
    const ReplayFolder& folder = replays_->folder;
    folder.clear();
    const std::filesystem::path file = folder.path() / "test";
    const auto written = write_file(file, replay_text(to_portable(pool_, test), folder.report()));
    if (folder.path().empty() || !written) {
      confirmation.why = "cannot write to `" + program_.scratch.string() + "'";
      return confirmation;
    }
    const auto ending = replay(untraced(file, limits), *replays_, 2 * limits.memory_bytes);
    if (!ending) {
      confirmation.why = ending.error().message;
      return confirmation;
    }
    if (ending->timed_out && limits.are_over()) return cut_off_confirmation();
    confirmation.outcome = classify(*ending);
    locate(confirmation.outcome, ending->recorded);
    compare(expected, confirmation);
    return confirmation;
  }

  std::vector<std::string> describe(const TestCase& test) const override {
    return describe_inputs(to_portable(pool_, test));
  }

 private:
  // Has the program left a trace of the run? If not, and it is gone, it left before the run.
  bool nothing_happened() const {
    return trace_->count(CUTTLE_AREA_RECORDS) == 0 && trace_->count(CUTTLE_AREA_READS) == 0 &&
           trace_->header()->outcome.kind == CUTTLE_OUTCOME_NONE;
  }

  Outcome try_run(const TestCase& test, const RunLimits& limits) {
    died_at_once_ = false;
    if (limits.are_over()) return cut_off_outcome();
    if (!server_ || !server_->alive()) {
      auto started = start_server(program_, *trace_, limits);
      if (!started) return lost_outcome(started.error().message);
      server_ = std::move(*started);
    }
    reader_.prepare(test);
    set_limits(*trace_, limits);
    const auto ended = server_->run(limits.seconds, false, limits.until);
    attempts_ = server_->take_attempts();
    if (ended.how == How::cut_off) return cut_off_outcome();
    const std::string said = last_line(server_->said());
    died_at_once_ = ended.unheard && nothing_happened();
    if (ended.how == How::server_died) {
      return lost_outcome("the program was given up: " + ended.why +
                          (said.empty() ? "" : " (" + said + ")"));
    }
    Ending ending;
    ending.recorded = read_outcome(trace_->header()->outcome);
    ending.wait_status = ended.wait_status;
    ending.timed_out = ended.how == How::timed_out;
    ending.seconds = limits.seconds;
    ending.complaints = server_->said();
    Outcome outcome = classify(ending);
    locate(outcome, ending.recorded);
    return outcome;
  }

  void locate(Outcome& outcome, const TraceOutcome& recorded) const {
    if (!outcome.is_bug()) return;
    const SiteId site = recorded.site;
    if (!recorded.file.empty() && recorded.line != 0)
      outcome.location = recorded.file + ":" + std::to_string(recorded.line);
    else if (site != 0 && site < tables_.sites().size() && tables_.sites()[site].line != 0)
      outcome.location = to_string(tables_.sites()[site]);
    outcome.key = usual_key(outcome);
  }

  Command untraced(const std::filesystem::path& test, const RunLimits& limits) const {
    Command command;
    command.arguments = program_.command;
    command.environment = {{CUTTLE_TEST_VARIABLE, test.string()}};
    command.timeout_seconds = limits.seconds;
    command.patient = true;
    command.until = limits.until;
    command.max_output = 64u << 10;
    command.detached = true;
    return command;
  }

  static void compare(const Outcome& expected, Confirmation& confirmation) {
    Outcome& found = confirmation.outcome;
    const bool same_place =
        found.location.empty() || expected.location.empty() || found.location == expected.location;
    if (found.is_bug() && found.bug == expected.bug && same_place) {
      confirmation.confirmed = true;
      if (found.location.empty()) found.location = expected.location;
      found.key = usual_key(found);
    } else if (found.is_bug()) {
      confirmation.why =
          "without a trace it failed in another way: " + std::string(found.bug.name()) +
          (same_place ? "" : " at " + found.location);
    } else if (found.kind == Outcome::Kind::rejected) {
      confirmation.why = "without a trace an assumption does not hold";
    } else if (found.kind == Outcome::Kind::lost) {
      confirmation.why = "without a trace the run was lost: " + found.message;
    } else {
      confirmation.why = "without a trace it ended with exit code " +
                         std::to_string(found.exit_code) + " and reported no bug";
    }
  }

  ExprPool& pool_;
  const Program program_;
  std::unique_ptr<TraceMemory> trace_;
  std::unique_ptr<ForkServer> server_;
  std::vector<Attempt> attempts_;        // of the last run
  std::unique_ptr<ReplayCell> replays_;  // where it runs without a trace
  ProgramTables tables_;
  TraceReader reader_;
  TargetInfo info_;
  bool died_at_once_ = false;  // the last run never began
};

}  // namespace

Result<Running> start_program(const Program& program, const RunLimits& limits) {
  auto trace = TraceMemory::create();
  if (!trace) return trace.error();
  auto server = start_server(program, **trace, limits);
  if (!server) return server.error();
  // A file that cannot be written is better said before the campaign than after it.
  if (!program.keep_trace.empty())
    if (auto saved = save_trace(**trace, program.keep_trace); !saved) return saved.error();
  return Running{std::move(*trace), std::move(*server)};
}

std::unique_ptr<Target> make_protocol_target(ExprPool& pool, const Program& program,
                                             Running running) {
  return std::make_unique<ProtocolTarget>(pool, program, std::move(running));
}

}  // namespace cuttle::protocol
