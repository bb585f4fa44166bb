// SPDX-License-Identifier: Apache-2.0
// Pruning through the whole loop, on programs of a small imperative language: what fails must be
// found with and without it.
#include <random>

#include "engine/explore/test_campaign.h"
#include "engine/prune/pruner.h"

namespace cuttle {
namespace {

// A program: instructions over byte variables. A point is the number of an instruction, plus 1.
struct Instruction {
  enum class Kind : uint8_t { assign, input, branch, check, jump, end };
  Kind kind = Kind::end;
  unsigned variable = 0;
  // assign: variable := left + right; branch, check: left < right or left == right.
  unsigned left = 0, right = 0;  // variables; kConstant: `constant`
  uint8_t constant = 0;
  bool equal = false;
  uint32_t then = 0, otherwise = 0;  // branch; jump: then
};
constexpr unsigned kConstant = ~0u;
using Code = std::vector<Instruction>;
using Read = std::function<ExprId(unsigned)>;

ExprId operand(ExprPool& pool, const Instruction& i, unsigned which, const Read& read) {
  return which == kConstant ? pool.bits(8, i.constant) : read(which);
}
ExprId sum(ExprPool& pool, const Instruction& i, const Read& read) {
  return pool.add(operand(pool, i, i.left, read), operand(pool, i, i.right, read));
}
ExprId condition(ExprPool& pool, const Instruction& i, const Read& read) {
  const ExprId a = operand(pool, i, i.left, read), b = operand(pool, i, i.right, read);
  return i.equal ? pool.eq(a, b) : pool.binary(Op::bv_ult, a, b);
}

constexpr unsigned kVariables = 5;

void interpret(const Code& code, ScriptedRun& run) {
  ExprPool& pool = run.pool();
  std::vector<ExprId> state(kVariables, pool.bits(8, 0));
  const Read read = [&](unsigned v) { return state[v]; };
  unsigned inputs = 0;
  for (uint32_t at = 0, steps = 0; steps < 400; ++steps) {
    const Instruction& i = code[at];
    RunEvent event;
    event.kind = RunEvent::Kind::segment;
    event.object = at;
    const auto decide = [&] {
      run.note(event);
      const ExprId c = condition(pool, i, read);
      return pool.is_constant(c) ? pool.is_true(c) : run.branch(at % 90, c);
    };
    switch (i.kind) {
      case Instruction::Kind::assign:
        run.note(event);
        state[i.variable] = sum(pool, i, read);
        ++at;
        break;
      case Instruction::Kind::input:
        state[i.variable] = run.input("x" + std::to_string(inputs++), 8);
        event.value = run.value(state[i.variable]);
        run.note(event);
        ++at;
        break;
      case Instruction::Kind::branch:
        at = decide() ? i.then : i.otherwise;
        break;
      case Instruction::Kind::check:
        if (!decide()) run.fail("check", "demo:" + std::to_string(at));
        ++at;
        break;
      case Instruction::Kind::jump:
        run.note(event);
        at = i.then;
        break;
      case Instruction::Kind::end:
        run.note(event);
        return;
    }
  }
}

class CodeStepper : public Stepper {
 public:
  explicit CodeStepper(const Code& code) : code_(code) {}

  RunSteps steps_of(const Execution& run, StateVariables& variables) override {
    RunSteps result;
    const auto& events = run.log.events;
    for (size_t n = 0; n < events.size(); ++n)
      result.steps.push_back(
          step(run, events[n], n + 1 < events.size() ? &events[n + 1] : nullptr, variables));
    const Instruction& last = code_[events.back().object];
    result.complete = last.kind == Instruction::Kind::end || run.outcome.is_bug();
    result.why = "cut off";
    return result;
  }
  std::optional<Value> initial(const Cell& cell) override {
    return Value::bits(cell.size * 8, uint64_t{0});
  }
  std::string name_of(const Cell& cell) override { return "v" + std::to_string(cell.object); }
  std::string place_of(PointId point) override { return std::to_string(point); }

 private:
  ProgramStep step(const Execution& run, const RunEvent& event, const RunEvent* next,
                   StateVariables& variables) {
    ExprPool& pool = variables.pool();
    const Instruction& i = code_[event.object];
    const Read read = [&](unsigned v) { return variables.cell({v + 1, 0, 1}); };
    ProgramStep step;
    step.point = event.object + 1;
    if (i.kind == Instruction::Kind::assign) {
      step.writes.push_back({{i.variable + 1, 0, 1}, sum(pool, i, read)});
    } else if (i.kind == Instruction::Kind::input) {
      step.writes.push_back({{i.variable + 1, 0, 1}, variables.input(0, 8)});
      step.inputs.push_back(Value::bits(8, event.value));
    } else if (i.kind == Instruction::Kind::branch || i.kind == Instruction::Kind::check) {
      const bool check = i.kind == Instruction::Kind::check;
      const ExprId c = condition(pool, i, read);
      step.arms.push_back({pool.not_(c), check ? 0 : i.otherwise + 1, 0});
      step.arms.push_back({c, (check ? event.object + 1 : i.then) + 1, 1});
      const uint32_t to = next != nullptr ? next->object : ~0u;
      step.taken = check ? next != nullptr : to == i.then;
      const uint32_t choices =
          next != nullptr ? next->choice : static_cast<uint32_t>(run.choices.size());
      if (choices > event.choice) step.choice = event.choice;
      if (step.choice != ProgramStep::kNoChoice)
        step.taken = static_cast<uint32_t>(run.choices[step.choice].taken);
    }
    return step;
  }

