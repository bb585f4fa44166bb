// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "engine/support/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace cuttle {

class Database;

// A prepared statement. Usage: bind the parameters in order, then step() until it returns false.
// The first failure of a statement makes its step() return false and stays in Database::error().
class Statement {
 public:
  Statement() = default;
  Statement(Database& database, std::string_view sql);

  Statement& bind(uint64_t value);  // as a signed integer of the same bits
  Statement& bind(std::string_view text);
  Statement& bind_blob(std::string_view bytes);
  Statement& bind_lasting(std::string_view bytes);  // a blob that is there until run()
  Statement& bind_lasting_text(std::string_view text);
  Statement& bind_null();

  bool step();  // true: there is a row to read
  void run();   // for statements without rows: step, reset

  uint64_t integer(int column) const;
  std::string text(int column) const;  // also blobs
  bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  Database* database_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0;
};

// One connection to one SQLite file; not thread-safe. Errors are sticky: after the first, nothing
// more is executed and ok() is false, so that a sequence of statements needs one check at its end.
class Database {
 public:
  enum class Mode {
    create,
    read_write,
    read_only,
    immutable,  // read-only, without locks and logs: nobody may write the file meanwhile
  };
  Database() = default;
  // Does not fail by itself: ask ok(). `create` expects that there is no such file.
  Database(const std::filesystem::path& path, Mode mode);
  Database& operator=(Database&&) = default;

  bool ok() const { return error_code_ == 0; }
  // Clears the error. Says what it means for a campaign: full disk, damaged, busy, ...
  Error take_error();

  void execute(const char* sql);  // one or more statements without parameters or rows
  void begin() { execute("BEGIN IMMEDIATE"); }
  void commit() { execute("COMMIT"); }
  void rollback();           // works also after an error, which it keeps
  uint64_t changes() const;  // rows that the last statement changed

 private:
  friend class Statement;
  void fail(int code);

  struct Close {
    void operator()(sqlite3* connection) const;
  };
  std::filesystem::path path_;
  std::unique_ptr<sqlite3, Close> connection_;
  int error_code_ = 0;
  std::string error_text_;
};

}  // namespace cuttle
