// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/minimise.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <tuple>
#include <vector>

#include "engine/expr/bits.h"

namespace cuttle {
namespace {

bool is_number(const Value& value) {
  return value.sort().is_bits() && value.sort().width <= 64;
}

bool is_float(const Value& value) {
  return value.sort() == Sort::floating(64);
}

// Whole numbers are simple when they are small, others when they are short.
uint64_t distance(double value) {
  constexpr double large = 1ull << 32;
  const double size = std::fabs(value);
  if (size < large && std::trunc(size) == size) return static_cast<uint64_t>(size);
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), size).ptr;
  const auto whole = static_cast<uint64_t>(std::min(size, large));
  return (static_cast<uint64_t>(end - text.data()) << 40) + whole;
}

// Names of things are no numbers: the lower ones are simpler, and there is no sign.
bool is_name(const ExprPool& pool, VarId v) {
  return pool.variable_info(v).role == InputRole::name;
}

// How far a number is from zero, to either side.
uint64_t distance(const Value& value, bool name) {
  const uint64_t bits = value.low64(), mask = low_mask(value.sort().width);
  return name ? bits : std::min(bits, (~bits + 1) & mask);
}

// Less is simpler.
using Measure = std::tuple<uint64_t, uint64_t, uint64_t>;

Measure measure(const ExprPool& pool, const Assignment& inputs) {
  uint64_t read = 0, used = 0, sum = 0;
  for (VarId v = 0; v < inputs.limit(); ++v) {
    const Value* value = inputs.get(v);
    if (value == nullptr) continue;
    ++read;
    if (!(is_number(*value) || is_float(*value)) || value->is_zero()) continue;
    ++used;
    const uint64_t own =
        is_float(*value) ? distance(value->as_double()) : distance(*value, is_name(pool, v));
    sum = std::max(sum, sum + own);  // stays at the most
  }
  return {read, used, sum};
}

class Search {
 public:
  Search(const ExprPool& pool, TestCase test, const ShowsBug& shows_bug, unsigned runs)
      : pool_(pool), test_(std::move(test)), shows_bug_(shows_bug), runs_left_(runs) {}

  TestCase run() {
    for (bool simpler = true; simpler && runs_left_ > 0;) {
      simpler = false;
      // What was read last is often part of what was read first.
      for (VarId v = test_.inputs.limit(); v-- > 0;) simpler = simplify(v) || simpler;
    }
    make_readable();
    return std::move(test_);
  }

 private:
  // Letters instead of control characters: the first for 1, and so on, so that equal ones stay
  // equal.
  void make_readable() {
    constexpr uint64_t letters = 26;
    TestCase candidate = test_;
    bool differs = false;
    for (VarId v = 0; v < test_.inputs.limit(); ++v) {
      const Value* now = test_.inputs.get(v);
      if (now == nullptr || pool_.variable_info(v).role != InputRole::character ||
          !is_number(*now) || now->is_zero() || now->low64() > letters)
        continue;
      candidate.inputs.set(v, Value::bits(now->sort().width, 'a' - 1 + now->low64()));
      differs = true;
    }
    if (!differs || runs_left_ == 0) return;
    std::optional<Assignment> read = shows_bug_(candidate);
    if (read && std::get<0>(measure(pool_, *read)) <= std::get<0>(measure(pool_, test_.inputs)))
      test_.inputs = std::move(*read);
  }

  // True when something became simpler.
  bool simplify(VarId v) {
    const Value* now = v < test_.inputs.limit() ? test_.inputs.get(v) : nullptr;
    if (now == nullptr || now->is_zero()) return false;
    if (is_float(*now)) return simplify_float(v, now->as_double());
    if (!is_number(*now)) return false;
    if (attempt(v, 0)) return true;
    if (is_name(pool_, v)) return take_lower_name(v);
    const bool pointer = pool_.variable_info(v).role == InputRole::pointer;
    return pointer ? skip_objects(v) : make_small(v);
  }

  bool take_lower_name(VarId v) {
    constexpr uint64_t most = 16;
    const uint64_t now = test_.inputs.get(v)->low64();
    for (uint64_t name = 1; name < std::min(now, most); ++name) {
      if (attempt(v, name)) return true;
    }
    return false;
  }

  bool skip_objects(VarId v) {
    const std::string& type = pool_.variable_info(v).type;
    std::vector<uint64_t> others;
    for (VarId other = 0; other < test_.inputs.limit(); ++other) {
      const Value* value = test_.inputs.get(other);
      if (value != nullptr && !value->is_zero() && pool_.variable_info(other).type == type)
        others.push_back(value->low64());
    }
    return std::any_of(others.begin(), others.end(),
                       [&](uint64_t bits) { return attempt(v, bits); });
  }

  // By halves, as if everything further from zero showed the bug, too; the sign stays.
  bool make_small(VarId v) {
    const Value now = *test_.inputs.get(v);
    const uint64_t mask = low_mask(now.sort().width), start = distance(now, false);
    const bool negative = now.low64() > mask / 2;
    uint64_t too_small = 0;
    while (test_.inputs.has(v) && too_small + 1 < distance(*test_.inputs.get(v), false) &&
           runs_left_ > 0) {
      const uint64_t middle = too_small + (distance(*test_.inputs.get(v), false) - too_small) / 2;
      if (!attempt(v, negative ? (~middle + 1) & mask : middle)) too_small = middle;
    }
    return !test_.inputs.has(v) || distance(*test_.inputs.get(v), false) < start;
  }

  // Zero, whole numbers near by, smaller ones, fewer digits.
  bool simplify_float(VarId v, double now) {
    const double whole = std::trunc(now), tenth = std::trunc(now * 10) / 10;
    for (const double candidate :
         {0.0, std::copysign(1.0, now), std::copysign(std::trunc(std::sqrt(std::fabs(whole))), now),
          std::trunc(whole / 2), whole, whole + std::copysign(1.0, now), tenth,
          tenth + std::copysign(0.1, now), std::trunc(now * 1000) / 1000}) {
      if (std::isfinite(candidate) && distance(candidate) < distance(now) &&
          attempt(v, Value::float64(candidate)))
        return true;
    }
    return false;
  }

  bool attempt(VarId v, uint64_t bits) {
    const Value* now = test_.inputs.get(v);
    return now != nullptr && attempt(v, Value::bits(now->sort().width, bits));
  }

  bool attempt(VarId v, const Value& value) {
    const Value* now = test_.inputs.get(v);
    if (now == nullptr || *now == value || runs_left_ == 0) return false;
    --runs_left_;
    TestCase candidate = test_;
    candidate.inputs.set(v, value);
    std::optional<Assignment> read = shows_bug_(candidate);
    if (!read || measure(pool_, *read) >= measure(pool_, test_.inputs)) return false;
    test_.inputs = std::move(*read);
    return true;
  }

  const ExprPool& pool_;
  TestCase test_;
  const ShowsBug& shows_bug_;
  unsigned runs_left_;
};

}  // namespace

TestCase minimise(const ExprPool& pool, TestCase test, const ShowsBug& shows_bug, unsigned runs) {
  return Search(pool, std::move(test), shows_bug, runs).run();
}

}  // namespace cuttle
