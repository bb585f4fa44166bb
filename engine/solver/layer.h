// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/solver/dense_model.h"
#include "engine/solver/meter.h"
#include "engine/solver/solver.h"

namespace cuttle {

class Literals;
class PathIndex;

// A query on its way through the chain.
struct Problem {
  ExprPool& pool;
  Literals& literals;
  PathIndex& path;         // the prefix
  const DenseModel& hint;  // zero for what the query's hint does not mention
  Meter& meter;            // steps taken, and whether the time is over
  Effort effort = Effort::full;

  // What is asked: the conjuncts of the goal, and those of the prefix that do not hold under the
  // hint (none in a campaign).
  std::vector<ExprId> goals;
  // What must hold: the goals first, then what else the slice keeps of the prefix. All of the
  // prefix that is not here holds under the hint and shares no variable with what is here.
  std::vector<ExprId> constraints;
  // Implied by the constraints; looked at only when the model is checked.
  std::vector<ExprId> implied;
  // Those of the constraints, ascending.
  std::vector<VarId> variables;
};

// What a layer found out. Buffers are reused from query to query.
struct Verdict {
  Answer answer = Answer::unknown;
  // For sat: the variables that must differ from the hint, ascending.
  std::vector<std::pair<VarId, Value>> changes;
  // For unsat: constraints that contradict each other already; empty when not known.
  std::vector<ExprId> core;
  std::string why;         // for unknown
  bool put_off = false;    // for unknown: it takes more than the problem's effort
  bool laborious = false;  // as in Solution
  bool is_near = false;    // for sat: close to the hint already
  bool is_cheap = false;   // finding it again costs less than remembering it

  void clear() {
    is_near = is_cheap = put_off = laborious = false;
    answer = Answer::unknown;
    changes.clear();
    core.clear();
    why.clear();
  }
};

// One stage of the chain: answers, or passes the problem on to the next one, perhaps with less in
// it, and may learn from what comes back. See docs/solver.md for how to add one.
class Layer {
 public:
  Layer(std::string name, Layer* next) : name_(std::move(name)), next_(next) {}
  virtual ~Layer() = default;

  virtual void solve(Problem& problem, Verdict& out) = 0;

  const std::string& name() const { return name_; }
  // What the layer counts about itself, shown as "layer.counter".
  const std::map<std::string, uint64_t>& counters() const { return counters_; }

 protected:
  void pass_on(Problem& problem, Verdict& out) {
    if (!problem.meter.spend()) return give_up(out);
    if (next_) return next_->solve(problem, out);
    out.answer = Answer::unknown;
    if (out.why.empty()) out.why = "unsupported";
  }
  // The time is over.
  static void give_up(Verdict& out) {
    out.clear();
    out.why = "timeout";
  }
  // For layers whose work is hard: false when the problem is to be put off instead.
  static bool may_labour(const Problem& problem, Verdict& out) {
    out.laborious = problem.effort != Effort::glance;
    if (!out.laborious) put_off(out);
    return out.laborious;
  }
  static void put_off(Verdict& out) {
    out.answer = Answer::unknown;
    out.why = "hard";
    out.put_off = true;
  }
  // A counter; keep the reference, counting is then free.
  uint64_t& counter(const std::string& name) { return counters_[name]; }

 private:
  std::string name_;
  Layer* next_;
  std::map<std::string, uint64_t> counters_;
};

}  // namespace cuttle
