// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <vector>

#include "languages/prolog/program/program.h"

namespace cuttle::prolog {

// The symbols that a program mentions and that its inputs are therefore made of, in the order of
// their first occurrence.
struct Signature {
  std::vector<AtomId> atoms;
  std::vector<FunctorId> functors;
  std::vector<AtomId> library_atoms;  // what libraries match inputs with
  std::vector<Cell> strings;          // program constants
  std::vector<AtomId> dict_keys;      // that the program asks for
  bool dicts = false;                 // dicts matter
  bool ordered = false;               // terms are compared in standard order
  bool floats = false;                // floats matter: they occur, or are tested for
  bool texts = false;                 // the characters of atoms matter
  bool string_texts = false;          // and those of strings
  bool integers = false;              // integers matter: they occur, or types are tested
  bool kinds = false;                 // the program can tell more than equality of terms
  std::set<const Predicate*> called;  // user's predicates that the goal may call

  void add(AtomId a);
  void add(FunctorId f, int);
};

// What is reachable from the goal: its own symbols, and those of the user's clauses it may call.
Signature collect_signature(Program& program, Cell goal, AtomId module);

}  // namespace cuttle::prolog
