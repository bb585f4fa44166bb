// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/schedule/findings.h"

namespace cuttle {

// A recorded run for people: one column per thread, one line per step, with places and values.
std::string columns(const Execution& run, const PlaceOf& place_of);
// For a viewer of traces (Perfetto, chrome://tracing): one track per thread, a step is 1 us.
std::string chrome_trace(const Execution& run, const PlaceOf& place_of);
// What happened before what, without what follows from the rest; for Graphviz.
std::string happens_before_dot(const Execution& run, const PlaceOf& place_of);

// "writes 3 at f.c:9"
std::string event_text(const RunEvent& event, const PlaceOf& place_of);

// How often a thread was left although it could have gone on.
uint32_t preemptions(const Execution& run);

}  // namespace cuttle
