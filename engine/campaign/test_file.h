// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/path/execution.h"
#include "engine/path/test_case.h"
#include "engine/support/result.h"

namespace cuttle {

inline constexpr int kTestSchemaVersion = 1;

// A test case as it lies in tests/NNNNNN.json, for people and for `cuttle replay`.
struct StoredTest {
  std::string target;
  std::string language;
  uint64_t run = 0;
  PortableTestCase test;
  std::vector<std::string> description;  // Target::describe
  Outcome outcome;                       // what happens in this run
  std::string path;                      // digest of the choices taken
};

// "tests/000004.json", relative to the campaign's folder.
std::string test_file_name(uint64_t run);
// "tests/000004.dot": the picture of a test that has one.
std::string picture_file_name(uint64_t run);

std::string test_to_json(const StoredTest& test);
// `origin` names the text in error messages.
Result<StoredTest> test_from_json(const std::string& text, const std::string& origin);
// Errors name the file and say whether it is missing, damaged, no test, or of a newer version.
Result<StoredTest> read_test_file(const std::filesystem::path& path);

}  // namespace cuttle
