// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "engine/path/execution.h"
#include "engine/schedule/study.h"

namespace cuttle {

// Where a site is, as people read it.
using PlaceOf = std::function<std::string(SiteId)>;

// "thread 2": threads as people read them, in the order of their creation.
std::string thread_text(uint32_t index);

// What a recorded run shows beside its outcome. Adds to the execution's findings and remarks:
// - accesses of two threads to the same bytes, one of them a write and not both atomic, which
//   nothing orders: no lock, no signal, no creation or end of a thread
// - locks that threads take in opposite orders
// - locks that threads have when they end; threads that nobody joins and nobody lets go.
void add_races(Execution& run, const PlaceOf& place_of);
void add_lock_orders(Execution& run, const PlaceOf& place_of);
void add_leftovers(Execution& run, const PlaceOf& place_of);

// Threads that wait for ever make a deadlock of a run that is fine otherwise: says who waits for
// whom.
void judge_blocked(Execution& run, const PlaceOf& place_of);

}  // namespace cuttle
