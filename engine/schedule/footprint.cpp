// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/footprint.h"

#include <algorithm>

namespace cuttle {
namespace {

using Mode = Touch::Mode;
using Space = Touch::Space;

Touch sync_touch(uint32_t object, Mode mode = Mode::write) {
  return {Space::sync, mode, false, object, 0, 1, 0};
}

Touch thread_touch(Space space, uint32_t name) {
  return {space, Mode::write, false, name, 0, 1, 0};
}

Touch access_touch(const RunEvent& event) {
  const bool writes = (event.how & RunEvent::kWrite) != 0;
  // An access that claims to go beyond the last byte ends there.
  const uint32_t end = event.other + std::min(event.size, ~0u - event.other);
  return {Space::memory,
          writes ? Mode::write : Mode::read,
          false,
          event.object,
          event.other,
          std::max(end, event.other + (event.other != ~0u)),
          0};
}

Touch barrier_touch(const RunEvent& event) {
  const Mode mode = event.value != 0 ? Mode::leave : Mode::arrive;
  return {Space::sync, mode, event.value == 0 && event.size != 0, event.object, 0, 1, event.other};
}

void add_wait(const RunEvent& event, bool touches_condition, Footprint& operation) {
  if (touches_condition) operation.push_back(sync_touch(event.object));
  if (event.other != 0) operation.push_back(sync_touch(event.other));
}

}  // namespace

bool conflicts(const Touch& a, const Touch& b) {
  if (!a.overlaps(b)) return false;
  if (a.mode == Mode::arrive && b.mode == Mode::arrive)
    return a.round != b.round || a.last || b.last;
  if (a.mode == Mode::leave || b.mode == Mode::leave) return a.mode != b.mode && a.round == b.round;
  return a.mode != Mode::read || b.mode != Mode::read;
}

bool dependent(const Footprint& a, const Footprint& b) {
  for (const Touch& one : a)
    for (const Touch& other : b)
      if (conflicts(one, other)) return true;
  return false;
}

void add_touches(const RunEvent& event, const std::vector<RunThread>& threads,
                 const Waiting& waiting, Footprint& operation) {
  const auto name = [&](uint64_t index) {
    return index < threads.size() ? threads[index].name : 0u;
  };
  if (event.kind == RunEvent::Kind::access) {
    operation.push_back(access_touch(event));
    return;
  }
  if (event.kind != RunEvent::Kind::sync) return;
  const Sync sync = event.sync() == Sync::blocked ? static_cast<Sync>(event.size) : event.sync();
  const auto shares = static_cast<Sync>(event.size) == Sync::share && event.sync() != Sync::blocked;
  switch (sync) {
    case Sync::start:
    case Sync::end:
      operation.push_back(thread_touch(Space::thread, name(event.thread)));
      return;
    case Sync::fork:
    case Sync::join:
      operation.push_back(thread_touch(Space::thread, name(event.other)));
      return;
    case Sync::lock:
    case Sync::post:
    case Sync::acquire:
    case Sync::send:
    case Sync::receive:
      operation.push_back(sync_touch(event.object));
      return;
    case Sync::share:
      operation.push_back(sync_touch(event.object, Mode::read));
      return;
    case Sync::try_lock:
    case Sync::unlock:
      operation.push_back(sync_touch(event.object, shares ? Mode::read : Mode::write));
      return;
    case Sync::wait:
      add_wait(event, true, operation);
      return;
    case Sync::wake:
      // Without a signal the thread takes itself from those that wait.
      add_wait(event, event.sync() != Sync::blocked && event.value != 0, operation);
      operation.push_back(thread_touch(Space::token, name(event.thread)));
      return;
    case Sync::signal:
      operation.push_back(sync_touch(event.object));
      if (event.other != 0) operation.push_back(thread_touch(Space::token, name(event.other - 1)));
      return;
    case Sync::broadcast:
      operation.push_back(sync_touch(event.object));
      for (const uint32_t waiter : waiting) operation.push_back(thread_touch(Space::token, waiter));
      return;
    case Sync::barrier:
      operation.push_back(barrier_touch(event));
      return;
    case Sync::yield:
    case Sync::blocked:
      return;
  }
}

}  // namespace cuttle
