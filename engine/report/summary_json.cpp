// SPDX-License-Identifier: Apache-2.0
#include "engine/report/summary_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace cuttle {

namespace {

using Json = nlohmann::ordered_json;

// Enough for people and for comparisons, without the noise of the last digits.
double rounded(double seconds) {
  if (!std::isfinite(seconds)) return 0;
  const double scale = seconds >= 1 ? 1e3 : 1e6;
  return std::round(seconds * scale) / scale;
}

Json to_json(const Limitation& limitation) {
  Json json = {{"reason", row_of(limitation.reason).name},
               {"location", limitation.location},
               {"count", limitation.count}};
  if (!limitation.detail.empty()) json["detail"] = limitation.detail;
  return json;
}

Json to_json(const BugReport& bug) {
  Json json = {{"kind", to_string(bug.kind)},
               {"message", bug.message},
               {"location", bug.location},
               {"run", bug.run},
               {"test", bug.test},
               {"confirmed", bug.confirmed},
               {"key", bug.key}};
  if (!bug.unconfirmed_why.empty()) json["unconfirmed_why"] = bug.unconfirmed_why;
  json["inputs"] = bug.inputs;
  json["stack"] = bug.stack;
  return json;
}

Json to_json(const SolverStatistics& solver) {
  Json json = {{"queries", solver.queries},
               {"sat", solver.sat},
               {"unsat", solver.unsat},
               {"unknown", solver.unknown},
               {"fast_unsat", solver.fast_unsat},
               {"cache_hits", solver.cache_hits},
               {"seconds", rounded(solver.seconds)}};
  if (!solver.layers.empty()) json["layers"] = solver.layers;
  return json;
}

Json list(const auto& items) {
  Json json = Json::array();
  for (const auto& item : items) json.push_back(to_json(item));
  return json;
}

Json to_json(const std::map<std::string, CoverageCount>& coverage) {
  Json json = Json::object();
  for (const auto& [name, count] : coverage)
    json[name] = {{"covered", count.covered}, {"total", count.total}};
  return json;
}

// Reading: a missing field keeps its default, a field of the wrong type throws (caught below).
template <typename T>
void read(const Json& json, const char* key, T& out) {
  if (auto field = json.find(key); field != json.end()) field->get_to(out);
}

const Json& part(const Json& json, const char* key) {
  static const Json nothing = Json::object();
  auto field = json.find(key);
  return field == json.end() ? nothing : *field;
}

BugReport bug_from(const Json& json) {
  BugReport bug;
  std::string kind;
  read(json, "kind", kind);
  if (!is_bug_kind_name(kind)) throw std::runtime_error("`" + kind + "' is no kind of bug");
  bug.kind = BugKind(kind);
  read(json, "message", bug.message);
  read(json, "location", bug.location);
  read(json, "key", bug.key);
  read(json, "run", bug.run);
  read(json, "test", bug.test);
  read(json, "confirmed", bug.confirmed);
  read(json, "unconfirmed_why", bug.unconfirmed_why);
  read(json, "inputs", bug.inputs);
  read(json, "stack", bug.stack);
  return bug;
}

Limitation limitation_from(const Json& json) {
  std::string reason, location, detail;
  uint64_t count = 1;
  read(json, "reason", reason);
  read(json, "location", location);
  read(json, "detail", detail);
  read(json, "count", count);
  return limitation_named(reason, std::move(location), std::move(detail), count);
}

void read_statistics(const Json& json, Summary& summary) {
  const Json& solver = part(json, "solver");
  read(solver, "queries", summary.solver.queries);
  read(solver, "sat", summary.solver.sat);
  read(solver, "unsat", summary.solver.unsat);
  read(solver, "unknown", summary.solver.unknown);
  read(solver, "fast_unsat", summary.solver.fast_unsat);
  read(solver, "cache_hits", summary.solver.cache_hits);
  read(solver, "seconds", summary.solver.seconds);
  read(solver, "layers", summary.solver.layers);
  const Json& schedule = part(json, "schedule");
  read(schedule, "executions", summary.schedule.executions);
  read(schedule, "races", summary.schedule.races);
  read(schedule, "deadlocks", summary.schedule.deadlocks);
  read(schedule, "redundant", summary.schedule.redundant);
  const Json& prune = part(json, "prune");
  read(prune, "subsumed", summary.prune.subsumed);
  read(prune, "full_interpolants", summary.prune.full_interpolants);
  read(prune, "half_interpolants", summary.prune.half_interpolants);
  read(prune, "confirmations", summary.prune.confirmations);
  read(prune, "invariants", summary.prune.invariants);
  for (const Json& item : part(prune, "barriers")) {
    PruneStatistics::Barrier& barrier = summary.prune.barriers.emplace_back();
    read(item, "why", barrier.why);
    read(item, "count", barrier.count);
  }
  summary.pruned = json.contains("verified");
  read(json, "verified", summary.verified);
}

Summary summary_from(const Json& json) {
  Summary summary;
  read(json, "target", summary.target);
  read(json, "language", summary.language);
  read(json, "strategy", summary.strategy);
  read(json, "seed", summary.seed);
  read(json, "runs", summary.runs);
  read(json, "paths", summary.paths);
  read(json, "rejected", summary.rejected);
  read(json, "duplicate_paths", summary.duplicate_paths);
  read(json, "divergences", summary.divergences);
  read(json, "seconds", summary.seconds);
  read(json, "exhausted", summary.exhausted);
  read(json, "interrupted", summary.interrupted);
  for (const Json& item : part(json, "incomplete"))
    summary.incomplete.push_back(limitation_from(item));
  for (const Json& item : part(json, "bugs")) summary.bugs.push_back(bug_from(item));
  read(json, "tests", summary.tests);
  read(json, "inspected", summary.inspected);
  read(json, "notes", summary.notes);
  for (const auto& [name, count] : part(json, "coverage").items()) {
    read(count, "covered", summary.coverage[name].covered);
    read(count, "total", summary.coverage[name].total);
  }
  read_statistics(json, summary);
  return summary;
}

}  // namespace

