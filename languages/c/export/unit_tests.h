// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/target/language.h"
#include "languages/c/export/exported_unit.h"

namespace cuttle {

// The C (or C++) file with one function `static void test_N(void)` for each test; test N of the
// campaign makes its inputs and calls the unit.
struct UnitTestFile {
  std::string text;
  std::string stubs;                         // a C file to go with it; may be empty
  std::vector<const ExportTest*> tests;      // those that are in it
  std::map<std::string, unsigned> left_out;  // others, by the reason
};
UnitTestFile write_unit_tests(const ExportedUnit& unit, const std::vector<ExportTest>& tests);

// Some bugs are seen by AddressSanitizer only.
bool needs_sanitizer(const std::vector<ExportTest>& tests);

// Code for the C file's end: a main that runs all tests, or the one that is named.
std::string plain_main(const UnitTestFile& file);
// For GoogleTest: the C file hands its functions out, and a C++ file has a TEST for each.
std::string exported_names(const UnitTestFile& file);
std::string google_tests(const ExportedUnit& unit, const UnitTestFile& file);

}  // namespace cuttle
