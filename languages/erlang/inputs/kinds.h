// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/term/domain.h"
#include "languages/erlang/term/term.h"

namespace cuttle::erlang {

// The kinds of symbols (term::Symbol::kind) are TermKind, in Erlang's order, and one more.
constexpr term::KindId kind_id(TermKind kind) {
  return static_cast<term::KindId>(kind);
}
// Stands where a map has no value for a key.
constexpr term::KindId absent_kind = kind_id(TermKind::bitstring) + 1;

// Names of atoms as numbers; id of a symbol that is an atom.
class Atoms {
 public:
  uint32_t id(std::string_view name);
  const std::string& name(uint32_t id) const { return names_[id]; }
  size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, uint32_t> by_name_;
};

// What the symbols of a domain are, by kind:
//   integer, floating   any number (Content::integer, Content::floating)
//   atom                a constant; its id is that of the name in Atoms
//   nil                 the constant 0
//   cons                a functor with head and tail; its id is the variant: there may be several,
//                       the alternatives of a union of lists
//   tuple               a functor; size and variant are in its id. There may be several variants
//                       of one size: the alternatives of a union type, with other domains inside.
//   bitstring           any binary (Content::text with bytes as characters); or a functor whose
//                       argument is a binary that is not empty: its id is how many bits are
//                       missing at the end of that
//   map                 a functor; its id is that of the list of keys (MapKeys), its arguments are
//                       the values of these keys, or absent. There are no other keys.
//   fun                 a functor; its id is the arity. Argument i is what the fun returns for the
//                       i-th distinct list of arguments of a run; the last one for all later ones.
//   pid, reference      constants 0, 1, ..: distinct ones
constexpr uint64_t tuple_id(unsigned size, unsigned variant) {
  return uint64_t{variant} << 32 | size;
}
constexpr unsigned tuple_size(const term::Symbol& symbol) {
  return static_cast<uint32_t>(symbol.id);
}

// The lists of keys that maps have as inputs.
class MapKeys {
 public:
  uint64_t add(std::vector<Term> keys);
  const std::vector<Term>& keys(uint64_t id) const { return lists_[id]; }

 private:
  std::vector<std::vector<Term>> lists_;
};

}  // namespace cuttle::erlang
