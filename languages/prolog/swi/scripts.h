// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace cuttle::prolog {

// The texts of the Prolog scripts of this folder, compiled into the tool.
extern const char loader_script[];
extern const size_t loader_script_size;
extern const char modes_script[];
extern const size_t modes_script_size;
// The constraint of constrained calls, for the loader and for exported tests.
extern const char unlike_script[];
extern const size_t unlike_script_size;
extern const char prelude_script[];
extern const size_t prelude_script_size;
extern const char judge_script[];
extern const size_t judge_script_size;

}  // namespace cuttle::prolog
