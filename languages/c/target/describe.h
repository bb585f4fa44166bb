// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/path/test_case.h"

namespace cuttle {

// The inputs of a C program as a C programmer would write them, one per line: `x = -5',
// `c = 'a' (97)', `name = "abc"', `a = {1, 2, 3}', `p = &cell1 {v: 3, next: NULL}'. In the order in
// which inputs first occurred.
std::vector<std::string> describe_inputs(const PortableTestCase& test);

// A string literal.
std::string quoted(const std::string& text);

// One value of a C type; the type may be unknown (empty).
std::string describe_value(const std::string& type, unsigned width, uint64_t value);

}  // namespace cuttle
