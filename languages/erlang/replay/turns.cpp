// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/turns.h"

#include <algorithm>

#include "engine/path/path_digest.h"

namespace cuttle::erlang::replay {

namespace {

constexpr uint32_t most_threads = 1u << 16;

// Of a tuple of so many elements, or nothing.
const std::vector<Term>* tuple(const Term& t, size_t size) {
  return t.is_tuple() && t.items.size() == size ? &t.items : nullptr;
}

bool is_number(const Term& t) {
  return t.is_integer() && t.integer >= 0 && t.integer.fits_ulong_p() && t.integer.get_ui() <= ~0u;
}

uint32_t number(const Term& t) {
  return static_cast<uint32_t>(t.integer.get_ui());
}

// The elements of a proper list of numbers or tuples.
std::vector<Term> elements(const Term& list) {
  return {list.items.begin(), list.items.begin() + static_cast<std::ptrdiff_t>(list.length())};
}

}  // namespace

void Turns::add(Sync sync, SiteId site, size_t choices, uint32_t object, uint32_t other,
                uint64_t value) {
  RunEvent event;
  event.kind = RunEvent::Kind::sync;
  event.how = static_cast<uint8_t>(sync);
  event.thread = static_cast<uint16_t>(now_);
  event.site = site;
  event.choice = static_cast<uint32_t>(choices);
  event.object = object;
  event.other = other;
  event.value = value;
  log.events.push_back(event);
}

// They were made by the thread that had its turn before this race.
bool Turns::add_threads(const Term& fresh, SiteId site, size_t choices) {
  for (const Term& one : elements(fresh)) {
    const auto* items = tuple(one, 4);
    if (!items || !is_number((*items)[0]) || !is_number((*items)[1]) || !is_number((*items)[2]))
      return false;
    const auto parent = index_of_.find(number((*items)[1]));
    const auto index = static_cast<uint32_t>(log.threads.size());
    if (parent == index_of_.end() || index == most_threads) return false;
    if (!index_of_.try_emplace(number((*items)[0]), index).second) return false;
    log.threads.push_back({number((*items)[0]), parent->second, number((*items)[2]), site});
    now_ = parent->second;
    add(Sync::fork, site, choices, 0, index, 0);
  }
  return true;
}

// {Kind, Object, From, Size}: what is read or written, a message sent, the lack of one noticed.
bool Turns::add_touches(const Term& touches, SiteId site, size_t choices) {
  enum Kind : uint32_t { read = 1, write, send, look };
  for (const Term& one : elements(touches)) {
    const auto* items = tuple(one, 4);
    if (!items || !std::ranges::all_of(*items, is_number)) return false;
    const uint32_t kind = number((*items)[0]), object = number((*items)[1]);
    if (kind == send || kind == look) {
      add(kind == send ? Sync::send : Sync::try_lock, site, choices, object, 0, 0);
      continue;
    }
    add(Sync::yield, site, choices, object, number((*items)[2]), 0);
    RunEvent& access = log.events.back();
    access.kind = RunEvent::Kind::access;
    access.how = RunEvent::kAtomic | (kind == read ? RunEvent::kRead : RunEvent::kWrite);
    access.size = number((*items)[3]);
  }
  return true;
}

bool Turns::race(uint32_t name, const Term& told, SiteId site, std::vector<Choice>& choices,
                 std::vector<Alternative>& alternatives, ExprId always) {
  const auto* items = tuple(told, 4);
  if (!items) return false;
  if (log.threads.empty()) {
    log.threads.push_back({});
    index_of_[0] = 0;
  }
  if (!add_threads((*items)[2], site, choices.size())) return false;
  const auto index = index_of_.find(name);
  if (index == index_of_.end()) return false;
  Choice choice;
  choice.kind = ChoiceKind::race;
  choice.taken = name;
  choice.condition = always;
  choice.others_begin = static_cast<uint32_t>(alternatives.size());
  for (const Term& other : elements((*items)[1])) {
    if (!is_number(other)) return false;
    if (number(other) != name) alternatives.push_back({number(other), always});
  }
  choice.others_count = static_cast<uint32_t>(alternatives.size()) - choice.others_begin;
  choice.flippable = choice.others_count != 0;
  choices.push_back(choice);
  now_ = index->second;
  early_ = (*items)[0].is_atom("true");
  if (now_ != 0 && started_.insert(now_).second) add(Sync::start, site, choices.size(), 0, 0, 0);
  return add_touches((*items)[3], site, choices.size());
}

uint32_t Turns::sent(SiteId site, size_t choices) {
  if (!several()) return 0;
  PathDigest digest;
  digest.add(uint64_t{log.threads[now_].name} << 32 | ++sent_by_[now_]);
  const auto object = static_cast<uint32_t>(digest.high()) | 1u;
  const uint64_t message = message_of_.size() + 1;
  message_of_[object] = message;
  add(Sync::send, site, choices, object, 0, message);
  return object;
}

// One that might have been given up could have come before its message.
void Turns::received(uint32_t message, SiteId site, size_t choices) {
  if (!several() || message == 0) return;
  add(Sync::receive, site, choices, message, 0, early_ ? 0 : message_of_[message]);
}

void Turns::joined(uint32_t thread, SiteId site, size_t choices) {
  if (several() && thread != now_) add(Sync::join, site, choices, 0, thread, 0);
}

void Turns::ended(SiteId site, size_t choices) {
  if (several()) add(Sync::end, site, choices, 0, 0, 0);
}

}  // namespace cuttle::erlang::replay