  const Code& code_;
};

struct Found {
  std::set<std::string> failures;
  uint64_t runs = 0;
  bool exhausted = false, verified = false;
};

Found explore_code(const Code& code, const std::string& strategy, bool prune, uint64_t most) {
  Config config = with_strategy(strategy);
  config.max_runs = most;
  MemoryCampaign campaign;
  std::optional<Pruner> pruner;
  if (prune)
    pruner.emplace(
        std::make_unique<CodeStepper>(code), [](ExprPool& pool) { return make_solver(pool, {}); },
        strategy != "dfs");
  const Summary summary = run_campaign([&](ScriptedRun& run) { interpret(code, run); }, config,
                                       campaign, true, prune ? &*pruner : nullptr);
  Found found;
  for (const BugReport& bug : summary.bugs) found.failures.insert(bug.location);
  found.runs = summary.runs;
  found.exhausted = summary.exhausted;
  found.verified = summary.verified;
  return found;
}

// --- Known programs --------------------------------------------------------------------------

Instruction assign(unsigned v, unsigned left, unsigned right, uint8_t constant = 0) {
  return {Instruction::Kind::assign, v, left, right, constant};
}
Instruction input(unsigned v) {
  return {Instruction::Kind::input, v};
}
Instruction branch(unsigned left, unsigned right, uint8_t constant, bool equal, uint32_t then,
                   uint32_t otherwise) {
  return {Instruction::Kind::branch, 0, left, right, constant, equal, then, otherwise};
}
Instruction check(unsigned left, unsigned right, uint8_t constant, bool equal) {
  return {Instruction::Kind::check, 0, left, right, constant, equal};
}

// n times: read; if (x < 100) s := s + 1; and at the end s < `limit`.
Code counters(unsigned n, uint8_t limit) {
  Code code;
  for (unsigned i = 0; i < n; ++i) {
    const auto at = static_cast<uint32_t>(code.size());
    code.push_back(input(0));
    code.push_back(branch(0, kConstant, 100, false, at + 2, at + 3));
    code.push_back(assign(1, 1, kConstant, 1));
  }
  code.push_back(check(1, kConstant, limit, false));
  code.push_back({});
  return code;
}

// n locks in a row: each is taken if p and released if p, and checked.
Code locks(unsigned n) {
  Code code;
  for (unsigned i = 0; i < n; ++i) {
    const auto at = static_cast<uint32_t>(code.size());
    code.push_back(input(0));                            // p
    code.push_back(assign(1, kConstant, kConstant, 0));  // lock := 0
    code.push_back(branch(0, kConstant, 0, true, at + 4, at + 3));
    code.push_back(assign(1, kConstant, kConstant, 1));  // 1 + 1
    code.push_back(branch(0, kConstant, 0, true, at + 7, at + 5));
    code.push_back(check(1, kConstant, 2, true));
    code.push_back(assign(1, kConstant, kConstant, 0));
  }
  code.push_back({});
  return code;
}

TEST(Pruning, CountersThatStayBelowTheLimit) {
  const Code code = counters(10, 11);
  for (const std::string strategy : {"dfs", "random", "cfg"}) {
    const Found found = explore_code(code, strategy, true, 2000);
    EXPECT_TRUE(found.exhausted) << strategy;
    EXPECT_TRUE(found.verified) << strategy;
    EXPECT_LE(found.runs, 120u) << strategy << ": 1,024 paths";
  }
}

TEST(Pruning, CountersThatReachTheLimit) {
  const Code code = counters(8, 8);
  for (const std::string strategy : {"dfs", "random", "cfg"}) {
    const Found found = explore_code(code, strategy, true, 2000);
    EXPECT_TRUE(found.exhausted) << strategy;
    EXPECT_FALSE(found.verified) << strategy;
    EXPECT_EQ(found.failures.size(), 1u) << strategy;
  }
}

TEST(Pruning, LocksInARow) {
  for (const unsigned n : {5u, 10u, 15u}) {
    for (const std::string strategy : {"dfs", "random", "cfg"}) {
      const Found found = explore_code(locks(n), strategy, true, 1000);
      EXPECT_TRUE(found.verified) << n << " locks, " << strategy;
      EXPECT_LE(found.runs, n * n) << n << " locks, " << strategy;
    }
  }
}

// while (input) { a lock } without any bound.
TEST(Pruning, ALoopThatOnlyInputsEnd) {
  Code body = locks(3);
  body.pop_back();
  Code code = {input(2), branch(2, kConstant, 0, true, 0, 2)};
  for (Instruction i : body) {
    if (i.kind == Instruction::Kind::branch) {
      i.then += 2;
      i.otherwise += 2;
    }
    code.push_back(i);
  }
  Instruction back{Instruction::Kind::jump};
  code.push_back(back);
  code[1].then = static_cast<uint32_t>(code.size());
  code.push_back({});
  for (const std::string strategy : {"dfs", "random", "cfg"}) {
    const Found found = explore_code(code, strategy, true, 1000);
    EXPECT_TRUE(found.verified) << strategy;
    EXPECT_LE(found.runs, 250u) << strategy;
  }
  // With a check that fails in the third round only, it is found.
  code.insert(code.begin() + 2, assign(3, 3, kConstant, 1));
  code.insert(code.begin() + 3, check(3, kConstant, 3, false));
  for (Instruction& i : code) {
    if (i.then >= 2) i.then += 2;
    if (i.otherwise > 2) i.otherwise += 2;
  }
  for (const std::string strategy : {"dfs", "random", "cfg"}) {
    const Found found = explore_code(code, strategy, true, 1000);
    EXPECT_EQ(found.failures.size(), 1u) << strategy;
    EXPECT_FALSE(found.verified) << strategy;
  }
}

// --- Random programs -------------------------------------------------------------------------

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  Code make() {
    for (unsigned i = 0; i < 2; ++i) code_.push_back(input(i));
    block(3, 9);
    code_.push_back({});
    return std::move(code_);
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  unsigned some_operand() { return below(3) == 0 ? kConstant : below(kVariables - 1); }
  uint32_t here() const { return static_cast<uint32_t>(code_.size()); }

  void block(unsigned depth, unsigned most) {
    for (unsigned n = 1 + below(most); n > 0; --n) statement(depth);
  }
  Instruction test(Instruction::Kind kind) {
    Instruction i{kind, 0, below(kVariables - 1), some_operand(), static_cast<uint8_t>(below(6))};
    i.equal = below(3) == 0;
    return i;
  }
  void statement(unsigned depth) {
    switch (below(depth > 0 ? 8 : 4)) {
      case 0:
        code_.push_back(input(below(kVariables - 1)));
        return;
      case 1:
      case 2:
        code_.push_back(assign(below(kVariables - 1), some_operand(), some_operand(),
                               static_cast<uint8_t>(below(4))));
        return;
      case 3:
        code_.push_back(test(Instruction::Kind::check));
        return;
      case 4:
        return loop(depth);
      default:
        return choose(depth);
    }
  }
  void choose(unsigned depth) {
    const uint32_t at = here();
    code_.push_back(test(Instruction::Kind::branch));
    block(depth - 1, 2);
    const uint32_t jump = here();
    code_.push_back({Instruction::Kind::jump});
    const uint32_t otherwise = here();
    if (below(2) == 0) block(depth - 1, 2);
    code_[at].then = at + 1;
    code_[at].otherwise = otherwise;
    code_[jump].then = here();
  }
  // The last variable counts: at most three rounds.
  void loop(unsigned depth) {
    const unsigned counter = kVariables - 1;
    code_.push_back(assign(counter, kConstant, kConstant, 0));
    const uint32_t at = here();
    code_.push_back(
        branch(counter, kConstant, static_cast<uint8_t>(1 + below(3)), false, at + 1, 0));
    block(depth > 1 ? 1 : 0, 2);
    code_.push_back(assign(counter, counter, kConstant, 1));
    Instruction back{Instruction::Kind::jump};
    back.then = at;
    code_.push_back(back);
    code_[at].otherwise = here();
  }

  std::mt19937_64 random_;
  Code code_;
};

TEST(Pruning, RandomProgramsFailWhereTheyFailWithoutIt) {
  constexpr uint64_t most = 300;
  unsigned tried = 0, failing = 0;
  uint64_t plain_runs = 0, pruned_runs = 0;
  for (uint64_t seed = 1; tried < 60; ++seed) {
    const Code code = Generator(seed).make();
    const Found all = explore_code(code, "dfs", false, most);
    if (!all.exhausted || all.runs < 15) continue;
    ++tried;
    failing += !all.failures.empty();
    for (const std::string strategy : {"dfs", "random", "cfg"}) {
      const Found found = explore_code(code, strategy, true, 4 * most);
      ASSERT_EQ(found.failures, all.failures) << "seed " << seed << ", " << strategy;
      EXPECT_TRUE(found.exhausted) << "seed " << seed << ", " << strategy;
      EXPECT_EQ(found.verified, all.failures.empty()) << "seed " << seed << ", " << strategy;
      EXPECT_LE(found.runs, all.runs) << "seed " << seed << ", " << strategy;
      plain_runs += all.runs;
      pruned_runs += found.runs;
    }
  }
  EXPECT_GT(failing, 10u);
  EXPECT_LT(3 * pruned_runs, 2 * plain_runs);
}

}  // namespace
}  // namespace cuttle
