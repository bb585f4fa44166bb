// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/benign.h"

#include <cstdlib>
#include <fstream>

namespace cuttle {
namespace {

bool is_marked(const std::string& place) {
  const size_t colon = place.rfind(':');
  if (colon == std::string::npos) return false;
  std::ifstream source(place.substr(0, colon));
  std::string line;
  for (long left = std::strtol(place.c_str() + colon + 1, nullptr, 10); left > 0; --left)
    if (!std::getline(source, line)) return false;
  return line.find("cuttle: benign race") != std::string::npos;
}

}  // namespace

bool BenignPlaces::contain(const std::string& place) {
  const auto [entry, is_new] = known_.try_emplace(place);
  if (is_new) entry->second = is_marked(place);
  return entry->second;
}

}  // namespace cuttle
