// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/save.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/support/files.h"
#include "engine/trace/test_trace.h"

namespace cuttle {
namespace {

TEST(SaveTrace, TheFileIsTheTraceWithItsHoles) {
  const TemporaryFolder folder;
  TestTrace trace;
  trace.input("x", 32);
  trace.limitation(CUTTLE_REASON_DEPTH, 0, "at the end", 1);
  const auto file = folder.path() / "trace";
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(save_trace(*trace.memory, file));
  const std::string saved = read_file(file).value();
  const CuttleTraceHeader& header = *trace.memory->header();
  ASSERT_EQ(saved.size(), header.total_size);
  EXPECT_EQ(std::memcmp(saved.data(), &header, saved.size()), 0);
  struct stat info{};
  ASSERT_EQ(stat(file.c_str(), &info), 0);
  EXPECT_LT(static_cast<uint64_t>(info.st_blocks) * 512, header.total_size);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(SaveTrace, SaysWhyItCannot) {
  TestTrace trace;
  const auto failed = save_trace(*trace.memory, "/no/such/folder/trace");
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("/no/such/folder/trace"), std::string::npos);
}

}  // namespace
}  // namespace cuttle
