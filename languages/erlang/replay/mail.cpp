// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/mail.h"

#include <algorithm>

namespace cuttle::erlang::replay {

Mail::Clock& Mail::clock(uint32_t process) {
  if (clocks_.size() <= process) clocks_.resize(process + 1);
  Clock& own = clocks_[process];
  if (own.size() <= process) own.resize(process + 1);
  return own;
}

bool Mail::knows(const Clock& clock, const Origin& origin) {
  return origin.process < clock.size() && clock[origin.process] >= origin.clock[origin.process];
}

void Mail::merge(Clock& into, const Clock& other) {
  if (into.size() < other.size()) into.resize(other.size());
  for (size_t i = 0; i < other.size(); ++i) into[i] = std::max(into[i], other[i]);
}

Mail::Origin Mail::step(uint32_t process) {
  Clock& own = clock(process);
  ++own[process];
  return {process, own};
}

void Mail::start(uint32_t parent, uint32_t child) {
  const Clock before = step(parent).clock;
  merge(clock(child), before);
}

void Mail::send(uint32_t from, std::string to, Cell value, uint32_t object) {
  messages_.push_back({value, std::move(to), step(from), object});
}

bool Mail::receive(uint32_t process, const Origin& sent) {
  bool race = false;
  std::vector<Receipt>& earlier = received_[process];
  for (const Receipt& each : earlier) {
    const bool after = knows(sent.clock, each.receipt) || knows(sent.clock, each.sent);
    race = race || (!after && each.sent.process != sent.process);
  }
  merge(clock(process), sent.clock);
  // Who sends many messages to itself is told from others by one of them.
  const Origin now = step(process);
  std::erase_if(earlier, [&](const Receipt& each) { return each.sent.process == sent.process; });
  earlier.push_back({now, sent});
  return race;
}

void Mail::poll(uint32_t process) {
  const Origin now = step(process);
  received_[process].push_back({now, now});
}

bool Mail::touch(uint32_t process, const std::string& what) {
  const Origin now = step(process);
  auto [at, added] = touched_.try_emplace(what, now);
  if (added) return false;
  const bool race = !knows(now.clock, at->second);
  at->second = now;
  return race;
}

}  // namespace cuttle::erlang::replay
