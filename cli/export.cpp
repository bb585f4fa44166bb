// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/command.h"
#include "engine/campaign/campaign.h"
#include "engine/campaign/load_report.h"
#include "engine/campaign/test_file.h"
#include "engine/explore/request_json.h"

namespace cuttle::cli {
namespace {

namespace fs = std::filesystem;

// The program that the tests are for, as seen from here.
Result<ProgramRequest> program_of(const ReportData& data) {
  Result<CampaignRequest> request = request_from_json(data.request);
  if (!request) return request.error();
  ProgramRequest program = std::move(request->program);
  for (std::string& file : program.files)
    file = (data.directory / file).lexically_normal().string();
  program.work = data.folder;
  return program;
}

Result<std::vector<ExportTest>> tests_of(const ReportData& data) {
  std::vector<ExportTest> tests;
  for (const TestEntry& entry : data.tests) {
    Result<StoredTest> stored = read_test_file(data.folder / entry.file);
    if (!stored) return stored.error();
    tests.push_back({entry.run, stored->test, stored->outcome});
  }
  return tests;
}

Result<Exports*> exports_of(Language& language, const std::string& format) {
  Exports* exports = language.exports();
  if (exports == nullptr)
    return Error::usage("tests of programs in " + language.name() + " cannot be exported yet");
  const auto formats = exports->formats();
  if (std::ranges::find(formats, format) != formats.end()) return exports;
  return Error::usage(format.empty() ? "say how to write the tests: --format FORMAT"
                                     : "there is no format `" + format + "' for these tests",
                      fmt::format("Formats: {}", fmt::join(formats, ", ")));
}

Result<Exported> do_export(const Context& context) {
  const Settings& settings = context.settings;
  Result<fs::path> folder = chosen_folder(settings);
  if (!folder) return folder.error();
  Result<ReportData> data = load_report(*folder);
  if (!data) return data.error();
  Result<ProgramRequest> program = program_of(*data);
  if (!program) return program.error();
  Result<Language*> language = language_of(context.languages, *program);
  if (!language) return language.error();
  Result<Exports*> exports = exports_of(**language, settings.format);
  if (!exports) return exports.error();
  Result<std::vector<ExportTest>> tests = tests_of(*data);
  if (!tests) return tests.error();
  ExportRequest request{*program, *tests, settings.format,
                        settings.destination.empty() ? "tests" : settings.destination};
  std::error_code problem;
  fs::create_directories(request.destination, problem);
  if (problem)
    return Error::environment("cannot make the folder `" + request.destination.string() +
                              "': " + problem.message());
  return (*exports)->write(request);
}

}  // namespace

int export_tests(const Context& context) {
  const Settings& settings = context.settings;
  Result<Exported> exported = do_export(context);
  if (!exported) return fail(exported.error(), settings.color);
  if (settings.verbosity < 0) return exit_fine;
  for (const fs::path& file : exported->files) fmt::print("wrote {}\n", file.string());
  for (const auto& [why, count] : exported->left_out)
    fmt::print("left out {} {}: {}\n", count, count == 1 ? "test" : "tests", why);
  if (!exported->next.empty()) {
    fs::path folder = exported->files.front().parent_path();
    fmt::print("to run them: cd {} && {}\n", folder.string(), exported->next);
  }
  return exit_fine;
}

}  // namespace cuttle::cli
