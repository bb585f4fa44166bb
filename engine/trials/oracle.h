// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "engine/trials/threads.h"

namespace cuttle::trials {

// All inputs of a program, each with the number of its bits.
using Domain = std::map<std::string, unsigned>;

// The classes of equivalent runs of a program, found by running all schedules on all inputs: what
// each thread did and found, and in which order what depends on each other happened. Nothing when
// that takes more than so many runs.
std::set<std::string> all_classes(const Program& program, const Domain& domain = {},
                                  size_t max_runs = ~size_t{0});

// The class of one run; `events`: of its first ones only.
std::string class_of(const Execution& run, size_t events = ~size_t{0});

}  // namespace cuttle::trials
