// SPDX-License-Identifier: Apache-2.0
#include "engine/trials/oracle.h"

#include <algorithm>

namespace cuttle::trials {
namespace {

// What an operation does to objects, written down once more and without the engine's rules.
struct Use {
  std::string object;
  bool reads_only;
};

std::vector<Use> uses_of(const RunEvent& event, std::vector<uint32_t>& waiting) {
  const std::string object = std::to_string(event.object);
  const std::string thread = std::to_string(event.thread);
  if (event.kind == RunEvent::Kind::access)
    return {{"m" + object, (event.how & RunEvent::kWrite) == 0}};
  const bool shares = event.size == static_cast<uint32_t>(Sync::share);
  switch (event.sync()) {
    case Sync::lock:
    case Sync::try_lock:
    case Sync::post:
    case Sync::acquire:
      return {{"s" + object, false}};
    case Sync::share:
      return {{"s" + object, true}};
    case Sync::unlock:
      return {{"s" + object, shares}};
    case Sync::wait:
      waiting.push_back(event.thread);
      return {{"s" + object, false}, {"s" + std::to_string(event.other), false}};
    case Sync::wake:
      if (event.value == 0) return {{"s" + std::to_string(event.other), false}};
      std::erase(waiting, event.thread);
      return {{"s" + std::to_string(event.other), false}, {"s" + object, false}};
    case Sync::signal:
    case Sync::broadcast:
      return {{"s" + object, false}};
    case Sync::barrier:
      return {{"b" + object + "." + std::to_string(event.other), true}};
    default:
      return {};
  }
}

}  // namespace

std::string class_of(const Execution& run, size_t limit) {
  std::map<std::string, std::string> objects;
  std::map<uint32_t, std::pair<unsigned, std::string>> threads;  // operations, outcomes
  std::map<std::string, std::set<std::string>> readers;
  std::vector<uint32_t> waiting;
  const auto settle = [&](const std::string& object) {
    for (const std::string& reader : readers[object]) objects[object] += reader + ",";
    readers[object].clear();
  };
  size_t events = 0, record = 0;
  uint32_t thread = 0;
  for (uint32_t i = 0; i <= run.choices.size(); ++i) {
    for (; record < run.log.events.size() && run.log.events[record].choice == i; ++record) {
      const RunEvent& event = run.log.events[record];
      if (event.kind == RunEvent::Kind::sync && event.sync() == Sync::blocked) continue;
      const std::string me =
          std::to_string(event.thread) + "." + std::to_string(threads[event.thread].first);
      for (const Use& use : uses_of(event, waiting)) {
        if (use.reads_only) {
          readers[use.object].insert(me);
        } else {
          settle(use.object);
          objects[use.object] += "|" + me + "|";
        }
      }
    }
    if (i == run.choices.size()) break;
    const Choice& choice = run.choices[i];
    if (choice.kind == ChoiceKind::race) {
      if (events++ == limit) break;
      thread = static_cast<uint32_t>(choice.taken);
      ++threads[thread].first;
      threads[thread].second += '/';
    } else {
      threads[thread].second += choice.taken != 0 ? 'T' : 'F';
    }
  }
  std::string result;
  for (const auto& [object, history] : readers) settle(object);
  for (const auto& [object, history] : objects) result += object + "=" + history + ";";
  for (const auto& [name, known] : threads)
    result += std::to_string(name) + ":" + std::to_string(known.first) + known.second + ";";
  return result;
}

namespace {

// Who could have run behind the first `steps` races of a run.
std::vector<uint32_t> enabled_behind(const Execution& run, size_t steps) {
  std::vector<uint32_t> enabled;
  size_t races = 0;
  for (const Choice& choice : run.choices) {
    if (choice.kind != ChoiceKind::race || races++ != steps) continue;
    enabled.push_back(static_cast<uint32_t>(choice.taken));
    for (const Alternative& other : run.others(choice)) enabled.push_back(other.id);
  }
  return enabled;
}

void explore(ExprPool& pool, const Program& program, const Assignment& inputs,
             std::set<std::string>& classes, size_t& runs_left) {
  std::vector<std::vector<uint32_t>> todo = {{}};
  std::set<std::string> seen;
  while (!todo.empty() && runs_left > 0) {
    const TestCase test{inputs, {std::move(todo.back())}};
    todo.pop_back();
    Execution run;
    World(pool, program, test, run).run();
    --runs_left;
    const size_t steps = test.schedule.steps.size();
    if (!seen.insert(class_of(run, steps)).second) continue;
    const std::vector<uint32_t> enabled = enabled_behind(run, steps);
    if (enabled.empty()) classes.insert(class_of(run));
    for (const uint32_t thread : enabled) {
      todo.push_back(test.schedule.steps);
      todo.back().push_back(thread);
    }
  }
}

}  // namespace

std::set<std::string> all_classes(const Program& program, const Domain& domain, size_t max_runs) {
  std::set<std::string> classes;
  unsigned bits = 0;
  for (const auto& [name, width] : domain) bits += width;
  for (uint64_t number = 0; number < uint64_t{1} << bits; ++number) {
    ExprPool pool;
    Assignment inputs;
    uint64_t rest = number;
    for (const auto& [name, width] : domain) {
      const ExprId e = pool.variable(name, Sort::bits(width), "u");
      inputs.set(pool.var_of(e), Value::bits(width, rest & ((1u << width) - 1)));
      rest >>= width;
    }
    explore(pool, program, inputs, classes, max_runs);
    if (max_runs == 0) return {};
  }
  return classes;
}

}  // namespace cuttle::trials
