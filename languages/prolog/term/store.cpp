// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/store.h"

#include <sys/mman.h>

#include <cstring>

#include "engine/support/check.h"

namespace cuttle::prolog {

Area::Area(uint64_t words) : words_(words) {
  void* at = mmap(nullptr, words * sizeof(Cell), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  CUTTLE_CHECK(at != MAP_FAILED, "no address space for the Prolog machine");
  data_ = static_cast<Cell*>(at);
}

Area::~Area() {
  munmap(data_, words_ * sizeof(Cell));
}

void Area::release(uint64_t from) {
  constexpr uint64_t page_words = 4096 / sizeof(Cell);
  from = (from + page_words - 1) / page_words * page_words;
  if (from < words_) madvise(data_ + from, (words_ - from) * sizeof(Cell), MADV_DONTNEED);
}

Store::Store(Symbols& symbols, uint64_t heap_words)
    : symbols_(symbols), area_(heap_base + heap_words + slack), cells_(area_.data()) {
  limit_ = heap_base + heap_words;
}

void Store::set_limit(uint64_t words) {
  limit_ = std::min(heap_base + words, area_.size() - slack);
}

void Store::reset() {
  constexpr uint64_t keep = uint64_t{1}
                            << 20;  // pages below this stay mapped: the next run is fast
  if (used() > keep) area_.release(heap_base + keep);
  top_ = heap_base;
  exhausted_ = false;
}

uint64_t Store::overflow(uint64_t words) {
  CUTTLE_CHECK(words < slack, "a single term is larger than the machine can hold");
  exhausted_ = true;
  return limit_;  // scratch space behind the limit: what is built here is never looked at again
}

Cell Store::compound(FunctorId f, std::span<const Cell> args) {
  uint64_t i = allocate(args.size() + 1);
  cells_[i] = functor_cell(f);
  for (size_t k = 0; k < args.size(); ++k) cells_[i + 1 + k] = args[k];
  return compound_cell(i);
}

Cell Store::list(std::span<const Cell> items, Cell tail) {
  for (size_t k = items.size(); k-- > 0;) tail = cons(items[k], tail);
  return tail;
}

Cell Store::new_box(BoxKind kind, uint64_t words) {
  uint64_t i = allocate(words + 1);
  cells_[i] =
      make_cell(Tag::functor, uint64_t{1} << 48 | static_cast<uint64_t>(kind) << 40 | words);
  return make_cell(Tag::box, i);
}

Cell Store::floating(double value) {
  Cell box = new_box(BoxKind::floating, 1);
  std::memcpy(&cells_[payload(box) + 1], &value, sizeof value);
  return box;
}

double Store::float_of(Cell box) const {
  double value;
  std::memcpy(&value, &cells_[payload(box) + 1], sizeof value);
  return value;
}

Cell Store::string(std::string_view text) {
  Cell box = new_box(BoxKind::string, 1 + (text.size() + 7) / 8);
  Cell* words = &cells_[payload(box) + 1];
  words[0] = text.size();
  if (!text.empty()) {
    words[(text.size() + 7) / 8] = 0;
    std::memcpy(words + 1, text.data(), text.size());
  }
  return box;
}

std::string_view Store::string_of(Cell box) const {
  const Cell* words = &cells_[payload(box) + 1];
  return {reinterpret_cast<const char*>(words + 1), words[0]};
}

// A number is a word (limb count, sign in the top bit) and its limbs.
Cell Store::box_limbs(BoxKind kind, const mpz_class& a, const mpz_class* b) {
  uint64_t na = mpz_size(a.get_mpz_t()), nb = b ? mpz_size(b->get_mpz_t()) : 0;
  Cell box = new_box(kind, 1 + na + (b ? 1 + nb : 0));
  Cell* out = &cells_[payload(box) + 1];
  auto put = [&out](const mpz_class& z, uint64_t n) {
    *out++ = n | (sgn(z) < 0 ? uint64_t{1} << 63 : 0);
    for (uint64_t k = 0; k < n; ++k) *out++ = mpz_getlimbn(z.get_mpz_t(), k);
  };
  put(a, na);
  if (b) put(*b, nb);
  return box;
}

mpz_class Store::limbs(const Cell* at) const {
  mpz_class z;
  uint64_t n = *at & ~(uint64_t{1} << 63);
  mpz_import(z.get_mpz_t(), n, -1, sizeof(Cell), 0, 0, at + 1);
  if (*at >> 63) z = -z;
  return z;
}

Cell Store::integer(int64_t value) {
  if (is_small_int(value)) return int_cell(value);
  return integer(mpz_class(static_cast<long>(value)));
}

Cell Store::integer(const mpz_class& value) {
  if (value.fits_slong_p() && is_small_int(value.get_si())) return int_cell(value.get_si());
  return box_limbs(BoxKind::big_integer, value, nullptr);
}

Cell Store::rational(const mpq_class& value) {
  if (value.get_den() == 1) return integer(value.get_num());
  mpz_class den = value.get_den();
  return box_limbs(BoxKind::rational, value.get_num(), &den);
}

mpz_class Store::big_of(Cell box) const {
  return limbs(&cells_[payload(box) + 1]);
}

mpq_class Store::rational_of(Cell box) const {
  const Cell* at = &cells_[payload(box) + 1];
  mpz_class num = limbs(at);
  at += 1 + (*at & ~(uint64_t{1} << 63));
  return mpq_class(num, limbs(at));
}

bool Store::box_equal(Cell a, Cell b) const {
  const Cell* x = &cells_[payload(a)];
  const Cell* y = &cells_[payload(b)];
  if (x[0] != y[0]) return false;
  if (box_kind(a) == BoxKind::string) return string_of(a) == string_of(b);
  return std::memcmp(x + 1, y + 1, box_words(a) * sizeof(Cell)) == 0;
}

Store::Constants::Constants(Store& store)
    : store_(store), saved_top_(store.top_), saved_limit_(store.limit_) {
  store.top_ = store.constants_top_;
  store.limit_ = heap_base - slack;
}

Store::Constants::~Constants() {
  CUTTLE_CHECK(!store_.exhausted_ || store_.top_ < heap_base - slack, "too many constants");
  store_.constants_top_ = store_.top_;
  store_.top_ = saved_top_;
  store_.limit_ = saved_limit_;
}

}  // namespace cuttle::prolog
