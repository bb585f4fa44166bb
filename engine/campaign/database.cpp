// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/database.h"

#include <sqlite3.h>

namespace cuttle {

namespace {

// SQLite takes options only in this form.
std::string uri(const std::filesystem::path& path) {
  std::string out = "file:";
  for (char c : std::filesystem::absolute(path).string()) {
    if (c == '%' || c == '?' || c == '#') {
      const char* digits = "0123456789abcdef";
      out += '%';
      out += digits[static_cast<uint8_t>(c) >> 4];
      out += digits[c & 15];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(Database& database, std::string_view sql) : database_(&database) {
  if (!database.ok()) return;
  sqlite3_stmt* statement = nullptr;
  int code =
      sqlite3_prepare_v3(database.connection_.get(), sql.data(), static_cast<int>(sql.size()),
                         SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) database.fail(code);
}

Statement& Statement::bind(uint64_t value) {
  if (statement_) sqlite3_bind_int64(statement_.get(), ++bound_, static_cast<sqlite3_int64>(value));
  return *this;
}

Statement& Statement::bind(std::string_view text) {
  if (statement_)
    sqlite3_bind_text64(statement_.get(), ++bound_, text.data() ? text.data() : "", text.size(),
                        SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_blob(std::string_view bytes) {
  if (statement_)
    sqlite3_bind_blob64(statement_.get(), ++bound_, bytes.data() ? bytes.data() : "", bytes.size(),
                        SQLITE_TRANSIENT);
  return *this;
}

Statement& Statement::bind_lasting(std::string_view bytes) {
  if (statement_)
    sqlite3_bind_blob64(statement_.get(), ++bound_, bytes.data() ? bytes.data() : "", bytes.size(),
                        SQLITE_STATIC);
  return *this;
}

Statement& Statement::bind_lasting_text(std::string_view text) {
  if (statement_)
    sqlite3_bind_text64(statement_.get(), ++bound_, text.data() ? text.data() : "", text.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_null() {
  if (statement_) sqlite3_bind_null(statement_.get(), ++bound_);
  return *this;
}

bool Statement::step() {
  if (!statement_ || !database_->ok()) return false;
  int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_->fail(code);
  sqlite3_reset(statement_.get());
  bound_ = 0;
  return false;
}

void Statement::run() {
  while (step()) {
  }
  bound_ = 0;
}

uint64_t Statement::integer(int column) const {
  return static_cast<uint64_t>(sqlite3_column_int64(statement_.get(), column));
}

std::string Statement::text(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  size_t size = static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column));
  return data ? std::string(static_cast<const char*>(data), size) : std::string();
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

void Database::Close::operator()(sqlite3* connection) const {
  sqlite3_close_v2(connection);
}

Database::Database(const std::filesystem::path& path, Mode mode) : path_(path) {
  int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI;
  flags |= mode == Mode::read_only || mode == Mode::immutable ? SQLITE_OPEN_READONLY
                                                              : SQLITE_OPEN_READWRITE;
  if (mode == Mode::create) flags |= SQLITE_OPEN_CREATE;
  const std::string address = uri(path) + (mode == Mode::immutable ? "?immutable=1" : "");
  sqlite3* connection = nullptr;
  int code = sqlite3_open_v2(address.c_str(), &connection, flags, nullptr);
  connection_.reset(connection);
  if (code != SQLITE_OK) {
    fail(code);
    return;
  }
  // A reader may meet the moment in which the writer moves its log into the main file; a writer may
  // meet another process in the middle of a large batch.
  sqlite3_busy_timeout(connection, mode == Mode::read_write ? 30'000 : 5'000);
  // The file may be hostile: no functions from its schema, no shadow of ours.
  sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
}

void Database::fail(int code) {
  if (error_code_ != 0) return;
  error_code_ = code;
  error_text_ = connection_ ? sqlite3_errmsg(connection_.get()) : sqlite3_errstr(code);
}

Error Database::take_error() {
  const int code = error_code_ & 0xff;
  const std::string where = path_.string();
  const std::string text = std::move(error_text_);
  error_code_ = 0;
  error_text_.clear();
  switch (code) {
    case SQLITE_FULL:
      return Error::environment("cannot write " + where + ": the disk is full",
                                "What was recorded before is safe. Free some space, then go on "
                                "with --resume.");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // a table or a column is not there
    case SQLITE_MISMATCH:
      return Error::environment(where + " is not a Cuttle campaign or is damaged (" + text + ")",
                                "Nothing was changed. Give another folder with --out, or remove "
                                "this one.");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return Error::environment("cannot use " + where + ": another process is holding it",
                                "Wait until it ends, or give another folder with --out.");
    default:
      return Error::environment("cannot use " + where + ": " + text,
                                "Check the disk and the permissions of the folder.");
  }
}

void Database::execute(const char* sql) {
  if (!ok()) return;
  int code = sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

uint64_t Database::changes() const {
  return connection_ ? static_cast<uint64_t>(sqlite3_changes64(connection_.get())) : 0;
}

void Database::rollback() {
  if (connection_ && !sqlite3_get_autocommit(connection_.get()))
    sqlite3_exec(connection_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace cuttle
