// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "engine/path/test_case.h"

namespace cuttle {

// Runs a candidate: the inputs that it read when it shows the bug, nothing when it does not.
using ShowsBug = std::function<std::optional<Assignment>(const TestCase&)>;

// Simplifies a test that shows a bug: as few inputs as possible (so, of a graph, as few objects),
// then as few as possible that are not zero, then small numbers. Tries one change of one input
// after the other, at most `runs` of them, and keeps what still shows the bug. What is
// simpler depends on the input's role (InputRole): a pointer can also become what another one is,
// which skips the objects between them.
TestCase minimise(const ExprPool& pool, TestCase test, const ShowsBug& shows_bug, unsigned runs);

}  // namespace cuttle
