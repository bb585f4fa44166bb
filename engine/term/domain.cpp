// SPDX-License-Identifier: Apache-2.0
#include "engine/term/domain.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "engine/support/check.h"

namespace cuttle::term {

unsigned TextRange::character_bits() const {
  return std::max(1u, static_cast<unsigned>(std::bit_width(uint32_t{last} - uint32_t{first})));
}

unsigned TextRange::code_bits() const {
  return static_cast<unsigned>(std::bit_width(uint32_t{last})) + 1;
}

Domain::Domain(std::vector<Symbol> symbols, unsigned bits, size_t initial)
    : int_bits_(bits), float_bits_(bits) {
  CUTTLE_CHECK(!symbols.empty(), "a position without possible symbols");
  std::vector<size_t> order(symbols.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return symbols[a].kind < symbols[b].kind; });
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] == initial) initial_ = static_cast<unsigned>(i);
    symbols_.push_back(std::move(symbols[order[i]]));
  }
  width_ = static_cast<unsigned>(std::bit_width(symbols_.size() - 1));
  for (unsigned i = 0; i < size(); ++i) add_to_index(i);
}

void Domain::add_to_index(unsigned i) {
  const Symbol& s = symbols_[i];
  text_inside_ = text_inside_ || s.is_any_text() ||
                 std::any_of(s.args.begin(), s.args.end(),
                             [](const Domain* arg) { return arg->has_text_inside(); });
  switch (s.content) {
    case Content::integer:
      integer_ = static_cast<int>(i);
      break;
    case Content::floating:
      floating_ = static_cast<int>(i);
      break;
    case Content::text:
      any_texts_.push_back(i);
      break;
    case Content::nothing:
    case Content::arguments:
      by_id_[{s.kind, s.id}] = static_cast<int>(i);
      break;
  }
}

void Domain::set_bounds(const std::optional<mpz_class>& low, const std::optional<mpz_class>& high) {
  if (!low && !high) return;
  mpz_class most = (mpz_class(1) << (int_bits_ - 1)) - 1;
  bounded_ = true;
  low_ = low ? *low : mpz_class(*high - most);
  high_ = high ? *high : mpz_class(*low + most);
  if (high_ < low_) high_ = low_;
  mpz_class range = high_ - low_;
  int_bits_ = static_cast<unsigned>(mpz_sizeinbase(range.get_mpz_t(), 2));  // 1 of zero
}

int Domain::find(KindId kind, uint64_t id) const {
  auto it = by_id_.find({kind, id});
  return it == by_id_.end() ? -1 : it->second;
}

int Domain::any_text(KindId kind) const {
  for (unsigned s : any_texts_) {
    if (symbols_[s].kind == kind) return static_cast<int>(s);
  }
  return -1;
}

bool Domain::admits_text(std::u32string_view text) const {
  return text.size() >= texts_.least && text.size() <= texts_.most &&
         std::all_of(text.begin(), text.end(),
                     [this](char32_t c) { return c >= texts_.first && c <= texts_.last; });
}

std::pair<unsigned, unsigned> Domain::range(KindId kind) const {
  auto below = [](const Symbol& s, KindId k) { return s.kind < k; };
  auto above = [](KindId k, const Symbol& s) { return k < s.kind; };
  auto first = std::lower_bound(symbols_.begin(), symbols_.end(), kind, below);
  auto last = std::upper_bound(symbols_.begin(), symbols_.end(), kind, above);
  return {static_cast<unsigned>(first - symbols_.begin()),
          static_cast<unsigned>(last - symbols_.begin())};
}

}  // namespace cuttle::term
