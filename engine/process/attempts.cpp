// SPDX-License-Identifier: Apache-2.0
#include "engine/process/attempts.h"

#include <algorithm>

namespace cuttle {

// Without the path: inputs may be in it, and each would be something else.
void tell_of(const Attempt& attempt, const std::string& place, Execution& execution,
             TargetInfo& info) {
  constexpr size_t most_notes = 32;
  const std::string what = "tried " + attempt.call + ": refused";
  if (attempt.loss) {
    execution.limitations.push_back({Reason::environment, place, what + " (--allow opens doors)"});
    return;
  }
  std::string note = (place.empty() ? "the program" : place) + " " + what;
  if (info.notes.size() < most_notes && std::ranges::find(info.notes, note) == info.notes.end())
    info.notes.push_back(std::move(note));
}

}  // namespace cuttle
