// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace cuttle {

// The loop of the process that runs Z3: reads requests from the channel, answers each, and returns
// when the channel closes. A request holds
//   the time Z3 should take at most, in milliseconds; new nodes (ExprEncoder); the constraints
// and a reply
//   the Answer; for `sat` the values as (variable, value) pairs; for `unknown` the reason.
// Each request is solved from scratch, so answers do not depend on what was asked before.
void run_z3_worker(int channel, unsigned memory_megabytes);

}  // namespace cuttle
