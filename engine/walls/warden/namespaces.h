// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/walls/wire.h"

namespace cuttle::walls {

// Moves this process into namespaces of its own, as the plan wants them; the process namespace is
// for its children. Layer bits. Throws Trouble.
uint32_t enter_namespaces(const Packed& plan);

// In a network namespace of one's own: the loopback.
void bring_up_loopback();

// Gives up all privileges but those to read what the user could read (`keep`: also the clock's).
// Holds across exec.
void drop_privileges(bool keep_clock);

}  // namespace cuttle::walls
