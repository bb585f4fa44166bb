// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"
#include "engine/support/result.h"

namespace cuttle {

// How a target's scheduler chooses where no step says it: engine/trace/policy.h.
struct SchedulePolicy {
  enum class Kind : uint8_t { stay, random, pct, pos };
  Kind kind = Kind::stay;
  uint64_t seed = 0;
  uint32_t depth = 0, steps = 0;  // of pct
  friend bool operator==(const SchedulePolicy&, const SchedulePolicy&) = default;
};

// Which thread to run at which scheduling point, by name; empty for programs without threads. What
// comes behind the steps is for one run only: a test has all the steps of its run.
struct Schedule {
  std::vector<uint32_t> steps;
  std::vector<uint32_t> asleep = {};  // behind the steps: not before something they depend on
  SchedulePolicy policy = {};
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

// What determines a run, in terms of one worker's pool. An input that the assignment does not
// mention takes the target's default (0, NULL, empty).
struct TestCase {
  Assignment inputs;
  Schedule schedule;
};

// One input as it is stored and shown, independent of any pool.
struct NamedInput {
  std::string name;   // unique within the test case
  std::string type;   // as the programmer wrote it; may be empty
  std::string sort;   // to_string(Sort): how to read `value`
  std::string value;  // Value::to_text()
  friend bool operator==(const NamedInput&, const NamedInput&) = default;
};

// A test case that another worker, another process or a file can take over.
struct PortableTestCase {
  std::vector<NamedInput> inputs;
  Schedule schedule;
  friend bool operator==(const PortableTestCase&, const PortableTestCase&) = default;
};

PortableTestCase to_portable(const ExprPool& pool, const TestCase& test);
// Fails with a message when a sort or a value cannot be read.
Result<TestCase> from_portable(ExprPool& pool, const PortableTestCase& test);

}  // namespace cuttle
