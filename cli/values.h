// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/support/result.h"

// How the values of options are read. The errors show the offending value and what is expected.
namespace cuttle::cli {

Result<uint64_t> parse_count(const std::string& text);    // "1000"
Result<double> parse_seconds(const std::string& text);    // "1.5", "90s", "10m", "2h"
Result<uint64_t> parse_memory(const std::string& text);   // "512M", "4G", bytes
Result<unsigned> parse_workers(const std::string& text);  // "4"; "0": one per processor

// Defaults as people read them, and as they would give them.
std::string limit_text(double number);    // "10"; 0: "no limit"
std::string memory_text(uint64_t bytes);  // "4G"

}  // namespace cuttle::cli
