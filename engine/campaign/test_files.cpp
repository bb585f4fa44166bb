// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/test_files.h"

#include "engine/campaign/test_file.h"
#include "engine/support/files.h"

namespace cuttle {

Result<void> TestFiles::write(const RunRecord& record) const {
  const StoredTest stored{target_,
                          language_,
                          record.run,
                          record.shown ? *record.shown : record.test,
                          record.description,
                          record.outcome,
                          record.path};
  const std::filesystem::path test = folder_ / test_file_name(record.run);
  if (auto done = write_file(test, test_to_json(stored), record.outcome.is_bug()); !done)
    return done;
  if (!record.picture.empty()) {
    auto done = write_file(folder_ / picture_file_name(record.run), record.picture);
    if (!done) return done;
  }
  for (const RawInput& raw : record.raw) {
    std::filesystem::path file = test;
    file.replace_extension(raw.name);
    if (auto done = write_file(file, raw.contents); !done) return done;
  }
  return {};
}

void TestFiles::remove_all(const std::filesystem::path& folder) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tests", ignored)) {
    const std::string name = entry.path().filename().string();
    const size_t digits = name.find_first_not_of("0123456789");
    // The test, and what lies beside it: 000001.json, 000001.stdin, 000001.file-PATH.
    if (digits >= 6 && digits != std::string::npos && name[digits] == '.')
      std::filesystem::remove(entry.path(), ignored);
  }
}

}  // namespace cuttle
