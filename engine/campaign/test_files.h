// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "engine/campaign/records.h"
#include "engine/support/result.h"

namespace cuttle {

// Writes tests/NNNNNN.json and what lies beside it: the only part that knows a folder of tests.
class TestFiles {
 public:
  TestFiles(std::filesystem::path folder, const CampaignIdentity& identity)
      : folder_(std::move(folder)), target_(identity.target), language_(identity.language) {}

  static bool wants(const RunRecord& record) { return record.keep_file || record.outcome.is_bug(); }
  // The files of a bug are on the disk when this returns.
  Result<void> write(const RunRecord& record) const;

  // Removes the numbered files, and nothing else.
  static void remove_all(const std::filesystem::path& folder);

 private:
  std::filesystem::path folder_;
  std::string target_, language_;
};

}  // namespace cuttle