std::string summary_to_json(const Summary& summary) {
  Json json = {{"schema_version", kSummarySchemaVersion},
               {"target", summary.target},
               {"language", summary.language},
               {"strategy", summary.strategy},
               {"seed", summary.seed},
               {"runs", summary.runs},
               {"paths", summary.paths},
               {"rejected", summary.rejected},
               {"duplicate_paths", summary.duplicate_paths},
               {"divergences", summary.divergences},
               {"seconds", rounded(summary.seconds)},
               {"exhausted", summary.exhausted},
               {"interrupted", summary.interrupted},
               {"incomplete", list(summary.incomplete)},
               {"bugs", list(summary.bugs)},
               {"tests", summary.tests},
               {"inspected", summary.inspected},
               {"notes", summary.notes},
               {"coverage", to_json(summary.coverage)},
               {"solver", to_json(summary.solver)},
               {"schedule",
                {{"executions", summary.schedule.executions},
                 {"races", summary.schedule.races},
                 {"deadlocks", summary.schedule.deadlocks},
                 {"redundant", summary.schedule.redundant}}},
               {"prune",
                {{"subsumed", summary.prune.subsumed},
                 {"full_interpolants", summary.prune.full_interpolants},
                 {"half_interpolants", summary.prune.half_interpolants},
                 {"confirmations", summary.prune.confirmations}}}};
  if (summary.pruned) {
    json["verified"] = summary.verified;
    json["prune"]["invariants"] = summary.prune.invariants;
    for (const PruneStatistics::Barrier& barrier : summary.prune.barriers)
      json["prune"]["barriers"].push_back({{"why", barrier.why}, {"count", barrier.count}});
  }
  // Messages come from programs under test: bytes that are no UTF-8 are replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<Summary> summary_from_json(const std::string& text, const std::string& origin) {
  const char* hint = "Make a new one with `cuttle run` or `cuttle report --json'.";
  try {
    const Json json = Json::parse(text);
    int version = 0;
    read(json, "schema_version", version);
    if (version > kSummarySchemaVersion)
      return Error::usage(origin + " was written by a newer Cuttle: its schema_version is " +
                              std::to_string(version) + ", this Cuttle reads up to " +
                              std::to_string(kSummarySchemaVersion),
                          "Use that version of Cuttle.");
    if (!json.is_object() || version < 1)
      return Error::usage(origin + " is not a Cuttle summary", hint);
    return summary_from(json);
  } catch (const std::exception& problem) {
    return Error::usage(origin + " is damaged: " + problem.what(), hint);
  }
}

}  // namespace cuttle
