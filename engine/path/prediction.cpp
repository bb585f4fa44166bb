// SPDX-License-Identifier: Apache-2.0
#include "engine/path/prediction.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "engine/path/path_digest.h"

namespace cuttle {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15ull + (hash << 6) + (hash >> 2);
  hash *= 0xFF51AFD7ED558CCDull;
  return hash ^ (hash >> 33);
}

// The index of the first choice that is not as the parent's was.
std::optional<uint32_t> leaves_prefix(const Execution& parent, uint32_t prefix,
                                      const Execution& run) {
  for (uint32_t i = 0; i < prefix; ++i) {
    if (i >= run.choices.size()) return i;
    const Choice& expected = parent.choices[i];
    const Choice& actual = run.choices[i];
    if (expected.site != actual.site || expected.taken != actual.taken ||
        expected.kind != actual.kind)
      return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint32_t> first_divergence(const Prediction& prediction, const Execution& run) {
  const Execution& parent = *prediction.parent;
  const uint32_t index = prediction.prefix;
  if (const auto at = leaves_prefix(parent, index, run)) return at;
  if (index >= run.choices.size()) return index;
  const Choice& flipped = parent.choices[index];
  const Choice& actual = run.choices[index];
  const bool arrived = prediction.wanted == kAnyOther ? actual.taken != flipped.taken
                                                      : actual.taken == prediction.wanted;
  if (flipped.site != actual.site || flipped.kind != actual.kind || !arrived) return index;
  uint32_t at = index + 1;
  for (const PathStep& step : prediction.then) {
    while (at < run.choices.size() && !is_real(run.choices[at])) ++at;
    if (at >= run.choices.size()) return at;
    const Choice& next = run.choices[at];
    if (PathStep{next.site, next.kind, next.taken} != step) return at;
    ++at;
  }
  return std::nullopt;
}

SiteId predicted_site(const Prediction& prediction, uint32_t at) {
  const bool beyond = at > prediction.prefix && !prediction.then.empty();
  const auto step = std::min<size_t>(at - prediction.prefix - 1, prediction.then.size() - 1);
  return beyond ? prediction.then[step].site
                : prediction.parent->choices[std::min(at, prediction.prefix)].site;
}

bool Normaliser::held_before(ExprId condition) {
  if (condition.index >= held_in_.size()) held_in_.resize(2 * condition.index + 1);
  return std::exchange(held_in_[condition.index], execution_) == execution_;
}

void Normaliser::normalise(const ExprPool& pool, Execution& execution) {
  ++execution_;
  execution.conditions.clear();
  execution.conditions.reserve(execution.choices.size());
  for (Choice& choice : execution.choices) {
    execution.conditions.push_back(choice.condition);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < choice.others_count; ++i) {
      Alternative& other = execution.alternatives[choice.others_begin + i];
      if (!pool.is_false(other.condition))
        execution.alternatives[choice.others_begin + kept++] = other;
    }
    choice.others_count = kept;
    if (pool.is_true(choice.condition)) {
      choice.open = false;
    } else if (choice.kind != ChoiceKind::race && held_before(choice.condition)) {
      choice.flippable = false;
    }
  }
}

void PathDigest::add(uint64_t word) {
  a_ = mix(a_, word);
  b_ = mix(b_, word ^ a_);
}

void PathDigest::add(const Choice& choice) {
  if (!is_real(choice)) return;
  add((uint64_t{choice.site} << 32) | static_cast<uint32_t>(choice.taken));
  // No site has such a number.
  if (const uint64_t high = choice.taken >> 32; high != 0) add(~high);
}

std::string path_digest(const Execution& execution, uint64_t depth) {
  PathDigest digest;
  uint64_t index = 0;
  for (const Choice& choice : execution.choices) {
    if (depth != 0 && index++ >= depth) break;
    digest.add(choice);
  }
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(digest.high()),
                static_cast<unsigned long long>(digest.low()));
  return text;
}

}  // namespace cuttle
