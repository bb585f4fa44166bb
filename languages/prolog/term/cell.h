// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace cuttle::prolog {

// One machine word of a Prolog term: a tag in the low three bits, the payload above it.
//
//   ref        index of another cell; a cell that refers to itself is an unbound variable
//   atom       AtomId
//   integer    61-bit signed value (larger ones are boxed)
//   compound   index of a functor cell, followed by the arguments
//   box        index of a box header: float, big integer, rational, string
//   symbolic   index into the shadow's table of symbolic values of this run
//   attvar     an unbound attributed variable: its own index; the next cell holds the attributes
//   functor    FunctorId, or a box header; never a term by itself
using Cell = uint64_t;

enum class Tag : uint8_t { ref, atom, integer, compound, box, symbolic, attvar, functor };

using AtomId = uint32_t;
using FunctorId = uint32_t;

constexpr Tag tag_of(Cell c) {
  return static_cast<Tag>(c & 7);
}
constexpr uint64_t payload(Cell c) {
  return c >> 3;
}
constexpr Cell make_cell(Tag tag, uint64_t payload) {
  return payload << 3 | static_cast<uint64_t>(tag);
}
constexpr int64_t int_of(Cell c) {
  return static_cast<int64_t>(c) >> 3;
}
constexpr Cell int_cell(int64_t value) {
  return static_cast<uint64_t>(value) << 3 | static_cast<uint64_t>(Tag::integer);
}
constexpr int64_t max_small_int = (int64_t{1} << 60) - 1;
constexpr int64_t min_small_int = -(int64_t{1} << 60);
constexpr bool is_small_int(int64_t v) {
  return v >= min_small_int && v <= max_small_int;
}

constexpr Cell atom_cell(AtomId a) {
  return make_cell(Tag::atom, a);
}
constexpr AtomId atom_of(Cell c) {
  return static_cast<AtomId>(payload(c));
}
constexpr Cell functor_cell(FunctorId f) {
  return make_cell(Tag::functor, f);
}
constexpr Cell ref_cell(uint64_t index) {
  return make_cell(Tag::ref, index);
}
constexpr Cell compound_cell(uint64_t index) {
  return make_cell(Tag::compound, index);
}
constexpr bool is_atomic_tag(Tag t) {
  return t == Tag::atom || t == Tag::integer || t == Tag::box;
}
constexpr bool is_var_tag(Tag t) {
  return t == Tag::ref || t == Tag::attvar;
}

}  // namespace cuttle::prolog
