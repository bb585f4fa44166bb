// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>

#include "languages/prolog/shadow/kinds.h"
#include "languages/prolog/swi/wire.h"
#include "languages/prolog/target/signature.h"

namespace cuttle::prolog {

struct DomainOptions {
  unsigned depth = 4;        // of input terms: constants have depth 0
  unsigned fresh_atoms = 2;  // constants that the program does not mention
  unsigned int_bits = 32;
  unsigned text_length = 4;  // of unknown texts
  bool small_counts = true;  // integers that must not be negative are below 2^16
};

// The domains of input positions, by type and remaining depth. Types are those of library(error)
// and of Ciao, as far as they say something about ground terms; unknown names mean any term.
class DomainTable {
 public:
  DomainTable(Store& store, Signature signature, DomainOptions options);

  // `type` as text in canonical form: "integer", "list(atom)", "oneof([a,b])"; empty: any term.
  const Domain* get(const std::string& type) { return get(type, options_.depth); }
  static bool is_known(const std::string& type);
  const std::vector<AtomId>& fresh() const { return fresh_; }

 private:
  const Domain* get(const std::string& type, unsigned depth);
  struct Range {  // of integers
    std::optional<mpz_class> low, high;
    term::Domain::Gaps gaps;
  };
  std::vector<Symbol> symbols(const std::string& type, unsigned depth, Range& range);
  void add_items(const std::vector<std::string>& items, std::vector<Symbol>& out, Range& range);
  void add_atoms_between();
  void note_letters();
  void add_atoms(std::vector<Symbol>& out) const;
  void add_characters(std::vector<Symbol>& out) const;
  void add_strings(std::vector<Symbol>& out) const;
  void add_any_text(std::vector<Symbol>& out, KindId kind) const;
  void set_texts(std::vector<Symbol>& all) const;
  void add_compounds(std::vector<Symbol>& out, unsigned depth);
  void add_dicts(std::vector<Symbol>& out, const Domain* inner);
  void add_functor(std::vector<Symbol>& out, FunctorId f, std::vector<const Domain*> args);
  void add_integer(std::vector<Symbol>& out) const;
  void add_float(std::vector<Symbol>& out) const;
  void add_constants(std::vector<Symbol>& out, const std::vector<Cell>& constants,
                     KindId kind) const;

  Store& store_;
  Signature signature_;
  DomainOptions options_;
  std::vector<AtomId> fresh_;
  FunctorId fresh_functor_ = 0;
  char32_t last_letter_ = last_character;
  std::map<std::pair<std::string, unsigned>, const Domain*> known_;
  std::deque<Domain> domains_;
};

// A type as it stands in a mode declaration, in canonical text.
std::string type_text(const WireTerm& type);

}  // namespace cuttle::prolog
