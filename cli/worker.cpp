// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/walls.h"
#include "engine/campaign/campaign.h"
#include "engine/solver/factory.h"
#include "engine/target/scheduled.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

// A process that works on a campaign beside the one that began it.
class Helper {
 public:
  explicit Helper(const Context& context)
      : context_(context),
        display_(terminal_of(stderr, context.settings.color), context.settings.verbosity) {}
  ~Helper() {
    std::error_code ignored;
    if (build_.empty()) return;
    fs::remove_all(build_, ignored);
    fs::remove(build_.parent_path(), ignored);  // if nobody else has one there
  }

  // What it contributed; nothing when there was nothing to do.
  Result<std::optional<Summary>> help(const fs::path& folder) {
    Result<JoinedFolder> joined = JoinedFolder::join(folder);
    if (!joined) return joined.error();
    build_ = fs::absolute(joined->path()) / kWorkersFolder / std::to_string(getpid());
    Result<std::unique_ptr<CampaignStore>> store = join_campaign(std::move(*joined));
    if (!store) return store.error();
    Result<CampaignState> state = (*store)->load();
    if (!state) return state.error();
    if (Result<bool> open = is_open(**store, *state, folder); !open || !*open) {
      if (!open) return open.error();
      return std::optional<Summary>();
    }
    Result<std::unique_ptr<TargetFactory>> program = prepare(state->identity);
    if (!program) return program.error();
    display_.note(
        fmt::format("joined the campaign in {}: {}", folder.string(), state->identity.target));
    Result<Summary> summary = explore(
        request_.config, **program,
        [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); },
        **store, display_, interrupt_.requested());
    display_.clear();
    if (!summary) return summary.error();
    return std::optional(*summary);
  }

  const Interrupt& interrupt() const { return interrupt_; }

 private:
  // May somebody join now? False: there is nothing left to do.
  Result<bool> is_open(CampaignStore& store, const CampaignState& state, const fs::path& folder) {
    const Result<Demand> others = store.demand();
    if (!others) return others.error();
    const bool ended = state.saved && others->working + others->waiting == 0;
    if (ended && state.open_items == 0) return false;
    if (others->stopped.empty()) return true;
    return Error::usage("the campaign in " + folder.string() + " has been stopped",
                        "Go on with it: `cuttle run' with --resume. Then others can join.");
  }

  static Error one_process(const std::string& with) {
    return Error::usage("a campaign with " + with + " has one process",
                        "What is left to do there depends on what was done: one tree knows it.");
  }

  // The program as the campaign has it, in a build of our own: the other's is in use.
  Result<std::unique_ptr<TargetFactory>> prepare(const CampaignIdentity& identity) {
    Result<CampaignRequest> request = request_from_json(identity.request);
    if (!request) return request.error();
    request_ = std::move(*request);
    const OptionValues& options = request_.program.options;
    if (options.is_set("prune")) return one_process("--prune");
    const Config& own = context_.settings.config;
    request_.config.jobs = own.jobs;
    request_.config.max_runs = own.max_runs;
    request_.config.time_seconds = own.time_seconds;
    request_.config.join = true;
    request_.program.work = build_;
    std::error_code problem;
    fs::current_path(identity.directory, problem);
    if (problem)
      return Error::usage("the folder " + identity.directory +
                          ", where the campaign was started, " +
                          "cannot be entered: " + problem.message());
    fs::create_directories(build_, problem);
    if (problem)
      return Error::environment("cannot create " + build_.string() + ": " + problem.message());
    Result<Language*> language = language_of(context_.languages, request_.program);
    if (!language) return language.error();
    if (Result<void> found = build_walls(request_.program.walls, request_.config); !found)
      return found.error();
    display_.stage(fmt::format("preparing {}", identity.target));
    Result<std::unique_ptr<TargetFactory>> program = (*language)->open(request_.program);
    display_.stage_over();
    if (!program) return program.error();
    const auto* scheduled = dynamic_cast<const Scheduled*>(program->get());
    if (scheduled != nullptr && scheduled->obeys_schedules()) return one_process("threads");
    if (fingerprint_of(request_, **program) != identity.fingerprint)
      return Error::usage(
          "the program " + identity.target + " is not what the campaign explores: it has changed",
          "Nothing was changed. Put it back as it was, or start a new campaign with `cuttle run'.");
    return program;
  }

  const Context& context_;
  CampaignRequest request_;
  fs::path build_;
  Interrupt interrupt_;
  ProgressDisplay display_;
};

std::string count(uint64_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void show(const Summary& own, bool interrupted) {
  fmt::print("contributed {}, {}, {}\n", count(own.runs, "run"), count(own.paths, "path"),
             count(own.bugs.size(), "bug"));
  if (own.exhausted)
    fmt::print("nothing is left to do: `cuttle report' shows what was found\n");
  else if (interrupted)
    fmt::print("left the campaign; what it had to do is for others now\n");
  else
    fmt::print("the campaign was stopped\n");
}

}  // namespace

int worker(const Context& context) {
  const Settings& settings = context.settings;
  Result<fs::path> folder = chosen_folder(settings);
  if (!folder) return fail(folder.error(), settings.color);
  Helper helper(context);
  Result<std::optional<Summary>> own = helper.help(*folder);
  const bool interrupted = helper.interrupt().requested();
  if (!own) return interrupted ? helper.interrupt().exit_code() : fail(own.error(), settings.color);
  if (!*own) {
    fmt::print("nothing is left to do in {}: the campaign has ended\n", folder->string());
    return exit_fine;
  }
  show(**own, interrupted || settings.config.max_runs > 0 || settings.config.time_seconds > 0);
  return interrupted ? helper.interrupt().exit_code() : exit_fine;
}

}  // namespace cuttle::cli
