// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "languages/prolog/term/cell.h"
#include "languages/prolog/term/symbols.h"

namespace cuttle::prolog {

// A large array of words whose pages the system provides on first use.
class Area {
 public:
  explicit Area(uint64_t words);
  ~Area();
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;
  Cell* data() { return data_; }
  uint64_t size() const { return words_; }
  // Gives the pages from `from` on back to the system.
  void release(uint64_t from);

 private:
  Cell* data_;
  uint64_t words_;
};

enum class BoxKind : uint8_t { floating, big_integer, rational, string };

// The terms of one machine: constants that belong to the program at the low indices, and above
// them the heap, which a run grows and backtracking cuts back. Allocation never fails: beyond the
// limit `exhausted()` becomes true and the top stays where it is; the machine looks at it at every
// call and ends the run.
class Store {
 public:
  Store(Symbols& symbols, uint64_t heap_words);

  Cell& operator[](uint64_t index) { return cells_[index]; }
  Cell operator[](uint64_t index) const { return cells_[index]; }
  Symbols& symbols() { return symbols_; }
  const Symbols& symbols() const { return symbols_; }

  // The heap.
  uint64_t top() const { return top_; }
  uint64_t base() const { return heap_base; }
  void cut_back(uint64_t top) { top_ = top; }
  bool exhausted() const { return exhausted_; }
  void reset();  // forgets every term but the program's constants
  void set_limit(uint64_t words);
  uint64_t used() const { return top_ - heap_base; }

  uint64_t allocate(uint64_t words) {
    if (top_ + words > limit_) [[unlikely]]
      return overflow(words);
    uint64_t at = top_;
    top_ += words;
    return at;
  }

  // Follows references; the result is never a bound ref. Symbolic cells are results, too.
  Cell deref(Cell c) const {
    while (is_var_tag(tag_of(c))) {  // copies of an attvar cell lead to its value as well
      Cell next = cells_[payload(c)];
      if (next == c) return c;
      c = next;
    }
    return c;
  }

  Cell new_var() {
    uint64_t i = allocate(1);
    return cells_[i] = ref_cell(i);
  }
  Cell compound(FunctorId f, std::span<const Cell> args);
  Cell cons(Cell head, Cell tail) {
    uint64_t i = allocate(3);
    cells_[i] = functor_cell(symbols_.list);
    cells_[i + 1] = head;
    cells_[i + 2] = tail;
    return compound_cell(i);
  }
  Cell list(std::span<const Cell> items, Cell tail = atom_cell(atoms::nil));
  Cell floating(double value);
  Cell integer(const mpz_class& value);
  Cell integer(int64_t value);
  Cell rational(const mpq_class& value);  // an integer when it is one
  Cell string(std::string_view text);

  // Inspection.
  FunctorId functor_of(Cell compound) const {
    return static_cast<FunctorId>(payload(cells_[payload(compound)]));
  }
  Cell arg(Cell compound, unsigned i) const { return cells_[payload(compound) + 1 + i]; }
  bool is_functor(Cell c, FunctorId f) const {
    return tag_of(c) == Tag::compound && cells_[payload(c)] == functor_cell(f);
  }
  BoxKind box_kind(Cell box) const {
    return static_cast<BoxKind>(payload(cells_[payload(box)]) >> 40 & 3);
  }
  uint64_t box_words(Cell box) const { return payload(cells_[payload(box)]) & 0xFFFFFFFFFF; }
  double float_of(Cell box) const;
  mpz_class big_of(Cell box) const;
  mpq_class rational_of(Cell box) const;
  std::string_view string_of(Cell box) const;
  bool box_equal(Cell a, Cell b) const;

  // While a Constants object lives, allocation goes to the program's constants.
  class Constants {
   public:
    explicit Constants(Store& store);
    ~Constants();
    Constants(const Constants&) = delete;
    Constants& operator=(const Constants&) = delete;

   private:
    Store& store_;
    uint64_t saved_top_, saved_limit_;
  };

 private:
  static constexpr uint64_t heap_base = uint64_t{1} << 26;
  static constexpr uint64_t slack = uint64_t{1} << 22;

  uint64_t overflow(uint64_t words);
  Cell new_box(BoxKind kind, uint64_t words);
  Cell box_limbs(BoxKind kind, const mpz_class& a, const mpz_class* b);
  mpz_class limbs(const Cell* at) const;

  Symbols& symbols_;
  Area area_;
  Cell* cells_;
  uint64_t constants_top_ = 1;
  uint64_t top_ = heap_base;
  uint64_t limit_;
  bool exhausted_ = false;
};

}  // namespace cuttle::prolog
