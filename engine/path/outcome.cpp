// SPDX-License-Identifier: Apache-2.0
#include "engine/path/outcome.h"

namespace cuttle {

std::string usual_key(const Outcome& outcome) {
  std::string place = outcome.location;
  if (place.empty() && !outcome.stack.empty()) place = outcome.stack.front();
  if (place.empty()) place = outcome.message;
  return outcome.bug.name() + "@" + place;
}

}  // namespace cuttle
