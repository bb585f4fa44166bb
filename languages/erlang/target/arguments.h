// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/path/test_case.h"
#include "languages/erlang/inputs/domains.h"
#include "languages/erlang/target/open.h"

namespace cuttle::erlang {

// The arguments of the function under test: unknown terms over one pool.
class Arguments {
 public:
  Arguments(const Opened& opened, ExprPool& pool);

  std::vector<Term> of(const TestCase& test);
  // The test case that calls the function with a list of arguments; nothing when one of them is no
  // input.
  std::optional<TestCase> place(const Term& arguments);
  std::string call_text(const std::vector<Term>& arguments) const;  // "m:f([1,2])"
  term::Skeleton& skeleton() { return skeleton_; }
  Names& names() { return names_; }
  // One for each argument; or one for all of them together, as a tuple, when there are several
  // clauses in the spec.
  const std::vector<term::PositionId>& positions() const { return skeleton_.roots(); }

 private:
  bool together() const { return opened_.inputs.clauses.size() > 1; }

  const Opened& opened_;
  Names names_;
  DomainTable domains_;
  term::Skeleton skeleton_;
  term::Inputs inputs_;
};

}  // namespace cuttle::erlang
