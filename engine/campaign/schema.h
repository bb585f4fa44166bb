// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine/campaign/database.h"
#include "engine/campaign/records.h"

namespace cuttle {

inline constexpr uint32_t kCampaignSchemaVersion = 4;   // PRAGMA user_version
inline constexpr uint32_t kApplicationId = 0x4375746c;  // PRAGMA application_id: "Cutl"

// Is this file a campaign of this version or (`or_older`: for who replaces it) of an older one?
// Looks only at the file's first bytes and changes nothing.
Result<void> check_database_file(const std::filesystem::path& file, bool or_older = false);

std::filesystem::path database_file(const std::filesystem::path& folder);
Error no_campaign(const std::filesystem::path& folder);

// For reading, also while somebody writes and also in a folder that cannot be written. The result
// may be in error: ask its ok().
std::unique_ptr<Database> open_to_read(const std::filesystem::path& file);
// The same with all checks: there is a campaign, of a version that we can read, and it answers.
Result<std::unique_ptr<Database>> open_checked(const std::filesystem::path& folder);

// Writes a new database without runs. On failure nothing is left.
Result<void> create_database(const std::filesystem::path& file, const CampaignIdentity& identity);

// With everything that SQLite may have put beside it.
void remove_database(const std::filesystem::path& file);

CampaignIdentity read_identity(Database& database);

// An error that says what differs, or nothing.
Result<void> check_identity(const std::filesystem::path& folder, const CampaignIdentity& stored,
                            const CampaignIdentity& wanted);

// One value of the table `meta`.
std::string read_meta(Database& database, std::string_view key);
void write_meta(Database& database, std::string_view key, std::string_view value);

// Lists of strings inside one column.
std::string to_json_list(const std::vector<std::string>& items);
std::vector<std::string> from_json_list(const std::string& text);  // empty when damaged

}  // namespace cuttle
