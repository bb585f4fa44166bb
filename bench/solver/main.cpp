// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bench/solver/contestants.h"
#include "bench/solver/sequences.h"

namespace cuttle::bench {

namespace {

constexpr const char* usage =
    "usage: solver_bench [--only TEXT] [--seconds S] [--queries N] [--counters] [--check]\n"
    "                    [--alone N] [--cuttle PROGRAM] [RECORDING...]\n"
    "Replays what campaigns asked their solver through our chain, Z3 and cvc5, and compares.\n"
    "Runs the campaigns itself, on bench/solver/programs and bench/exploration (with the cuttle\n"
    "that lies beside it, or --cuttle), unless recordings are given, which\n"
    "`cuttle run --record-queries FILE' makes.\n"
    "Z3 and cvc5 get S seconds for each sequence (default 5) and the same queries are compared;\n"
    "of each campaign the first N queries (default 5000).\n"
    "--only: only programs whose name contains this. --alone: only our chain, N times, for\n"
    "profilers. --check: exit code 1 when answers differ or we are not fast enough.\n";

struct Options {
  std::string only;
  double seconds = 5;
  size_t max_queries = 5'000;
  bool counters = false;
  bool check = false;
  unsigned alone = 0;  // only our chain, this many times: for profilers
  std::string cuttle =
      (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "cuttle").string();
  std::vector<std::string> recordings;
};

bool parse(int argc, char** argv, Options& out) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--counters") {
      out.counters = true;
    } else if (name == "--check") {
      out.check = true;
    } else if (name == "--only" && i + 1 < argc) {
      out.only = argv[++i];
    } else if (name == "--seconds" && i + 1 < argc) {
      out.seconds = std::atof(argv[++i]);
    } else if (name == "--queries" && i + 1 < argc) {
      out.max_queries = static_cast<size_t>(std::atoll(argv[++i]));
    } else if (name == "--cuttle" && i + 1 < argc) {
      out.cuttle = argv[++i];
    } else if (name == "--alone" && i + 1 < argc) {
      out.alone = static_cast<unsigned>(std::atoi(argv[++i]));
    } else if (name.starts_with("-")) {
      return false;
    } else {
      out.recordings.push_back(name);
    }
  }
  return true;
}

constexpr unsigned times = 3;

// How many times longer the other one took for the queries that it finished.
double ratio(const Sequence& sequence, ExprPool& pool, const Replay& ours, const Replay& other) {
  if (other.size() == 0) return 0;
  const double mine = other.size() == ours.size()
                          ? ours.total_seconds
                          : replay_chain(sequence, pool, other.size(), times).total_seconds;
  return other.total_seconds / mine;
}

size_t disagreements(const Replay& ours, const Replay& other) {
  size_t count = 0;
  for (size_t i = 0; i < std::min(ours.size(), other.size()); ++i) {
    const Answer a = ours.answers[i], b = other.answers[i];
    count += a != b && a != Answer::unknown && b != Answer::unknown;
  }
  return count;
}

// By how much we were slower than Z3 on the query where we were slowest in comparison.
double worst_excess(const Replay& ours, const Replay& z3) {
  double worst = 0;
  for (size_t i = 0; i < std::min(ours.size(), z3.size()); ++i) {
    worst = std::max(worst, ours.seconds[i] - z3.seconds[i]);
  }
  return worst;
}

// What the layers before Z3 may cost in vain: no single query may take longer than with Z3 alone by
// more than this.
constexpr double budget_seconds = 0.25;

// What must hold for every sequence, and for sorting.
bool fast_enough(const std::string& name, double against_z3, double against_cvc5, double excess) {
  if (excess > budget_seconds) return false;
  if (name.find("sort") == std::string::npos) return against_z3 >= 10;
  return against_z3 >= 200 && (against_cvc5 == 0 || against_cvc5 >= 5);
}

struct Row {
  bool agreed = true, fast = true;
};

void measure_alone(const Sequence& sequence, ExprPool& pool, unsigned times) {
  const Replay ours = replay_chain(sequence, pool, sequence.queries.size(), times);
  std::printf("%-18s %6zu %9.0f\n", sequence.name.c_str(), ours.size(), ours.per_second());
}

