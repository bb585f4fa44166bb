// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "cli/command.h"
#include "cli/identity.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/show.h"
#include "cli/walls.h"
#include "engine/prune/pruner.h"
#include "engine/schedule/advisor.h"
#include "engine/solver/factory.h"
#include "engine/solver/recording.h"
#include "engine/support/files.h"

namespace cuttle::cli {
namespace {

// The parts of a campaign, in the order in which they come into being.
class CampaignRun {
 public:
  explicit CampaignRun(const Context& context)
      : context_(context),
        request_(context.settings.request),
        config_(context.settings.config),
        display_(terminal_of(stderr, context.settings.color), context.settings.verbosity) {
    request_.files = context.settings.operands;
    // Building counts, too.
    if (config_.time_seconds > 0) config_.limits.until = deadline_in(config_.time_seconds);
    request_.limits = config_.limits;
    if (config_.out.empty()) config_.out = default_folder(context.languages, request_);
    request_.work = config_.out;
  }

  Result<Summary> explore_all() {
    Result<Language*> language = language_of(context_.languages, request_);
    if (!language) return language.error();
    std::error_code problem;
    bool is_new = !std::filesystem::exists(config_.out, problem);
    Result<Summary> summary = explore_in_folder(**language);
    display_.clear();
    // A campaign that never began leaves nothing behind.
    if (!summary && is_new && !begun_) std::filesystem::remove_all(config_.out, problem);
    return summary;
  }

  const Config& config() const { return config_; }
  const Interrupt& interrupt() const { return interrupt_; }

 private:
  Result<Summary> explore_in_folder(Language& language) {
    if (config_.resume) {
      std::error_code problem;
      if (!std::filesystem::exists(config_.out, problem)) {
        return Error::usage("there is no campaign in " + config_.out.string() + " to resume",
                            "Start it without --resume, or name its folder with --out.");
      }
    }
    Result<SolverFactory> solvers = solver_factory();
    if (!solvers) return solvers.error();
    Result<ClaimedFolder> folder = ClaimedFolder::claim(config_.out);
    if (!folder) return folder.error();
    std::error_code ignored;  // what workers left that were killed
    std::filesystem::remove_all(config_.out / kWorkersFolder, ignored);
    if (config_.resume) {  // before anything is built there
      if (Result<void> readable = check_resumable(*folder); !readable) return readable.error();
    }
    if (Result<void> found = build_walls(request_.walls, config_); !found) return found.error();
    display_.stage(fmt::format("preparing {}", fmt::join(request_.files, " ")));
    Result<std::unique_ptr<TargetFactory>> program = language.open(request_);
    display_.stage_over();
    if (!program) return program.error();
    Result<std::unique_ptr<Pruner>> pruner = make_pruner(**program);
    if (!pruner) return pruner.error();
    CampaignIdentity identity =
        identity_of(context_.settings, {request_, config_}, language, **program);
    Result<std::unique_ptr<CampaignStore>> store =
        config_.resume ? resume_campaign(std::move(*folder), identity)
                       : create_campaign(std::move(*folder), identity);
    if (!store) return store.error();
    begun_ = true;
    std::unique_ptr<Advisor> schedule;
    if (*pruner == nullptr) schedule = make_schedule_advisor(config_.schedule);
    Advisor* advisor = *pruner != nullptr ? pruner->get() : schedule.get();
    Result<Summary> summary =
        explore(config_, **program, *solvers, **store, display_, interrupt_.requested(), advisor);
    if (summary && *pruner != nullptr) {
      const AnnotatedGraph graph = (*pruner)->graph();
      for (const auto& [name, text] :
           {std::pair("pruning.dot", to_dot(graph)),
            std::pair("pruning.html", to_html(graph, "Interpolants of " + identity.target))})
        if (Result<void> written = write_file(config_.out / name, text); !written)
          return written.error();
    }
    return summary;
  }

  // Null unless the user asked for it.
  Result<std::unique_ptr<Pruner>> make_pruner(TargetFactory& program) {
    auto* steppable = dynamic_cast<Steppable*>(&program);
    if (!request_.options.is_set("prune") || steppable == nullptr) return std::unique_ptr<Pruner>();
    Result<std::unique_ptr<Stepper>> stepper = steppable->stepper();
    if (!stepper) return stepper.error();
    SolverLimits limits;
    limits.timeout_seconds = std::min(1.0, config_.solver_timeout_seconds);
    // Depth first finishes what it begins by itself.
    const bool confirms = config_.strategy != "dfs";
    return std::make_unique<Pruner>(
        std::move(*stepper), [&](ExprPool& pool) { return make_solver(pool, limits); }, confirms);
  }

  Result<SolverFactory> solver_factory() const {
    SolverFactory plain = [](ExprPool& pool, const SolverLimits& limits) {
      return make_solver(pool, limits);
    };
    const std::filesystem::path& recording = context_.settings.record_queries;
    return recording.empty() ? plain : record_solvers(plain, recording);
  }

  const Context& context_;
  ProgramRequest request_;
  Config config_;
  Interrupt interrupt_;
  ProgressDisplay display_;
  bool begun_ = false;
};

int exit_code(const Summary& summary, const Config& config) {
  if (!summary.bugs.empty()) return exit_bugs;
  if (config.require_complete && !summary.exhausted) return exit_incomplete;
  return exit_fine;
}

}  // namespace

int run(const Context& context) {
  CampaignRun campaign(context);
  Result<Summary> summary = campaign.explore_all();
  bool interrupted = campaign.interrupt().requested();
  if (!summary) {
    // Ctrl-C also reaches the compiler; what it says then is of no interest.
    if (interrupted) return campaign.interrupt().exit_code();
    return fail(summary.error(), context.settings.color);
  }
  if (Result<void> shown =
          show(*summary, campaign.config().out, context.settings.text, context.settings);
      !shown) {
    return fail(shown.error(), context.settings.color);
  }
  return interrupted ? campaign.interrupt().exit_code() : exit_code(*summary, campaign.config());
}

}  // namespace cuttle::cli
