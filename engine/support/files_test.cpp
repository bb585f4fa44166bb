// SPDX-License-Identifier: Apache-2.0
#include "engine/support/files.h"

#include <gtest/gtest.h>

namespace cuttle {
namespace {

TEST(Files, WrittenContentReadsBackAndNothingElseIsLeft) {
  TemporaryFolder folder;
  const auto path = folder.path() / "a.txt";
  std::string content("x\0y\n", 4);
  ASSERT_TRUE(write_file(path, "old"));
  ASSERT_TRUE(write_file(path, content, true));
  auto back = read_file(path);
  ASSERT_TRUE(back);
  EXPECT_EQ(*back, content);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(Files, ErrorsNameTheFileAndTheReason) {
  TemporaryFolder folder;
  auto missing = read_file(folder.path() / "none");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("none: No such file"), std::string::npos);
  EXPECT_FALSE(read_file(folder.path()));
  EXPECT_FALSE(write_file(folder.path() / "no" / "such" / "folder", "x"));
  ASSERT_TRUE(write_file(folder.path() / "big", std::string(100, 'x')));
  EXPECT_FALSE(read_file(folder.path() / "big", 99));
}

TEST(Files, TemporaryFolderGoesAway) {
  std::filesystem::path path;
  {
    TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
    ASSERT_TRUE(write_file(path / "x", "x"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace cuttle
