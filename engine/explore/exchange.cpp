// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/exchange.h"

#include <chrono>

namespace cuttle {

void Exchange::worker_started() {
  std::lock_guard lock(mutex_);
  ++workers_;
}

void Exchange::give(Parcel parcel) {
  std::lock_guard lock(mutex_);
  parcels_.push_back(std::move(parcel));
  --hungry_;
  changed_.notify_one();
}

std::optional<Parcel> Exchange::wait(const std::function<bool()>& stopping,
                                     const std::function<Refill()>& refill) {
  std::unique_lock lock(mutex_);
  ++idle_;
  ++hungry_;
  while (parcels_.empty() && !finished_ && !stopping()) {
    if (idle_ == workers_ && !asking_) {
      asking_ = true;
      lock.unlock();
      const Refill answer = refill ? refill() : Refill::finished;
      lock.lock();
      asking_ = false;
      finished_ = answer == Refill::finished;
      if (answer != Refill::later) continue;
    }
    // Wakes up now and then because an interrupt and the end of the time budget notify nobody.
    changed_.wait_for(lock, std::chrono::milliseconds(50));
  }
  if (parcels_.empty() || stopping()) {
    --hungry_;
    changed_.notify_all();
    return std::nullopt;  // stays idle
  }
  --idle_;  // and hungry less, one for the worker, more, one for the parcel
  Parcel parcel = std::move(parcels_.front());
  parcels_.pop_front();
  return parcel;
}

void Exchange::others_wait(unsigned parcels) {
  std::lock_guard lock(mutex_);
  hungry_ += static_cast<int>(parcels) - static_cast<int>(others_);
  others_ = parcels;
}

std::optional<Parcel> Exchange::take_for_others() {
  std::lock_guard lock(mutex_);
  if (others_ == 0 || parcels_.size() <= idle_) return std::nullopt;
  Parcel parcel = std::move(parcels_.front());
  parcels_.pop_front();
  --others_;  // one hungry less, and one parcel less
  return parcel;
}

uint64_t Exchange::items() const {
  std::lock_guard lock(mutex_);
  uint64_t items = 0;
  for (const Parcel& parcel : parcels_) items += parcel.items.size();
  return items;
}

}  // namespace cuttle
