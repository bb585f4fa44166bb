// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/support/result.h"
#include "languages/prolog/swi/session.h"
#include "languages/prolog/target/options.h"

namespace cuttle::prolog {

// One input of the goal: a variable of it, or a ground argument whose value is the first test case.
struct GoalInput {
  std::string name;
  std::string type;        // canonical text; empty: any term
  bool has_seed = false;   // the argument is ground
  bool has_first = false;  // `seed` is its value in the first run
  WireTerm seed;
  unsigned argument = 0;  // of the goal, from 0: with a seed, the whole argument
  uint32_t variable = 0;  // without a seed
};

// What to call: a goal, and which parts of it are ground inputs. The rest is as written.
struct GoalPlan {
  std::string module = "user";
  WireTerm goal;
  std::vector<GoalInput> inputs;
  std::map<uint32_t, std::string> names;  // of the variables
  std::string text;                       // as the user would write it
  bool constrained = false;               // the goal has constraints in front

  const GoalInput* input_at(unsigned argument) const;  // a seeded argument
  const GoalInput* input_of(uint32_t variable) const;
};

// From --goal, --predicate, --ground and the modes that the program declares.
Result<GoalPlan> plan_goal(SwiSession& session, const PrologOptions& options);

}  // namespace cuttle::prolog
