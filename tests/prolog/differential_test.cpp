// SPDX-License-Identifier: Apache-2.0
// The machine against SWI-Prolog: same answers, same failures, same errors.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "languages/prolog/builtins/interpreter.h"
#include "languages/prolog/swi/judge.h"

namespace cuttle::prolog {
namespace {

std::string folder() {
  return CUTTLE_SOURCE_DIR "/tests/prolog/differential";
}

// The second argument of error/2 is the system's own business.
Cell without_contexts(Interpreter& interpreter, Cell term) {
  Store& store = interpreter.store;
  term = FlatTerm::copy(store, term).build(store);
  std::vector<Cell> todo{term};
  while (!todo.empty()) {
    Cell c = store.deref(todo.back());
    todo.pop_back();
    if (tag_of(c) != Tag::compound) continue;
    if (store.is_functor(c, interpreter.symbols.error2))
      store[payload(c) + 2] = atom_cell(atoms::nil);
    for (unsigned i = interpreter.symbols.arity(store.functor_of(c)); i-- > 0;)
      todo.push_back(store.arg(c, i));
  }
  return term;
}

// What one of the two says, in one line: the answers (as instances of the goal), then the end.
std::string ours(Interpreter& interpreter, const std::string& goal, unsigned max) {
  auto read = interpreter.program.session()->read_goal(goal);
  if (!read) return "unreadable: " + read.error().message;
  MachineLimits limits;
  limits.inferences = 3'000'000;
  interpreter.machine.reset(nullptr, limits);
  std::vector<Cell> variables;
  Cell term = interpreter.program.import(read->goal, variables);
  std::string text;
  RunEnd end = interpreter.machine.solve(term, atoms::user);
  for (unsigned n = 0; end == RunEnd::answer; end = interpreter.machine.redo()) {
    text += interpreter.show(without_contexts(interpreter, term)) + " ; ";
    if (++n >= max) return text + "more";
  }
  if (end == RunEnd::exception) {
    Cell ball = interpreter.machine.ball().build(interpreter.store);
    if (interpreter.store.is_functor(ball, interpreter.symbols.error2))
      ball = interpreter.store.arg(ball, 0);
    return text + "error " + interpreter.show(ball);
  }
  return text + (end == RunEnd::failure ? "false" : end == RunEnd::halted ? "halt" : "limit");
}

std::string theirs(Interpreter& interpreter, Judge& judge, const std::string& goal, unsigned max) {
  auto verdict = judge.check("user", goal, max, 10'000'000, 20, false);
  if (!verdict) return "no verdict: " + verdict.error().message;
  interpreter.machine.reset(nullptr, {});
  std::string text;
  auto show = [&](const WireTerm& t) {
    std::vector<Cell> variables;
    return interpreter.show(
        without_contexts(interpreter, interpreter.program.import(t, variables)));
  };
  for (const WireTerm& answer : verdict->answers) text += show(answer) + " ; ";
  switch (verdict->end) {
    case Verdict::End::more:
      return text + "more";
    case Verdict::End::failure:
      return text + "false";
    case Verdict::End::error: {
      bool standard = verdict->ball.is("error", 2);
      return text + "error " + show(standard ? verdict->ball.args[0] : verdict->ball);
    }
    case Verdict::End::halted:
      return text + "halt";
    default:
      return text + "limit";
  }
}

// Each file in differential/ is a program whose lines "%? Goal" are asked of both. The answers to
// "%~ Goal" are known to differ.
class Differential : public testing::TestWithParam<std::string> {};

TEST_P(Differential, AgreesWithSwiProlog) {
  std::string file = folder() + "/" + GetParam();
  auto session = SwiSession::start({file});
  ASSERT_TRUE(session) << session.error().message;
  auto judge = Judge::start({file});
  ASSERT_TRUE(judge) << judge.error().message;
  Interpreter interpreter(session->get());
  auto loaded = interpreter.load();
  ASSERT_TRUE(loaded) << loaded.error().message;
  std::ifstream in(file);
  unsigned asked = 0;
  for (std::string line; std::getline(in, line);) {
    bool known_to_differ = line.starts_with("%~ ");
    if (!line.starts_with("%? ") && !known_to_differ) continue;
    std::string goal = line.substr(3);
    ++asked;
    std::string a = ours(interpreter, goal, 12), b = theirs(interpreter, **judge, goal, 12);
    if (known_to_differ) {
      EXPECT_NE(a, b) << goal << " agrees now: ask it with %?";
    } else {
      EXPECT_EQ(a, b) << goal;
    }
  }
  EXPECT_GT(asked, 0u);
}

std::vector<std::string> programs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Programs, Differential, testing::ValuesIn(programs()),
                         [](const auto& info) {
                           std::string name = info.param.substr(0, info.param.find('.'));
                           return name;
                         });

}  // namespace
}  // namespace cuttle::prolog
