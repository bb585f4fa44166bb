// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "languages/c/unit/unit_call.h"

namespace cuttle {

// One of the functions of --sequence, and what it does to the object that the calls share.
struct SequenceFunction {
  llvm::Function* function = nullptr;
  std::string name;  // as the user gave it
  Signature signature;

  std::vector<unsigned> objects;    // parameters that take the object, by pointer or reference
  std::vector<unsigned> addresses;  // parameters that take a pointer to the pointer to it
  bool makes = false;               // a new object: its result, or the first parameter (init)
  bool replaces = false;            // the first object by its result
  bool ends = false;                // the object is gone
};

// How the calls of a sequence share objects. Found out from the types and, where these leave it
// open, from the names of the functions: docs/units.md has the rules.
struct SequencePlan {
  enum class Start {
    none,       // the calls share nothing
    missing,    // a function must make the object before others can use it
    null,       // NULL is the empty structure
    memory,     // zeroed memory, ready for use
    untouched,  // zeroed memory, for the function that makes an object of it
  };
  Start start = Start::none;
  const llvm::DIType* type = nullptr;   // of the objects
  const llvm::DIType* named = nullptr;  // the same as the functions say it: maybe a typedef
  unsigned objects = 0;                 // how many there may be at a time
  std::vector<SequenceFunction> functions;
};
SequencePlan plan_sequence(std::vector<SequenceFunction> functions);

// Makes a main that calls up to `calls` of the functions. Which one comes next is an input, "step1"
// and so on; its arguments are "step1.NAME".
void make_sequence(llvm::Module& module, TypeTables& tables, UnitCall& unit_call,
                   const SequencePlan& plan, unsigned calls);

}  // namespace cuttle
