// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/walls/wire.h"

namespace cuttle::walls {

// Which version of Landlock the kernel has; 0: none.
int landlock_version();

// From now on this process writes only beneath the plan's `scratch` and `writable` folders and to
// harmless devices, reads neither what the plan masks nor other devices, traces nobody outside and,
// where the kernel knows how, signals nobody outside. Needs no_new_privs. Throws Trouble.
void confine_writes(const Packed& plan);

// Landlock keeps signals and nameless sockets in since this version.
constexpr int landlock_with_signals = 6;

}  // namespace cuttle::walls
