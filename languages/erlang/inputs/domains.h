// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "languages/erlang/inputs/types.h"
#include "languages/erlang/inputs/values.h"

namespace cuttle::erlang {

// The bounds of inputs: each one is a line of `cuttle run --help`.
struct DomainOptions {
  unsigned depth = 4;         // constants have depth 0; the cells of a list do not count
  unsigned list_length = 24;  // of lists
  unsigned fresh_atoms = 2;   // atoms that the program does not mention
  unsigned int_bits = 32;
  unsigned binary_length = 16;  // bytes
  unsigned answers = 3;         // different ones of a fun that is an input
};

// The domains of input positions, by type and by what is left of depth and length. A type that
// needs more depth than there is gets the least that it needs: every type that has values has a
// domain. Unions of very many lists or ranges of integers are wider than their types, as are
// binaries whose lengths are multiples of several bytes; so inputs are checked again as terms
// (conforms).
class DomainTable {
 public:
  DomainTable(const Types& types, Mentioned mentioned, const DomainOptions& options, Names& names);

  const term::Domain* get(const Type& type) {
    return get(type, options_.depth, options_.list_length);
  }
  // Of all arguments together, as a tuple: for specs with several clauses.
  const term::Domain* get(const std::vector<Types::Clause>& clauses);
  // Does any value have this type?
  bool is_inhabited(const Type& type) const { return height(type) < no_height; }
  const std::vector<std::string>& atoms() const { return atoms_; }

 private:
  static constexpr unsigned no_height = 1u << 20;
  struct Draft;

  const term::Domain* get(const Type& type, unsigned depth, unsigned length);
  const term::Domain* make(const Draft& draft);
  const term::Domain* or_absent(const term::Domain& domain);
  unsigned height(const Type& type) const;
  unsigned highest(const std::vector<Type>& types) const;
  void compute_heights();
  void collect_atoms(const Type& type);
  void choose_fresh();

  void add(Draft& draft, const Type& type);
  void add_all(Draft& draft, const Type& type);
  void add_any(Draft& draft);
  void add_atoms(Draft& draft);
  void add_literal(Draft& draft, const Term& literal);
  void add_tuple(Draft& draft, const std::vector<const Type*>& elements);
  void add_bits(Draft& draft, unsigned base, unsigned unit);
  void add_map(Draft& draft, const Type& type);
  void add_any_map(Draft& draft);
  void add_entries(Draft& draft, std::vector<Term> keys, std::vector<const term::Domain*> values);
  void add_fun(Draft& draft, unsigned arity, const Type& result);
  void add_cons(Draft& draft, const Type& head, const Type& tail);
  void finish_cons(Draft& draft);
  const Type& either(std::vector<const Type*> types);
  std::vector<Term> sample_keys(const Type& type) const;

  const Types& types_;
  Mentioned mentioned_;
  DomainOptions options_;
  Names& names_;
  Type any_;
  std::vector<unsigned> heights_;   // of named types
  std::vector<std::string> atoms_;  // ascending, fresh ones included
  std::map<std::tuple<const Type*, unsigned, unsigned>, const term::Domain*> known_;
  std::map<const term::Domain*, const term::Domain*> with_absent_;
  std::map<std::vector<const Type*>, const Type*> unions_;
  std::deque<Type> made_;
  std::deque<term::Domain> domains_;
};

}  // namespace cuttle::erlang
