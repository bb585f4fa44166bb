// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/batch_writer.h"

#include "engine/campaign/loader.h"
#include "engine/campaign/schema.h"
#include "engine/campaign/test_file.h"
#include "engine/campaign/varint.h"
#include "engine/support/files.h"

namespace cuttle {

BatchWriter::BatchWriter(Database& database, std::filesystem::path folder,
                         CampaignIdentity identity)
    : database_(database),
      folder_(std::move(folder)),
      identity_(std::move(identity)),
      dictionary_(load_dictionary(database)),
      saved_declarations_(dictionary_.size()),
      summary_is_last_(read_meta(database, "summary_is_last") == "1"),
      // A run that is recorded again (made again after a crash) replaces its record.
      insert_run_(database, "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?)"),
      insert_outcome_(database, "INSERT OR REPLACE INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?)"),
      insert_input_(database, "INSERT INTO inputs VALUES (?, ?, ?, ?)"),
      insert_flip_(database, "INSERT OR REPLACE INTO frontier VALUES (?, ?, ?, ?)"),
      delete_flip_(database,
                   "DELETE FROM frontier WHERE run = ? AND choice = ? AND alternative = ?"),
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
          "WHERE excluded.confirmed > bugs.confirmed") {}

Result<void> BatchWriter::write(const std::vector<Operation>& batch) {
  const bool summary_was_last = summary_is_last_;
  database_.begin();
  for (const Operation& operation : batch) {
    summary_is_last_ = std::holds_alternative<SummarySaved>(operation);
    std::visit([this](const auto& what) { write_one(what); }, operation);
    if (!database_.ok() || file_error_) break;
  }
  if (!file_error_) write_collected();
  if (summary_is_last_ != summary_was_last)
    write_meta(database_, "summary_is_last", summary_is_last_ ? "1" : "0");
  if (!file_error_) database_.commit();
  flips_.clear();
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

void BatchWriter::write_one(const RunRecord& record) {
  const bool has_file = record.keep_file || record.outcome.is_bug();
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
      .bind(uint64_t{has_file})
      .bind(record.path)
      .bind_blob(test)
      .run();
  write_outcome(record);
  if (has_file) write_test_file(record);
  // In this order: a run at an open choice resolves its flip and opens it again.
  if (record.resolves) close(*record.resolves);
  for (const StoredFlip& flip : record.opens) open(flip);
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

void BatchWriter::write_test_file(const RunRecord& record) {
  const StoredTest stored{identity_.target,   identity_.language,
                          record.run,         record.shown ? *record.shown : record.test,
                          record.description, record.outcome,
                          record.path};
  auto written = write_file(folder_ / test_file_name(record.run), test_to_json(stored),
                            record.outcome.is_bug());
  if (written && !record.picture.empty())
    written = write_file(folder_ / picture_file_name(record.run), record.picture);
  if (!written) file_error_ = written.error();
  for (const RawInput& raw : record.raw) {
    std::filesystem::path file = folder_ / test_file_name(record.run);
    file.replace_extension(raw.name);
    if (auto done = write_file(file, raw.contents); !done) file_error_ = done.error();
  }
}

void BatchWriter::write_one(const FlipResolved& resolved) {
  close(resolved.flip);
  if (resolved.why) count(*resolved.why);
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

void BatchWriter::write_one(const SummarySaved& summary) {
  write_meta(database_, "summary", summary.json);
}

void BatchWriter::write_one(const std::vector<CoverageFamily>& families) {
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

void BatchWriter::open(const StoredFlip& flip) {
  std::string siblings;
  for (uint64_t run : flip.siblings) put_varint(siblings, run);
  flips_[{flip.run, flip.choice, flip.alternative}] = std::move(siblings);
}

void BatchWriter::close(const StoredFlip& flip) {
  flips_[{flip.run, flip.choice, flip.alternative}] = std::nullopt;
}

void BatchWriter::count(const Limitation& limitation) {
  limitations_[{limitation.reason, limitation.location, limitation.detail}] += limitation.count;
}

void BatchWriter::write_collected() {
  for (const auto& [flip, siblings] : flips_) {
    const auto& [run, choice, alternative] = flip;
    Statement& change = siblings ? insert_flip_ : delete_flip_;
    change.bind(run).bind(uint64_t{choice}).bind(alternative);
    if (siblings) change.bind_blob(*siblings);
    change.run();
  }
  for (const auto& [what, count] : limitations_) {
    const auto& [reason, location, detail] = what;
    add_limitation_.bind(row_of(reason).name).bind(location).bind(detail).bind(count).run();
  }
}

}  // namespace cuttle
