// SPDX-License-Identifier: Apache-2.0
#include "tests/prolog/exploration.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "engine/campaign/memory_store.h"
#include "engine/explore/explore.h"
#include "engine/solver/factory.h"
#include "languages/prolog/target/open.h"

namespace cuttle::prolog {

namespace {

// Passes everything on and takes notes.
class ObservedTarget : public Target {
 public:
  ObservedTarget(std::unique_ptr<PrologTarget> target, Explored& seen, bool checked)
      : target_(std::move(target)), seen_(seen), checked_(checked) {}

  const TargetInfo& info() const override { return target_->info(); }
  Execution run(const TestCase& test, const RunLimits& limits) override {
    target_->interpreter().machine.digesting = true;
    Execution execution = target_->run(test, limits);
    RunSeen run;
    run.digest = target_->last_digest();
    run.outcome = execution.outcome.message;
    run.trace = target_->last_trace();
    TestCase actual{execution.inputs, {}};
    run.goal = target_->goal_text(actual);
    target_->interpreter().machine.digesting = false;
    seen_.digests.insert(run.digest);
    seen_.runs.push_back(std::move(run));
    return execution;
  }
  Confirmation confirm(const TestCase& test, const Outcome& expected,
                       const RunLimits& limits) override {
    Confirmation confirmation = target_->confirm(test, expected, limits);
    if (!checked_) confirmation.confirmed = true;  // the oracle is the judge
    return confirmation;
  }
  std::vector<std::string> describe(const TestCase& test) const override {
    return target_->describe(test);
  }

 private:
  std::unique_ptr<PrologTarget> target_;
  Explored& seen_;
  const bool checked_;  // in SWI-Prolog
};

class ObservedFactory : public TargetFactory {
 public:
  ObservedFactory(const Campaigning& shared, Explored& seen) : shared_(shared), seen_(seen) {}
  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    auto target = PrologTarget::create(shared_, pool);
    if (!target) return target.error();
    return std::unique_ptr<Target>(
        std::make_unique<ObservedTarget>(std::move(*target), seen_, shared_.judge != nullptr));
  }
  CoverageGoal goal() const override { return shared_.cover; }

 private:
  const Campaigning& shared_;
  Explored& seen_;
};

}  // namespace

std::string example(const std::string& name) {
  return CUTTLE_SOURCE_DIR "/examples/prolog/" + name;
}

std::set<std::string> Explored::goals() const {
  std::set<std::string> all;
  for (const RunSeen& run : runs) all.insert(run.goal);
  return all;
}

std::string Explored::compare() const {
  if (!error.empty()) return error;
  std::string complaints;
  if (summary.paths != digests.size())
    complaints += std::to_string(summary.paths) + " paths, but " + std::to_string(digests.size()) +
                  " different traces\n";
  return complaints + compare_traces();
}

std::string Explored::compare_traces() const {
  if (!error.empty()) return error;
  std::string complaints;
  if (!summary.exhausted) complaints += "not exhausted\n";
  for (const Limitation& l : summary.incomplete)
    complaints += "incomplete: " + to_string(l.reason) + " " + l.location + " " + l.detail + "\n";
  if (summary.divergences) complaints += std::to_string(summary.divergences) + " divergences\n";
  if (summary.duplicate_paths)
    complaints += std::to_string(summary.duplicate_paths) + " duplicate paths\n";
  if (!oracle.complete) return complaints + "too many inputs for the oracle\n";
  for (const auto& [digest, goal] : oracle.by) {
    if (!digests.contains(digest)) complaints += "missed the path of " + goal + "\n";
  }
  for (const RunSeen& run : runs) {
    if (!oracle.paths.contains(run.digest))
      complaints += "the oracle does not know " + run.goal + "\n";
  }
  return complaints;
}

Explored explore_program(const Job& job, std::shared_ptr<SwiSession> session) {
  Explored seen;
  std::string file = job.file;
  if (file.empty()) {
    file = (std::filesystem::temp_directory_path() /
            ("cuttle_job_" + std::to_string(getpid()) + ".pl"))
               .string();
    std::ofstream(file) << job.text;
  }
  Config config;
  ProgramRequest request;
  request.files = {file};
  request.options = OptionValues(job.options);
  request.options.add("goal", job.goal);
  request.options.add("check", job.check ? "all" : "none");
  config.strategy = job.strategy;
  config.max_runs = job.max_runs;
  auto shared = open_program(request, std::move(session));
  if (job.file.empty()) std::remove(file.c_str());
  if (!shared) {
    seen.error = shared.error().message;
    return seen;
  }
  ObservedFactory factory(*shared, seen);
  MemoryStore campaign;
  Observer observer;
  std::atomic<bool> stop = false;
  auto summary = explore(
      config, factory,
      [](ExprPool& pool, const SolverLimits& limits) { return make_solver(pool, limits); },
      campaign, observer, stop);
  if (!summary) {
    seen.error = summary.error().message;
    return seen;
  }
  seen.summary = *summary;
  if (job.oracle_inputs) {
    ExprPool pool;
    auto target = PrologTarget::create(*shared, pool);
    if (target) seen.oracle = brute_force(**target, job.oracle_inputs);
  }
  return seen;
}

}  // namespace cuttle::prolog
