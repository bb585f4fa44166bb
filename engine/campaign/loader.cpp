// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/loader.h"

#include <algorithm>
#include <charconv>

#include "engine/campaign/schema.h"
#include "engine/campaign/test_file.h"
#include "engine/report/summary_json.h"

namespace cuttle {

namespace {

constexpr uint64_t kMaxPoints = 50'000'000;  // more than any program has: the table is damaged

void load_counters(Database& database, CampaignState& state) {
  // Outcome::Kind: 0 ok, 1 rejected, 2 bug, 3 lost.
  Statement select(database,
                   "SELECT count(*), coalesce(max(run), 0), coalesce(sum(is_path), 0), "
                   "coalesce(sum(outcome = 1), 0), "
                   "coalesce(sum(is_duplicate), 0), "
                   "coalesce(sum(has_file), 0) FROM runs");
  if (!select.step()) return;
  state.summary.runs = select.integer(0);
  state.last_run = select.integer(1);
  state.summary.paths = select.integer(2);
  state.summary.rejected = select.integer(3);
  state.summary.duplicate_paths = select.integer(4);
  state.summary.tests = select.integer(5);
}

void load_work(Database& database, CampaignState& state) {
  Statement select(database, "SELECT count(*) FROM work");
  if (select.step()) state.open_items = select.integer(0);
}

void load_tests(Database& database, CampaignState& state) {
  Statement select(
      database,
      "SELECT runs.run, outcome, exit_code, bug, message, location, stack FROM runs "
      "LEFT JOIN outcomes ON runs.run = outcomes.run WHERE has_file ORDER BY runs.run");
  while (select.step()) {
    TestEntry& test = state.tests.emplace_back();
    test.run = select.integer(0);
    test.file = test_file_name(test.run);
    test.outcome.kind = static_cast<Outcome::Kind>(std::min<uint64_t>(select.integer(1), 3));
    test.outcome.exit_code = static_cast<int>(select.integer(2));
    if (is_bug_kind_name(select.text(3))) test.outcome.bug = BugKind(select.text(3));
    test.outcome.message = select.text(4);
    test.outcome.location = select.text(5);
    test.outcome.stack = from_json_list(select.text(6));
  }
}

void load_parts(Database& database, CampaignState& state) {
  Statement select(database, "SELECT summary FROM parts ORDER BY number");
  while (select.step())
    if (auto part = summary_from_json(select.text(0), "the summary of a process"))
      state.parts.push_back(std::move(*part));
}

void load_coverage(Database& database, CampaignState& state) {
  Statement covered(database, "SELECT point FROM covered ORDER BY point");
  while (covered.step()) state.covered.push_back(static_cast<uint32_t>(covered.integer(0)));

  Statement point(database, "SELECT file, line, column, function FROM points ORDER BY point");
  Statement family(database, "SELECT name, points FROM families ORDER BY number");
  uint64_t first = 0;
  while (family.step()) {
    CoverageFamily& added = state.coverage.emplace_back(CoverageFamily{family.text(0), {}});
    const uint64_t count = std::min(family.integer(1), kMaxPoints);
    for (uint64_t i = 0; i < count && point.step(); ++i)
      added.points.push_back({point.text(0), static_cast<unsigned>(point.integer(1)),
                              static_cast<unsigned>(point.integer(2)), point.text(3)});
    const auto begin = std::lower_bound(state.covered.begin(), state.covered.end(), first);
    const auto end = std::lower_bound(begin, state.covered.end(), first + added.points.size());
    state.summary.coverage[added.name] = {static_cast<uint64_t>(end - begin), added.points.size()};
    first += added.points.size();
  }
}

void load_bug_kinds(Database& database, CampaignState& state) {
  Statement select(database, "SELECT name, meaning FROM bug_kinds ORDER BY name");
  while (select.step()) state.bug_kinds.push_back({select.text(0), select.text(1)});
}

void load_limitations(Database& database, Summary& summary) {
  Statement select(database,
                   "SELECT reason, location, detail, count FROM limitations "
                   "ORDER BY reason, location, detail");
  while (select.step())
    summary.incomplete.push_back(
        limitation_named(select.text(0), select.text(1), select.text(2), select.integer(3)));
}

void load_bugs(Database& database, Summary& summary) {
  Statement select(database,
                   "SELECT kind, location, message, run, test, confirmed, unconfirmed_why, inputs, "
                   "stack, key FROM bugs ORDER BY run, kind, location, key");
  while (select.step()) {
    BugReport bug;
    if (!is_bug_kind_name(select.text(0))) continue;
    bug.kind = BugKind(select.text(0));
    bug.location = select.text(1);
    bug.message = select.text(2);
    bug.run = select.integer(3);
    bug.test = select.text(4);
    bug.confirmed = select.integer(5) != 0;
    bug.unconfirmed_why = select.text(6);
    bug.inputs = from_json_list(select.text(7));
    bug.stack = from_json_list(select.text(8));
    bug.key = select.text(9);
    summary.bugs.push_back(std::move(bug));
  }
}

// Runs that ended in a bug whose report was still being made when the process died.
void load_unreported_bugs(Database& database, Summary& summary) {
  Statement select(database,
                   "SELECT bug, location, message, min(o.run), inputs, stack, key FROM outcomes o "
                   "WHERE bug <> '' GROUP BY key "
                   "HAVING sum(o.run IN (SELECT run FROM bugs)) = 0 ORDER BY min(o.run)");
  while (select.step()) {
    BugReport bug;
    if (!is_bug_kind_name(select.text(0))) continue;
    bug.kind = BugKind(select.text(0));
    bug.key = select.text(6);
    const bool reported = std::any_of(summary.bugs.begin(), summary.bugs.end(),
                                      [&](const BugReport& other) { return other.key == bug.key; });
    if (reported) continue;
    bug.location = select.text(1);
    bug.message = select.text(2);
    bug.run = select.integer(3);
    bug.test = test_file_name(bug.run);
    bug.unconfirmed_why = "the campaign was stopped before the bug could be replayed";
    bug.inputs = from_json_list(select.text(4));
    bug.stack = from_json_list(select.text(5));
    summary.bugs.push_back(std::move(bug));
  }
}

void load_saved(Database& database, CampaignState& state) {
  const std::string json = read_meta(database, "summary");
  if (json.empty()) return;
  auto saved = summary_from_json(json, "the saved summary");
  if (!saved) return;
  state.summary.divergences = saved->divergences;
  state.summary.seconds = saved->seconds;
  state.summary.inspected = saved->inspected;
  state.summary.solver = saved->solver;
  state.summary.schedule = saved->schedule;
  state.summary.prune = saved->prune;
  if (read_meta(database, "summary_is_last") == "1") state.saved = std::move(*saved);
}

}  // namespace

Summary summary_for_report(const CampaignState& state) {
  if (state.saved) return *state.saved;
  Summary summary = state.summary;
  summary.exhausted = false;
  summary.interrupted = true;
  summary.incomplete.push_back({Reason::interrupted, "", "killed, or still running",
                                std::max<uint64_t>(state.open_items, 1)});
  return summary;
}

Result<CampaignState> load_state(Database& database) {
  CampaignState state;
  database.execute("BEGIN");
  state.identity = read_identity(database);
  state.summary.target = state.identity.target;
  state.summary.language = state.identity.language;
  state.summary.strategy = state.identity.strategy;
  state.summary.seed = state.identity.seed;
  load_counters(database, state);
  load_work(database, state);
  load_tests(database, state);
  load_parts(database, state);
  load_coverage(database, state);
  load_bug_kinds(database, state);
  load_limitations(database, state.summary);
  load_bugs(database, state.summary);
  load_unreported_bugs(database, state.summary);
  load_saved(database, state);
  const std::string seeds = read_meta(database, "seeds_run");
  std::from_chars(seeds.data(), seeds.data() + seeds.size(), state.seeds_run);
  database.execute("COMMIT");
  if (database.ok()) return state;
  database.rollback();
  return database.take_error();
}

Result<PortableTestCase> load_test(Database& database, const InputDictionary& dictionary,
                                   uint64_t run) {
  Statement select(database, "SELECT test FROM runs WHERE run = ?");
  const bool found = select.bind(run).step();
  if (!database.ok()) return database.take_error();
  if (!found)
    return Error::usage("the campaign has no run " + std::to_string(run),
                        "Runs are numbered from 1; `cuttle report' lists them.");
  PortableTestCase test;
  if (decode_test(select.text(0), dictionary, test)) return test;
  return Error::environment("the record of run " + std::to_string(run) + " is damaged",
                            "Start the campaign again without --resume.");
}

InputDictionary load_dictionary(Database& database) {
  InputDictionary dictionary;
  Statement select(database, "SELECT name, type, sort FROM inputs ORDER BY number");
  while (select.step()) dictionary.add(select.text(0), select.text(1), select.text(2));
  return dictionary;
}

}  // namespace cuttle
