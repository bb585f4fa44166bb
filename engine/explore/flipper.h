// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "engine/path/prediction.h"
#include "engine/path/test_case.h"
#include "engine/search/strategy.h"

namespace cuttle {

// What came of looking for a test case that takes a flip.
struct Attempt {
  enum class Result : uint8_t {
    test,        // `test` should go where `expected` says
    infeasible,  // there is none
    undecided,   // nobody knows: see `why`
    put_off,     // it would take much work: try it again later
  };
  Result result = Result::infeasible;
  TestCase test = {};
  Prediction expected = {};
  std::string why = {};
  bool laborious = false;  // of `undecided`: it took all the work that is allowed
};

// Makes a test case for a flip that was claimed, or says why there is none. What flips a choice
// depends on its kind: inputs (input_flipper.h) or a schedule (schedule_flipper.h). One object per
// worker; docs/exploration.md says how to add one.
class Flipper {
 public:
  virtual ~Flipper() = default;
  // Conditions of other runs, for flips that have pieces; nothing when such a run went another way.
  using Conditions = std::function<std::optional<std::vector<ExprId>>(const Piece&)>;
  // `parent` is the execution of the flip's run, in the worker's pool; it must outlive the
  // attempt's prediction. Deterministic.
  virtual Attempt attempt(Flip& flip, const Execution& parent) = 0;
};

// What a run must do to take the flip.
Prediction prediction_of(const Flip& flip, const Execution& parent);

// The alternative that the flip takes at the parent's choice.
AlternativeId first_step(const Flip& flip);

// Which threads took their turns at the races among the first `choices` of a run.
Schedule schedule_before(const Execution& run, size_t choices);
// The same, and then those that the prediction asks for.
Schedule schedule_for(const Prediction& prediction);
// And then what the plan says.
Schedule schedule_for(const Prediction& prediction, const Flip& flip);

// What the run really read, with the defaults of inputs that its test case did not mention.
TestCase test_of(const Execution& run);

}  // namespace cuttle
