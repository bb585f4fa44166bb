// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/c_target.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

#include "engine/process/attempts.h"
#include "engine/process/fork_server.h"
#include "engine/trace/reader.h"
#include "languages/c/driver/flags.h"
#include "languages/c/runtime/runtime.h"
#include "languages/c/target/classify.h"
#include "languages/c/target/describe.h"
#include "languages/c/target/input_graph.h"
#include "languages/c/target/replay.h"
#include "languages/c/target/same_bug.h"
#include "languages/c/target/symbolizer.h"

namespace cuttle {
namespace {

// What an input of this C type is.
InputRole role_of(const std::string& type) {
  if (type == "char") return InputRole::character;
  const bool pointer = !type.empty() && (type.back() == '*' || type.back() == '&');
  return pointer ? InputRole::pointer : InputRole::number;
}

class CTarget : public Target,
                private Inspector,
                private Careful,
                private Shower,
                private Debuggable {
 public:
  CTarget(ExprPool& pool, const CProgram& program, std::unique_ptr<TraceMemory> trace)
      : pool_(pool),
        program_(program),
        trace_(std::move(trace)),
        reader_(pool, *trace_, tables_),
        symbolizer_(program.toolchain) {
    reader_.name_callers_by([this](auto callers) { return name_of(callers); });
  }

  Result<void> start(const RunLimits& limits) {
    set_limits(limits);
    write_sources(program_.sources, *trace_);
    auto server = start_server(limits);
    if (!server) return server;
    tables_.update(*trace_);
    info_.name = program_.name;
    info_.language = "c";
    info_.input_hint =
        "the program decided nothing on an input: mark its inputs, or choose a function with "
        "--function";
    std::string stubs;
    for (const auto& stub : program_.stubs) stubs += (stubs.empty() ? "" : ", ") + stub;
    if (!stubs.empty()) info_.notes = {"the results of these functions are inputs: " + stubs};
    info_.bug_kinds = {
        {misuse_kind().name(), "Threads or locks are used in a way that is not allowed.", false}};
    info_.coverage = tables_.make_families();
    info_.sites = tables_.sites();
    return {};
  }

  const TargetInfo& info() const override { return info_; }
  Inspector* inspector() override { return this; }
  Careful* careful() override { return this; }
  Shower* shower() override { return this; }
  Debuggable* debuggable() override { return this; }

  Execution run(const TestCase& test, const RunLimits& limits) override {
    const auto begin = std::chrono::steady_clock::now();
    Execution execution;
    const bool again = std::exchange(repeating_, false);
    if (!again) repetitions_ = 0;
    // Once more when the server, not the run, was lost: the run before may have harmed it.
    for (int attempt = 0; attempt < 2; ++attempt) {
      execution.outcome = try_run(test, limits);
      if (execution.outcome.kind != Outcome::Kind::lost) break;
    }
    reader_.read(execution);
    // What differs from the run before counts where a run went astray, and was made once more.
    if (!again)
      std::erase_if(execution.limitations,
                    [](const Limitation& l) { return l.reason == Reason::non_deterministic; });
    for (const Attempt& attempt : attempts_) tell_of(attempt, place_of(attempt), execution, info_);
    note_roles();
    has_threads_ = !program_.controlled &&
                   std::any_of(execution.limitations.begin(), execution.limitations.end(),
                               [](const Limitation& l) { return l.reason == Reason::threads; });
    if (tables_.sites().size() > info_.sites.size()) info_.sites = tables_.sites();
    execution.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return execution;
  }

  // Runs in one process may see what an earlier one left behind in spite of all care. Threads may
  // have met in another order than usual, which is worth a few tries.
  bool be_careful() override {
    if (has_threads_ && repetitions_ < max_repetitions) {
      ++repetitions_;
      return repeating_ = true;
    }
    if (program_.persistent && !careful_) {
      careful_ = true;
      server_.reset();
      return true;
    }
    // With the same inputs the runtime can tell what was another answer than before.
    if (repetitions_ > 0 || comparisons_ == max_comparisons) return false;
    ++comparisons_;
    ++repetitions_;
    return repeating_ = true;
  }

  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override {
    Confirmation confirmation;
    if (program_.plain.empty()) {
      confirmation.why = "there is no uninstrumented build of the program";
      return confirmation;
    }
    if (limits.are_over()) return cut_off_confirmation();
    const PortableTestCase inputs = to_portable(pool_, test);
    // Noticed late: AddressSanitizer knows where it happened.
    if (expected.message == CUTTLE_MESSAGE_OVERRUN) {
      Outcome somewhere = expected;
      somewhere.location.clear();
      somewhere.stack.clear();
      confirmation = confirm_checked(inputs, somewhere, limits);
      if (confirmation.confirmed) return confirmation;
    }
    confirm_with(plain_command(limits), inputs, expected, confirmation);
    if (confirmation.confirmed || confirmation.cut_off || !is_about_memory(expected))
      return confirmation;
    Confirmation again = confirm_checked(inputs, expected, limits);
    return again.confirmed ? again : confirmation;
  }

  // AddressSanitizer sees more than the explored build. Another failure counts when the plain
  // program has it, too: the checked one has limits of its own.
  std::optional<Outcome> inspect(const TestCase& test, const RunLimits& limits) override {
    const auto command = checked_command(limits);
    if (!command) return {};
    const auto ending = replay(*command, to_portable(pool_, test), replays());
    if (!ending) return {};
    Outcome outcome = classify_c(*ending);
    if (!is_about_memory(outcome) && !fails_plainly(test, outcome, limits)) return Outcome{};
    locate(outcome, ending->recorded, {}, symbolizer_);
    return outcome;
  }

  std::vector<std::string> describe(const TestCase& test) const override {
    return describe_inputs(to_portable(pool_, test));
  }

  std::vector<RawInput> raw_inputs(const TestCase& test) const override {
    if (program_.sources.empty()) return {};
    return cuttle::raw_inputs(program_.sources, to_portable(pool_, test));
  }

  std::string picture(const TestCase& test) const override {
    const InputGraph graph(to_portable(pool_, test));
    const bool has_objects =
        std::any_of(graph.objects().begin(), graph.objects().end(),
                    [](const InputGraph::Object& object) { return object.type != "char"; });
    return has_objects ? graph_to_dot(graph) : std::string();
  }

  Result<Command> replay_command(const TestCase& test) override {
    if (program_.plain.empty())
      return Error::usage("there is no uninstrumented build of the program");
    replay_folder_.emplace(program_.scratch);
    return prepare_replay(plain_command(), to_portable(pool_, test), *replay_folder_);
  }

 private:
  // Of variables that are new in the pool. Stored tests bring theirs along, too: with their types.
  void note_roles() {
    for (; roles_known_ < pool_.variable_count(); ++roles_known_)
      pool_.set_role(roles_known_, role_of(pool_.variable_info(roles_known_).type));
  }

  bool fails_plainly(const TestCase& test, const Outcome& seen, const RunLimits& limits) {
    if (!seen.is_bug() || seen.bug == BugKind::timeout) return false;
    const auto ending = replay(plain_command(limits), to_portable(pool_, test), replays());
    if (!ending) return false;
    const Outcome outcome = classify_c(*ending);
    return outcome.is_bug() && outcome.bug == seen.bug;
  }

  static bool is_about_memory(const Outcome& outcome) {
    return outcome.is_bug() &&
           (outcome.bug == BugKind::out_of_bounds || outcome.bug == BugKind::use_after_free);
  }

  std::optional<ReplayCommand> checked_command(const RunLimits& limits) const {
    if (!program_.checked) return {};
    const auto checked = program_.checked(limits.until);
    if (!checked) return {};
    ReplayCommand command = plain_command(limits);
    command.program = *checked;
    command.environment = sanitizer_environment(program_.toolchain);
    for (auto& [name, value] : command.environment)
      if (name == "ASAN_OPTIONS") value += ":detect_leaks=0";
    bound_memory(command, true, limits.memory_bytes);
    return command;
  }

  // Sanitizers reserve address space as they like, and watch over the memory that is in use.
  static void bound_memory(ReplayCommand& command, bool sanitized, uint64_t bytes) {
    command.memory_bytes = sanitized ? 0 : bytes;
    // Sanitizers keep what is freed for a while, and a shadow.
    command.tree_bytes = sanitized ? 2 * bytes : bytes;
    if (!sanitized) return;
    const std::string option =
        ":hard_rss_limit_mb=" + std::to_string(std::max<uint64_t>(1, bytes >> 20));
    for (auto& [name, value] : command.environment)
      if (name.ends_with("SAN_OPTIONS")) value += option;
  }

  Confirmation confirm_checked(const PortableTestCase& test, const Outcome& expected,
                               const RunLimits& limits) {
    Confirmation confirmation;
    if (const auto command = checked_command(limits))
      confirm_with(*command, test, expected, confirmation);
    return confirmation;
  }

  static bool limits_over(const ReplayCommand& command) {
    return seconds_until(command.until) <= 0;
  }

  void confirm_with(const ReplayCommand& command, const PortableTestCase& test,
                    const Outcome& expected, Confirmation& confirmation) {
    const auto ending = replay(command, test, replays());
    if (!ending) {
      confirmation.why = ending.error().message;
      return;
    }
    if (ending->timed_out && limits_over(command)) {
      confirmation = cut_off_confirmation();
      return;
    }
    PlainEnding plain{classify_c(*ending), ending->complaints};
    locate(plain.outcome, ending->recorded, {}, symbolizer_);
    confirmation = compare_outcomes(expected, plain);
  }

  ReplayCell& replays() {
    if (!replays_)
      replays_ = std::make_unique<ReplayCell>(program_.scratch, program_.walls,
                                              std::vector{program_.scratch});
    return *replays_;
  }

  ReplayCommand plain_command(const RunLimits& limits) const {
    ReplayCommand command = plain_command();
    command.seconds = limits.seconds;
    command.until = limits.until;
    bound_memory(command, program_.plain_sanitized, limits.memory_bytes);
    return command;
  }

  // Without limits: for people who step through it.
  ReplayCommand plain_command() const {
    ReplayCommand command;
    command.program = program_.plain;
    command.arguments = program_.arguments;
    command.environment = program_.environment;
    if (program_.plain_sanitized && command.environment.empty())
      command.environment = sanitizer_environment(program_.toolchain);
    if (!program_.witness.empty())
      command.environment.emplace_back("LD_PRELOAD", program_.witness.string());
    command.libfuzzer = program_.plain_libfuzzer;
    command.controlled = program_.controlled;
    command.sources = program_.sources;
    command.scratch = program_.scratch;
    return command;
  }

  Result<void> start_server(const RunLimits& limits) {
    server_.reset();
    trace_->header()->persistent = program_.persistent && !careful_;
    trace_->header()->features_wanted =
        program_.controlled ? CUTTLE_FEATURE_RACES | CUTTLE_FEATURE_ACCESSES : 0;
    ForkServer::Options options;
    options.program = program_.instrumented;
    options.arguments = program_.arguments;
    options.environment = program_.environment;
    for (const auto& source : program_.sources)  // each variable has a place there
      if (source.kind == CUTTLE_SOURCE_ENV) options.environment.emplace_back(source.name, "");
    options.walls = program_.walls;
    // What we built is in the campaign's folder, of which it sees nothing else.
    const auto built = program_.instrumented.parent_path();
    const auto below =
        built.lexically_relative(std::filesystem::absolute(program_.scratch).lexically_normal());
    if (!below.empty() && *below.begin() != "..") options.needed = {built};
    // What the program has, our shadow of it, and what each run has in common with the server.
    options.memory_bytes = 3 * limits.memory_bytes;
    options.trace_fd = trace_->fd();
    options.newer_hint = "build it again with this one's `cuttle cc'";
    options.until = limits.until;
    auto server = ForkServer::start(options);
    if (!server) return server.error();
    server_ = std::move(server).value();
    return {};
  }

  void set_limits(const RunLimits& limits) {
    CuttleLimits& bounds = trace_->header()->limits;
    bounds.choices = static_cast<uint32_t>(std::min<uint64_t>(limits.choices, ~0u));
    bounds.memory_bytes = limits.memory_bytes;
    bounds.cpu_seconds = static_cast<uint32_t>(std::ceil(limits.seconds)) + 2;
    bounds.file_bytes = 1ull << 30;
  }

  Outcome try_run(const TestCase& test, const RunLimits& limits) {
    if (limits.are_over()) return cut_off_outcome();
    if (!server_) {
      // The trace belongs to the new process from its start: modules are announced again.
      if (auto started = start_server(limits); !started)
        return lost_outcome(started.error().message);
    }
    reader_.prepare(test);
    set_limits(limits);
    const ForkServer::Ending ended =
        server_->run(limits.seconds, program_.persistent && !careful_, limits.until);
    attempts_ = server_->take_attempts();
    if (ended.how == ForkServer::Ending::How::cut_off) return cut_off_outcome();
    if (ended.how == ForkServer::Ending::How::server_died) {
      server_.reset();
      return lost_outcome("the process that starts the runs was killed");
    }
    Ending ending;
    ending.recorded = read_outcome(trace_->header()->outcome);
    ending.wait_status = ended.wait_status;
    ending.timed_out = ended.how == ForkServer::Ending::How::timed_out;
    ending.seconds = limits.seconds;
    ending.complaints = server_->said();
    Outcome outcome = classify_c(ending);
    locate(outcome, ending.recorded, site_place(ending.recorded.site), symbolizer_);
    return outcome;
  }

  std::string name_of(std::span<const uint64_t> callers) {
    std::vector<TraceFrame> frames;
    for (const uint64_t offset : callers) {
      TraceFrame& frame = frames.emplace_back();
      frame.image = program_.instrumented.string();
      frame.offset = offset;
      frame.is_return_address = true;
    }
    return place_in_program(frames);
  }

  std::string place_of(const Attempt& attempt) {
    std::vector<TraceFrame> frames;
    for (const auto& caller : attempt.callers) {
      // The system's libraries may have lines, too, but nobody knows those.
      if (caller.image.starts_with("/usr/lib") || caller.image.starts_with("/lib")) continue;
      TraceFrame& frame = frames.emplace_back();
      // Private folders are made anew between runs: then the name of the file there is short.
      const std::filesystem::path image = caller.image;
      const bool program = image.filename() == program_.instrumented.filename();
      frame.image = program ? program_.instrumented.string() : caller.image;
      frame.offset = caller.offset;
      frame.is_return_address = true;
    }
    return place_in_program(frames);
  }

  // Of what happens in a library's header, the program's own line is what people know.
  std::string place_in_program(const std::vector<TraceFrame>& frames) {
    for (const SourceFrame& frame : symbolizer_.program_stack(frames))
      if (frame.has_place() && !is_library_file(frame.file)) return frame.place();
    return {};
  }

  std::string site_place(SiteId site) const {
    if (site == 0 || site >= tables_.sites().size() || tables_.sites()[site].line == 0) return {};
    return to_string(tables_.sites()[site]);
  }

  ExprPool& pool_;
  const CProgram program_;
  std::unique_ptr<TraceMemory> trace_;
  ProgramTables tables_;
  TraceReader reader_;
  Symbolizer symbolizer_;
  std::unique_ptr<ForkServer> server_;
  std::vector<Attempt> attempts_;  // of the last run
  TargetInfo info_;
  static constexpr int max_repetitions = 4;
  bool has_threads_ = false;  // in the last run
  bool repeating_ = false;    // the next run is one that went another way
  int repetitions_ = 0;
  static constexpr int max_comparisons = 32;
  int comparisons_ = 0;   // of runs that went astray with themselves
  bool careful_ = false;  // each run is a process of its own
  VarId roles_known_ = 0;
  std::unique_ptr<ReplayCell> replays_;        // where plain builds run
  std::optional<ReplayFolder> replay_folder_;  // of the last replay_command()
};

}  // namespace

Result<std::unique_ptr<Target>> make_c_target(ExprPool& pool, const CProgram& program,
                                              const RunLimits& limits) {
  auto trace = TraceMemory::create();
  if (!trace) return trace.error();
  auto target = std::make_unique<CTarget>(pool, program, std::move(trace).value());
  if (auto started = target->start(limits); !started) return started.error();
  return std::unique_ptr<Target>(std::move(target));
}

}  // namespace cuttle
