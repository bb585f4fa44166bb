// SPDX-License-Identifier: Apache-2.0
// erlang_replay_bench [ITERATIONS]: how fast runs are replayed. Events of a loop that counts an
// input down, the same loop over a known number, and a walk along a list; each against reading the
// same events without replaying them.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "languages/erlang/inputs/domains.h"
#include "languages/erlang/replay/events.h"
#include "languages/erlang/replay/replayer.h"
#include "languages/erlang/term/etf.h"

using namespace cuttle;
using namespace cuttle::erlang;

namespace {

Term atom(const char* name) {
  return Term::make_atom(name);
}
Term number(long n) {
  return Term::make_integer(n);
}
Term tuple(std::vector<Term> items) {
  return Term::make_tuple(std::move(items));
}
Term list(std::vector<Term> items) {
  return Term::make_list(std::move(items));
}
Term slot(long n) {
  return tuple({atom("v"), number(n)});
}
Term literal(Term value) {
  return tuple({atom("l"), std::move(value)});
}
Term clause(long point, Term pattern, Term body) {
  return tuple({number(point), number(point + 1), list({std::move(pattern)}), atom("true"),
                std::move(body)});
}

// loop(0) -> done; loop(N) -> loop(N - 1).    known(_) -> loop(ITERATIONS).
CoreModule countdown(long iterations) {
  const Term minus = tuple(
      {atom("bif"), number(2), atom("erlang"), atom("-"), list({slot(1), literal(number(1))})});
  const Term again = tuple({atom("local"), number(2), number(0), list({slot(2)})});
  const Term body =
      tuple({atom("case"), number(1), list({slot(0)}),
             list({clause(0, literal(number(0)), literal(atom("done"))),
                   clause(1, slot(1), tuple({atom("let"), list({number(2)}), minus, again}))})});
  const Term start =
      tuple({atom("local"), number(4), number(0), list({literal(number(iterations))})});
  auto function = [](long index, const char* name, std::vector<Term> names, Term code) {
    return tuple({number(index), atom(name), number(1), number(0), atom("true"), number(1),
                  list(std::move(names)), std::move(code)});
  };
  const Term module = tuple({atom("cuttle_core"), number(1), atom("count"), number(7),
                             Term::make_binary("count.erl"),
                             list({function(0, "loop", {atom("N"), atom("N"), atom("M")}, body),
                                   function(1, "known", {atom("N")}, start)})});
  const std::string bytes = encode_etf(module);
  auto core = decode_core({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  if (!core) {
    std::fprintf(stderr, "%s\n", core.error().message.c_str());
    std::exit(1);
  }
  return std::move(*core);
}

template <typename Work>
double seconds(Work work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main(int argc, char** argv) {
  const long iterations = argc > 1 ? std::atol(argv[1]) : 10000;
  ExprPool pool;
  term::Skeleton skeleton(pool);
  Types types;
  Type any;
  Names names;
  DomainTable domains(types, {}, {}, names);
  const term::PositionId input = skeleton.add_root("n", domains.get(any));
  TestCase test;
  if (!place_input(test.inputs, skeleton, names, input, number(iterations))) return 1;
  Replayer replayer(skeleton, names.atoms, names.keys);
  replayer.add(countdown(iterations));
  std::vector<uint64_t> events(static_cast<size_t>(iterations),
                               uint64_t{1} << 56 | uint64_t{7} << 32 | 1);
  events.push_back(uint64_t{1} << 56 | uint64_t{7} << 32);
  RunLimits limits;
  limits.choices = static_cast<uint64_t>(iterations) * 2;

  uint64_t sum = 0;
  const double reading = seconds([&] {
    for (replay::Events reader(events); reader.next().kind != replay::EventKind::none;
         reader.take())
      sum += reader.next().number;
  });
  const double count = static_cast<double>(events.size());
  std::printf("%-28s %10.0f events/s\n", "reading them only", count / reading);
  for (const char* name : {"loop", "known"}) {
    Replayed run;
    const double time = seconds([&] {
      run = replayer.replay({"count", name, 1}, {&input, 1}, events, false, test, limits);
    });
    std::printf("%-28s %10.0f events/s, %zu choices, %.3f s, %.0f times reading%s\n",
                name[0] == 'l' ? "counting an input down" : "counting a number down", count / time,
                run.choices.size(), time, time / reading, run.complete ? "" : " INCOMPLETE");
  }
  return sum == 0;
}
