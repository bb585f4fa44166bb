// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/path/outcome.h"
#include "languages/erlang/target/open.h"
#include "languages/erlang/vm/machine.h"

namespace cuttle::erlang {

// The kinds of bugs that only Erlang programs have.
namespace bugs {
inline const BugKind error{"erlang-error"}, exit{"erlang-exit"}, thrown{"erlang-throw"},
    bad_return{"erlang-bad-return"}, outside_spec{"erlang-outside-spec"},
    process{"erlang-process-crash"}, orphans{"erlang-orphan-messages"}, resource{"erlang-resource"};
}
std::vector<BugKindRow> erlang_bug_kinds();

// What the end of a run means. `within_spec`: the arguments are those that the spec allows.
Outcome outcome_of(const Answer& answer, const Opened& opened, const std::vector<Term>& arguments,
                   bool within_spec);

// Is it the same end, of the instrumented and of the plain module? Otherwise what differs.
std::string difference(const Outcome& expected, const Outcome& plain);

// The reason without what depends on values: `badarith', `{badmatch,_}', `{case_clause,_}'.
std::string shape_of(const Term& reason);

}  // namespace cuttle::erlang
