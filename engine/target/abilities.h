// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/path/execution.h"
#include "engine/support/result.h"
#include "engine/support/subprocess.h"
#include "engine/target/limits.h"

// What some targets can do and others cannot. A target that has an ability says so by its accessor
// (Target::inspector() and so on); each is as long-lived as the target, and used by its worker
// only.
namespace cuttle {

// A second look at a run that went well, by a build that notices more than the explored one (reads
// beyond an object, say).
class Inspector {
 public:
  virtual ~Inspector() = default;
  // How the run ends there. Nothing when that build could not be made.
  virtual std::optional<Outcome> inspect(const TestCase& test, const RunLimits& limits) = 0;
};

// Another try after a run that did not go as predicted.
class Careful {
 public:
  virtual ~Careful() = default;
  // True when the target takes more care from now on (a fresh process for each run, say): the run
  // is then made once more.
  virtual bool be_careful() = 0;
};

// A part of a test case as the program itself would read it: its standard input, a file.
struct RawInput {
  std::string name;  // "stdin", "argv", "file-PATH": the file is tests/000001.NAME
  std::string contents;
};

// Shows test cases in more ways than as lines of text.
class Shower {
 public:
  virtual ~Shower() = default;
  // The parts of the test case that a person can give to the program by hand.
  virtual std::vector<RawInput> raw_inputs(const TestCase& test) const = 0;
  // The inputs as a picture in the language of Graphviz; empty when a picture shows nothing more.
  virtual std::string picture(const TestCase& test) const = 0;
};

// Can be run under a debugger.
class Debuggable {
 public:
  virtual ~Debuggable() = default;
  // The command that runs the test case on the uninstrumented program. Files that it needs live as
  // long as this object.
  virtual Result<Command> replay_command(const TestCase& test) = 0;
};

}  // namespace cuttle
