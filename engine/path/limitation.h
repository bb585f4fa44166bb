// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cuttle {

// Why not everything was explored, in the order of the names that people and stores see. A new
// reason gets its row in limitation.cpp and its line in docs/incomplete.md; tests compare the
// three.
enum class Reason : uint8_t {
  budget,
  concretised,
  constraints,
  covered,
  depth,
  disagreement,
  divergence,
  environment,
  expression_size,
  external_call,
  foreign,
  frontier,
  inline_assembly,
  interrupted,
  lost_run,
  max_length,
  max_objects,
  merged,
  mismatch,
  non_deterministic,
  overwritten,
  random,
  solver_unknown,
  stopped_on_bug,
  symbolic_address,
  symbolic_size,
  threads,
  trace_damaged,
  trace_full,
  unknown,  // a name that another version of Cuttle wrote; see limitation_named
  unsupported,
  kCount,
};

struct ReasonRow {
  Reason reason;
  std::string_view name;     // "solver-unknown"
  std::string_view meaning;  // what is counted: "flips that the solver could not decide"
  std::string_view remedy;   // "give the solver more time: ..."; empty: nothing to be done
  bool resuming_helps;       // going on with --resume removes it
};
const ReasonRow& row_of(Reason reason);
std::string to_string(Reason reason);  // its name
std::optional<Reason> parse_reason(std::string_view name);

// Something the run met that Cuttle did not follow exactly. Ends up in `incomplete`.
struct Limitation {
  Reason reason = Reason::unknown;
  std::string location;  // "f.c:12"; may be empty
  std::string detail;    // for people: "call to `sin'"; may be empty
  uint64_t count = 1;
};

// From a store or a file. A name that we do not know stays readable in the detail: a campaign of
// another version is incomplete all the same.
Limitation limitation_named(std::string_view name, std::string location, std::string detail,
                            uint64_t count);

}  // namespace cuttle
