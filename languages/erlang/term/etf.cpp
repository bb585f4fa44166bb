// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/term/etf.h"

#include <bit>
#include <cstring>
#include <optional>

namespace cuttle::erlang {
namespace {

enum Tag : uint8_t {
  version = 131,
  new_float = 70,
  bit_binary = 77,
  new_pid = 88,
  new_port = 89,
  newer_reference = 90,
  small_integer = 97,
  integer = 98,
  atom = 100,
  port_v3 = 102,
  pid = 103,
  small_tuple = 104,
  large_tuple = 105,
  nil = 106,
  string = 107,
  list = 108,
  binary = 109,
  small_big = 110,
  large_big = 111,
  new_fun = 112,
  exported = 113,
  new_reference = 114,
  small_atom = 115,
  map = 116,
  atom_utf8 = 118,
  small_atom_utf8 = 119,
  v4_port = 120,
};

// Nothing of a term that was not written by us is trusted: every read is checked.
class Reader {
 public:
  explicit Reader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  bool done() const { return at_ == bytes_.size(); }
  bool failed() const { return failed_; }

  uint64_t number(unsigned bytes) {
    uint64_t value = 0;
    for (uint8_t byte : take(bytes)) value = value << 8 | byte;
    return value;
  }

  Term term(unsigned depth = 0) {
    size_t begin = at_;
    if (depth > deepest) failed_ = true;
    if (failed_) return {};
    switch (auto tag = static_cast<uint8_t>(number(1))) {
      case small_integer:
        return Term::make_integer(static_cast<unsigned long>(number(1)));
      case integer:
        return Term::make_integer(static_cast<int32_t>(number(4)));
      case small_big:
      case large_big:
        return big(number(tag == small_big ? 1 : 4));
      case new_float:
        return Term::make_float(std::bit_cast<double>(number(8)));
      case atom:
      case small_atom:
        return latin1_atom(number(tag == atom ? 2 : 1));
      case atom_utf8:
      case small_atom_utf8:
        return Term::make_atom(text(number(tag == atom_utf8 ? 2 : 1)));
      case small_tuple:
      case large_tuple:
        return Term::make_tuple(items(number(tag == small_tuple ? 1 : 4), depth));
      case nil:
        return {};
      case string:
        return Term::make_string(text(number(2)));
      case list:
        return list_of(number(4), depth);
      case binary:
        return Term::make_binary(text(number(4)));
      case bit_binary:
        return bits();
      case map:
        return map_of(number(4), depth);
      case exported: {
        Term fun;
        fun.kind = TermKind::fun;
        fun.items = items(3, depth);
        return fun;
      }
      default:
        return identity(tag, begin, depth);
    }
  }

 private:
  static constexpr unsigned deepest = 10'000;

  std::span<const uint8_t> take(uint64_t count) {
    if (failed_ || count > bytes_.size() - at_) {
      failed_ = true;
      return {};
    }
    auto taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
  }

  std::string text(uint64_t size) {
    auto bytes = take(size);
    return {bytes.begin(), bytes.end()};
  }

  Term latin1_atom(uint64_t size) {
    std::string utf8;
    for (uint8_t c : take(size)) {
      if (c >= 0x80) utf8 += static_cast<char>(0xC0 | c >> 6);
      utf8 += static_cast<char>(c >= 0x80 ? 0x80 | (c & 0x3F) : c);
    }
    return Term::make_atom(utf8);
  }

  Term big(uint64_t size) {
    const bool negative = number(1) != 0;
    auto digits = take(size);
    mpz_class value;
    mpz_import(value.get_mpz_t(), digits.size(), -1, 1, 0, 0, digits.data());
    return Term::make_integer(negative ? mpz_class(-value) : value);
  }

  std::vector<Term> items(uint64_t count, unsigned depth) {
    std::vector<Term> found;
    if (count > bytes_.size() - at_) failed_ = true;  // each takes a byte at least
    for (uint64_t i = 0; i < count && !failed_; ++i) found.push_back(term(depth + 1));
    return found;
  }

  Term list_of(uint64_t count, unsigned depth) {
    std::vector<Term> elements = items(count, depth);
    Term tail = term(depth + 1);
    return Term::make_list(std::move(elements), std::move(tail));
  }

  Term bits() {
    const uint64_t size = number(4);
    const uint64_t used = number(1);
    Term term = Term::make_binary(text(size));
    if (used == 0 || used > 8 || size == 0) failed_ = true;
    term.unused_bits = static_cast<uint8_t>(8 - used);
    return term;
  }

  Term map_of(uint64_t count, unsigned depth) {
    std::vector<Term> found = items(count * 2, depth);
    std::vector<std::pair<Term, Term>> entries;
    for (size_t i = 0; i + 1 < found.size(); i += 2)
      entries.emplace_back(std::move(found[i]), std::move(found[i + 1]));
    return Term::make_map(std::move(entries));
  }

