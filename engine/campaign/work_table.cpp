// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/work_table.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "engine/campaign/varint.h"

namespace cuttle {
namespace {

// The value of `lease` that is no token.
constexpr uint64_t kFree = 0;

using KeyBytes = std::array<char, 16>;

KeyBytes bytes_of(const ItemKey& key) {
  KeyBytes bytes;
  for (size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(key.high >> (56 - 8 * i));
    bytes[8 + i] = static_cast<char>(key.low >> (56 - 8 * i));
  }
  return bytes;
}

std::string_view view(const KeyBytes& bytes) {
  return {bytes.data(), bytes.size()};
}

ItemKey key_of(const std::string& bytes) {
  ItemKey key;
  for (size_t i = 0; i < std::min<size_t>(bytes.size(), 16); ++i) {
    uint64_t& half = i < 8 ? key.high : key.low;
    half = half << 8 | static_cast<uint8_t>(bytes[i]);
  }
  return key;
}

// SELECT key, run, choice, alternative, siblings, plan
std::vector<WorkItem> items_of(Statement& select) {
  std::vector<WorkItem> items;
  while (select.step()) {
    WorkItem& item = items.emplace_back();
    item.key = key_of(select.text(0));
    item.run = select.integer(1);
    item.choice = static_cast<uint32_t>(select.integer(2));
    item.alternative = select.integer(3);
    const std::string siblings = select.text(4);
    std::string_view rest = siblings;
    uint64_t run;
    while (take_varint(rest, run)) item.siblings.push_back(run);
    item.plan = select.text(5);
  }
  // Here, because SQLite's integers have a sign.
  std::ranges::sort(items, {}, [](const WorkItem& item) {
    return std::tuple(item.run, item.choice, item.alternative);
  });
  return items;
}

}  // namespace

WorkTable::WorkTable(Database& database)
    : database_(database),
      insert_(database, "INSERT OR IGNORE INTO work VALUES (?, ?, ?, ?, ?, ?, ?)"),
      delete_(database, "DELETE FROM work WHERE key = ? AND lease = ?"),
      find_(database, "SELECT 1 FROM work WHERE key = ?"),
      release_(database, "UPDATE work SET lease = 0 WHERE key = ? AND lease = ?"),
      held_(database, "SELECT 1 FROM leases WHERE token = ?") {}

bool WorkTable::close(const ItemKey& key, LeaseToken token) {
  const auto found = waiting_.find(key);
  if (found != waiting_.end()) {
    waiting_.erase(found);
    return true;
  }
  const KeyBytes bytes = bytes_of(key);
  delete_.bind_lasting(view(bytes)).bind(token).run();
  return database_.changes() > 0 || !is_there(key);
}

bool WorkTable::is_there(const ItemKey& key) {
  const KeyBytes bytes = bytes_of(key);
  const bool found = find_.bind_lasting(view(bytes)).step();
  if (found) find_.run();
  return found;
}

void WorkTable::open(const WorkItem& item, LeaseToken token) {
  if (waits_ == token) set_waiting(token, false);
  if (shared_ && is_there(item.key)) return;
  waiting_.try_emplace(item.key, Row{item, token});
}

void WorkTable::release(const ItemKey& key, LeaseToken token) {
  const auto found = waiting_.find(key);
  if (found != waiting_.end()) {
    found->second.lease = kFree;
    return;
  }
  const KeyBytes bytes = bytes_of(key);
  release_.bind_lasting(view(bytes)).bind(token).run();
}

void WorkTable::write() {
  for (const auto& [key, row] : waiting_) {
    const KeyBytes bytes = bytes_of(key);
    std::string siblings;
    for (uint64_t run : row.item.siblings) put_varint(siblings, run);
    insert_.bind_lasting(view(bytes))
        .bind(row.item.run)
        .bind(uint64_t{row.item.choice})
        .bind(row.item.alternative)
        .bind_lasting(siblings)
        .bind_lasting(row.item.plan)
        .bind(row.lease)
        .run();
  }
  waiting_.clear();
}

LeaseToken WorkTable::begin_lease(uint64_t until) {
  Statement(database_, "INSERT INTO leases(process, until, waiting) VALUES (?, ?, 0)")
      .bind(static_cast<uint64_t>(::getpid()))
      .bind(until)
      .run();
  Statement select(database_, "SELECT last_insert_rowid()");
  return select.step() ? select.integer(0) : 0;
}

bool WorkTable::is_held(LeaseToken token) {
  const bool held = held_.bind(token).step();
  if (held) held_.run();
  return held;
}

bool WorkTable::extend(LeaseToken token, uint64_t until) {
  Statement(database_, "UPDATE leases SET until = ? WHERE token = ?").bind(until).bind(token).run();
  return database_.changes() > 0;
}

void WorkTable::set_waiting(LeaseToken token, bool waiting) {
  waits_ = waiting ? token : 0;
  Statement(database_, "UPDATE leases SET waiting = ? WHERE token = ?")
      .bind(uint64_t{waiting})
      .bind(token)
      .run();
}

void WorkTable::look_for_others(LeaseToken own) {
  Demand others;
  count_holders(own, others);
  shared_ = others.working + others.waiting > 0;
}

void WorkTable::free_items_of(LeaseToken token) {
  Statement(database_, "UPDATE work SET lease = 0 WHERE lease = ?").bind(token).run();
}

void WorkTable::end_lease(LeaseToken token) {
  Statement(database_, "DELETE FROM leases WHERE token = ?").bind(token).run();
}

void WorkTable::free_expired(LeaseToken except, uint64_t now) {
  std::vector<LeaseToken> expired;
  Statement select(database_, "SELECT token FROM leases WHERE until < ? AND token <> ?");
  select.bind(now).bind(except);
  while (select.step()) expired.push_back(select.integer(0));
  for (LeaseToken token : expired) {
    free_items_of(token);
    end_lease(token);
  }
}

void WorkTable::adopt_all(LeaseToken token) {
  database_.execute("DELETE FROM leases");
  Statement(database_, "INSERT INTO leases VALUES (?, ?, 0, 0)")
      .bind(token)
      .bind(static_cast<uint64_t>(::getpid()))
      .run();
  Statement(database_, "UPDATE work SET lease = ? WHERE lease <> ?").bind(token).bind(token).run();
}

void WorkTable::free_orphans() {
  database_.execute(
      "UPDATE work SET lease = 0 WHERE lease > 0 AND lease NOT IN (SELECT token FROM leases)");
}

std::vector<WorkItem> WorkTable::held_by(LeaseToken token) {
  Statement select(database_,
                   "SELECT key, run, choice, alternative, siblings, plan FROM work "
                   "WHERE lease = ?");
  select.bind(token);
  return items_of(select);
}

std::vector<WorkItem> WorkTable::take_free(LeaseToken token, uint32_t most) {
  Statement select(database_,
                   "SELECT key, run, choice, alternative, siblings, plan FROM work "
                   "WHERE lease = 0 ORDER BY run, choice, alternative LIMIT ?");
  select.bind(uint64_t{most});
  std::vector<WorkItem> items = items_of(select);
  Statement take(database_, "UPDATE work SET lease = ? WHERE key = ?");
  for (const WorkItem& item : items) {
    const KeyBytes bytes = bytes_of(item.key);
    take.bind(token).bind_lasting(view(bytes)).run();
  }
  return items;
}

uint64_t WorkTable::count_free() {
  Statement select(database_, "SELECT count(*) FROM work WHERE lease = 0");
  return select.step() ? select.integer(0) : 0;
}

void WorkTable::count_holders(LeaseToken except, Demand& demand) {
  Statement select(database_, "SELECT waiting FROM leases WHERE token <> ?");
  select.bind(except);
  demand.working = demand.waiting = 0;
  while (select.step()) ++(select.integer(0) != 0 ? demand.waiting : demand.working);
}

}  // namespace cuttle
