// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/target/language.h"

namespace cuttle {

// C and C++: sources are compiled with clang and a plug-in, both ways (instrumented and plain), and
// run in a fork server.
std::unique_ptr<Language> make_c_language();

}  // namespace cuttle
