// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/path/path_digest.h"
#include "engine/path/path_tree.h"

namespace cuttle {

// The name of an alternative that is to be tried: the same in every process, whichever run arrived
// at the choice first.
struct ItemKey {
  uint64_t high = 0, low = 0;
  friend auto operator<=>(const ItemKey&, const ItemKey&) = default;
};

// Makes the keys of one campaign, from its fingerprint, the alternatives taken before the choice,
// and the alternative itself.
class ItemKeys {
 public:
  explicit ItemKeys(std::string_view fingerprint);

  // Of what a run opened, in that order, which is the order of choices. One pass over the choices.
  std::vector<ItemKey> opened(const Execution& run, std::span<const PathTree::Opened> opened) const;
  // Of what a run took at its first `depth` choices (0: all).
  std::vector<ItemKey> taken(const Execution& run, uint64_t depth) const;

 private:
  ItemKey key(PathDigest before, AlternativeId alternative) const;
  uint64_t fingerprint_ = 0;
};

}  // namespace cuttle
