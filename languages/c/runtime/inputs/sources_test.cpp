// SPDX-License-Identifier: Apache-2.0
#include "languages/c/runtime/inputs/sources.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "languages/c/runtime/modelling.h"
#include "languages/c/runtime/testing/fake_trace.h"

extern "C" {
ssize_t __cuttle_model_read(int, void*, size_t);
ssize_t __cuttle_model_pread(int, void*, size_t, off_t);
off_t __cuttle_model_lseek(int, off_t, int);
int __cuttle_model_fstat(int, struct stat*);
int __cuttle_model_open(const char*, int, ...);
void* __cuttle_model_mmap(void*, size_t, int, int, int, off_t);
char* __cuttle_model_getenv(const char*);
}

namespace cuttle {
namespace {

class Sources : public testing::Test {
 protected:
  void SetUp() override { saved_ = dup(0); }
  void TearDown() override {
    dup2(saved_, 0);
    close(saved_);
  }
  void declare(uint32_t kind, const char* name, uint32_t max, uint32_t index = 0) {
    CuttleArea& area = trace_.header()->areas[CUTTLE_AREA_SOURCES];
    auto* source =
        static_cast<CuttleSource*>(cuttle_area(trace_.header(), CUTTLE_AREA_SOURCES)) + area.count;
    *source = {kind, cuttle_add_string(trace_.header(), name), index, max};
    ++area.count;
  }
  // Starts the run with these contents.
  void begin(const std::string& label, const std::string& contents) {
    trace_.begin_run();
    trace_.set(label + ".size", contents.size(), 32);
    for (uint32_t i = 0; i < contents.size(); ++i)
      trace_.set(label, static_cast<unsigned char>(contents[i]), 8, i);
    cuttle_begin_sources();
  }
  int environment_choices() {
    int count = 0;
    for (uint32_t i = 0; i < trace_.count(CUTTLE_AREA_RECORDS); ++i)
      count += trace_.choice(i).kind == CUTTLE_CHOICE_ENVIRONMENT;
    return count;
  }

  FakeTrace trace_;
  char buffer_[64] = {};

 private:
  int saved_ = -1;
};

TEST_F(Sources, BytesOfStandardInputAreSymbolic) {
  declare(CUTTLE_SOURCE_STDIN, "", 16);
  begin("stdin", "abc");
  EXPECT_EQ(__cuttle_model_read(0, buffer_, 2), 2);
  EXPECT_EQ(std::string(buffer_, 2), "ab");
  const CuttleNode& node = trace_.node(__cuttle_load(buffer_ + 1, 1));
  EXPECT_EQ(node.op, CUTTLE_OP_VARIABLE);
  EXPECT_EQ(trace_.variables()[node.a].index, 1u);
  // "At least two bytes" can be flipped; the assumption on the largest length cannot.
  EXPECT_EQ(environment_choices(), 1);
  EXPECT_EQ(trace_.choice(0).kind, CUTTLE_CHOICE_ASSUME);
}

TEST_F(Sources, TheEndYieldsTheChoiceLonger) {
  declare(CUTTLE_SOURCE_STDIN, "", 16);
  begin("stdin", "abc");
  EXPECT_EQ(__cuttle_model_read(0, buffer_, 10), 3);
  EXPECT_EQ(environment_choices(), 1);                         // ten bytes or fewer
  EXPECT_EQ(trace_.choice(2).kind, CUTTLE_CHOICE_CONCRETISE);  // three
  EXPECT_EQ(__cuttle_model_read(0, buffer_, 10), 0);
  EXPECT_EQ(__cuttle_model_read(0, buffer_, 10), 0);
  EXPECT_EQ(trace_.count(CUTTLE_AREA_RECORDS), 3u);  // nothing new
}

TEST_F(Sources, NoLongerThanTheLargest) {
  declare(CUTTLE_SOURCE_STDIN, "", 3);
  begin("stdin", "abc");
  EXPECT_EQ(__cuttle_model_read(0, buffer_, 10), 3);
  EXPECT_EQ(environment_choices(), 0);
}

TEST_F(Sources, UninstrumentedCodeReadsTheSameBytes) {
  declare(CUTTLE_SOURCE_STDIN, "", 16);
  begin("stdin", "hello");
  EXPECT_EQ(read(0, buffer_, sizeof buffer_), 5);
  EXPECT_EQ(std::string(buffer_), "hello");
}

TEST_F(Sources, FilesCanBeSoughtAndMapped) {
  declare(CUTTLE_SOURCE_FILE, "/data/image", 100);
  begin("file:/data/image", "0123456789");
  const int fd = __cuttle_model_open("/data/image", O_RDONLY);
  ASSERT_GE(fd, 0);
  EXPECT_EQ(__cuttle_model_lseek(fd, 4, SEEK_SET), 4);
  EXPECT_EQ(__cuttle_model_read(fd, buffer_, 2), 2);
  EXPECT_EQ(std::string(buffer_, 2), "45");
  EXPECT_EQ(__cuttle_model_pread(fd, buffer_, 3, 0), 3);
  EXPECT_EQ(std::string(buffer_, 3), "012");
  struct stat status;
  EXPECT_EQ(__cuttle_model_fstat(fd, &status), 0);
  EXPECT_EQ(status.st_size, 10);
  auto* mapped =
      static_cast<char*>(__cuttle_model_mmap(nullptr, 10, PROT_READ, MAP_PRIVATE, fd, 0));
  ASSERT_NE(mapped, MAP_FAILED);
  EXPECT_EQ(trace_.node(__cuttle_load(mapped + 9, 1)).value, static_cast<uint64_t>('9'));
  EXPECT_EQ(__cuttle_model_open("/data/other", O_RDONLY), -1);
  munmap(mapped, 10);
  close(fd);
}

TEST_F(Sources, ArgumentsAndVariablesAreStrings) {
  declare(CUTTLE_SOURCE_ARGV, "", 8, 1);
  declare(CUTTLE_SOURCE_ARGV, "", 8, 2);
  declare(CUTTLE_SOURCE_ENV, "HOME", 8);
  begin("argv2", "-v");
  char program[] = "program";
  char* words[] = {program, nullptr};
  int argc = 1;
  char** argv = words;
  EXPECT_EQ(cuttle_source_arguments(&argc, &argv), 0u);
  EXPECT_EQ(argc, 3);
  EXPECT_STREQ(argv[0], "program");
  EXPECT_STREQ(argv[1], "");
  EXPECT_STREQ(argv[2], "-v");
  EXPECT_EQ(argv[3], nullptr);
  EXPECT_NE(__cuttle_load(argv[2] + 2, 1), 0u);  // where the string ends is up to the engine
  EXPECT_EQ(__cuttle_load(argv[2] + 8, 1), 0u);
  EXPECT_STREQ(__cuttle_model_getenv("HOME"), "");
}

TEST_F(Sources, TheNumberOfArgumentsMayBeAnInput) {
  declare(CUTTLE_SOURCE_ARGV, "", 0, 0);
  declare(CUTTLE_SOURCE_ARGV, "", 8, 1);
  begin("argv1", "");
  char program[] = "program";
  char* words[] = {program, nullptr};
  int argc = 1;
  char** argv = words;
  const uint32_t id = cuttle_source_arguments(&argc, &argv);
  EXPECT_EQ(argc, 1);
  EXPECT_EQ(argv[1], nullptr);
  EXPECT_EQ(trace_.node(id).value, 1u);
}

}  // namespace
}  // namespace cuttle
