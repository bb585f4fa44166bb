// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/explore/config.h"
#include "engine/support/result.h"
#include "engine/target/target.h"

namespace cuttle {

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
};

// An option of `cuttle run` that only this language knows. It takes part in --help, completion and
// the documentation like every other; its values arrive in Config::language_options.
struct LanguageOption {
  std::string name;                       // "cflags", without dashes
  std::string argument;                   // "FLAGS"; empty: a switch, whose value is "true"
  std::string initial;                    // the default, as shown to people; may be empty
  std::string help;                       // one sentence without a full stop
  std::vector<std::string> choices = {};  // the allowed values; empty: any
  bool repeatable = false;
};

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
  Config config;                      // of the campaign
  std::filesystem::path work;         // its folder
  std::vector<ExportTest> tests;      // by run
  std::string format;                 // one of Language::export_formats()
  std::filesystem::path destination;  // a folder; it is there
};
struct Exported {
  std::vector<std::filesystem::path> files = {};
  // Tests that the format cannot express: how many, by the reason.
  std::map<std::string, unsigned> left_out = {};
  std::string next = {};  // how to use the files, as a command; may be empty
};

// A front end: recognises its programs and prepares them for exploration. See
// docs/adding-a-language.md.
class Language {
 public:
  virtual ~Language() = default;
  virtual std::string name() const = 0;  // "c"
  // Is this what `cuttle run` was given? Decided by file name and, for binaries, by content.
  virtual bool accepts(const std::filesystem::path& target) const = 0;
  // Compiles or loads the program. `work` is the campaign's folder, for build products.
  virtual Result<std::unique_ptr<TargetFactory>> open(const Config& config,
                                                      const std::filesystem::path& work) = 0;
  virtual std::vector<DoctorItem> doctor() const = 0;
  virtual std::vector<LanguageOption> options() const { return {}; }
  // Formats in which tests can be written for use without Cuttle, and the writing itself.
  virtual std::vector<std::string> export_formats() const { return {}; }
  virtual Result<Exported> export_tests(const ExportRequest& request) {
    return Error::usage("tests in " + name() + " cannot be exported as " + request.format);
  }
};

}  // namespace cuttle
