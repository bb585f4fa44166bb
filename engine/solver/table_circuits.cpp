// SPDX-License-Identifier: Apache-2.0
// Look-ups of Circuits.
#include <algorithm>

#include "engine/solver/circuits.h"

namespace cuttle {

// A balanced tree of multiplexers over the index bits; what is equal on both sides takes no gate,
// and equal gates are shared between columns and tables, so that constant tables stay small.
Bits Circuits::select(std::span<const Bits> elements, const Bits& index, unsigned bits,
                      size_t base) {
  if (bits == 0 || base + 1 >= elements.size() || gates_.is_stopped()) {
    return elements[std::min(base, elements.size() - 1)];
  }
  const Bits low = select(elements, index, bits - 1, base);
  const Bits high = select(elements, index, bits - 1, base + (size_t{1} << (bits - 1)));
  return mux(index[bits - 1], high, low);
}

// Tables of checksums: every bit of the element is the exclusive or of some bits of the index.
// As multiplexers they would hide that from the solver.
bool Circuits::xor_table(std::span<const Bits> elements, const Bits& index, Bits& out) {
  const size_t count = elements.size();
  if (count < 4 || (count & (count - 1)) != 0 || index.size() >= 32) return false;
  const unsigned bits = static_cast<unsigned>(__builtin_ctzll(count));
  if (index.size() != bits) return false;
  const size_t width = elements[0].size();
  for (const Bits& element : elements) {
    if (!std::all_of(element.begin(), element.end(), Gates::is_constant)) return false;
  }
  for (size_t i = 1; i < count; ++i) {
    const size_t lowest = i & (~i + 1), rest = i ^ lowest;
    for (size_t column = 0; column < width; ++column) {
      const bool expected = (elements[lowest][column] == elements[0][column]) ==
                            (elements[rest][column] == Gates::true_lit);
      if ((elements[i][column] == Gates::true_lit) != expected) return false;
    }
  }
  out.assign(elements[0].begin(), elements[0].end());
  for (size_t column = 0; column < width; ++column) {
    for (unsigned bit = 0; bit < bits; ++bit) {
      if (elements[size_t{1} << bit][column] == elements[0][column]) continue;
      out[column] = gates_.xor_(out[column], index[bit]);
    }
  }
  return true;
}

Bits Circuits::lookup(std::span<const Bits> elements, const Bits& index) {
  Bits result;
  if (xor_table(elements, index, result)) return result;
  unsigned bits = 0;
  while (bits < 32 && (size_t{1} << bits) < elements.size()) ++bits;
  const unsigned used = std::min<unsigned>(bits, static_cast<unsigned>(index.size()));
  result = select(elements, index, used, 0);
  if (index.size() <= bits) return result;
  const Lit beyond = gates_.or_(std::span<const Lit>(index).subspan(bits));
  return mux(beyond, elements.back(), result);
}

}  // namespace cuttle
