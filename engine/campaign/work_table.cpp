// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/work_table.h"

#include <unistd.h>

#include <algorithm>

#include "engine/campaign/varint.h"

namespace cuttle {
namespace {

// The value of `lease` that is no token.
constexpr uint64_t kFree = 0;

// Binds what makes the key, in this order: run, choice, alternative.
Statement& bind(Statement& statement, const ItemKey& key) {
  return statement.bind(key.high >> 32).bind(key.high & 0xffff'ffff).bind(key.low);
}

constexpr const char* kSelect = "SELECT run, choice, alternative, siblings, plan FROM work ";

std::vector<WorkItem> items_of(Statement& select) {
  std::vector<WorkItem> items;
  while (select.step()) {
    WorkItem& item = items.emplace_back();
    item.run = select.integer(0);
    item.choice = static_cast<uint32_t>(select.integer(1));
    item.alternative = select.integer(2);
    item.key = ItemKey::of(item.run, item.choice, item.alternative);
    const std::string siblings = select.text(3);
    std::string_view rest = siblings;
    uint64_t run;
    while (take_varint(rest, run)) item.siblings.push_back(run);
    item.plan = select.text(4);
  }
  std::ranges::sort(items, {}, &WorkItem::key);  // here, because SQLite's integers have a sign
  return items;
}

}  // namespace

WorkTable::WorkTable(Database& database)
    : database_(database),
      insert_(database, "INSERT OR IGNORE INTO work VALUES (?, ?, ?, ?, ?, ?)"),
      delete_(database,
              "DELETE FROM work WHERE run = ? AND choice = ? AND alternative = ? AND lease = ?"),
      find_(database, "SELECT 1 FROM work WHERE run = ? AND choice = ? AND alternative = ?"),
      release_(database,
               "UPDATE work SET lease = 0 WHERE run = ? AND choice = ? AND alternative = ? AND "
               "lease = ?"),
      held_(database, "SELECT 1 FROM leases WHERE token = ?") {}

bool WorkTable::close(const ItemKey& key, LeaseToken token) {
  const auto found = waiting_.find(key);
  if (found != waiting_.end()) {
    waiting_.erase(found);
    return true;
  }
  bind(delete_, key).bind(token).run();
  return database_.changes() > 0 || !is_there(key);
}

bool WorkTable::is_there(const ItemKey& key) {
  const bool found = bind(find_, key).step();
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
  bind(release_, key).bind(token).run();
}

void WorkTable::write() {
  for (const auto& [key, row] : waiting_) {
    std::string siblings;
    for (uint64_t run : row.item.siblings) put_varint(siblings, run);
    bind(insert_, key).bind_lasting(siblings).bind_lasting(row.item.plan).bind(row.lease).run();
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
  Statement select(database_, std::string(kSelect) + "WHERE lease = ?");
  select.bind(token);
  return items_of(select);
}

std::vector<WorkItem> WorkTable::take_free(LeaseToken token, uint32_t most) {
  Statement select(database_, std::string(kSelect) +
                                  "WHERE lease = 0 ORDER BY run, choice, alternative LIMIT ?");
  select.bind(uint64_t{most});
  std::vector<WorkItem> items = items_of(select);
  Statement take(database_,
                 "UPDATE work SET lease = ? WHERE run = ? AND choice = ? AND alternative = ?");
  for (const WorkItem& item : items) bind(take.bind(token), item.key).run();
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
