// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/solver/sat_instance.h"

namespace cuttle {

// Logic gates in clauses. Constants are folded and equal gates are shared; each gate is defined in
// both directions, so that its output can be assumed true or false.
class Gates {
 public:
  explicit Gates(SatInstance& sat) : sat_(sat), table_(1024) {}

  static constexpr Lit true_lit = SatInstance::true_lit;
  static constexpr Lit false_lit = -SatInstance::true_lit;
  static bool is_constant(Lit lit) { return lit == true_lit || lit == false_lit; }
  static Lit constant(bool value) { return value ? true_lit : false_lit; }

  Lit fresh() { return sat_.new_variable(); }
  bool is_stopped() const { return sat_.is_spoilt(); }
  Lit and_(Lit a, Lit b);
  Lit or_(Lit a, Lit b) { return -and_(-a, -b); }
  Lit xor_(Lit a, Lit b);
  Lit xor_(Lit a, Lit b, Lit c);      // the sum of a full adder
  Lit majority(Lit a, Lit b, Lit c);  // and its carry
  Lit mux(Lit condition, Lit a, Lit b);
  Lit and_(std::span<const Lit> lits);
  Lit or_(std::span<const Lit> lits);

  // A clause that must hold whenever the guard (below) is on.
  void require(Lit a) { add({a, 0, 0, 0}); }
  void require(Lit a, Lit b) { add({a, b, 0, 0}); }

  // Until leave(), new gates hold only where the returned literal is assumed. This is for circuits
  // that are hard to satisfy: queries that do not need them must not pay for them.
  Lit enter();
  void leave() { guard_ = 0; }

 private:
  enum class Kind : uint32_t { none, conjunction, parity, parity3, majority, mux };
  struct Entry {
    Kind kind = Kind::none;
    Lit a = 0, b = 0, c = 0;
    Lit guard = 0;
    Lit output = 0;
  };

  // The gate's output; zero and a place to fill in when it is new.
  Lit& find(Kind kind, Lit a, Lit b, Lit c);
  void grow();
  void add(const std::array<Lit, 4>& clause);  // zeros are left out

  SatInstance& sat_;
  std::vector<Entry> table_;  // open addressing; a power of two
  size_t used_ = 0;
  Lit guard_ = 0;
};

}  // namespace cuttle