  // What is known by its bytes only.
  Term identity(uint8_t tag, size_t begin, unsigned depth) {
    Term term;
    switch (tag) {
      case new_pid:
      case pid:
        term.kind = TermKind::pid;
        items(1, depth);
        take(tag == new_pid ? 12 : 9);
        break;
      case new_port:
      case port_v3:
      case v4_port:
        term.kind = TermKind::port;
        items(1, depth);
        take(tag == v4_port ? 12 : tag == new_port ? 8 : 5);
        break;
      case newer_reference:
      case new_reference: {
        term.kind = TermKind::reference;
        const uint64_t words = number(2);
        items(1, depth);
        take((tag == newer_reference ? 4 : 1) + 4 * words);
        break;
      }
      case new_fun: {
        term.kind = TermKind::fun;
        const uint64_t size = number(4);
        take(size < 4 ? bytes_.size() : size - 4);
        break;
      }
      default:
        failed_ = true;
    }
    if (!failed_)
      term.text.assign(bytes_.begin() + static_cast<ptrdiff_t>(begin),
                       bytes_.begin() + static_cast<ptrdiff_t>(at_));
    return term;
  }

  std::span<const uint8_t> bytes_;
  size_t at_ = 0;
  bool failed_ = false;
};

void put(std::string& out, uint64_t value, unsigned bytes) {
  for (unsigned i = bytes; i-- > 0;) out += static_cast<char>(value >> (8 * i));
}

void put_sized(std::string& out, Tag tag, const std::string& bytes, unsigned size_bytes) {
  put(out, tag, 1);
  put(out, bytes.size(), size_bytes);
  out += bytes;
}

void put_integer(std::string& out, const mpz_class& value) {
  if (value >= 0 && value < 256) {
    put(out, small_integer, 1);
    return put(out, value.get_ui(), 1);
  }
  if (value.fits_sint_p()) {
    put(out, integer, 1);
    return put(out, static_cast<uint32_t>(value.get_si()), 4);
  }
  std::string digits((mpz_sizeinbase(value.get_mpz_t(), 2) + 7) / 8, '\0');
  mpz_export(digits.data(), nullptr, -1, 1, 0, 0, value.get_mpz_t());
  const bool is_small = digits.size() < 256;
  put(out, is_small ? small_big : large_big, 1);
  put(out, digits.size(), is_small ? 1 : 4);
  put(out, value < 0 ? 1 : 0, 1);
  out += digits;
}

void put_term(std::string& out, const Term& term);

void put_items(std::string& out, const Term& term) {
  for (const Term& item : term.items) put_term(out, item);
}

void put_bits(std::string& out, const Term& term) {
  if (term.unused_bits == 0) return put_sized(out, binary, term.text, 4);
  put(out, bit_binary, 1);
  put(out, term.text.size(), 4);
  put(out, 8u - term.unused_bits, 1);
  out += term.text;
}

void put_term(std::string& out, const Term& term) {
  switch (term.kind) {
    case TermKind::integer:
      return put_integer(out, term.integer);
    case TermKind::floating:
      put(out, new_float, 1);
      return put(out, std::bit_cast<uint64_t>(term.floating), 8);
    case TermKind::atom:
      if (term.text.size() < 256) return put_sized(out, small_atom_utf8, term.text, 1);
      return put_sized(out, atom_utf8, term.text, 2);
    case TermKind::tuple:
      put(out, term.items.size() < 256 ? small_tuple : large_tuple, 1);
      put(out, term.items.size(), term.items.size() < 256 ? 1 : 4);
      return put_items(out, term);
    case TermKind::nil:
      return put(out, nil, 1);
    case TermKind::cons:
      put(out, list, 1);
      put(out, term.length(), 4);
      return put_items(out, term);
    case TermKind::map:
      put(out, map, 1);
      put(out, term.items.size() / 2, 4);
      return put_items(out, term);
    case TermKind::bitstring:
      return put_bits(out, term);
    case TermKind::fun:
      if (term.items.size() == 3) {
        put(out, exported, 1);
        return put_items(out, term);
      }
      [[fallthrough]];
    case TermKind::reference:
    case TermKind::port:
    case TermKind::pid:
      out += term.text;
  }
}

}  // namespace

Result<Term> decode_etf(std::span<const uint8_t> bytes) {
  Reader reader(bytes);
  if (reader.number(1) != version) return Error::environment("not a term in external format");
  Term term = reader.term();
  if (reader.failed() || !reader.done()) return Error::environment("a term is damaged");
  return term;
}

std::string encode_etf(const Term& term) {
  std::string out;
  put(out, version, 1);
  put_term(out, term);
  return out;
}

}  // namespace cuttle::erlang
