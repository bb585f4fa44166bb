// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/sequence.h"

#include <algorithm>

namespace cuttle {

Source::Source(uint64_t run_number, const Execution& run) : number(run_number), study(run.study) {
  steps.reserve(run.choices.size());
  is_real.reserve(run.choices.size());
  for (const Choice& choice : run.choices) {
    steps.push_back({choice.site, choice.kind, choice.taken});
    is_real.push_back(cuttle::is_real(choice));
  }
}

void Source::add_outcomes(uint32_t event, std::vector<PathStep>& way) const {
  for (uint32_t i = at(event).race + 1; i < at(event).end; ++i)
    if (is_real[i]) way.push_back(steps[i]);
}

PathStep race_step(uint32_t thread) {
  return {0, ChoiceKind::race, thread};
}

bool Sequence::may_begin_with(uint32_t thread, const Footprint& operation) const {
  const size_t place = find(thread);
  const Footprint& own = place < events.size() ? source->at(events[place]).operation : operation;
  return std::none_of(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(place),
                      [&](uint32_t event) { return dependent(own, source->at(event).operation); });
}

size_t Sequence::find(uint32_t thread) const {
  const auto found = std::find_if(events.begin(), events.end(),
                                  [&](uint32_t event) { return source->at(event).name == thread; });
  return static_cast<size_t>(found - events.begin());
}

std::vector<PathStep> Sequence::way() const {
  std::vector<PathStep> result;
  for (size_t i = 0; i < events.size(); ++i) {
    result.push_back(race_step(source->at(events[i]).name));
    if (i + 1 < events.size()) source->add_outcomes(events[i], result);
  }
  return result;
}

Piece Sequence::piece() const {
  Piece piece{source->number, {}};
  for (size_t i = 0; i + 1 < events.size(); ++i)
    for (uint32_t c = source->at(events[i]).race + 1; c < source->at(events[i]).end; ++c)
      piece.choices.push_back(c);
  return piece;
}

bool Sequence::covers(const Sequence& other) const {
  Sequence rest = other;
  for (size_t i = 0; i < events.size(); ++i) {
    const Event& event = source->at(events[i]);
    if (!rest.may_begin_with(event.name, event.operation)) return false;
    if (i + 1 == events.size()) return true;
    const size_t place = rest.find(event.name);
    if (place + 1 >= rest.events.size()) return false;
    std::vector<PathStep> mine, theirs;
    source->add_outcomes(events[i], mine);
    rest.source->add_outcomes(rest.events[place], theirs);
    if (mine != theirs) return false;
    rest.events.erase(rest.events.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return false;
}

}  // namespace cuttle
