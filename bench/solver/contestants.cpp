// SPDX-License-Identifier: Apache-2.0
#include "bench/solver/contestants.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/expr/smtlib.h"
#include "engine/expr/smtlib_text.h"
#include "engine/solver/factory.h"
#include "engine/solver/z3_direct.h"
#include "engine/support/subprocess.h"

namespace cuttle::bench {

namespace {

double clock_seconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Other work on the machine does not count in processor time, but asking for it costs more than
// our fastest answers; so only whole sequences are measured with it.
double processor_seconds() {
  return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}
double wall_seconds() {
  return clock_seconds(CLOCK_MONOTONIC);
}

double children_seconds() {
  rusage usage;
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string smtlib_script(const Sequence& sequence, ExprPool& pool) {
  std::string text = "(set-logic QF_BV)\n";
  for (VarId v = 0; v < pool.variable_count(); ++v) {
    const Variable& variable = pool.variable_info(v);
    text +=
        "(declare-const " + smtlib_name(variable.name) + " " + smtlib_sort(variable.sort) + ")\n";
  }
  std::vector<ExprId> prefix;
  const auto assert_in_scope = [&](ExprId e) {
    text += "(push 1)(assert " + to_smtlib(pool, e) + ")\n";
  };
  for (const RecordedQuery& query : sequence.queries) {
    size_t common = 0;
    while (common < prefix.size() && common < query.prefix.size() &&
           prefix[common] == query.prefix[common]) {
      ++common;
    }
    if (common < prefix.size()) {
      text += "(pop " + std::to_string(prefix.size() - common) + ")\n";
    }
    for (size_t i = common; i < query.prefix.size(); ++i) assert_in_scope(query.prefix[i]);
    prefix = query.prefix;
    assert_in_scope(query.goal);
    text += "(check-sat)\n(pop 1)\n";
  }
  return text;
}

// Runs cvc5 on a script; the answers are in its output.
CommandResult run_cvc5(const std::string& script, double max_seconds, double& seconds) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() /
                                     ("solver-bench-" + std::to_string(getpid()) + ".smt2");
  std::ofstream(file) << script;
  const double before = children_seconds();
  Result<CommandResult> result = run_command(
      {.arguments = {"cvc5", "--incremental", file.string()}, .timeout_seconds = max_seconds});
  seconds = children_seconds() - before;
  std::filesystem::remove(file);
  return result ? *result : CommandResult{.exit_code = 127};
}

}  // namespace

Replay replay_chain(const Sequence& sequence, ExprPool& pool, size_t count, unsigned times,
                    SolverStatistics* statistics) {
  Replay best;
  for (unsigned time = 0; time < times; ++time) {
    const std::unique_ptr<Solver> solver = make_solver(pool, {.timeout_seconds = 60});
    Replay replay;
    const double start = processor_seconds();
    for (size_t i = 0; i < count; ++i) {
      const double begin = wall_seconds();
      replay.answers.push_back(solver->check(sequence.queries[i].query()).answer);
      replay.seconds.push_back(wall_seconds() - begin);
    }
    replay.total_seconds = processor_seconds() - start;
    if (statistics) *statistics = solver->statistics();
    if (time == 0) best = replay;
    best.total_seconds = std::min(best.total_seconds, replay.total_seconds);
    for (size_t i = 0; i < count; ++i) {
      best.seconds[i] = std::min(best.seconds[i], replay.seconds[i]);
    }
    if (replay.total_seconds > 1) break;
  }
  return best;
}

Replay replay_z3(const Sequence& sequence, ExprPool& pool, bool incremental, double max_seconds) {
  Replay replay;
  Z3Direct z3(pool, static_cast<unsigned>(max_seconds * 1000));
  const double start = processor_seconds();
  for (const RecordedQuery& query : sequence.queries) {
    if (replay.total_seconds >= max_seconds) break;
    const double begin = wall_seconds();
    if (incremental) {
      replay.answers.push_back(z3.check_incremental(query.prefix, query.goal));
    } else {
      std::vector<ExprId> all = query.prefix;
      all.push_back(query.goal);
      replay.answers.push_back(z3.check_fresh(all));
    }
    replay.seconds.push_back(wall_seconds() - begin);
    replay.total_seconds = processor_seconds() - start;
  }
  return replay;
}

Replay replay_cvc5(const Sequence& sequence, ExprPool& pool, double max_seconds) {
  Replay replay;
  if (find_program("cvc5").empty()) {
    replay.available = false;
    return replay;
  }
  double start_seconds = 0;
  run_cvc5("(set-logic QF_BV)\n(check-sat)\n", max_seconds, start_seconds);
  const CommandResult result =
      run_cvc5(smtlib_script(sequence, pool), max_seconds, replay.total_seconds);
  replay.total_seconds -= start_seconds;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    replay.answers.push_back(line == "sat"     ? Answer::sat
                             : line == "unsat" ? Answer::unsat
                                               : Answer::unknown);
  }
  return replay;
}

}  // namespace cuttle::bench
