// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/study.h"

#include <algorithm>

#include "engine/schedule/student.h"

namespace cuttle {

std::shared_ptr<const Study> Study::of(const Execution& run) {
  const auto is_race = [](const Choice& choice) { return choice.kind == ChoiceKind::race; };
  if (std::none_of(run.choices.begin(), run.choices.end(), is_race)) return nullptr;
  auto study = std::make_shared<Study>();
  Student(run, *study).work();
  return study;
}

uint32_t Study::event_of(uint32_t choice) const {
  const auto at = std::lower_bound(events_.begin(), events_.end(), choice,
                                   [](const Event& e, uint32_t race) { return e.race < race; });
  return at != events_.end() && at->race == choice ? static_cast<uint32_t>(at - events_.begin())
                                                   : kNoEvent;
}

}  // namespace cuttle
