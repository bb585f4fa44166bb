// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/shadow/domain.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "engine/support/check.h"

namespace cuttle::prolog {

Domain::Domain(std::vector<Symbol> symbols, unsigned int_bits, int initial_symbol)
    : symbols_(std::move(symbols)), int_bits_(int_bits), float_bits_(int_bits) {
  CUTTLE_CHECK(!symbols_.empty(), "an input position without possible symbols");
  std::vector<size_t> order(symbols_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [this](size_t a, size_t b) { return symbols_[a].kind < symbols_[b].kind; });
  std::vector<Symbol> sorted;
  for (size_t i = 0; i < order.size(); ++i) {
    if (static_cast<int>(order[i]) == initial_symbol) initial_ = static_cast<unsigned>(i);
    sorted.push_back(std::move(symbols_[order[i]]));
  }
  symbols_ = std::move(sorted);
  width_ = static_cast<unsigned>(std::bit_width(symbols_.size() - 1));
  for (size_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& s = symbols_[i];
    max_arity_ = std::max(max_arity_, s.arity);
    text_inside_ = text_inside_ || s.any_text ||
                   std::any_of(s.args.begin(), s.args.end(),
                               [](const Domain* arg) { return arg->has_text_inside(); });
    if (s.kind == Symbol::Kind::integer) integer_ = static_cast<int>(i);
    if (s.kind == Symbol::Kind::floating) floating_ = static_cast<int>(i);
    if (s.kind == Symbol::Kind::compound) by_functor_[s.functor] = static_cast<int>(i);
    if (s.any_text) {
      (s.kind == Symbol::Kind::atom ? any_atom_ : any_string_) = static_cast<int>(i);
      continue;
    }
    if (s.kind == Symbol::Kind::atom) by_constant_[s.constant] = static_cast<int>(i);
  }
}

void Domain::set_bounds(int64_t low, int64_t high) {
  bool has_low = low != std::numeric_limits<int64_t>::min();
  bool has_high = high != std::numeric_limits<int64_t>::max();
  if (!has_low && !has_high) return;
  int64_t most = (int64_t{1} << (std::min(int_bits_, 60u) - 1)) - 1;
  bounded_ = true;
  low_ = has_low ? low : high - most;
  high_ = has_high ? high : low + most;
  if (high_ < low_) high_ = low_;
  auto range = static_cast<uint64_t>(high_ - low_);
  int_bits_ = std::max(1u, static_cast<unsigned>(std::bit_width(range)));
}

void Domain::set_text_lengths(unsigned least, unsigned most) {
  least_text_ = least;
  most_text_ = most;
}

bool Domain::admits_text(std::u32string_view text) const {
  return text.size() >= least_text_ && text.size() <= most_text_ &&
         std::all_of(text.begin(), text.end(),
                     [](char32_t c) { return c >= first_character && c <= last_character; });
}

int Domain::constant(const Store& store, Cell c) const {
  if (tag_of(c) == Tag::atom) {
    auto it = by_constant_.find(c);
    return it == by_constant_.end() ? -1 : it->second;
  }
  for (size_t i = 0; i < symbols_.size(); ++i) {
    const Symbol& s = symbols_[i];
    if (tag_of(s.constant) == Tag::box && s.constant && store.box_equal(s.constant, c))
      return static_cast<int>(i);
  }
  return -1;
}

int Domain::functor(FunctorId f) const {
  auto it = by_functor_.find(f);
  return it == by_functor_.end() ? -1 : it->second;
}

std::pair<unsigned, unsigned> Domain::range(Symbol::Kind kind) const {
  auto below = [](const Symbol& s, Symbol::Kind k) { return s.kind < k; };
  auto above = [](Symbol::Kind k, const Symbol& s) { return k < s.kind; };
  auto first = std::lower_bound(symbols_.begin(), symbols_.end(), kind, below);
  auto last = std::upper_bound(symbols_.begin(), symbols_.end(), kind, above);
  return {static_cast<unsigned>(first - symbols_.begin()),
          static_cast<unsigned>(last - symbols_.begin())};
}

}  // namespace cuttle::prolog
