// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/path/kept_runs.h"
#include "engine/path/plan.h"
#include "engine/path/prediction.h"
#include "engine/target/target.h"

namespace cuttle {

// A way taken at a site right after a certain choice.
struct Step {
  uint64_t kind = 0;   // stands for these three
  uint32_t times = 0;  // how often the run had done so: 0, 1, 2 for 2 and 3, 3 for 4 to 7 and so on
};

// A way to go that nobody has gone yet: choice `index` of `parent`, taken another way.
struct Flip {
  std::shared_ptr<KeptRun> parent;
  uint32_t index = 0;
  SiteId site = 0;                // of that choice
  AlternativeId alternative = 0;  // kAnyOther for open choices
  Step step;                      // what the flip does
  Step taken_step;                // what the parent did instead
  uint64_t node = 0;              // the path tree's handle
  uint64_t parent_run = 0;
  uint32_t generation = 0;  // flips between the first run and the parent
  uint32_t novelty = 0;     // coverage points that the parent was the first to reach
  // For kAnyOther: the conditions that are not wanted, and the runs that they come from besides the
  // parent. The worker fills in the conditions when it tries the flip; they hold in one of its
  // pools.
  std::vector<ExprId> excluded;
  uint64_t excluded_in = 0;
  std::vector<uint64_t> siblings;
  // A way of several steps, for who prescribes one: its first is at choice `index`, `node` and
  // `alternative` are its last.
  std::shared_ptr<const std::vector<PathStep>> then;
  std::vector<Piece> holds;  // what must hold of other runs along that way
  // Filled in when the flip is claimed, and what of it is tried.
  std::shared_ptr<const Plan> plan;
  const Continuation* continuation = nullptr;
  uint32_t waited = 0;  // for the solver's work: 1 after a glance at it, more after some of it
  uint64_t serial = 0;  // for a strategy's own use
};

// What some strategies want to hear and others do not. Calls come from the strategy's own worker.

class OpeningsListener {
 public:
  virtual ~OpeningsListener() = default;
  // A run opened these flips, in the order of its choices; the same are then added.
  virtual void notice(std::span<const Flip> flips) = 0;
};

class RivalsListener {
 public:
  virtual ~RivalsListener() = default;
  // Another strategy that works on the same campaign tries this flip.
  virtual void tried_elsewhere(const Flip& flip) = 0;
};

class CoverageListener {
 public:
  virtual ~CoverageListener() = default;
  // After each run: what the campaign covered since the last call. `info` is the target's, and
  // may have grown.
  virtual void learn(const TargetInfo& info, std::span<const uint32_t> covered) = 0;
};

// Who wants to hear what: nullptr for nobody. As long-lived as the strategy that names them.
struct Listeners {
  OpeningsListener* openings = nullptr;
  RivalsListener* rivals = nullptr;
  CoverageListener* coverage = nullptr;
};

// Decides which flip comes next. A strategy owns the flips it was given until it hands them out.
// See docs/adding-a-strategy.md.
class Strategy {
 public:
  virtual ~Strategy() = default;
  virtual void add(std::vector<Flip> flips) = 0;
  virtual std::optional<Flip> next() = 0;
  // Gives up the flip that this strategy would try last.
  virtual std::optional<Flip> drop_worst() = 0;
  virtual size_t size() const = 0;
  virtual Listeners listeners() { return {}; }
};

// One of strategy_names(); nullptr for an unknown name.
std::unique_ptr<Strategy> make_strategy(const std::string& name, uint64_t seed);
const std::vector<std::string>& strategy_names();

}  // namespace cuttle
