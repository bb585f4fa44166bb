// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trials/oracle.h"

namespace cuttle::trials {

// A small program with two to four threads: reads, writes, atomic operations, locks, conditions,
// branches on inputs and on what was read.
struct Ingredients {
  bool locks = true;
  bool conditions = false;
  bool others = false;  // tries, shared locks, semaphores, barriers
};
Program random_program(uint64_t seed, const Ingredients& ingredients);
inline Domain inputs_of_random_programs() {
  return {{"q", 2}, {"z", 2}};
}

}  // namespace cuttle::trials
