// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/schema.h"

#include <array>
#include <charconv>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

namespace cuttle {

namespace {

// docs/campaign.md explains the tables.
constexpr const char* kSchema = R"sql(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE inputs(number INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,
                    sort TEXT NOT NULL);
CREATE TABLE runs(run INTEGER PRIMARY KEY, outcome INTEGER NOT NULL, exit_code INTEGER NOT NULL,
                  is_path INTEGER NOT NULL, is_duplicate INTEGER NOT NULL,
                  has_file INTEGER NOT NULL, path TEXT NOT NULL, test BLOB NOT NULL);
CREATE TABLE outcomes(run INTEGER PRIMARY KEY, bug TEXT NOT NULL, message TEXT NOT NULL,
                      location TEXT NOT NULL, stack TEXT NOT NULL, inputs TEXT NOT NULL,
                      key TEXT NOT NULL);
CREATE TABLE work(run INTEGER, choice INTEGER, alternative INTEGER, siblings BLOB NOT NULL,
                  plan BLOB NOT NULL, lease INTEGER NOT NULL,
                  PRIMARY KEY(run, choice, alternative)) WITHOUT ROWID;
CREATE INDEX free_work ON work(run, choice, alternative) WHERE lease = 0;
CREATE TABLE leases(token INTEGER PRIMARY KEY AUTOINCREMENT, process INTEGER NOT NULL,
                    until INTEGER NOT NULL, waiting INTEGER NOT NULL);
CREATE TABLE parts(number INTEGER PRIMARY KEY, summary TEXT NOT NULL);
CREATE TABLE bugs(key TEXT PRIMARY KEY, kind TEXT NOT NULL, location TEXT NOT NULL,
                  message TEXT NOT NULL, run INTEGER NOT NULL, test TEXT NOT NULL,
                  confirmed INTEGER NOT NULL, unconfirmed_why TEXT NOT NULL, inputs TEXT NOT NULL,
                  stack TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE bug_kinds(name TEXT PRIMARY KEY, meaning TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE limitations(reason TEXT, location TEXT, detail TEXT, count INTEGER NOT NULL,
                         PRIMARY KEY(reason, location, detail)) WITHOUT ROWID;
CREATE TABLE families(number INTEGER PRIMARY KEY, name TEXT NOT NULL, points INTEGER NOT NULL);
CREATE TABLE points(point INTEGER PRIMARY KEY, file TEXT NOT NULL, line INTEGER NOT NULL,
                    column INTEGER NOT NULL, function TEXT NOT NULL);
CREATE TABLE covered(point INTEGER PRIMARY KEY, run INTEGER NOT NULL);
)sql";

uint32_t big_endian(const std::array<char, 100>& bytes, size_t offset) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<uint8_t>(bytes[offset + i]);
  return value;
}

}  // namespace

Result<void> check_database_file(const std::filesystem::path& file, bool or_older) {
  std::array<char, 100> header{};
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    return Error::environment("cannot read " + file.string() + ": " + std::strerror(errno),
                              "Check the permissions of the folder.");
  }
  in.read(header.data(), header.size());
  // The offsets are those of the SQLite file format: user version, application id.
  if (in.gcount() != 100 || std::memcmp(header.data(), "SQLite format 3", 16) != 0 ||
      big_endian(header, 68) != kApplicationId || big_endian(header, 60) == 0) {
    return Error::environment(file.string() + " is not a Cuttle campaign or is damaged",
                              "Nothing was changed. Give another folder with --out, or remove "
                              "this one.");
  }
  const uint32_t version = big_endian(header, 60);
  if (version > kCampaignSchemaVersion) {
    return Error::environment(
        file.string() + " was written by a newer Cuttle: its schema version is " +
            std::to_string(version) + ", this Cuttle reads up to " +
            std::to_string(kCampaignSchemaVersion),
        "Nothing was changed. Update Cuttle, or give another folder with --out.");
  }
  if (version < kCampaignSchemaVersion && !or_older) {
    return Error::environment(
        file.string() + " was written by an older Cuttle: its schema version is " +
            std::to_string(version) + ", this Cuttle reads " +
            std::to_string(kCampaignSchemaVersion),
        "Nothing was changed. Start the campaign again: `cuttle run' without --resume replaces "
        "this one.");
  }
  return {};
}

std::filesystem::path database_file(const std::filesystem::path& folder) {
  return folder / "campaign.db";
}

Error no_campaign(const std::filesystem::path& folder) {
  return Error::usage("there is no campaign in " + folder.string(),
                      "Start one with `cuttle run TARGET --out " + folder.string() + "'.");
}

