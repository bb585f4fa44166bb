// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/target/target.h"
#include "languages/prolog/program/character_types.h"
#include "languages/prolog/program/clause.h"
#include "languages/prolog/swi/session.h"
#include "languages/prolog/term/store.h"
#include "languages/prolog/term/writer.h"

namespace cuttle::prolog {

// Numbers of places, the same for all workers of a campaign. Thread-safe.
class SiteTable {
 public:
  SiteId id(const SourceLocation& where);
  std::vector<SourceLocation> all() const;

 private:
  mutable std::mutex mutex_;
  std::vector<SourceLocation> sites_{SourceLocation{}};
  std::unordered_map<std::string, SiteId> by_text_;
};

// The predicates of one target: the user's, and those of the libraries that it calls. Definitions
// are fetched from SWI-Prolog when they are first needed.
class Program {
 public:
  Program(Store& store, SwiSession* session, std::shared_ptr<SiteTable> sites);

  Store& store() { return store_; }
  Symbols& symbols() { return store_.symbols(); }
  Operators& operators() { return operators_; }

  // What a call of that name in that module means; made on first use, possibly undefined.
  Predicate* lookup(AtomId module, FunctorId functor);
  // Only if it has been looked up before.
  Predicate* find(AtomId module, FunctorId functor) const;
  // Follows imports and fetches the definition.
  Predicate* resolve(Predicate* predicate);

  void add_builtin(std::string_view name, unsigned arity, Builtin function);
  Builtin builtin(FunctorId functor) const;

  // Arithmetic functions, numbered by the evaluator; 0: not evaluable.
  void set_evaluable(FunctorId f, uint8_t code);
  uint8_t evaluable(FunctorId f) const { return f < evaluable_.size() ? evaluable_[f] : 0; }

  // Numbers the clauses of the user's program in the order of their source, as coverage points.
  Result<void> load_user_predicates();
  const std::vector<SourceLocation>& clause_points() const { return points_; }
  const std::vector<Predicate*>& user_predicates() const { return user_; }
  Clause* clause_of_point(uint32_t point) const { return by_point_[point]; }
  SiteTable& sites() { return *sites_; }
  SwiSession* session() { return session_; }
  CharacterTypes& character_types() { return character_types_; }

  // A term of SWI-Prolog on the heap. `variables` maps its variable numbers to cells.
  Cell import(const WireTerm& term, std::vector<Cell>& variables);
  FunctorId functor_of(const WireTerm& compound);

  // For programs that are made without SWI-Prolog (tests).
  Predicate* define(AtomId module, FunctorId functor);

  // All predicates, in the order of their creation.
  const std::vector<std::unique_ptr<Predicate>>& predicates() const { return predicates_; }

 private:
  Cell import_constant(const WireTerm& term, std::vector<Cell>& variables);
  Cell import_cycles(const WireTerm& term, std::vector<Cell>& variables);
  void take_definition(Predicate* predicate, const SwiPredicate& from);

  Store& store_;
  SwiSession* session_;
  CharacterTypes character_types_;
  std::shared_ptr<SiteTable> sites_;
  Operators operators_;
  std::vector<std::unique_ptr<Predicate>> predicates_;
  std::unordered_map<uint64_t, Predicate*> by_name_;
  std::unordered_map<FunctorId, Builtin> builtins_;
  std::vector<uint8_t> evaluable_;
  std::vector<SourceLocation> points_;
  std::vector<Clause*> by_point_;
  std::vector<Predicate*> user_;
};

}  // namespace cuttle::prolog
