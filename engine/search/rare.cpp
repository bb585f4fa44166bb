// SPDX-License-Identifier: Apache-2.0
#include "engine/search/rare.h"

#include <bit>

namespace cuttle {

RareFirst::Key RareFirst::key_of(const Step& step) const {
  return {step.kind, tell_ == Tell::times ? step.times : 0};
}

uint64_t RareFirst::score_of(const Counts& counts) {
  // Tries weigh more: most steps that are tried often and never taken cannot be.
  return std::bit_width(counts.taken) + 2 * std::bit_width(counts.tried);
}

void RareFirst::notice(std::span<const Flip> flips) {
  for (const Flip& flip : flips) {
    const Key key = key_of(flip.taken_step);
    Counts& counts = counts_[key];
    // The score changes only then.
    if (std::has_single_bit(++counts.taken)) queues_.rank(key, score_of(counts));
  }
}

void RareFirst::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    const Key key = key_of(flip.step);
    queues_.put(key, score_of(counts_[key]), std::move(flip));
  }
}

void RareFirst::count_try(const Key& key) {
  Counts& counts = counts_[key];
  ++counts.tried;
  queues_.rank(key, score_of(counts));
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
  count_try(key_of(flip.step));
}

}  // namespace cuttle