std::unique_ptr<Database> open_to_read(const std::filesystem::path& file) {
  auto database = std::make_unique<Database>(file, Database::Mode::read_only);
  read_meta(*database, "target");
  std::error_code error;
  const auto log = std::filesystem::file_size(file.string() + "-wal", error);
  if (database->ok() || (!error && log > 0)) return database;
  // A folder that cannot be written has no place for SQLite's shared memory; when no log is waiting
  // either, the file alone is the whole campaign.
  auto alone = std::make_unique<Database>(file, Database::Mode::immutable);
  read_meta(*alone, "target");
  return alone->ok() ? std::move(alone) : std::move(database);
}

Result<std::unique_ptr<Database>> open_checked(const std::filesystem::path& folder) {
  const auto file = database_file(folder);
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return no_campaign(folder);
  if (auto header = check_database_file(file); !header) return header.error();
  auto database = open_to_read(file);
  if (!database->ok()) return database->take_error();
  return database;
}

void remove_database(const std::filesystem::path& file) {
  std::error_code ignored;
  // The file itself first: its log must never meet another database.
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    std::filesystem::remove(file.string() + suffix, ignored);
}

Result<void> create_database(const std::filesystem::path& file, const CampaignIdentity& identity) {
  remove_database(file);
  Database database(file, Database::Mode::create);
  // Nobody sees the file before it is complete, so its steps need no journal and no waiting.
  database.execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY;");
  database.execute(("PRAGMA application_id=" + std::to_string(kApplicationId)).c_str());
  database.execute(("PRAGMA user_version=" + std::to_string(kCampaignSchemaVersion)).c_str());
  database.begin();
  database.execute(kSchema);
  write_meta(database, "target", identity.target);
  write_meta(database, "language", identity.language);
  write_meta(database, "fingerprint", identity.fingerprint);
  write_meta(database, "strategy", identity.strategy);
  write_meta(database, "seed", std::to_string(identity.seed));
  write_meta(database, "command", to_json_list(identity.command));
  write_meta(database, "directory", identity.directory);
  write_meta(database, "request", identity.request);
  database.commit();
  database.execute("PRAGMA journal_mode=WAL");  // stays with the file
  if (database.ok()) return {};
  const Error error = database.take_error();
  database = Database();
  remove_database(file);
  return Error::environment(error.message,
                            "Nothing else was changed. Give another folder with --out.");
}

CampaignIdentity read_identity(Database& database) {
  CampaignIdentity identity;
  identity.target = read_meta(database, "target");
  identity.language = read_meta(database, "language");
  identity.fingerprint = read_meta(database, "fingerprint");
  identity.strategy = read_meta(database, "strategy");
  const std::string seed = read_meta(database, "seed");
  std::from_chars(seed.data(), seed.data() + seed.size(), identity.seed);
  identity.command = from_json_list(read_meta(database, "command"));
  identity.directory = read_meta(database, "directory");
  identity.request = read_meta(database, "request");
  return identity;
}

Result<void> check_identity(const std::filesystem::path& folder, const CampaignIdentity& stored,
                            const CampaignIdentity& wanted) {
  std::string differences;
  auto compare = [&](const char* what, const std::string& before, const std::string& now) {
    if (before != now)
      differences += std::string("\n  ") + what + ": was `" + before + "', is now `" + now + "'";
  };
  compare("target", stored.target, wanted.target);
  compare("language", stored.language, wanted.language);
  compare("strategy", stored.strategy, wanted.strategy);
  compare("seed", std::to_string(stored.seed), std::to_string(wanted.seed));
  if (stored.fingerprint != wanted.fingerprint)
    differences += "\n  the program, or an option that shapes its paths, has changed";
  if (differences.empty()) return {};
  return Error::usage("cannot resume the campaign in " + folder.string() +
                          ": it is not the same campaign" + differences,
                      "Nothing was changed. Resume with the same program and options, or start a "
                      "new campaign: leave --resume out (replaces this one) or give another "
                      "folder with --out.");
}

std::string read_meta(Database& database, std::string_view key) {
  Statement select(database, "SELECT value FROM meta WHERE key = ?");
  return select.bind(key).step() ? select.text(0) : std::string();
}

void write_meta(Database& database, std::string_view key, std::string_view value) {
  Statement(database, "INSERT OR REPLACE INTO meta VALUES (?, ?)").bind(key).bind(value).run();
}

std::string to_json_list(const std::vector<std::string>& items) {
  using nlohmann::json;
  return json(items).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::vector<std::string> from_json_list(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  std::vector<std::string> items;
  if (!json.is_array()) return items;
  for (const auto& item : json)
    if (item.is_string()) items.push_back(item.get<std::string>());
  return items;
}

}  // namespace cuttle
