// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/machine.h"

#include <sys/wait.h>

#include <algorithm>
#include <utility>

#include "engine/process/fork_server.h"
#include "engine/support/files.h"
#include "languages/erlang/term/etf.h"
#include "languages/erlang/vm/answer.h"
#include "languages/erlang/vm/shared.h"

namespace cuttle::erlang {
namespace {

using How = ForkServer::Ending::How;

Term number(uint64_t value) {
  return Term::make_integer(mpz_class(static_cast<unsigned long>(value)));
}

// What the virtual machine loads: cuttle_server.erl. Plain code of OTP is there already.
Term plan_of(const Program& program, Machine::Code code) {
  const bool plain = code == Machine::Code::plain;
  const auto file = [&](const ProgramModule& module) {
    return plain ? module.plain : code == Machine::Code::turns ? module.turns : module.instrumented;
  };
  const char* name = plain ? "plain" : code == Machine::Code::turns ? "turns" : "instrumented";
  std::vector<Term> modules;
  for (const ProgramModule& module : program.modules) {
    if (plain && module.runs_as != module.name) continue;
    modules.push_back(Term::make_tuple({Term::make_atom(module.name),
                                        Term::make_atom(plain ? module.name : module.runs_as),
                                        Term::make_binary(file(module).string()),
                                        number(module.key), number(module.first_point)}));
  }
  return Term::make_map({{Term::make_atom("version"), number(CUTTLE_TRACE_VERSION)},
                         {Term::make_atom("code"), Term::make_atom(name)},
                         {Term::make_atom("modules"), Term::make_list(std::move(modules))}});
}

Term names_of(const std::vector<uint32_t>& threads) {
  std::vector<Term> names;
  for (const uint32_t thread : threads) names.push_back(number(thread));
  return Term::make_list(std::move(names));
}

const char* name_of(SchedulePolicy::Kind kind) {
  switch (kind) {
    case SchedulePolicy::Kind::random:
      return "random";
    case SchedulePolicy::Kind::pct:
      return "pct";
    case SchedulePolicy::Kind::pos:
      return "pos";
    case SchedulePolicy::Kind::stay:
      break;
  }
  return "stay";
}

// The virtual machine has its own memory besides what the program takes.
constexpr uint64_t own_bytes = 512u << 20;

class BeamMachine : public Machine {
 public:
  BeamMachine(Toolchain toolchain, const Program& program, std::unique_ptr<SharedMemory> shared)
      : toolchain_(std::move(toolchain)),
        module_(program.module),
        function_(program.function),
        early_(program.early_timeouts),
        walls_(program.walls),
        shared_(std::move(shared)) {}

  Result<void> prepare(const Program& program, Code code, const RunLimits& limits) {
    plan_ = folder_.path() / "plan";
    if (auto written = write_file(plan_, encode_etf(plan_of(program, code))); !written)
      return written.error();
    return start_server(limits);
  }

  Answer run(const std::vector<Term>& arguments, const RunLimits& limits,
             const Schedule& schedule) override {
    Answer answer;
    bool unheard = true;
    // A machine that died between two runs, and not of this one, gets another try.
    for (unsigned attempt = 0; attempt < 2 && unheard; ++attempt)
      answer = try_run(request_for(arguments, limits, schedule), limits, unheard);
    return answer;
  }

  std::span<const uint64_t> events() const override { return shared_->events(); }
  bool truncated() const override { return shared_->truncated(); }
  std::span<const uint8_t> coverage() const override { return shared_->coverage(); }
  const std::vector<Attempt>& attempts() const override { return attempts_; }

 private:
  Result<void> start_server(const RunLimits& limits) {
    ForkServer::Options options;
    options.program = toolchain_.erl;
    // One scheduler: nothing runs at once. No busy waiting: others need the processor. A small
    // table of processes, because it is looked through after each run.
    options.arguments = {"+P",        "16384",
                         "+S",        "1:1",
                         "+SDcpu",    "1:1",
                         "+SDio",     "1",
                         "+A",        "1",
                         "+sbwt",     "none",
                         "+sbwtdcpu", "none",
                         "+sbwtdio",  "none",
                         "-noshell",  "-noinput",
                         "-boot",     "no_dot_erlang",
                         "-pa",       toolchain_.beams.string(),
                         "-eval",     "cuttle_server:main().",
                         "-extra",    plan_.string()};
    options.environment = quiet_erlang();
    options.name = "erl";
    options.walls = walls_;
    options.trace_fd = shared_->fd();
    options.by_name = !toolchain_.has_nif;
    options.data_bytes = limits.memory_bytes + own_bytes;
    options.memory_bytes = options.data_bytes;
    options.start_seconds = 60;
    options.ready = "the first run";
    auto server = ForkServer::start(options);
    if (!server) return server.error();
    server_ = std::move(*server);
    return {};
  }

