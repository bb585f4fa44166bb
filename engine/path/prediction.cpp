// SPDX-License-Identifier: Apache-2.0
#include "engine/path/prediction.h"

#include <cstdio>
#include <utility>

namespace cuttle {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash ^= value + 0x9E3779B97F4A7C15ull + (hash << 6) + (hash >> 2);
  hash *= 0xFF51AFD7ED558CCDull;
  return hash ^ (hash >> 33);
}

}  // namespace

std::optional<uint32_t> first_divergence(const Execution& parent, uint32_t index,
                                         AlternativeId wanted, const Execution& run) {
  for (uint32_t i = 0; i < index; ++i) {
    if (i >= run.choices.size()) return i;
    const Choice& expected = parent.choices[i];
    const Choice& actual = run.choices[i];
    if (expected.site != actual.site || expected.taken != actual.taken ||
        expected.kind != actual.kind)
      return i;
  }
  if (index >= run.choices.size()) return index;
  const Choice& flipped = parent.choices[index];
  const Choice& actual = run.choices[index];
  bool arrived = wanted == kAnyOther ? actual.taken != flipped.taken : actual.taken == wanted;
  if (flipped.site != actual.site || flipped.kind != actual.kind || !arrived) return index;
  return std::nullopt;
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

std::string path_digest(const Execution& execution, uint64_t depth) {
  uint64_t a = 0x243F6A8885A308D3ull, b = 0x13198A2E03707344ull;
  uint64_t index = 0;
  for (const Choice& choice : execution.choices) {
    if (depth != 0 && index++ >= depth) break;
    if (!is_real(choice)) continue;
    const uint64_t step = (uint64_t{choice.site} << 32) | static_cast<uint32_t>(choice.taken);
    a = mix(a, step);
    b = mix(b, step ^ a);
    const uint64_t high = choice.taken >> 32;
    if (high == 0) continue;
    a = mix(a, high);
    b = mix(b, high ^ a);
  }
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(a),
                static_cast<unsigned long long>(b));
  return text;
}

}  // namespace cuttle
