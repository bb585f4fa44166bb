// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "engine/support/result.h"
#include "engine/trace/memory.h"

namespace cuttle {

// Writes the trace as it is now to a file that `cuttle trace check` and other tools can map. Parts
// that were never touched take no room in it. Whoever looks sees the old file or the new one.
Result<void> save_trace(const TraceMemory& trace, const std::filesystem::path& file);

}  // namespace cuttle
