// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/flat_term.h"

#include <unordered_map>

namespace cuttle::prolog {

namespace {

// Copies breadth-first into `out`; cells not yet treated are source cells, collected in `pending`.
struct Copier {
  const Store& store;
  std::vector<Cell>& out;
  bool attributes;
  std::unordered_map<uint64_t, uint64_t> seen;  // variables and compounds: shared stays shared
  std::vector<uint64_t> pending;                // indices in `out` that hold source cells

  uint64_t grow(uint64_t n) {
    uint64_t at = out.size();
    out.resize(at + n);
    return at;
  }

  Cell variable(Cell c) {
    auto [it, fresh] = seen.try_emplace(payload(c), 0);
    if (fresh) {
      bool attributed = tag_of(c) == Tag::attvar && attributes;
      it->second = grow(attributed ? 2 : 1);
      out[it->second] = make_cell(attributed ? Tag::attvar : Tag::ref, it->second);
      if (attributed) {
        out[it->second + 1] = store[payload(c) + 1];
        pending.push_back(it->second + 1);
      }
    }
    return ref_cell(it->second);
  }

  Cell convert(Cell c) {
    c = store.deref(c);
    switch (tag_of(c)) {
      case Tag::ref:
      case Tag::attvar:
        return variable(c);
      case Tag::compound: {
        auto [it, fresh] = seen.try_emplace(payload(c), 0);
        if (!fresh) return compound_cell(it->second);
        unsigned n = store.symbols().arity(store.functor_of(c));
        uint64_t at = it->second = grow(n + 1);
        out[at] = store[payload(c)];
        for (unsigned i = 0; i < n; ++i) {
          out[at + 1 + i] = store.arg(c, i);
          pending.push_back(at + 1 + i);
        }
        return compound_cell(at);
      }
      case Tag::box: {
        uint64_t n = store.box_words(c) + 1;
        uint64_t at = grow(n);
        for (uint64_t i = 0; i < n; ++i) out[at + i] = store[payload(c) + i];
        return make_cell(Tag::box, at);
      }
      default:
        return c;
    }
  }
};

}  // namespace

FlatTerm FlatTerm::copy(const Store& store, Cell term, bool attributes) {
  FlatTerm flat;
  term = store.deref(term);
  if (tag_of(term) == Tag::atom || tag_of(term) == Tag::integer || tag_of(term) == Tag::symbolic) {
    flat.root_ = term;
    return flat;
  }
  Copier copier{store, flat.cells_, attributes, {}, {}};
  flat.root_ = copier.convert(term);
  constexpr size_t limit = size_t{1} << 27;  // a gigabyte: the run is over its memory anyway
  while (!copier.pending.empty() && flat.cells_.size() < limit) {
    uint64_t at = copier.pending.back();
    copier.pending.pop_back();
    Cell converted = copier.convert(flat.cells_[at]);
    flat.cells_[at] = converted;
  }
  for (uint64_t at : copier.pending) flat.cells_[at] = atom_cell(atoms::nil);
  return flat;
}

Cell FlatTerm::build(Store& store) const {
  uint64_t n = cells_.size();
  constexpr uint64_t chunk = uint64_t{1} << 20;
  uint64_t base = store.allocate(std::min(n, chunk));
  for (uint64_t done = chunk; done < n; done += chunk) store.allocate(std::min(n - done, chunk));
  if (store.exhausted()) return atom_cell(atoms::nil);
  auto moved = [base](Cell c) {
    switch (tag_of(c)) {
      case Tag::ref:
      case Tag::compound:
      case Tag::box:
      case Tag::attvar:
        return make_cell(tag_of(c), payload(c) + base);
      default:
        return c;
    }
  };
  for (uint64_t i = 0; i < n; ++i) {
    Cell c = cells_[i];
    if (tag_of(c) == Tag::functor && payload(c) >> 48) {  // a box: its words are not cells
      uint64_t words = payload(c) & 0xFFFFFFFFFF;
      for (uint64_t k = 0; k <= words; ++k) store[base + i + k] = cells_[i + k];
      i += words;
    } else {
      store[base + i] = moved(c);
    }
  }
  return moved(root_);
}

}  // namespace cuttle::prolog
