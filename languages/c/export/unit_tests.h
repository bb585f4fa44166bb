// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/target/language.h"

namespace cuttle {

// A function under test, as the plug-in listed it.
struct ExportedUnit {
  struct Parameter {
    std::string name, type;
  };
  std::string function;
  std::vector<Parameter> parameters;
  std::string source;  // as the tests include it
  bool cxx = false;
};

// The C (or C++) file with one function `static void test_N(void)` for each test; test N of the
// campaign builds its inputs and calls the unit. Tests that need stubs are left out and counted.
struct UnitTestFile {
  std::string text;
  std::vector<const ExportTest*> tests;  // those that are in it
  unsigned left_out = 0;
};
UnitTestFile write_unit_tests(const ExportedUnit& unit, const std::vector<ExportTest>& tests);

// Code for the C file's end: a main that runs all tests, or the one that is named.
std::string plain_main(const UnitTestFile& file);
// For GoogleTest: the C file hands its functions out, and a C++ file has a TEST for each.
std::string exported_names(const UnitTestFile& file);
std::string google_tests(const ExportedUnit& unit, const UnitTestFile& file);

}  // namespace cuttle
