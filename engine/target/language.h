// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "engine/target/program_request.h"
#include "engine/target/target.h"

namespace cuttle {

// What the tests are for. A campaign for less than all paths ends when there is no more to reach,
// and keeps the tests that reach something.
struct CoverageGoal {
  enum class Kind : uint8_t { paths, family, bugs };
  Kind kind = Kind::paths;
  std::string family;  // of Kind::family: the name of a CoverageFamily
  std::string asked;   // how the user said so, for people: "--cover clauses"
};

// Makes the targets of a campaign: one per worker, each over its own pool. Thread-safe.
class TargetFactory {
 public:
  virtual ~TargetFactory() = default;
  virtual Result<std::unique_ptr<Target>> create(ExprPool& pool) = 0;
  // A digest of the program as it will be run (with all that it includes or loads), so that
  // --resume notices a change. Empty: the contents of the target files say it all.
  virtual std::string fingerprint() const { return {}; }
  // Test cases to begin with, in this order. None: one run with the defaults of all inputs.
  virtual std::vector<PortableTestCase> seeds() const { return {}; }
  // What the user should know before the first run.
  virtual std::vector<std::string> notes() const { return {}; }
  virtual CoverageGoal goal() const { return {}; }
};

// An option of `cuttle run` that only this language knows. It takes part in --help, completion and
// the documentation like every other; its values arrive in ProgramRequest::options.
struct LanguageOption {
  std::string name;                       // "cflags", without dashes
  std::string argument;                   // "FLAGS"; empty: a switch, whose value is "true"
  std::string initial;                    // the default, as shown to people; may be empty
  std::string help;                       // one sentence without a full stop
  std::vector<std::string> choices = {};  // the allowed values; empty: any
  bool repeatable = false;
  // Does the value tell campaigns of one file apart? Then it is part of the campaign's folder, and
  // perhaps also of the program's name ("app.c:insert").
  enum class Names : uint8_t { nothing, folder, program } names = Names::nothing;
};

inline LanguageOption number_row(const NumberOption& option, std::string help,
                                 std::string argument = "N") {
  return {option.name, std::move(argument), std::to_string(option.initial), std::move(help)};
}

// One line of `cuttle doctor`.
struct DoctorItem {
  std::string what;  // "clang 19"
  bool present = false;
  std::string detail;    // version, or what to install
  bool required = true;  // without it the language is not usable
};

// One test of a campaign, for other tools.
struct ExportTest {
  uint64_t run = 0;
  PortableTestCase test;
  Outcome outcome;
};

// What `cuttle export` asks for.
struct ExportRequest {
  ProgramRequest program;             // of the campaign
  std::vector<ExportTest> tests;      // by run
  std::string format;                 // one of Exports::formats()
  std::filesystem::path destination;  // a folder; it is there
};
struct Exported {
  std::vector<std::filesystem::path> files = {};
  // Tests that the format cannot express: how many, by the reason.
  std::map<std::string, unsigned> left_out = {};
  std::string next = {};  // how to use the files, as a command; may be empty
};

// Writes tests for use without Cuttle.
class Exports {
 public:
  virtual ~Exports() = default;
  virtual std::vector<std::string> formats() const = 0;  // at least one
  virtual Result<Exported> write(const ExportRequest& request) = 0;
};

// A front end: recognises its programs and prepares them for exploration. See
// docs/adding-a-language.md.
class Language {
 public:
  virtual ~Language() = default;
  virtual std::string name() const = 0;  // "c"
  // Is this what `cuttle run` was given? Decided by file name and, for binaries, by content.
  virtual bool accepts(const std::filesystem::path& target) const = 0;
  // Compiles or loads the program.
  virtual Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest& request) = 0;
  virtual std::vector<DoctorItem> doctor() const = 0;
  virtual std::vector<LanguageOption> options() const { return {}; }
  virtual Exports* exports() { return nullptr; }  // an ability; null: tests cannot be exported
};

}  // namespace cuttle