  std::string request_for(const std::vector<Term>& arguments, const RunLimits& limits,
                          const Schedule& schedule) const {
    const auto name = [](const char* text) { return Term::make_atom(text); };
    const SchedulePolicy& policy = schedule.policy;
    const Term bounds = Term::make_map(
        {{name("milliseconds"), number(static_cast<uint64_t>(limits.seconds * 1000))},
         {name("words"), number(std::max<uint64_t>(limits.memory_bytes / 8, 1 << 16))},
         {name("steps"), names_of(schedule.steps)},
         {name("asleep"), names_of(schedule.asleep)},
         {name("policy"), name(name_of(policy.kind))},
         {name("seed"), number(policy.seed)},
         {name("depth"), number(policy.depth)},
         {name("length"), number(policy.steps)},
         {name("early"), number(early_)}});
    return encode_etf(
        Term::make_tuple({Term::make_atom("run"), Term::make_atom(module_),
                          Term::make_atom(function_), Term::make_list(arguments), bounds}));
  }

  Answer try_run(const std::string& request, const RunLimits& limits, bool& unheard) {
    unheard = false;
    if (!shared_->prepare(request)) return lost("the inputs are too large");
    if (!server_ || !server_->alive())
      if (auto started = start_server(limits); !started) return lost(started.error().message);
    // The machine keeps the time itself; this is for one that does not listen any more.
    const auto ended = server_->run(limits.seconds * 1.5 + 2, false);
    attempts_ = server_->take_attempts();
    unheard = ended.unheard && shared_->answer().empty() && shared_->events().empty();
    if (const auto bytes = shared_->answer(); !bytes.empty() && ended.how == How::ended)
      if (auto term = decode_etf(bytes)) return answer_of(*term);
    return ending(ended);
  }

  // The virtual machine ended, or had to be ended, in the middle of the run.
  Answer ending(const ForkServer::Ending& ended) const {
    const std::string& said = server_->said();
    Answer answer = lost(ended.why);
    const auto limit = [&](const char* what) {
      answer.kind = Answer::Kind::limit;
      answer.what = what;
      return answer;
    };
    if (said.find("no more index entries in atom_tab") != std::string::npos) return limit("atoms");
    if (said.find("Cannot allocate") != std::string::npos ||
        said.find("Cannot reallocate") != std::string::npos)
      return limit("memory");
    if (ended.how == How::timed_out) return limit("time");
    const bool crashed = said.find("erl_child_setup closed") != std::string::npos;
    if (ended.how == How::ended && WIFEXITED(ended.wait_status) && !crashed) {
      answer.kind = Answer::Kind::halted;
      answer.status = WEXITSTATUS(ended.wait_status);
      return answer;
    }
    answer.what = "the virtual machine was ended";
    if (WIFSIGNALED(ended.wait_status))
      answer.what += " by signal " + std::to_string(WTERMSIG(ended.wait_status));
    if (!said.empty()) answer.what += ": " + said.substr(0, said.find('\n'));
    return answer;
  }

  static Answer lost(std::string why) {
    Answer answer;
    answer.what = std::move(why);
    return answer;
  }

  const Toolchain toolchain_;
  const std::string module_, function_;
  const unsigned early_;
  const Walls walls_;
  const TemporaryFolder folder_;
  std::filesystem::path plan_;
  std::unique_ptr<SharedMemory> shared_;
  std::unique_ptr<ForkServer> server_;
  std::vector<Attempt> attempts_;
};

}  // namespace

Result<std::unique_ptr<Machine>> Machine::start(const Toolchain& toolchain, const Program& program,
                                                Code code, const RunLimits& limits) {
  auto shared = SharedMemory::create(std::max<uint32_t>(program.points, 1));
  if (!shared) return shared.error();
  auto machine = std::make_unique<BeamMachine>(toolchain, program, std::move(*shared));
  if (auto ready = machine->prepare(program, code, limits); !ready) return ready.error();
  return std::unique_ptr<Machine>(std::move(machine));
}

}  // namespace cuttle::erlang
