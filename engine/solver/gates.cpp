// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/gates.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace cuttle {

namespace {

size_t hash_of(uint32_t kind, Lit a, Lit b, Lit c, Lit guard) {
  uint64_t h = kind;
  for (Lit lit : {a, b, c, guard}) h = (h ^ static_cast<uint32_t>(lit)) * 0x9E3779B97F4A7C15ull;
  return static_cast<size_t>(h ^ (h >> 29));
}

}  // namespace

void Gates::grow() {
  std::vector<Entry> old(table_.size() * 2);
  old.swap(table_);
  const size_t mask = table_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.kind == Kind::none) continue;
    size_t at =
        hash_of(static_cast<uint32_t>(entry.kind), entry.a, entry.b, entry.c, entry.guard) & mask;
    while (table_[at].kind != Kind::none) at = (at + 1) & mask;
    table_[at] = entry;
  }
}

Lit& Gates::find(Kind kind, Lit a, Lit b, Lit c) {
  if (used_ * 2 >= table_.size()) grow();
  const size_t mask = table_.size() - 1;
  size_t at = hash_of(static_cast<uint32_t>(kind), a, b, c, guard_) & mask;
  for (; table_[at].kind != Kind::none; at = (at + 1) & mask) {
    Entry& entry = table_[at];
    if (entry.kind == kind && entry.a == a && entry.b == b && entry.c == c &&
        entry.guard == guard_) {
      return entry.output;
    }
  }
  table_[at] = {kind, a, b, c, guard_, 0};
  ++used_;
  return table_[at].output;
}

void Gates::add(const std::array<Lit, 4>& clause) {
  std::array<Lit, 5> lits;
  size_t count = 0;
  for (Lit lit : clause) {
    if (lit) lits[count++] = lit;
  }
  if (guard_) lits[count++] = -guard_;
  sat_.add(std::span<const Lit>(lits.data(), count));
}

Lit Gates::enter() {
  guard_ = fresh();
  sat_.prefer(-guard_);
  return guard_;
}

Lit Gates::and_(Lit a, Lit b) {
  if (a > b) std::swap(a, b);
  if (a == false_lit || b == false_lit || a == -b) return false_lit;
  if (a == true_lit || a == b) return b;
  if (b == true_lit) return a;
  Lit& output = find(Kind::conjunction, a, b, 0);
  if (output) return output;
  output = fresh();
  add({-output, a});
  add({-output, b});
  add({output, -a, -b});
  return output;
}

Lit Gates::xor_(Lit a, Lit b) {
  const bool negate = (a < 0) != (b < 0);
  a = std::abs(a);
  b = std::abs(b);
  if (a > b) std::swap(a, b);
  Lit result;
  if (a == b) {
    result = false_lit;
  } else if (a == true_lit) {
    result = -b;
  } else {
    Lit& output = find(Kind::parity, a, b, 0);
    if (!output) {
      output = fresh();
      add({-output, a, b});
      add({-output, -a, -b});
      add({output, -a, b});
      add({output, a, -b});
    }
    result = output;
  }
  return negate ? -result : result;
}

Lit Gates::xor_(Lit a, Lit b, Lit c) {
  const bool negate = ((a < 0) != (b < 0)) != (c < 0);
  Lit in[] = {std::abs(a), std::abs(b), std::abs(c)};
  std::sort(in, in + 3);
  Lit result;
  if (in[0] == true_lit) {
    result = -xor_(in[1], in[2]);
  } else if (in[0] == in[1]) {
    result = in[2];
  } else if (in[1] == in[2]) {
    result = in[0];
  } else {
    Lit& output = find(Kind::parity3, in[0], in[1], in[2]);
    if (!output) {
      output = fresh();
      for (unsigned signs = 0; signs < 8; ++signs) {
        const Lit x = signs & 1 ? -in[0] : in[0];
        const Lit y = signs & 2 ? -in[1] : in[1];
        const Lit z = signs & 4 ? -in[2] : in[2];
        // The clause forbids the one assignment that falsifies x, y and z: there the parity of
        // the inputs is the number of negative literals.
        const bool parity = __builtin_popcount(signs) & 1;
        add({x, y, z, parity ? output : -output});
      }
    }
    result = output;
  }
  return negate ? -result : result;
}

Lit Gates::majority(Lit a, Lit b, Lit c) {
  Lit in[] = {a, b, c};
  std::sort(in, in + 3,
            [](Lit x, Lit y) { return std::pair(std::abs(x), x) < std::pair(std::abs(y), y); });
  if (in[0] == true_lit) return or_(in[1], in[2]);
  if (in[0] == false_lit) return and_(in[1], in[2]);
  if (in[0] == in[1]) return in[0];
  if (in[0] == -in[1]) return in[2];
  if (in[1] == in[2]) return in[1];
  if (in[1] == -in[2]) return in[0];
  // Majority is its own dual: keep one of the two forms.
  const bool negate = in[0] < 0;
  if (negate) {
    for (Lit& lit : in) lit = -lit;
  }
  Lit& output = find(Kind::majority, in[0], in[1], in[2]);
  if (!output) {
    output = fresh();
    for (unsigned i = 0; i < 3; ++i) {
      const Lit x = in[i], y = in[(i + 1) % 3];
      add({output, -x, -y});
      add({-output, x, y});
    }
  }
  return negate ? -output : output;
}

Lit Gates::mux(Lit condition, Lit a, Lit b) {
  if (condition < 0) {
    condition = -condition;
    std::swap(a, b);
  }
  if (condition == true_lit || a == b) return a;
  if (a == -b) return xor_(condition, b);
  if (a == true_lit || a == condition) return or_(condition, b);
  if (a == false_lit || a == -condition) return and_(-condition, b);
  if (b == true_lit || b == -condition) return or_(-condition, a);
  if (b == false_lit || b == condition) return and_(condition, a);
  const bool negate = a < 0;
  if (negate) {
    a = -a;
    b = -b;
  }
  Lit& output = find(Kind::mux, condition, a, b);
  if (!output) {
    output = fresh();
    add({-condition, -a, output});
    add({-condition, a, -output});
    add({condition, -b, output});
    add({condition, b, -output});
    // Implied, but lets the output follow before the condition is known.
    add({-a, -b, output});
    add({a, b, -output});
  }
  return negate ? -output : output;
}

Lit Gates::and_(std::span<const Lit> lits) {
  std::vector<Lit> in(lits.begin(), lits.end());
  std::sort(in.begin(), in.end(),
            [](Lit x, Lit y) { return std::pair(std::abs(x), x) < std::pair(std::abs(y), y); });
  in.erase(std::unique(in.begin(), in.end()), in.end());
  for (size_t i = 0; i < in.size(); ++i) {
    if (in[i] == false_lit || (i > 0 && in[i] == -in[i - 1])) return false_lit;
  }
  std::erase(in, true_lit);
  if (in.empty()) return true_lit;
  if (in.size() == 1) return in[0];
  if (in.size() == 2) return and_(in[0], in[1]);
  const Lit output = fresh();
  for (Lit& lit : in) {
    add({-output, lit});
    lit = -lit;
  }
  in.push_back(output);
  if (guard_) in.push_back(-guard_);
  sat_.add(in);
  return output;
}

Lit Gates::or_(std::span<const Lit> lits) {
  std::vector<Lit> negated(lits.begin(), lits.end());
  for (Lit& lit : negated) lit = -lit;
  return -and_(negated);
}

}  // namespace cuttle
