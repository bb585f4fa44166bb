// SPDX-License-Identifier: Apache-2.0
#include "engine/search/rare.h"

#include <bit>

namespace cuttle {

uint64_t RareFirst::score_of(const Counts& counts) {
  // Tries weigh more: most steps that are tried often and never taken cannot be.
  return std::bit_width(counts.taken) + 2 * std::bit_width(counts.tried);
}

void RareFirst::notice(std::span<const Flip> flips) {
  for (const Flip& flip : flips) {
    const Step step{flip.context, flip.site, flip.taken};
    Counts& counts = counts_[step];
    // The score changes only then.
    if (std::has_single_bit(++counts.taken)) queues_.rank(step, score_of(counts));
  }
}

void RareFirst::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    const Step step{flip.context, flip.site, flip.alternative};
    queues_.put(step, score_of(counts_[step]), std::move(flip));
  }
}

void RareFirst::count_try(const Step& step) {
  Counts& counts = counts_[step];
  ++counts.tried;
  queues_.rank(step, score_of(counts));
}

std::optional<Flip> RareFirst::next() {
  auto taken = queues_.take_first();
  if (!taken) return std::nullopt;
  count_try(taken->first);
  return std::move(taken->second);
}

std::optional<Flip> RareFirst::drop_worst() {
  auto taken = queues_.take_last();
  if (!taken) return std::nullopt;
  return std::move(taken->second);
}

void RareFirst::tried_elsewhere(const Flip& flip) {
  count_try({flip.context, flip.site, flip.alternative});
}

}  // namespace cuttle
