// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuttle/cuttle.h>
#include <stdbool.h>
#include <stdlib.h>

// Three keys are enough for every shape that four calls can make.
static inline void assume_key(unsigned char key) {
  CUTTLE_assume(key < 3);
}

// Which keys are in the container, by its own account and by ours.
static unsigned present;
static inline bool is_present(unsigned char key) {
  return present >> key & 1;
}
static inline void check_present(unsigned found) {
  CUTTLE_assert(found == present);
}
