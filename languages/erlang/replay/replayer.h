// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/path/execution.h"
#include "engine/target/limits.h"
#include "engine/target/target.h"
#include "engine/term/skeleton.h"
#include "languages/erlang/inputs/kinds.h"
#include "languages/erlang/replay/core.h"

namespace cuttle::erlang {

// The function under test. Its arguments are the inputs, or the elements of the only input.
struct Entry {
  std::string module, function;
  size_t arity = 0;
};

// What a replay found out: all that Execution takes but outcome and coverage.
struct Replayed {
  Assignment inputs;  // given ones, and defaults of those that the run looked at
  std::vector<Choice> choices;
  std::vector<Alternative> alternatives;
  std::vector<Limitation> limitations;
  EventLog log;               // of processes, when there are several
  bool truncated = false;     // there was more than the events or the limits allow
  bool complete = false;      // all events were followed, and the function ended
  std::vector<SiteId> lines;  // that were run, ascending
  // The events of "Concolic Execution in Functional Programming by Program Instrumentation", one
  // in a line, when they were asked for.
  std::vector<std::string> trace;
};

// Replays runs of instrumented modules with shadow values. Lives as long as the target; a replay
// never fails: what does not fit is a limitation.
class Replayer {
 public:
  // The inputs' positions belong to `skeleton`; atoms and keys of maps that occur in it to `atoms`
  // and `keys`.
  Replayer(term::Skeleton& skeleton, Atoms& atoms, const MapKeys& keys);
  ~Replayer();

  // A module that was instrumented, again when it was loaded anew.
  void add(CoreModule module);
  // Calls module:function with the inputs at these positions, as the events say.
  Replayed replay(const Entry& entry, std::span<const term::PositionId> inputs,
                  std::span<const uint64_t> events, bool truncated, const TestCase& test,
                  const RunLimits& limits);

  // By SiteId: places of the choices, in the modules added so far. Grows with add().
  const std::vector<SourceLocation>& sites() const;
  // Whether replays have a trace.
  void set_trace(bool on);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace cuttle::erlang
