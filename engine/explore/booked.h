// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "engine/explore/exchange.h"

namespace cuttle {

// What booking a run came to.
struct Booked {
  PathTree::Verdict verdict = PathTree::Verdict::fresh;
  bool merged = false;                   // see PathTree::Insertion
  bool reopened = false;                 // the open choice of the flip may have more to offer
  std::vector<PathTree::Opened> opened;  // flips of the run that may be tried
  // Flips of the run that an advisor asked for: all, for the record, and those that may be tried
  // now, to be given when the run is recorded.
  std::vector<StoredFlip> prescribed;
  std::vector<Parcel> parcels;
  std::vector<StoredFlip> rejoined;  // open choices of others that have one more sibling now
  std::vector<StoredFlip> crossed;   // flips of others that a run without a flip took on its way
};

}  // namespace cuttle
