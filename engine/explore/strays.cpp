// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/strays.h"

namespace cuttle {

void Strays::note(uint64_t run, bool has_no_flip, const PathTree::Insertion& arrival,
                  Booked& booked) {
  if (has_no_flip) {
    for (const auto& [node, alternative] : arrival.crossed) {
      const auto opener = openers_.find(node);
      if (opener == openers_.end()) continue;
      booked.crossed.push_back({opener->second.run, opener->second.choice, alternative, {}});
    }
    for (PathTree::NodeId node : arrival.joined) {
      const auto opener = openers_.find(node);
      if (opener == openers_.end()) continue;
      const auto& [first, choice, siblings] = opener->second;
      StoredFlip again{first, choice, kAnyOther, siblings};
      again.siblings.insert(again.siblings.end(), joined_[node].begin(), joined_[node].end());
      again.siblings.push_back(run);
      booked.rejoined.push_back(std::move(again));
    }
    for (const PathTree::Opened& open : arrival.opened) openers_[open.node] = {run, open.choice};
  }
  for (PathTree::NodeId node : arrival.joined) joined_[node].push_back(run);
}

void Strays::note(const Parcel& parcel, const std::vector<PathTree::Opened>& opened) {
  for (const PathTree::Opened& open : opened) {
    Opener& opener = openers_[open.node] = {parcel.run, open.choice};
    if (open.alternative != kAnyOther) continue;
    for (const Parcel::Item& item : parcel.items)
      if (item.flip.choice == open.choice) opener.siblings = item.flip.siblings;
  }
}

std::vector<uint64_t> Strays::take_joined(PathTree::NodeId node) {
  const auto found = joined_.find(node);
  if (found == joined_.end()) return {};
  std::vector<uint64_t> runs = std::move(found->second);
  joined_.erase(found);
  return runs;
}

}  // namespace cuttle
