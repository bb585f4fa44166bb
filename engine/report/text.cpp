// SPDX-License-Identifier: Apache-2.0
#include "engine/report/text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>

#include "engine/report/format.h"
#include "engine/report/paint.h"

namespace cuttle {

namespace {

constexpr size_t kLabelWidth = 12;
constexpr size_t kMaxInputs = 24;
constexpr size_t kMaxFrames = 12;
constexpr size_t kMaxLimitations = 12;
constexpr size_t kMaxBarriers = 5;

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string plural(uint64_t count, const std::string& noun) {
  if (count == 1) return "1 " + noun;
  return with_commas(count) + " " + noun + (noun.ends_with("y") ? "" : "s");
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (char c : printable(text)) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  if (lines.size() > 1 && lines.back().empty()) lines.pop_back();
  return lines;
}

// A label, then the items one below the other.
void write_items(std::ostream& out, size_t indent, const std::string& label,
                 const std::vector<std::string>& items, size_t limit) {
  std::string start = std::string(indent, ' ') + padded(label, kLabelWidth);
  size_t shown = 0;
  for (const std::string& item : items) {
    if (shown == limit) {
      out << start << "... and " << with_commas(items.size() - shown) << " more\n";
      return;
    }
    for (const std::string& line : lines_of(item)) {
      out << start << line << '\n';
      start.assign(indent + kLabelWidth, ' ');
    }
    ++shown;
  }
}

void write_line(std::ostream& out, const std::string& label, const std::string& text) {
  out << padded(label, kLabelWidth) << text << '\n';
}

// Shares of fewer queries than this say little.
constexpr uint64_t kQueriesForShares = 200;

// How much of the work the cheap layers of the solver took off the expensive ones.
void write_solver_shares(std::ostream& out, const SolverStatistics& solver) {
  auto count = [&](const char* name) -> uint64_t {
    auto found = solver.layers.find(name);
    return found == solver.layers.end() ? 0 : found->second;
  };
  if (solver.queries == 0 || !solver.layers.contains("sat.calls")) return;
  const uint64_t hard = std::min(solver.queries, count("sat.calls") + count("z3.calls"));
  std::string text = percent_text(solver.queries - hard, solver.queries) + " without SAT or Z3";
  const uint64_t seen = count("slice.seen"), kept = count("slice.kept");
  if (seen > 0 && kept <= seen)
    text += "; " + percent_text(seen - kept, seen) + " of the constraints sliced away";
  write_line(out, "", text);
}

void write_counts(std::ostream& out, const Summary& summary, const TextOptions& options) {
  std::string paths = with_commas(summary.paths) + " in " + plural(summary.runs, "run") + ", " +
                      seconds_text(summary.seconds);
  if (summary.seconds > 0.05 && summary.runs > 0)
    paths += " (" + with_commas(static_cast<uint64_t>(summary.runs / summary.seconds + 0.5)) +
             " runs/s)";
  write_line(out, "paths", paths);
  if (summary.rejected > 0)
    write_line(out, "rejected", plural(summary.rejected, "run") + " by assumptions");
  if (summary.duplicate_paths > 0)
    write_line(out, "duplicates", plural(summary.duplicate_paths, "run") + " of a known path");
  if (summary.divergences > 0)
    write_line(out, "divergences",
               plural(summary.divergences, "run") + " did not follow the prediction");
  for (const auto& [name, count] : summary.coverage)
    write_line(out, name,
               with_commas(count.covered) + " of " + with_commas(count.total) + " (" +
                   percent_text(count.covered, count.total) + ")");
  const SolverStatistics& solver = summary.solver;
  std::string queries = with_commas(solver.queries) + (solver.queries == 1 ? " query" : " queries");
  if (solver.queries > 0) {
    queries += ": " + with_commas(solver.sat) + " sat, " + with_commas(solver.unsat) + " unsat";
    if (solver.unknown > 0) queries += ", " + with_commas(solver.unknown) + " unknown";
    queries += "; " + seconds_text(solver.seconds);
  }
  write_line(out, "solver", queries);
  if (options.all || solver.queries >= kQueriesForShares) write_solver_shares(out, solver);
  if (summary.schedule.executions > 0)
    write_line(out, "schedules",
               with_commas(summary.schedule.executions) + ", " +
                   plural(summary.schedule.races, "race") + ", " +
                   plural(summary.schedule.deadlocks, "deadlock"));
  if (summary.prune.subsumed > 0)
    write_line(out, "pruned", plural(summary.prune.subsumed, "path") + " that cannot reach a bug");
  std::string tests = with_commas(summary.tests);
  if (!options.folder.empty() && summary.tests > 0)
    tests += " in " + (options.folder / "tests").string();
  write_line(out, "tests", tests);
  if (options.all && summary.inspected > 0)
    write_line(out, "inspected",
               plural(summary.inspected, "run") + " repeated on a build with more checks");
}

// "concretised" first for the most frequent; all of one reason stay together.
std::vector<Limitation> by_weight(std::vector<Limitation> list) {
  std::map<Reason, uint64_t> weight;
  for (const Limitation& item : list) weight[item.reason] += item.count;
  std::stable_sort(list.begin(), list.end(), [&](const Limitation& a, const Limitation& b) {
    if (a.reason != b.reason)
      return std::pair(weight[b.reason], a.reason) < std::pair(weight[a.reason], b.reason);
    return a.count > b.count;
  });
  return list;
}

void write_incomplete(std::ostream& out, const Summary& summary, const TextOptions& options) {
  const std::vector<Limitation> list = by_weight(summary.incomplete);
  const size_t limit = options.all ? list.size() : std::min(list.size(), kMaxLimitations);
  size_t count_width = 0, place_width = 0;
  for (size_t i = 0; i < limit; ++i) {
    count_width = std::max(count_width, with_commas(list[i].count).size());
    place_width = std::max(place_width, printable(list[i].location).size());
  }
  out << painted(options.color, Paint::yellow, padded("INCOMPLETE", kLabelWidth))
      << "not every path was explored:\n";
  std::optional<Reason> reason;
  for (size_t i = 0; i < limit; ++i) {
    const Limitation& item = list[i];
    if (item.reason != reason) {
      out << "  " << painted(options.color, Paint::bold, to_string(item.reason)) << ": "
          << row_of(item.reason).meaning << '\n';
      reason = item.reason;
    }
    const std::string count = with_commas(item.count);
    std::string line = std::string(4 + count_width - count.size(), ' ') + count;
    if (place_width > 0) line += "  " + padded(printable(item.location), place_width);
    if (!item.detail.empty()) line += "  " + lines_of(item.detail).front();
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
  if (limit < list.size())
    out << "    ... and " << with_commas(list.size() - limit) << " more places\n";
}

void write_next_steps(std::ostream& out, const Summary& summary, const TextOptions& options) {
  std::vector<std::string> steps;
  bool resumable = false;
  for (const Limitation& item : summary.incomplete) {
    const ReasonRow& row = row_of(item.reason);
    resumable |= row.resuming_helps;
    if (!row.remedy.empty() && std::find(steps.begin(), steps.end(), row.remedy) == steps.end())
      steps.emplace_back(row.remedy);
  }
  if (resumable) {
    std::vector<std::string> command = {options.program, "run"};
    for (const std::string& word : options.command)
      if (word != "--resume") command.push_back(word);
    const auto end = std::find(command.begin(), command.end(), "--");
    command.insert(end, "--resume");
    steps.insert(steps.begin(),
                 "go on from here: " +
                     (options.command.empty() ? std::string("add --resume") : shell_line(command)));
  }
  if (!steps.empty()) write_items(out, 0, "next", steps, steps.size());
}

// Where pruning had to stop, the most frequent first.
void write_barriers(std::ostream& out, std::vector<PruneStatistics::Barrier> barriers,
                    const TextOptions& options) {
  if (barriers.empty()) return;
  std::stable_sort(barriers.begin(), barriers.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  std::vector<std::string> lines;
  for (const PruneStatistics::Barrier& barrier : barriers)
    lines.push_back(barrier.why + " (" + plural(barrier.count, "time") + ")");
  write_items(out, 0, "pruning stops", lines, options.all ? lines.size() : kMaxBarriers);
}

}  // namespace

void write_bug(std::ostream& out, const std::string& title, const BugReport& bug,
               const TextOptions& options) {
  const size_t any = SIZE_MAX;
  std::string heading = title + ": " + to_string(bug.kind);
  if (!bug.location.empty()) heading += " at " + printable(bug.location);
  out << painted(options.color, Paint::red, heading) << '\n';
  if (!bug.message.empty()) write_items(out, 2, "message", {bug.message}, any);
  if (!bug.inputs.empty())
    write_items(out, 2, "inputs", bug.inputs, options.all ? any : kMaxInputs);
  if (!bug.stack.empty()) write_items(out, 2, "stack", bug.stack, options.all ? any : kMaxFrames);
  if (!bug.confirmed)
    write_items(out, 2, "UNCONFIRMED",
                {bug.unconfirmed_why.empty() ? "it was not replayed on an uninstrumented build"
                                             : bug.unconfirmed_why},
                any);
  if (!bug.test.empty())
    write_items(out, 2, "replay",
                {shell_line({options.program, "replay", (options.folder / bug.test).string()})},
                any);
}

void write_text(std::ostream& out, const Summary& summary, const TextOptions& options) {
  const size_t bugs = summary.bugs.size();
  for (size_t i = 0; i < bugs; ++i) {
    const std::string number =
        bugs == 1 ? "" : " " + std::to_string(i + 1) + " of " + std::to_string(bugs);
    write_bug(out, "BUG" + number, summary.bugs[i], options);
    out << '\n';
  }
  std::string target = printable(summary.target);
  if (!summary.strategy.empty()) target += " (strategy " + summary.strategy + ")";
  write_line(out, "target", target);
  write_counts(out, summary, options);
  write_line(out, "bugs",
             bugs == 0 ? painted(options.color, Paint::green, "none")
                       : painted(options.color, Paint::red, with_commas(bugs)));
  if (summary.verified) {
    out << painted(options.color, Paint::green, padded("VERIFIED", kLabelWidth))
        << "no assertion, check or error call can fail, for all inputs\n";
  } else if (summary.exhausted) {
    out << painted(options.color, Paint::green, padded("EXHAUSTED", kLabelWidth))
        << (summary.pruned ? "every feasible path was run, but those that show nothing new\n"
                           : "every feasible path was run\n");
  } else {
    write_incomplete(out, summary, options);
    write_next_steps(out, summary, options);
  }
  if (!summary.verified) write_barriers(out, summary.prune.barriers, options);
  if (!summary.notes.empty()) write_items(out, 0, "note", summary.notes, summary.notes.size());
}

}  // namespace cuttle
