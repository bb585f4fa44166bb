// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/event_reader.h"

#include <algorithm>

namespace cuttle {
namespace {

// Damaged races could list all threads again and again.
constexpr uint64_t max_listed = 1u << 24;

static_assert(static_cast<int>(Sync::blocked) == CUTTLE_SYNC_BLOCKED &&
              static_cast<int>(Sync::wait) == CUTTLE_SYNC_WAIT);
static_assert(RunEvent::kRead == CUTTLE_ACCESS_READ && RunEvent::kWrite == CUTTLE_ACCESS_WRITE &&
              RunEvent::kAtomic == CUTTLE_ACCESS_ATOMIC && RunEvent::kAwait == CUTTLE_ACCESS_AWAIT);
static_assert(static_cast<int>(RunBlob::Kind::bytes) == CUTTLE_BLOB_BYTES);

}  // namespace

bool EventReader::begin(Execution& execution) {
  blobs_.clear();
  copied_ = listed_ = 0;
  steps_ = 0;
  const uint32_t count = trace_.count(CUTTLE_AREA_THREADS);
  threads_ = std::max(count, 1u);
  execution.log.threads.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const auto record = trace_.get<CuttleThreadRecord>(CUTTLE_AREA_THREADS, i);
    // Names are only checked where a race needs them: of very deep creation they are 0.
    const bool sound = record && (i == 0 ? record->name == 0 : record->parent < i);
    if (!sound) {
      threads_ = std::max(i, 1u);
      return false;
    }
    execution.log.threads.push_back({record->name, record->parent, record->child, record->site});
  }
  return true;
}

bool EventReader::add(Execution& execution, const CuttleRecord& record) {
  if (record.thread >= threads_) return false;
  return record.kind == CUTTLE_RACE ? add_race(execution, record) : add_event(execution, record);
}

std::optional<std::vector<uint32_t>> EventReader::enabled(const CuttleRecord& race) const {
  std::vector<uint32_t> found;
  for (uint32_t i = 0; i < 64; ++i) {
    if (!(race.value >> i & 1)) continue;
    if (i >= threads_) return {};
    found.push_back(i);
  }
  if (race.a == 0) return found;
  const auto blob = trace_.blob(race.a);
  if (!blob || blob->kind != CUTTLE_BLOB_THREADS || blob->size % 4 != 0 ||
      blob->size / 4 > threads_)
    return {};
  uint32_t last = 63;
  for (uint32_t i = 0; i < blob->size / 4; ++i) {
    const uint32_t thread = *trace_.at<uint32_t>(blob->at, i);
    if (thread <= last || thread >= threads_) return {};
    found.push_back(last = thread);
  }
  return found;
}

bool EventReader::add_race(Execution& execution, const CuttleRecord& record) {
  const std::vector<RunThread>& threads = execution.log.threads;
  const auto could_run = enabled(record);
  if (!could_run || record.thread >= threads.size() || record.clock != steps_) return false;
  // Threads without a name could not be told apart.
  if (record.b == 0 && record.thread != 0) return false;
  if (threads[record.thread].name != record.b ||
      !std::binary_search(could_run->begin(), could_run->end(), record.thread))
    return false;
  listed_ += could_run->size();
  if (listed_ > max_listed) return false;
  Choice choice;
  choice.kind = ChoiceKind::race;
  choice.taken = record.b;
  choice.condition = pool_.true_expr();
  choice.others_begin = static_cast<uint32_t>(execution.alternatives.size());
  for (const uint32_t thread : *could_run) {
    if (thread != 0 && threads[thread].name == 0) continue;
    if (threads[thread].name != record.b)
      execution.alternatives.push_back({threads[thread].name, choice.condition});
  }
  choice.others_count = static_cast<uint32_t>(execution.alternatives.size()) - choice.others_begin;
  choice.flippable = choice.others_count != 0;
  execution.choices.push_back(choice);
  ++steps_;
  return true;
}

bool EventReader::is_sound(const CuttleRecord& record) const {
  switch (record.kind) {
    case CUTTLE_ACCESS:
      return (record.flags & (CUTTLE_ACCESS_READ | CUTTLE_ACCESS_WRITE)) != 0 &&
             record.flags < 16 && record.aux != 0;
    case CUTTLE_SYNC:
      if (record.flags < CUTTLE_SYNC_START || record.flags > CUTTLE_SYNC_BLOCKED) return false;
      if (record.flags == CUTTLE_SYNC_FORK || record.flags == CUTTLE_SYNC_JOIN)
        return record.b < threads_;
      return record.flags != CUTTLE_SYNC_BLOCKED ||
             (record.aux >= CUTTLE_SYNC_START && record.aux < CUTTLE_SYNC_BLOCKED);
    case CUTTLE_SEGMENT:
      return true;
    case CUTTLE_RESULT:
      return record.flags >= CUTTLE_RESULT_VALUE && record.flags <= CUTTLE_RESULT_EXCEPTION;
    default:
      return false;
  }
}

bool EventReader::add_event(Execution& execution, const CuttleRecord& record) {
  if (!is_sound(record)) return false;
  RunEvent event;
  event.kind = static_cast<RunEvent::Kind>(record.kind - CUTTLE_ACCESS);
  event.how = record.flags;
  event.thread = record.thread;
  event.site = record.site;
  event.choice = static_cast<uint32_t>(execution.choices.size());
  event.object = record.a;
  event.other = record.b;
  event.size = record.aux;
  event.value = record.value;
  if (record.kind == CUTTLE_RESULT && record.a != 0) {
    const auto blob = import_blob(execution, record.a);
    if (!blob) return false;
    event.blob = *blob;
  }
  execution.log.events.push_back(event);
  return true;
}

std::optional<uint32_t> EventReader::import_blob(Execution& execution, uint32_t offset) {
  const auto [entry, is_new] =
      blobs_.try_emplace(offset, static_cast<uint32_t>(execution.log.blobs.size()));
  if (!is_new) return entry->second;
  const auto blob = trace_.blob(offset);
  // Honest blobs do not overlap.
  if (blob) copied_ += blob->size;
  if (!blob || blob->kind < CUTTLE_BLOB_INTEGER || blob->kind > CUTTLE_BLOB_BYTES ||
      copied_ > trace_.capacity(CUTTLE_AREA_BLOBS)) {
    blobs_.erase(entry);
    return {};
  }
  execution.log.blobs.push_back(
      {static_cast<RunBlob::Kind>(blob->kind), trace_.bytes_at(blob->at, blob->size)});
  return entry->second;
}

}  // namespace cuttle
