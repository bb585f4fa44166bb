// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "engine/solver/solver.h"
#include "engine/support/result.h"

namespace cuttle {

// Sequences of queries in files, so that what a campaign asked can be asked again: by benchmarks,
// in tests, by other solvers. A file is the line "cuttle-queries 2" and then for each query (wire.h
// has the encoding of numbers, values and nodes):
//   the nodes that did not occur before; how many elements of the prefix stay, how many follow, and
//   these; the goal; whether there is a hint, and how many of its variables changed: each as its
//   number, whether it has a value, the value; the answer.

struct RecordedQuery {
  std::vector<ExprId> prefix;
  ExprId goal;
  bool has_hint = false;
  Assignment hint;
  Answer answer = Answer::unknown;

  Query query() const { return {prefix, goal, has_hint ? &hint : nullptr}; }
};

// Reads a whole file into `pool`. The variables keep their names but not their numbers.
Result<std::vector<RecordedQuery>> read_recording(const std::filesystem::path& file,
                                                  ExprPool& pool);

// A solver that passes everything to `inner` and writes it down. Fails when the file cannot be
// made; when it cannot be written later, recording ends and solving goes on.
Result<std::unique_ptr<Solver>> make_recording_solver(std::unique_ptr<Solver> inner, ExprPool& pool,
                                                      const std::filesystem::path& file);

// For whole campaigns: wraps what makes the solvers of the workers. The first records into `file`,
// the others into "file.1", "file.2", ... Thread-safe. Fails when `file` cannot be written.
using MakeSolver = std::function<std::unique_ptr<Solver>(ExprPool&, const SolverLimits&)>;
Result<MakeSolver> record_solvers(MakeSolver inner, const std::filesystem::path& file);

}  // namespace cuttle
