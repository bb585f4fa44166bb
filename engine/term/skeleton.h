// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/term/domain.h"
#include "engine/term/floats.h"
#include "engine/term/integers.h"

namespace cuttle::term {

using PositionId = uint32_t;

// The positions of a target's inputs: the roots are the inputs themselves, and below each position
// lie those of its possible arguments, down to where the domains end. A position has a tag variable
// (which symbol of its domain stands there) and, where numbers or texts are possible, variables for
// these. Positions are made on first use and live as long as the target.
class Skeleton {
 public:
  explicit Skeleton(ExprPool& pool) : pool_(pool), integers_(pool), floats_(pool) {}

  PositionId add_root(const std::string& name, const Domain* domain);
  const std::vector<PositionId>& roots() const { return roots_; }

  const Domain& domain(PositionId p) const { return *positions_[p].domain; }
  const Symbol& symbol(PositionId p, unsigned s) const { return domain(p).symbols()[s]; }
  const std::string& name(PositionId p) const { return positions_[p].name; }
  // Argument `i` of symbol `symbol` at p.
  PositionId child(PositionId p, unsigned symbol, unsigned i);
  size_t size() const { return positions_.size(); }

  bool has_tag(PositionId p) const { return positions_[p].domain->width() > 0; }
  ExprId tag(PositionId p);      // only when has_tag
  ExprId integer(PositionId p);  // signed bits
  // A double; values of the variable that are no input (NaN, too large, too small) mean 0.0.
  ExprId floating(PositionId p);
  // What the integer variable has to be for the integer to be `value`, or as near as it can be.
  Value encode_integer(PositionId p, const mpz_class& value) const;
  // What a variable of a position says.
  enum class Role : uint8_t { tag, integer, floating, text_length, character };
  struct Owner {
    PositionId position;
    Role role;
  };
  const Owner* owner(VarId v) const;  // null: not one of ours
  Integers& integers() { return integers_; }
  Floats& floats() { return floats_; }
  ExprPool& pool() { return pool_; }

  // Conditions on the inputs.
  ExprId is_symbol(PositionId p, unsigned symbol);
  ExprId is_between(PositionId p, unsigned first, unsigned last);  // symbols [first, last)
  // The two positions hold the same term.
  ExprId equal(PositionId p, PositionId q);

  // The text of that kind at p: its length, and the codes of its characters if it has that length.
  ExprId length_of_text(PositionId p, KindId kind);
  ExprId code_of_text(PositionId p, KindId kind, unsigned length, unsigned i);
  // The unknown text at p is this one, whatever the tag says.
  ExprId spells(PositionId p, std::u32string_view text);
  ExprId unknown_length(PositionId p);  // bits(length_bits)
  ExprId unknown_code(PositionId p, unsigned i);
  ExprId has_tag_value(PositionId p, unsigned symbol) { return tag_between(p, symbol, symbol + 1); }
  static constexpr unsigned length_bits = 16;

 private:
  struct Child {
    unsigned arg;
    const Domain* domain;
    PositionId position;
  };
  struct Position {
    std::string name;
    const Domain* domain;
    ExprId tag = {}, integer = {}, floating = {};
    std::vector<Child> children = {};
    ExprId text_length = {};
    std::vector<ExprId> characters = {};
  };
  ExprId outside_of_gaps(const Domain& domain, ExprId variable);
  ExprId tag_between(PositionId p, unsigned first, unsigned last);
  ExprId spells_some(PositionId p, unsigned first, unsigned last);
  ExprId equal_texts(PositionId p, PositionId q, KindId kind);
  ExprId equal_symbols(PositionId p, PositionId q);
  ExprId equal_args(PositionId p, unsigned sp, PositionId q, unsigned sq);
  ExprId equal_inside(PositionId p, unsigned sp, PositionId q, unsigned sq);

  ExprPool& pool_;
  Integers integers_;
  Floats floats_;
  std::vector<Position> positions_;
  std::vector<PositionId> roots_;
  std::unordered_map<VarId, Owner> owners_;
};

}  // namespace cuttle::term
