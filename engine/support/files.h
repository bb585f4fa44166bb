// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "engine/support/result.h"

namespace cuttle {

// Replaces `path` by a file with this content: written beside it and renamed, so that whoever looks
// sees the old file or the new one, never a part. With `durable` it also survives a power cut.
Result<void> write_file(const std::filesystem::path& path, std::string_view content,
                        bool durable = false);

// The whole file. Refuses files of more than `max_bytes`, so that a wrong argument does no harm.
Result<std::string> read_file(const std::filesystem::path& path, size_t max_bytes = 1u << 30);

// A new, empty folder for a test or for scratch data; removed with everything in it at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace cuttle
