// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export_tests.h"

#include <fstream>
#include <sstream>

#include "engine/support/files.h"
#include "languages/c/driver/build.h"
#include "languages/c/export/unit_tests.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// What the plug-in listed when the unit was compiled; false when the file has no driver.
bool read_list(const fs::path& list, ExportedUnit& unit) {
  std::ifstream lines(list);
  bool chosen = false;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, name, type;
    words >> key >> name;
    std::getline(words >> std::ws, type);
    chosen = chosen || key == "chosen";
    if (key == "parameter") unit.parameters.push_back({name, type});
  }
  return chosen;
}

Result<ExportedUnit> find_unit(const ExportRequest& request) {
  ExportedUnit unit;
  unit.function = request.config.function;
  for (const auto& target : request.config.targets) {
    const fs::path source = fs::absolute(target);
    const fs::path list =
        request.work / "build" / "plain" / (source.filename().string() + ".o.functions");
    if (!read_list(list, unit)) continue;
    unit.source = fs::relative(source, fs::absolute(request.destination)).string();
    unit.cxx = is_cxx_source(source);
    return unit;
  }
  return Error::usage("the campaign's build is not there: its folder holds no list of parameters",
                      "Run the campaign again with this version of Cuttle.");
}

}  // namespace

Result<Exported> export_unit_tests(const ExportRequest& request) {
  if (request.config.function.empty())
    return Error::usage("only tests of a function can be exported as " + request.format,
                        "Start the campaign with --function F.");
  const auto unit = find_unit(request);
  if (!unit) return unit.error();
  for (const auto& parameter : unit->parameters)
    if (parameter.name == "this")
      return Error::usage("tests of a method cannot be exported yet",
                          "Wrap it in a function that takes a reference to the object.");
  const UnitTestFile tests = write_unit_tests(*unit, request.tests);
  const bool google = request.format == "gtest";
  const std::string compiler = unit->cxx ? "c++" : "cc";
  const std::string code = std::string("unit_tests") + (unit->cxx ? ".cpp" : ".c");
  Exported exported;
  exported.left_out = tests.left_out;
  const auto write = [&](const std::string& name, const std::string& text) {
    exported.files.push_back(request.destination / name);
    return write_file(request.destination / name, text);
  };
  auto written = write(code, tests.text + (google ? exported_names(tests) : plain_main(tests)));
  if (!written) return written.error();
  exported.next = compiler + " -g " + code + " -o unit_tests && ./unit_tests";
  if (google) {
    written = write("google_tests.cpp", google_tests(*unit, tests));
    if (!written) return written.error();
    exported.next = compiler + " -g -c " + code +
                    " && c++ -g google_tests.cpp unit_tests.o -lgtest -lgtest_main -o google_tests"
                    " && ./google_tests";
  }
  return exported;
}

}  // namespace cuttle
