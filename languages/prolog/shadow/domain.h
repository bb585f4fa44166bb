// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

class Domain;

// The characters of unknown texts.
constexpr char32_t first_character = ' ', last_character = '~';

// What can stand at an input position: a constant, any integer, any float, or a functor.
struct Symbol {
  enum class Kind : uint8_t { atom, integer, floating, string, compound };
  Kind kind = Kind::atom;
  Cell constant = 0;      // string (a program constant), atom
  FunctorId functor = 0;  // compound
  unsigned arity = 0;
  std::vector<const Domain*> args;  // what its arguments range over
  // In domains with unknown texts: those of the constants, and the symbol for all other texts.
  std::u32string text = {};
  bool any_text = false;
};

// The possible symbols of one input position. They are ordered by kind, so that a type test is a
// comparison of the tag with a bound; the last symbol also stands for all tags beyond it, so that
// every value of the tag variable means some term and no side conditions are needed.
class Domain {
 public:
  Domain(std::vector<Symbol> symbols, unsigned int_bits, int initial_symbol);

  const std::vector<Symbol>& symbols() const { return symbols_; }
  unsigned size() const { return static_cast<unsigned>(symbols_.size()); }
  unsigned width() const { return width_; }  // of the tag; 0 when there is one symbol only
  unsigned int_bits() const { return int_bits_; }
  // Integers are low + v, with v the (unsigned) variable cut off at high - low; without bounds they
  // are the variable itself, signed.
  void set_bounds(int64_t low, int64_t high);
  bool bounded() const { return bounded_; }
  int64_t low() const { return low_; }
  int64_t high() const { return high_; }
  unsigned initial() const { return initial_; }
  // The symbol with that tag value.
  unsigned decode(uint64_t tag) const {
    return tag < size() ? static_cast<unsigned>(tag) : size() - 1;
  }

  // Index of a symbol, or -1.
  int integer() const { return integer_; }
  int floating() const { return floating_; }
  // Floats have up to this many bits before and after the point.
  unsigned float_bits() const { return float_bits_; }
  int constant(const Store& store, Cell c) const;  // an atom or a box
  int functor(FunctorId f) const;
  // The symbol that stands for all atoms (or strings) that no other symbol is, or -1. Their texts
  // are of these lengths, with printable ASCII characters.
  int any_text(Symbol::Kind kind) const {
    return kind == Symbol::Kind::atom ? any_atom_ : kind == Symbol::Kind::string ? any_string_ : -1;
  }
  bool has_any_text() const { return any_atom_ >= 0 || any_string_ >= 0; }
  bool has_text_inside() const { return text_inside_; }  // or in some argument
  void set_text_lengths(unsigned least, unsigned most);
  unsigned least_text() const { return least_text_; }
  unsigned most_text() const { return most_text_; }
  bool admits_text(std::u32string_view text) const;
  unsigned max_arity() const { return max_arity_; }
  // Symbols [first, last) of that kind.
  std::pair<unsigned, unsigned> range(Symbol::Kind kind) const;

  // For domains that refer to themselves: sets the arguments of a symbol after construction.
  void set_args(unsigned symbol, std::vector<const Domain*> args) {
    symbols_[symbol].args = std::move(args);
  }

 private:
  std::vector<Symbol> symbols_;
  unsigned width_ = 0;
  unsigned int_bits_ = 32, float_bits_ = 32;
  unsigned initial_ = 0;
  bool bounded_ = false;
  int64_t low_ = 0, high_ = 0;
  int integer_ = -1, floating_ = -1, any_atom_ = -1, any_string_ = -1;
  unsigned least_text_ = 0, most_text_ = 0;
  bool text_inside_ = false;
  unsigned max_arity_ = 0;
  std::unordered_map<Cell, int> by_constant_;
  std::unordered_map<FunctorId, int> by_functor_;
};

}  // namespace cuttle::prolog
