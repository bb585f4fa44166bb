// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "languages/prolog/program/clause.h"
#include "languages/prolog/term/store.h"

namespace cuttle::prolog {

class Program;

// Compiles one clause from a term on the heap. Big constants are copied to the program's constants;
// symbolic cells stay as they are, so such a clause must not outlive the run.
std::unique_ptr<Clause> compile_clause(Program& program, Predicate* owner, Cell head, Cell body,
                                       AtomId module);

}  // namespace cuttle::prolog
