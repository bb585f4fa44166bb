// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/expr/assignment.h"
#include "engine/expr/pool.h"
#include "engine/support/result.h"

namespace cuttle {

// Which thread to run at which scheduling point; empty for programs without threads.
struct Schedule {
  std::vector<uint32_t> steps;
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
