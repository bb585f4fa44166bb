// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/expr/pool.h"
#include "engine/path/execution.h"
#include "engine/support/result.h"

// What a run did to the state of its program, step by step, for who reasons about states rather
// than inputs (engine/prune). A language that can tell implements Stepper; docs/pruning.md.
namespace cuttle {

// A place at which states of several runs may be compared: where the code goes on, and by which
// calls it came there. 0: none.
using PointId = uint64_t;

// Some bytes of the state. One object and offset mean the same place in all runs that pass a point.
struct Cell {
  uint64_t object = 0;
  uint32_t offset = 0;
  uint32_t size = 0;  // bytes

  uint64_t end() const { return uint64_t{offset} + size; }
  bool overlaps(const Cell& o) const {
    return object == o.object && offset < o.end() && o.offset < end();
  }
  bool covers(const Cell& o) const {
    return object == o.object && offset <= o.offset && o.end() <= end();
  }
  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// The cells of a state, and what is read from outside, as variables of one pool.
class StateVariables {
 public:
  enum class Kind : uint8_t {
    cell,   // what is there where a step begins
    input,  // the n-th thing that a step reads from outside
    read,   // the n-th thing that a run reads
    any,    // whatever it is: bound by a clause
    other,
  };
  explicit StateVariables(ExprPool& pool) : pool_(pool) {}

  ExprPool& pool() { return pool_; }
  ExprId cell(const Cell& cell);  // 8 * size bits
  ExprId input(uint32_t n, unsigned width) { return numbered(Kind::input, n, width); }
  ExprId read(uint32_t n, unsigned width) { return numbered(Kind::read, n, width); }
  ExprId any(uint32_t n, unsigned width) { return numbered(Kind::any, n, width); }

  Kind kind(VarId v) const { return v < rows_.size() ? rows_[v].kind : Kind::other; }
  const Cell& cell_of(VarId v) const { return rows_[v].cell; }   // of kind `cell`
  uint32_t number_of(VarId v) const { return rows_[v].number; }  // of the other kinds

 private:
  struct Row {
    Kind kind = Kind::other;
    uint32_t number = 0;
    Cell cell;
  };
  ExprId numbered(Kind kind, uint32_t n, unsigned width);
  ExprId add(const std::string& name, unsigned width, const Row& row);

  ExprPool& pool_;
  std::vector<Row> rows_;  // by variable
  std::map<Cell, ExprId> cells_;
  std::map<std::tuple<Kind, uint32_t, unsigned>, ExprId> numbered_;
};

// A cell gets a value: an expression over the cells where the step begins.
struct Write {
  enum class Kind : uint8_t { value, zero, unknown };
  Cell cell;  // of any size, unless it gets a value
  ExprId value = {};
  Kind kind = Kind::value;
};

// One way on from a step.
struct Arm {
  ExprId condition;  // over the cells where the step begins
  PointId target = 0;
  AlternativeId alternative = 0;
  bool harmless = false;  // nothing can fail there: an assumption does not hold
};

// A piece of straight code, and how it was left. All conditions and values are over the cells at
// its beginning; the writes happen at once.
struct ProgramStep {
  static constexpr uint32_t kNoChoice = ~0u;

  PointId point = 0;
  std::vector<Write> writes;
  std::vector<Arm> arms;  // none: there is one way on. Exactly one condition holds in any state
  uint32_t taken = 0;     // index
  uint32_t choice = kNoChoice;  // of the run, that decided among the arms; none: it was concrete
  std::vector<Value> inputs;    // what was read: StateVariables::input(n)
  // Why the effect of this step is not known. Nothing is learnt of states before it.
  std::string unknown;
  SiteId site = 0;
};

// The steps of a run, from its beginning.
struct RunSteps {
  std::vector<ProgramStep> steps;
  bool complete = false;  // they lead to the run's end
  std::string why = {};   // when they do not
};

// A step that does the same in every state and has one way on.
struct StraightStep {
  ProgramStep step;
  PointId next = 0;
};

// Says what the steps of runs do. Called by one thread at a time.
class Stepper {
 public:
  virtual ~Stepper() = default;
  virtual RunSteps steps_of(const Execution& run, StateVariables& variables) = 0;
  // What is in the cell when the program begins; nothing: that is not known.
  virtual std::optional<Value> initial(const Cell& cell) = 0;
  // For people: "g", "main::x", "node[2].next".
  virtual std::string name_of(const Cell& cell) = 0;
  virtual std::string place_of(PointId point) = 0;
  // What happens at a point that steps_of() named, also as the target of an arm, if that does not
  // depend on the state or on a run.
  virtual std::optional<StraightStep> straight(PointId point, StateVariables& variables) {
    (void)point, (void)variables;
    return {};
  }
  // Is there anything in the program that may fail?
  virtual bool can_fail() const { return true; }
};

// A TargetFactory that is one of these, too, can say what the steps of its program do. The language
// has a switch `--prune' among its options, by which it learns that it will be asked.
class Steppable {
 public:
  virtual ~Steppable() = default;
  virtual Result<std::unique_ptr<Stepper>> stepper() = 0;
};

}  // namespace cuttle