Row measure(const Sequence& sequence, ExprPool& pool, const Options& options) {
  if (options.alone > 0) {
    measure_alone(sequence, pool, options.alone);
    return {};
  }
  SolverStatistics statistics;
  const Replay ours = replay_chain(sequence, pool, sequence.queries.size(), times, &statistics);
  const Replay fresh = replay_z3(sequence, pool, false, options.seconds / 2);
  const Replay incremental = replay_z3(sequence, pool, true, options.seconds / 2);
  const bool fresh_is_better = fresh.per_second() >= incremental.per_second();
  const Replay& z3 = fresh_is_better ? fresh : incremental;
  const Replay cvc5 = replay_cvc5(sequence, pool, options.seconds);
  const size_t wrong =
      disagreements(ours, fresh) + disagreements(ours, incremental) + disagreements(ours, cvc5);
  const double slowest = *std::max_element(ours.seconds.begin(), ours.seconds.end());
  const double against_z3 = ratio(sequence, pool, ours, z3);
  const double against_cvc5 = ratio(sequence, pool, ours, cvc5);
  std::printf("%-18s %6zu %5llu %9.0f %8.1f%c %8.0f %8.1f %7.0f %10.3f %9.3f  %s\n",
              sequence.name.c_str(), sequence.queries.size(),
              static_cast<unsigned long long>(statistics.sat), ours.per_second(), z3.per_second(),
              fresh_is_better ? 'f' : 'i', against_z3, cvc5.per_second(), against_cvc5,
              slowest * 1e3, worst_excess(ours, z3) * 1e3,
              wrong == 0 ? "yes" : (std::to_string(wrong) + " DIFFER").c_str());
  for (const auto& [name, count] : statistics.layers) {
    if (options.counters && count > 0) {
      std::printf("    %-28s %10llu\n", name.c_str(), static_cast<unsigned long long>(count));
    }
  }
  std::fflush(stdout);
  return {wrong == 0, fast_enough(sequence.name, against_z3, against_cvc5, worst_excess(ours, z3))};
}

void show_heading() {
  std::printf(
      "Queries per second of processor time. Z3 in this process, with a new solver object for each "
      "query (f)\n"
      "or one with push and pop (i), whichever is faster; cvc5 with push and pop. Ratios\n"
      "compare the queries that the other solver finished in its time. Slowest query, and\n"
      "the largest excess of our time over Z3's on one query, in milliseconds.\n\n");
  std::printf("%-18s %6s %5s %9s %9s %8s %8s %7s %10s %9s  %s\n", "sequence", "count", "sat",
              "ours", "Z3", "x Z3", "cvc5", "x cvc5", "slowest", "excess", "agree");
}

bool run(const Options& options) {
  show_heading();
  Row total;
  const auto take = [&](const Result<Sequence>& sequence, ExprPool& pool) {
    if (!sequence) {
      std::fprintf(stderr, "%s\n%s\n", sequence.error().message.c_str(),
                   sequence.error().hint.c_str());
      return false;
    }
    if (sequence->queries.empty()) return true;
    const Row row = measure(*sequence, pool, options);
    total.agreed &= row.agreed;
    total.fast &= row.fast;
    return true;
  };
  for (const std::string& file : options.recordings) {
    ExprPool pool;
    if (!take(load(file, options.max_queries, pool), pool)) return false;
  }
  for (const std::filesystem::path& program : programs()) {
    if (!options.recordings.empty()) break;
    if (program.stem().string().find(options.only) == std::string::npos) continue;
    ExprPool pool;
    if (!take(record(program, options.cuttle, options.max_queries, pool), pool)) return false;
  }
  if (!total.agreed) std::printf("\nAnswers differ.\n");
  if (!total.fast && options.check) std::printf("\nNot fast enough.\n");
  return total.agreed && (total.fast || !options.check);
}

}  // namespace

}  // namespace cuttle::bench

int main(int argc, char** argv) {
  cuttle::bench::Options options;
  if (!cuttle::bench::parse(argc, argv, options)) {
    std::fputs(cuttle::bench::usage, stderr);
    return 2;
  }
  return cuttle::bench::run(options) ? 0 : 1;
}
