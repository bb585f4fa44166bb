// SPDX-License-Identifier: Apache-2.0
#include "engine/path/events.h"

#include <algorithm>

namespace cuttle {

std::span<const RunEvent> EventLog::behind(uint32_t choice) const {
  const auto before = [](const RunEvent& event, uint32_t count) { return event.choice < count; };
  const auto from = std::lower_bound(events.begin(), events.end(), choice + 1, before);
  const auto to = std::lower_bound(from, events.end(), choice + 2, before);
  return {from, to};
}

}  // namespace cuttle
