// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/share.h"

#include <thread>

namespace cuttle {
namespace {

constexpr uint32_t kFlipsPerWorker = 256;  // that are leased at once

ItemKey key_of(const StoredFlip& flip) {
  return ItemKey::of(flip.run, flip.choice, flip.alternative);
}

WorkItem item_of(const StoredFlip& flip) {
  return {key_of(flip), flip.run, flip.choice, flip.alternative, flip.siblings, {}};
}

std::vector<StoredFlip> flips_of(const std::vector<WorkItem>& items) {
  std::vector<StoredFlip> flips;
  flips.reserve(items.size());
  for (const WorkItem& item : items)
    flips.push_back({item.run, item.choice, item.alternative, item.siblings});
  return flips;
}

}  // namespace

Result<std::vector<StoredFlip>> Share::begin() {
  Result<Lease> lease = store_.lease(joined_ ? kFlipsPerWorker : UINT32_MAX, kLeaseSeconds);
  if (!lease) return lease.error();
  std::lock_guard lock(mutex_);
  token_ = lease->token;
  last_extended_ = Clock::now();
  shared_ = joined_;
  return flips_of(lease->items);
}

void Share::leave() {
  if (token_ != 0) (void)store_.extend(token_, 0);
}

// --- Records -------------------------------------------------------------------------------------

Result<void> Share::complete(Completion step) {
  std::vector<Completion> steps;
  steps.push_back(std::move(step));
  return store_.complete(token_, std::move(steps));
}

Result<void> Share::record(RunRecord record) {
  Completion step;
  if (record.resolves) step.item = key_of(*record.resolves);
  step.opens.reserve(record.opens.size());
  for (const StoredFlip& flip : record.opens) step.opens.push_back(item_of(flip));
  step.run = std::move(record);
  return complete(std::move(step));
}

Result<void> Share::resolve(const StoredFlip& flip, const std::optional<Limitation>& why) {
  Completion step;
  step.item = key_of(flip);
  step.why = why;
  return complete(std::move(step));
}

Result<void> Share::open_again(const StoredFlip& flip) {
  Completion step;
  step.item = key_of(flip);
  step.opens.push_back(item_of(flip));
  return complete(std::move(step));
}

// --- Other processes -----------------------------------------------------------------------------

bool Share::shared() const {
  std::lock_guard lock(mutex_);
  return shared_;
}

Result<Demand> Share::demand() {
  Result<Demand> demand = store_.demand();
  if (demand && demand->working + demand->waiting > 0) {
    std::lock_guard lock(mutex_);
    shared_ = true;
  }
  return demand;
}

Result<Share::News> Share::tend() {
  News news;
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - last_extended_).count() >= kExtendSeconds) {
    Result<bool> held = store_.extend(token_, kLeaseSeconds);
    if (!held) return held.error();
    news.lost = !*held;
    last_extended_ = now;
  }
  Result<Demand> others = demand();
  if (!others) return others.error();
  news.waiting = others->free == 0 ? others->waiting : 0;
  news.stopped = std::move(others->stopped);
  return news;
}

Result<void> Share::release(const std::vector<StoredFlip>& flips) {
  std::vector<ItemKey> keys;
  for (const StoredFlip& flip : flips) {
    if (flip.alternative == kAnyOther)
      if (Result<void> opened = open_again(flip); !opened) return opened;
    keys.push_back(key_of(flip));
  }
  return store_.release(token_, std::move(keys));
}

Result<Share::More> Share::more(unsigned workers) {
  constexpr auto ask_again = std::chrono::seconds(1);  // somebody may have died
  More more;
  bool asked;
  {
    std::lock_guard lock(mutex_);
    asked = asked_ && Clock::now() - last_asked_ < ask_again;
  }
  if (asked) {
    const Result<Demand> others = demand();
    if (!others) return others.error();
    if (others->free == 0 && others->working > 0) return more;
  }
  Result<Lease> lease = store_.lease(kFlipsPerWorker * workers, kLeaseSeconds);
  if (!lease) return lease.error();
  more.lost = lease->token != token_;
  if (more.lost) {
    (void)store_.extend(lease->token, 0);
    return more;
  }
  more.flips = flips_of(lease->items);
  {
    std::lock_guard lock(mutex_);
    asked_ = more.flips.empty();
    last_asked_ = Clock::now();
  }
  if (!more.flips.empty()) return more;
  // All who could open something wait as this process does.
  const Result<Demand> others = demand();
  if (!others) return others.error();
  more.finished = others->working == 0 && others->free == 0;
  return more;
}

bool Share::is_alone() {
  const Result<Demand> others = demand();
  return !others || others->working + others->waiting == 0;
}

Result<bool> Share::wait_for_others(double seconds) {
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  for (unsigned i = 1;; ++i) {
    const Result<Demand> others = demand();
    if (!others) return others.error();
    if (others->working + others->waiting == 0) return true;
    if (Clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    // Asking for work is what ends the leases of the dead.
    if (i % 50 != 0) continue;
    if (Result<Lease> lease = store_.lease(1, kLeaseSeconds); !lease) return lease.error();
  }
}

}  // namespace cuttle
