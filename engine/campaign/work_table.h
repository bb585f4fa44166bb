// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "engine/campaign/database.h"
#include "engine/campaign/work_store.h"

namespace cuttle {

// The tables `work` and `leases`. All calls belong into a transaction of the caller's; errors stay
// in the database. Not thread-safe.
//
// Flips come and go quickly: what is opened waits in memory until write(), and what is closed until
// then never reaches the table. As long as one process works alone its rows all have its token, and
// the index of free rows is empty.
class WorkTable {
 public:
  explicit WorkTable(Database& database);

  // --- Steps -----------------------------------------------------------------------------------
  // False: the item is there, but another holder's.
  bool close(const ItemKey& key, LeaseToken token);
  void open(const WorkItem& item, LeaseToken token);
  void release(const ItemKey& key, LeaseToken token);
  void write();  // what is waiting
  void forget() { waiting_.clear(); }

  // --- Leases ----------------------------------------------------------------------------------
  LeaseToken begin_lease(uint64_t until);
  bool is_held(LeaseToken token);
  // Moves the end of a lease; false: it was lost.
  bool extend(LeaseToken token, uint64_t until);
  // Whether the holder waits for items; opening some ends it.
  void set_waiting(LeaseToken token, bool waiting);
  // Are there other holders? Only then may what is opened be there already.
  void look_for_others(LeaseToken own);
  void free_items_of(LeaseToken token);
  void end_lease(LeaseToken token);
  // With what they hold.
  void free_expired(LeaseToken except, uint64_t now);
  // Gives all items to `token`, whoever held them: nobody else is there.
  void adopt_all(LeaseToken token);
  // Frees what leases held that have ended.
  void free_orphans();

  // By run, choice and alternative.
  std::vector<WorkItem> held_by(LeaseToken token);
  std::vector<WorkItem> take_free(LeaseToken token, uint32_t most);
  uint64_t count_free();
  // Those of others; the rest of the demand stays as it is.
  void count_holders(LeaseToken except, Demand& demand);

 private:
  struct Row {
    WorkItem item;
    LeaseToken lease;
  };

  bool is_there(const ItemKey& key);

  Database& database_;
  std::map<ItemKey, Row> waiting_;
  LeaseToken waits_ = 0;  // our own token, when it is marked as waiting
  bool shared_ = false;
  Statement insert_, delete_, find_, release_, held_;
};

}  // namespace cuttle
