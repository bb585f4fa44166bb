// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/solver/recording.h"

namespace cuttle::bench {

// What one campaign asked its solver, in order.
struct Sequence {
  std::string name;
  std::vector<RecordedQuery> queries;
};

// The programs whose campaigns are replayed: those of bench/solver/programs and of
// bench/exploration, by name.
std::vector<std::filesystem::path> programs();

// Runs a campaign on a program (`cuttle run --record-queries`) and reads what it recorded. At most
// `max_queries` of them, the first ones.
Result<Sequence> record(const std::filesystem::path& program, const std::string& cuttle,
                        size_t max_queries, ExprPool& pool);
Result<Sequence> load(const std::filesystem::path& recording, size_t max_queries, ExprPool& pool);

}  // namespace cuttle::bench
