// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/options.h"

namespace cuttle::prolog {

namespace {

constexpr DomainOptions kDomains;
constexpr NumberOption kDepth{"depth", kDomains.depth, 0, 60};
constexpr NumberOption kFresh{"fresh", kDomains.fresh_atoms, 0, 16};
constexpr NumberOption kIntBits{"int-bits", kDomains.int_bits, 2, 60};
constexpr NumberOption kTextLength{"text-length", kDomains.text_length, 0, 100};
constexpr NumberOption kAnswers{"answers", 1, 1, 1'000'000};
constexpr NumberOption kInferences{"inferences", TargetOptions{}.inferences, 100,
                                   1'000'000'000'000};

template <typename T>
Result<void> read_number(const OptionValues& values, const NumberOption& option, T& out) {
  const auto number = values.number(option);
  if (!number) return number.error();
  out = static_cast<T>(*number);
  return {};
}

CoverageGoal coverage_goal(const std::string& what) {
  const std::string asked = "--cover " + what;
  if (what == "errors") return {CoverageGoal::Kind::bugs, {}, asked};
  if (what == "clauses") return {CoverageGoal::Kind::family, what, asked};
  return {};
}

TargetOptions::Check check_of(const std::string& what) {
  return what == "none"   ? TargetOptions::Check::none
         : what == "bugs" ? TargetOptions::Check::bugs
                          : TargetOptions::Check::all;
}

}  // namespace

// clang-format off
std::vector<LanguageOption> prolog_option_rows() {
  return {
      {"goal", "G", "", "Explore the goal G of a logic program", {}, false, LanguageOption::Names::folder},
      {"library", "DIR", "", "A folder in which library(...) is looked for first, such as that of a pack", {}, true},
      {"predicate", "NAME/ARITY", "", "The predicate to call, when there is no --goal"},
      {"ground", "N,N", "", "Which arguments are ground inputs: numbers from 1, or none"},
      {"type", "N:TYPE", "", "The type of an input argument, as in pldoc: 1:integer, 2:list(atom)", {}, true},
      {"constrained", "", "",
       "Make test cases that are calls with constraints on variables instead of ground calls"},
      number_row(kDepth, "How deep input terms may be; constants have depth 0"),
      number_row(kFresh, "How many constants that the program does not mention are tried"),
      number_row(kIntBits, "How many bits input integers have"),
      number_row(kTextLength,
                 "How many characters atoms and strings may have whose text the program looks at"),
      {"cover", "WHAT", "paths",
       "What the test cases are for: all paths, each clause evaluated to its end, or errors",
       {"paths", "clauses", "errors"}},
      number_row(kAnswers, "How many answers of each call are computed: a number, or all", "K"),
      number_row(kInferences, "Inferences after which a call counts as possibly endless"),
      {"trace", "", "", "Show the trace of matching clauses with each test case"},
      {"check", "WHAT", "all", "Which test cases are checked in SWI-Prolog", {"all", "bugs", "none"}},
  };
}
// clang-format on

Result<PrologOptions> read_prolog_options(const OptionValues& values) {
  PrologOptions options;
  options.goal = values.last("goal");
  options.predicate = values.last("predicate");
  options.ground = values.last("ground");
  options.types = values.all("type");
  options.libraries = values.all("library");
  options.cover = coverage_goal(values.last("cover", "paths"));
  TargetOptions& target = options.target;
  for (auto read : {read_number(values, kDepth, target.domains.depth),
                    read_number(values, kFresh, target.domains.fresh_atoms),
                    read_number(values, kIntBits, target.domains.int_bits),
                    read_number(values, kTextLength, target.domains.text_length),
                    read_number(values, kInferences, target.inferences)})
    if (!read) return read.error();
  if (values.last("answers") == "all") {
    target.answers = 0;
  } else if (auto read = read_number(values, kAnswers, target.answers); !read) {
    return read.error();
  }
  target.domains.small_counts = values.last("int-bits").empty();
  target.trace = values.is_set("trace");
  target.constrained = values.is_set("constrained");
  target.check = check_of(values.last("check", "all"));
  return options;
}

}  // namespace cuttle::prolog
