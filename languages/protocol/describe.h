// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/path/test_case.h"

namespace cuttle::protocol {

// The inputs as people read them, "x = -5". The type that the program gave decides: `char' is also
// shown as a character, `bool' in words, `float' and `double' as such, what begins with `u' or is
// `byte' has no sign, all others have one. Elements of an array share a line.
std::vector<std::string> describe_inputs(const PortableTestCase& test);

}  // namespace cuttle::protocol
