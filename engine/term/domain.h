// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cuttle::term {

class Domain;

// A language numbers the kinds of its values (atom, integer, tuple, ...) in an order of its own.
using KindId = uint8_t;

// What lies inside of a symbol.
enum class Content : uint8_t { nothing, integer, floating, text, arguments };

// What can stand at a position: a constant, any integer, any float, any text, or a functor.
struct Symbol {
  KindId kind = 0;
  Content content = Content::nothing;
  // Which constant or functor, as the language numbers them. Symbols of one kind and id are one.
  uint64_t id = 0;
  std::vector<const Domain*> args = {};  // what its arguments range over
  // The text of a constant, where its kind has unknown texts too. When it is `spelt`, an unknown
  // text that reads the same is this symbol.
  std::u32string text = {};
  bool spelt = false;

  static Symbol constant(KindId kind, uint64_t id) { return {kind, Content::nothing, id}; }
  static Symbol integer(KindId kind) { return {kind, Content::integer}; }
  static Symbol floating(KindId kind) { return {kind, Content::floating}; }
  static Symbol any_text(KindId kind) { return {kind, Content::text}; }
  static Symbol functor(KindId kind, uint64_t id, std::vector<const Domain*> args) {
    return {kind, Content::arguments, id, std::move(args)};
  }

  unsigned arity() const { return static_cast<unsigned>(args.size()); }
  bool is_any_text() const { return content == Content::text; }
};

// Unknown texts: their lengths, and the characters in them.
struct TextRange {
  unsigned least = 0, most = 0;
  char32_t first = ' ', last = '~';

  unsigned character_bits() const;  // of a variable for one of them
  unsigned code_bits() const;       // that hold them as signed numbers
};

// The possible symbols of one position. They are ordered by kind, so that a type test is a
// comparison of the tag with a bound; the last symbol also stands for all tags beyond it, so that
// every value of the tag variable means some term and no side conditions are needed.
//
// Domains refer to those of the arguments, which are made before: a tower of them ends somewhere,
// and its height is the depth of the terms.
class Domain {
 public:
  // Numbers have `bits` bits, floats as many before and after the point. `initial` is the symbol
  // (in the order given here) that stands there at first.
  Domain(std::vector<Symbol> symbols, unsigned bits, size_t initial);

  const std::vector<Symbol>& symbols() const { return symbols_; }
  unsigned size() const { return static_cast<unsigned>(symbols_.size()); }
  unsigned width() const { return width_; }  // of the tag; 0 when there is one symbol only
  unsigned initial() const { return initial_; }
  // The symbol with that tag value.
  unsigned decode(uint64_t tag) const {
    return tag < size() ? static_cast<unsigned>(tag) : size() - 1;
  }
  // Symbols [first, last) of that kind.
  std::pair<unsigned, unsigned> range(KindId kind) const;

  // Index of a symbol, or -1.
  int integer() const { return integer_; }
  int floating() const { return floating_; }
  int find(KindId kind, uint64_t id) const;  // a constant or a functor

  unsigned int_bits() const { return int_bits_; }
  unsigned float_bits() const { return float_bits_; }
  // Integers are low + v, with v the (unsigned) variable cut off at high - low; without bounds they
  // are the variable itself, signed. One bound alone leaves as many integers as the bits can tell.
  void set_bounds(const std::optional<mpz_class>& low, const std::optional<mpz_class>& high);
  bool bounded() const { return bounded_; }
  const mpz_class& low() const { return low_; }
  const mpz_class& high() const { return high_; }

  // Ranges inside of the bounds that are left out, ascending and apart from each other; what the
  // variable says of them means the integer before.
  using Gaps = std::vector<std::pair<mpz_class, mpz_class>>;
  void set_gaps(Gaps gaps) { gaps_ = std::move(gaps); }
  const Gaps& gaps() const { return gaps_; }

  // Integers that are characters: the first one is `a', and tests prefer those that can be read.
  // With bounds from zero only.
  void set_characters() { characters_ = bounded_ && low_ == 0; }
  bool characters() const { return characters_; }
  long first_integer() const { return characters_ && high_ >= 'a' ? 'a' : 0; }

  // The symbols that stand for all texts of a kind that no other symbol is, ascending.
  const std::vector<unsigned>& any_texts() const { return any_texts_; }
  int any_text(KindId kind) const;                       // or -1
  bool has_text_inside() const { return text_inside_; }  // or in some argument
  void set_texts(const TextRange& texts) { texts_ = texts; }
  const TextRange& texts() const { return texts_; }
  bool admits_text(std::u32string_view text) const;

 private:
  void add_to_index(unsigned symbol);

  std::vector<Symbol> symbols_;
  unsigned width_ = 0;
  unsigned int_bits_, float_bits_;
  unsigned initial_ = 0;
  bool bounded_ = false, characters_ = false;
  mpz_class low_, high_;
  Gaps gaps_;
  int integer_ = -1, floating_ = -1;
  TextRange texts_;
  std::vector<unsigned> any_texts_;
  bool text_inside_ = false;
  struct Key {
    KindId kind;
    uint64_t id;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    size_t operator()(const Key& key) const { return (key.id + key.kind) * 0x9E3779B97F4A7C15ull; }
  };
  std::unordered_map<Key, int, KeyHash> by_id_;
};

}  // namespace cuttle::term
