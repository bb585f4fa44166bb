// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/batch_writer.h"

#include <utility>

#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"
#include "engine/report/summary_json.h"

namespace cuttle {

BatchWriter::BatchWriter(Database& database, TestFiles files)
    : database_(database),
      files_(std::move(files)),
      dictionary_(load_dictionary(database)),
      work_(database),
      saved_declarations_(dictionary_.size()),
      summary_is_last_(read_meta(database, "summary_is_last") == "1"),
      // A run that is recorded again (made again after a crash) replaces its record.
      insert_run_(database, "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_outcome_(database, "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)"),
      insert_input_(database, "INSERT INTO inputs VALUES (?, ?, ?, ?)"),
      insert_covered_(database, "INSERT OR IGNORE INTO covered VALUES (?, ?)"),
      add_limitation_(database,
                      "INSERT INTO limitations VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                      "count = count + excluded.count"),
      // One bug per key; a confirmed report replaces an unconfirmed one.
      insert_bug_(
          database,
          "INSERT INTO bugs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
          "kind = excluded.kind, location = excluded.location, message = excluded.message, run = "
          "excluded.run, test = excluded.test, "
          "confirmed = excluded.confirmed, unconfirmed_why = excluded.unconfirmed_why, "
          "inputs = excluded.inputs, stack = excluded.stack "
          // Or one whose run was not recorded: the lease was lost.
          "WHERE excluded.confirmed > bugs.confirmed OR (excluded.confirmed = bugs.confirmed AND "
          "NOT EXISTS (SELECT 1 FROM runs WHERE runs.run = bugs.run))"),
      version_(database, "PRAGMA data_version") {}

// True also at the first call.
bool BatchWriter::others_wrote() {
  if (!version_.step()) return false;
  const uint64_t now = version_.integer(0);
  version_.run();
  return std::exchange(seen_version_, now) != now;
}

void BatchWriter::refresh() {
  if (!others_wrote()) return;
  others_wrote_ = true;
  dictionary_ = load_dictionary(database_);
  saved_declarations_ = dictionary_.size();
  summary_is_last_ = read_meta(database_, "summary_is_last") == "1";
}

Result<void> BatchWriter::write(const std::vector<Write>& batch) {
  database_.begin();
  refresh();
  checked_ = 0;
  const bool summary_was_last = summary_is_last_;
  for (const Write& what : batch) {
    std::visit([this](const auto& one) { write_one(one); }, what);
    if (!database_.ok() || file_error_) break;
  }
  if (!file_error_) write_collected();
  if (summary_is_last_ != summary_was_last)
    write_meta(database_, "summary_is_last", summary_is_last_ ? "1" : "0");
  if (!file_error_) database_.commit();
  work_.forget();
  limitations_.clear();
  if (database_.ok() && !file_error_) {
    saved_declarations_ = dictionary_.size();
    return {};
  }
  database_.rollback();
  dictionary_.truncate(saved_declarations_);
  summary_is_last_ = summary_was_last;
  if (!database_.ok()) return database_.take_error();
  Error error = std::move(*file_error_);
  file_error_.reset();
  return error;
}

// Nobody can take a lease over while the transaction lasts.
bool BatchWriter::is_held(LeaseToken token) {
  if (checked_ == token) return is_held_;
  checked_ = token;
  is_held_ = work_.is_held(token);
  if (std::exchange(others_wrote_, false)) work_.look_for_others(token);
  return is_held_;
}

void BatchWriter::write_one(const StepsDone& done) {
  if (!is_held(done.token)) return;
  for (const Completion& step : done.steps) {
    if (step.item && !work_.close(*step.item, done.token)) continue;
    summary_is_last_ = false;
    if (step.run) write_run(*step.run);
    // After closing: a run at an open choice completes its item and opens it again.
    for (const WorkItem& item : step.opens) work_.open(item, done.token);
    if (step.why) count(*step.why);
  }
}

void BatchWriter::write_one(const ItemsReleased& released) {
  if (!is_held(released.token)) return;
  for (const ItemKey& key : released.items) work_.release(key, released.token);
}

void BatchWriter::write_one(const Operation& operation) {
  summary_is_last_ = std::holds_alternative<SummarySaved>(operation);
  std::visit([this](const auto& what) { write_one(what); }, operation);
}

void BatchWriter::write_run(const RunRecord& record) {
  const bool has_file = TestFiles::wants(record);
  const size_t known = dictionary_.size();
  const std::string test = encode_test(record.test, dictionary_);
  for (size_t i = known; i < dictionary_.size(); ++i) {
    const NamedInput& input = dictionary_.at(i);
    insert_input_.bind(i).bind(input.name).bind(input.type).bind(input.sort).run();
  }
  insert_run_.bind(record.run)
      .bind(static_cast<uint64_t>(record.outcome.kind))
      .bind(static_cast<uint64_t>(record.outcome.exit_code))
      .bind(uint64_t{record.is_path})
      .bind(uint64_t{record.is_duplicate})
      .bind(uint64_t{has_file})
      .bind_lasting_text(record.path)
      .bind_lasting(test)
      .run();
  write_outcome(record);
  if (has_file)
    if (auto written = files_.write(record); !written) file_error_ = written.error();
  for (uint32_t point : record.covered)
    insert_covered_.bind(uint64_t{point}).bind(record.run).run();
  for (const Limitation& limitation : record.limitations) count(limitation);
}

void BatchWriter::write_outcome(const RunRecord& record) {
  const Outcome& outcome = record.outcome;
  if (outcome.kind != Outcome::Kind::bug && outcome.kind != Outcome::Kind::lost) return;
  insert_outcome_.bind(record.run)
      .bind(outcome.is_bug() ? outcome.bug.name() : std::string())
      .bind(outcome.message)
      .bind(outcome.location)
      .bind(to_json_list(outcome.stack))
      .bind(to_json_list(record.description))
      .bind(outcome.key)
      .run();
}

void BatchWriter::write_one(const BugReport& bug) {
  insert_bug_.bind(bug.key)
      .bind(bug.kind.name())
      .bind(bug.location)
      .bind(bug.message)
      .bind(bug.run)
      .bind(bug.test)
      .bind(uint64_t{bug.confirmed})
      .bind(bug.unconfirmed_why)
      .bind(to_json_list(bug.inputs))
      .bind(to_json_list(bug.stack))
      .run();
}

void BatchWriter::write_one(const SummarySaved& saved) {
  write_meta(database_, "summary", summary_to_json(saved.summary));
  database_.execute("DELETE FROM parts");
}

void BatchWriter::write_one(const SummaryPart& part) {
  Statement(database_, "INSERT INTO parts(summary) VALUES (?)")
      .bind(summary_to_json(part.summary))
      .run();
}

void BatchWriter::write_one(const CampaignStopped& stopped) {
  write_meta(database_, "stopped", stopped.why);
}

void BatchWriter::write_one(const SeedsRun& seeds) {
  write_meta(database_, "seeds_run", std::to_string(seeds.count));
}

void BatchWriter::write_one(const std::vector<CoverageFamily>& families) {
  uint64_t known = 0, points = 0;
  Statement sum(database_, "SELECT coalesce(sum(points), 0) FROM families");
  if (sum.step()) known = sum.integer(0);
  for (const CoverageFamily& family : families) points += family.points.size();
  if (points <= known) return;
  database_.execute("DELETE FROM families; DELETE FROM points;");
  Statement insert_family(database_, "INSERT INTO families VALUES (?, ?, ?)");
  Statement insert_point(database_, "INSERT INTO points VALUES (?, ?, ?, ?, ?)");
  uint64_t family_number = 0, point_number = 0;
  for (const CoverageFamily& family : families) {
    insert_family.bind(family_number++).bind(family.name).bind(family.points.size()).run();
    for (const SourceLocation& point : family.points) {
      insert_point.bind(point_number++)
          .bind(point.file)
          .bind(uint64_t{point.line})
          .bind(uint64_t{point.column})
          .bind(point.function)
          .run();
    }
  }
}

void BatchWriter::write_one(const std::vector<BugKindRow>& kinds) {
  Statement insert(database_, "INSERT OR REPLACE INTO bug_kinds VALUES (?, ?)");
  for (const BugKindRow& kind : kinds) insert.bind(kind.name).bind(kind.meaning).run();
}

void BatchWriter::count(const Limitation& limitation) {
  limitations_[{limitation.reason, limitation.location, limitation.detail}] += limitation.count;
}

void BatchWriter::write_collected() {
  work_.write();
  for (const auto& [what, count] : limitations_) {
    const auto& [reason, location, detail] = what;
    add_limitation_.bind(row_of(reason).name).bind(location).bind(detail).bind(count).run();
  }
}

}  // namespace cuttle
