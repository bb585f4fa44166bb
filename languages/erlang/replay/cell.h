// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cuttle::erlang::replay {

// What a cell is. Up to `bits` the term is known at least at its top; the others depend on inputs.
enum class Tag : uint8_t {
  nil,
  small,     // the integer itself
  atom,      // its id
  big,       // an integer beyond `small`
  floating,  // a double
  cons,
  tuple,
  map,
  fun,
  opaque,    // a pid, reference, port
  bits,      // a bitstring whose length is known
  integer,   // an expression: signed bits
  real,      // an expression: a double
  boolean,   // an expression: true or false
  position,  // whatever stands at a position of the skeleton
  mux,       // one of several cells, as conditions say
  open_bits  // a binary at a position, or the rest of it: its length depends on inputs
};

// A shadow value: a term that may have unknown parts. Cells live in a Heap, but for small integers,
// atoms and [].
struct Cell {
  static constexpr unsigned tag_bits = 5;
  static constexpr int64_t most_small = (int64_t{1} << (62 - tag_bits)) - 1;

  uint64_t word = 0;

  // `ground`: nothing below depends on inputs.
  static constexpr Cell make(Tag tag, uint64_t payload, bool ground) {
    return {payload << (tag_bits + 1) | (ground ? uint64_t{1} << tag_bits : 0) |
            static_cast<uint64_t>(tag)};
  }
  static constexpr Cell nil() { return make(Tag::nil, 0, true); }
  static constexpr Cell atom(uint32_t id) { return make(Tag::atom, id, true); }
  static constexpr Cell small(int64_t value) {
    return make(Tag::small, static_cast<uint64_t>(value), true);
  }
  static constexpr bool fits(int64_t value) { return value <= most_small && value >= -most_small; }

  Tag tag() const { return static_cast<Tag>(word & ((1u << tag_bits) - 1)); }
  bool is_ground() const { return (word >> tag_bits & 1) != 0; }
  uint64_t payload() const { return word >> (tag_bits + 1); }
  int64_t as_small() const { return static_cast<int64_t>(word) >> (tag_bits + 1); }
  uint32_t as_atom() const { return static_cast<uint32_t>(payload()); }
  friend bool operator==(Cell, Cell) = default;
};

}  // namespace cuttle::erlang::replay
