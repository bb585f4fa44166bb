// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "engine/term/inputs.h"
#include "languages/erlang/inputs/kinds.h"

namespace cuttle::erlang {

// The names behind the ids of symbols.
struct Names {
  Atoms atoms;
  MapKeys keys;
};

// The input at a position. What is no plain data is {'$cuttle', Kind, ..}
// (vm/erl/cuttle_input.erl).
Term input_at(term::Inputs& inputs, term::Skeleton& skeleton, const Names& names,
              term::PositionId p);

// Makes the term the input at a position; false when it is none: then what fits is set.
bool place_input(Assignment& inputs, term::Skeleton& skeleton, Names& names, term::PositionId p,
                 const Term& value);

// A fun that is an input.
struct InputFun {
  unsigned arity = 0;
  std::span<const Term> results;  // lives as long as the term
};
std::optional<InputFun> input_fun(const Term& value);

// As people read it. Funs are written as funs.
std::string input_text(const Term& value);

}  // namespace cuttle::erlang
