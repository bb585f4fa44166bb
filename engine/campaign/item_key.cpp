// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/item_key.h"

#include "engine/support/check.h"

namespace cuttle {

ItemKeys::ItemKeys(std::string_view fingerprint) {
  PathDigest digest;
  for (char c : fingerprint) digest.add(uint64_t{static_cast<unsigned char>(c)});
  fingerprint_ = digest.high() ^ digest.low();
}

ItemKey ItemKeys::key(PathDigest before, AlternativeId alternative) const {
  before.add(fingerprint_);
  before.add(alternative);
  return {before.high(), before.low()};
}

std::vector<ItemKey> ItemKeys::opened(const Execution& run,
                                      std::span<const PathTree::Opened> opened) const {
  std::vector<ItemKey> keys;
  keys.reserve(opened.size());
  PathDigest before;
  uint32_t index = 0;
  for (const PathTree::Opened& open : opened) {
    CUTTLE_CHECK(index <= open.choice && open.choice < run.choices.size(),
                 "flips are opened in the order of choices");
    for (; index < open.choice; ++index) before.add(run.choices[index]);
    keys.push_back(key(before, open.alternative));
  }
  return keys;
}

std::vector<ItemKey> ItemKeys::taken(const Execution& run, uint64_t depth) const {
  std::vector<ItemKey> keys;
  PathDigest before;
  uint64_t index = 0;
  for (const Choice& choice : run.choices) {
    if (depth != 0 && index++ >= depth) break;
    if (!is_real(choice)) continue;
    keys.push_back(key(before, choice.taken));
    before.add(choice);
  }
  return keys;
}

}  // namespace cuttle
