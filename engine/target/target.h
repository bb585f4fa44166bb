// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/path/execution.h"
#include "engine/support/result.h"
#include "engine/target/abilities.h"
#include "engine/target/limits.h"

namespace cuttle {

// Where a site or a coverage point is.
struct SourceLocation {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string function;
};
std::string to_string(const SourceLocation& location);  // "f.c:12", "?" when unknown

// A family of things a test suite covers: "branches", "lines", "clauses". Points are numbered over
// all families in order: the second family starts at points.size() of the first.
struct CoverageFamily {
  std::string name;
  std::vector<SourceLocation> points;
};

// The control flow between coverage points, for search that is directed at what is uncovered. May
// be empty: then every flip counts as equally near.
struct FlowGraph {
  struct Edge {
    uint32_t from, to;  // coverage points
  };
  std::vector<Edge> edges;
  // By SiteId: the coverage point of alternative 0; alternative i has first_point + i.
  static constexpr uint32_t no_point = ~0u;
  std::vector<uint32_t> first_point;
};

// What is fixed for a whole campaign.
struct TargetInfo {
  std::string name;                   // "testme.c", "testme.c:insert"
  std::string language;               // "c"
  std::vector<SourceLocation> sites;  // by SiteId
  std::vector<CoverageFamily> coverage;
  FlowGraph flow;
  std::vector<BugKindRow> bug_kinds;  // those that only this language has
  std::vector<std::string> notes;  // what people should know of the whole campaign, a sentence each
  std::string input_hint;          // how a program gets inputs, for one that has none
};

// The verdict of a replay on the program as the user would build it.
struct Confirmation {
  bool confirmed = false;
  bool cut_off = false;  // the campaign's time ended first
  std::string why;       // when not confirmed: what happened instead
  Outcome outcome;       // with the message, location and stack of the plain build
};

Confirmation cut_off_confirmation();

// How one language runs a test case. One object per worker, over that worker's pool; never called
// from two threads. This is all the engine knows of a language.
class Target {
 public:
  virtual ~Target() = default;

  virtual const TargetInfo& info() const = 0;

  // Runs one test case. Whatever the program does, this returns: crashes, hangs and exits are
  // outcomes. With the same test case it yields the same execution, unless the program itself is
  // not deterministic. It returns soon after limits.until, too, then with a `lost` outcome unless
  // the run had ended. When the outcome is `lost`, choices, inputs and coverage hold what was read
  // up to the loss, nothing of it is flipped, and the target is ready for the next run.
  virtual Execution run(const TestCase& test, const RunLimits& limits) = 0;

  // Runs the test case on the uninstrumented program and compares the outcome with `expected`: a
  // bug is confirmed by the same kind of failure at the same place (docs/confirmation.md).
  virtual Confirmation confirm(const TestCase& test, const Outcome& expected,
                               const RunLimits& limits) = 0;

  // The inputs as a person would write them, one item per line: "x = 3", "p = &node1 {v: 3}".
  virtual std::vector<std::string> describe(const TestCase& test) const = 0;

  // Abilities; null: the target has it not. The answers do not change.
  virtual Inspector* inspector() { return nullptr; }
  virtual Careful* careful() { return nullptr; }
  virtual Shower* shower() { return nullptr; }
  virtual Debuggable* debuggable() { return nullptr; }
};

// After a run that did not go as predicted: is it worth making it once more?
inline bool takes_care(Target& target) {
  Careful* careful = target.careful();
  return careful != nullptr && careful->be_careful();
}

}  // namespace cuttle
