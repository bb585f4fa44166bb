// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <span>
#include <string>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/term/floats.h"
#include "engine/term/skeleton.h"
#include "languages/erlang/inputs/kinds.h"
#include "languages/erlang/replay/cell.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang::replay {

// An unknown integer: signed bits, and between what it lies.
struct Int {
  ExprId expr;
  mpz_class low, high;

  bool is_constant() const { return low == high; }
};

struct Real {
  ExprId expr;
  term::FloatFacts facts;
};

struct Alt {
  ExprId when;
  Cell value;
};

// Keys are distinct. `present` is an expression: whether the map has the key.
struct MapEntry {
  Cell key, value;
  ExprId present;
};
using MapData = std::vector<MapEntry>;

struct FunData {
  enum class Kind : uint8_t { closure, external, foreign };
  Kind kind = Kind::closure;
  uint32_t arity = 0;
  uint32_t module = 0, function = 0;  // closure: indices; external: atoms
  std::vector<Cell> captured = {};
  Term term = {};  // foreign
};

// A bitstring of known length: bytes as text, or as expressions of 8 bits. The last byte may be a
// part: its unused bits are the lowest ones, and zero.
struct BitsData {
  std::string text = {};
  std::vector<ExprId> bytes = {};  // when something is unknown
  uint64_t size = 0;               // in bits
};

// Bits [offset, offset + length) of the binary at a position, which is known to have them.
struct OpenBits {
  term::PositionId position = 0;
  uint64_t offset = 0;  // in bits
  Int length;           // in bits
  bool to_end = true;   // the last bit is the last one of a byte

  bool is_bytes() const { return to_end && offset % 8 == 0; }
};

// Where the cells of a run live. Those of literals come first and stay.
class Heap {
 public:
  explicit Heap(Atoms& atoms) : atoms_(atoms) {}

  // Forgets everything above the mark; keep() sets the mark.
  void reset();
  void keep();
  // In words, roughly.
  size_t size() const { return cells_.size() + 8 * (bits_.size() + maps_.size() + muxes_.size()); }

  Cell integer(const mpz_class& value);
  Cell floating(double value);
  Cell cons(Cell head, Cell tail);
  Cell tuple(std::span<const Cell> items);
  Cell list(std::span<const Cell> items, Cell tail = Cell::nil());
  Cell map(MapData entries);
  Cell fun(FunData fun);
  Cell opaque(Term term);
  Cell bits(BitsData bits);
  Cell binary(std::string bytes) { return bits({bytes, {}, bytes.size() * 8}); }
  Cell unknown(Int value);  // a constant when it is one
  Cell unknown(Real value) { return add(Tag::real, reals_, std::move(value), false); }
  Cell boolean(const ExprPool& pool, ExprId condition);
  Cell position(term::PositionId p) { return Cell::make(Tag::position, p, false); }
  Cell mux(std::vector<Alt> alts) { return add(Tag::mux, muxes_, std::move(alts), false); }
  Cell open_bits(OpenBits bits) { return add(Tag::open_bits, open_, std::move(bits), false); }
  Cell atom(std::string_view name) { return Cell::atom(atoms_.id(name)); }
  Cell from_term(const Term& term);

  bool is_integer(Cell c) const { return c.tag() == Tag::small || c.tag() == Tag::big; }
  mpz_class integer_of(Cell c) const;
  double float_of(Cell c) const { return floats_[c.payload()]; }
  Cell head(Cell c) const { return cells_[c.payload()]; }
  Cell tail(Cell c) const { return cells_[c.payload() + 1]; }
  std::span<const Cell> items(Cell c) const {
    return {cells_.data() + c.payload() + 1, cells_[c.payload()].word};
  }
  size_t tuple_size(Cell c) const { return cells_[c.payload()].word; }
  const MapData& map_of(Cell c) const { return maps_[c.payload()]; }
  const FunData& fun_of(Cell c) const { return funs_[c.payload()]; }
  const Term& opaque_of(Cell c) const { return opaques_[c.payload()]; }
  const BitsData& bits_of(Cell c) const { return bits_[c.payload()]; }
  const Int& int_of(Cell c) const { return ints_[c.payload()]; }
  const Real& real_of(Cell c) const { return reals_[c.payload()]; }
  ExprId condition_of(Cell c) const { return {static_cast<uint32_t>(c.payload())}; }
  term::PositionId position_of(Cell c) const { return static_cast<term::PositionId>(c.payload()); }
  const std::vector<Alt>& alts_of(Cell c) const { return muxes_[c.payload()]; }
  const OpenBits& open_of(Cell c) const { return open_[c.payload()]; }

  Atoms& atoms() { return atoms_; }
  // Atoms with smaller ids occur in the program.
  uint32_t program_atoms = 0;
  const std::string& name(Cell atom) const { return atoms_.name(atom.as_atom()); }
  // The kind of a cell whose top is known.
  TermKind kind(Cell c) const;
  // Of a ground cell; of funs that the program made only that they are funs.
  Term to_term(Cell c) const;
  // Ground cells.
  int compare(Cell a, Cell b) const;
  bool identical(Cell a, Cell b) const;

 private:
  template <typename T>
  Cell add(Tag tag, std::vector<T>& where, T value, bool ground) {
    where.push_back(std::move(value));
    return Cell::make(tag, where.size() - 1, ground);
  }

  Atoms& atoms_;
  std::vector<Cell> cells_;
  std::vector<mpz_class> bigs_;
  std::vector<double> floats_;
  std::vector<MapData> maps_;
  std::vector<FunData> funs_;
  std::vector<Term> opaques_;
  std::vector<BitsData> bits_;
  std::vector<Int> ints_;
  std::vector<Real> reals_;
  std::vector<std::vector<Alt>> muxes_;
  std::vector<OpenBits> open_;
  struct Mark {
    size_t cells = 0, bigs = 0, floats = 0, maps = 0, funs = 0, opaques = 0, bits = 0;
  } mark_;
};

}  // namespace cuttle::erlang::replay
