// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/support/result.h"

namespace cuttle {

// What a trace holds and what is wrong with it, in words: for those who write a front end. The
// reader (reader.h) goes on with what it understands; this says all that docs/trace-format.md does
// not allow.
struct TraceCheck {
  static constexpr uint64_t kMostProblems = 100;

  std::vector<std::string> problems;  // the first ones, by area
  uint64_t found = 0;                 // all of them
  uint32_t run = 0, modules = 0, sites = 0, variables = 0, nodes = 0, records = 0, choices = 0;
  uint32_t threads = 0, reads = 0, limitations = 0;

  bool ok() const { return found == 0; }
};

// Of a mapping, at the end of a run; nobody may write to it meanwhile. Whatever the bytes are, it
// reads nothing else and comes to an end.
TraceCheck check_trace(std::span<const uint8_t> bytes);

// Of a file, such as save_trace() writes. Fails when it cannot be read.
Result<TraceCheck> check_trace_file(const std::filesystem::path& file);

// "run 3: 2 modules, 40 sites, ...", for people.
std::string to_string(const TraceCheck& check);

}  // namespace cuttle
