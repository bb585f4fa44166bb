// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <optional>

#include "languages/erlang/inputs/domains.h"
#include "languages/erlang/replay/replayer.h"
#include "languages/erlang/replay/test_samples.h"
#include "languages/erlang/term/etf.h"

namespace cuttle::erlang {

// Everything that a replay needs, with inputs of any type that mentions what the arguments do.
struct TestReplay {
  explicit TestReplay(const std::vector<Term>& args, DomainOptions options = {}) {
    Mentioned mentioned;
    for (const Term& arg : args) mention(arg, mentioned);
    mentioned.floats = mentioned.binaries = mentioned.maps = true;
    domains.emplace(types, mentioned, options, names);
    for (size_t i = 0; i < args.size(); ++i) {
      inputs.push_back(skeleton.add_root("x" + std::to_string(i), domains->get(any)));
      EXPECT_TRUE(place_input(test.inputs, skeleton, names, inputs[i], args[i])) << i;
    }
  }

  static void mention(const Term& term, Mentioned& out) {
    if (term.is_atom()) out.atoms.push_back(term.text);
    if (term.is_tuple()) out.tuples.push_back(static_cast<unsigned>(term.items.size()));
    for (size_t i = 0; i < term.items.size(); ++i) {
      if (term.kind == TermKind::map && i % 2 == 0) out.keys.push_back(term.items[i]);
      mention(term.items[i], out);
    }
  }

  // What holds for every replay, whatever the program: the conditions of the ways taken hold under
  // the inputs, those of the others do not.
  void check(const Replayed& run) {
    term::Inputs now(skeleton);
    now.begin(run.inputs);
    for (size_t i = 0; i < run.choices.size(); ++i) {
      const Choice& choice = run.choices[i];
      EXPECT_TRUE(now.is_true(choice.condition)) << "choice " << i;
      if (choice.kind == ChoiceKind::race) continue;  // not by inputs
      for (uint32_t k = 0; k < choice.others_count; ++k) {
        const Alternative& other = run.alternatives[choice.others_begin + k];
        EXPECT_FALSE(now.is_true(other.condition)) << "choice " << i << " way " << other.id;
        EXPECT_NE(other.id, choice.taken);
      }
    }
    for (const Limitation& each : run.limitations)
      EXPECT_NE(each.reason, Reason::disagreement) << each.location << " " << each.detail;
  }

  ExprPool pool;
  term::Skeleton skeleton{pool};
  Types types;
  Type any;
  Names names;
  std::optional<DomainTable> domains;
  std::vector<term::PositionId> inputs;
  TestCase test;
};

inline std::vector<uint64_t> words_of(const std::vector<uint8_t>& bytes) {
  std::vector<uint64_t> words(bytes.size() / 8);
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), words.size() * 8);
  return words;
}

inline std::vector<Term> elements_of(const Term& list) {
  return {list.items.begin(), list.items.begin() + static_cast<std::ptrdiff_t>(list.length())};
}

}  // namespace cuttle::erlang
