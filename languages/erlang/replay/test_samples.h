// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace cuttle::erlang {

// The recorded runs of samples/.
inline constexpr const char* sample_names[] = {
    "sum",       "tagged",  "guards",   "caught",   "closures", "append", "binaries",
    "callbacks", "dynamic", "maps_too", "messages", "raised",   "records"};

inline std::vector<uint8_t> sample_bytes(const std::string& file) {
  std::ifstream in(std::string(CUTTLE_SAMPLES) + "/" + file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace cuttle::erlang
