// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "languages/prolog/term/cell.h"

namespace cuttle::prolog {

// Atoms that the machine itself knows, in the order of their ids. The first one is the empty list,
// which is not the atom '[]'.
// clang-format off
#define CUTTLE_PROLOG_ATOMS(X) \
  X(nil, "[]") X(empty, "") X(true_, "true") X(false_, "false") X(fail, "fail") \
  X(list, "[|]") X(comma, ",") X(semicolon, ";") X(arrow, "->") X(soft_arrow, "*->") \
  X(not_provable, "\\+") X(cut, "!") X(call, "call") X(colon, ":") X(neck, ":-") \
  X(curly, "{}") X(minus, "-") X(plus, "+") X(star, "*") X(slash, "/") X(equals, "=") \
  X(caret, "^") X(bar, "|") X(dollar_var, "$VAR") X(user, "user") X(system, "system") \
  X(error, "error") X(end_of_file, "end_of_file") X(lt, "<") X(gt, ">") X(on, "on") \
  X(off, "off") X(att, "att") X(minus_minus, "--") X(dot, ".") X(prelude, "$cuttle")
// clang-format on

#define CUTTLE_PROLOG_ENUM(id, text) id,
namespace atoms {
enum Known : AtomId { CUTTLE_PROLOG_ATOMS(CUTTLE_PROLOG_ENUM) known_count };
}  // namespace atoms
#undef CUTTLE_PROLOG_ENUM

// Interned atoms and functors of one target. Ids are dense and never freed: a campaign meets a
// bounded number of texts, and runs that make up atoms are bounded by their inference limit.
class Symbols {
 public:
  Symbols();

  AtomId atom(std::string_view text);  // never nil: "[]" gives the atom '[]'
  const std::string& text(AtomId a) const { return *texts_[a]; }
  FunctorId functor(AtomId name, unsigned arity);
  FunctorId functor(std::string_view name, unsigned arity) { return functor(atom(name), arity); }
  AtomId name(FunctorId f) const { return functors_[f].name; }
  unsigned arity(FunctorId f) const { return functors_[f].arity; }
  size_t atom_count() const { return texts_.size(); }
  size_t functor_count() const { return functors_.size(); }

  // Functors used everywhere.
  FunctorId list, comma, semicolon, arrow, soft_arrow, not_provable, colon, neck, curly, minus2,
      plus2, star2, slash2, equals, caret, error2, att3, dollar_var1;

 private:
  struct Functor {
    AtomId name;
    unsigned arity;
  };
  std::vector<const std::string*> texts_;
  std::deque<std::string> storage_;
  std::unordered_map<std::string_view, AtomId> by_text_;
  std::vector<Functor> functors_;
  std::unordered_map<uint64_t, FunctorId> by_functor_;
};

// SWI-Prolog's dicts: compounds of this name with the tag, then values and keys in standard order.
constexpr std::string_view dict_name = "C'dict'";
inline bool is_dict(const Symbols& symbols, FunctorId f) {
  return symbols.arity(f) % 2 == 1 && symbols.text(symbols.name(f)) == dict_name;
}

}  // namespace cuttle::prolog
