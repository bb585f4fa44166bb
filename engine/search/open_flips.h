// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/search/strategy.h"

namespace cuttle {

// Flips by serial number, without an allocation for each: a million of them can be open. A serial
// number names a place and how many flips came before, so that the number of a flip that is gone
// never finds the next one in its place.
class OpenFlips {
 public:
  uint64_t put(Flip flip);
  const Flip* find(uint64_t serial) const;
  std::optional<Flip> take(uint64_t serial);
  size_t size() const { return places_.size() - free_.size(); }

 private:
  static constexpr unsigned kPlaceBits = 28;
  static size_t place_of(uint64_t serial) { return serial & ((uint64_t{1} << kPlaceBits) - 1); }

  std::vector<Flip> places_;  // one that is free has the serial number 0
  std::vector<size_t> free_;
  uint64_t count_ = 0;
};

inline uint64_t OpenFlips::put(Flip flip) {
  if (free_.empty()) {
    free_.push_back(places_.size());
    places_.emplace_back();
  }
  const size_t place = free_.back();
  free_.pop_back();
  flip.serial = ++count_ << kPlaceBits | place;
  places_[place] = std::move(flip);
  return places_[place].serial;
}

inline const Flip* OpenFlips::find(uint64_t serial) const {
  const Flip& flip = places_[place_of(serial)];
  return flip.serial == serial ? &flip : nullptr;
}

inline std::optional<Flip> OpenFlips::take(uint64_t serial) {
  if (find(serial) == nullptr) return std::nullopt;
  const size_t place = place_of(serial);
  free_.push_back(place);
  return std::exchange(places_[place], Flip());
}

}  // namespace cuttle
