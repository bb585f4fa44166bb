// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/options.h"

namespace cuttle::erlang {

namespace {

constexpr DomainOptions kDomains;
constexpr NumberOption kDepth{"depth", kDomains.depth, 0, 60};
constexpr NumberOption kListLength{"list-length", kDomains.list_length, 0, 1000};
constexpr NumberOption kFresh{"fresh", kDomains.fresh_atoms, 0, 16};
constexpr NumberOption kIntBits{"int-bits", kDomains.int_bits, 2, 256};
constexpr NumberOption kBinaryLength{"binary-length", kDomains.binary_length, 0, 1000};
constexpr NumberOption kFunAnswers{"fun-answers", kDomains.answers, 1, 16};
constexpr NumberOption kEarlyTimeouts{"early-timeouts", 1000, 0, 1'000'000'000};

}  // namespace

// clang-format off
std::vector<LanguageOption> erlang_option_rows() {
  return {
      {"function", "NAME/ARITY", "", "The function to explore", {}, false, LanguageOption::Names::program},
      {"module", "NAME", "", "The module to explore, of an application's folder or of several files", {}, false, LanguageOption::Names::folder},
      {"include", "DIR", "", "Where header files are", {}, true},
      {"define", "NAME[=VALUE]", "", "Define a macro of the preprocessor", {}, true},
      {"no-spec", "", "", "Also try inputs that the function's spec does not allow"},
      number_row(kDepth, "How deep input terms may be; constants have depth 0"),
      number_row(kListLength, "How long input lists may be; with --depth alone as long as terms are deep"),
      number_row(kFresh, "How many constants that the program does not mention are tried"),
      number_row(kIntBits, "How many bits input integers have"),
      number_row(kBinaryLength, "How many bytes input binaries may have"),
      number_row(kFunAnswers, "How many different answers input funs give"),
      number_row(kEarlyTimeouts, "Time-outs of so many milliseconds may fire at any time, longer ones when nobody can go on"),
      {"trace", "", "", "Show the trace of matching clauses with each test case"},
  };
}
// clang-format on

Result<ErlangOptions> read_erlang_options(const OptionValues& values) {
  ErlangOptions options;
  options.function = values.last("function");
  options.module = values.last("module");
  options.includes = values.all("include");
  options.defines = values.all("define");
  options.by_spec = !values.is_set("no-spec");
  options.trace = values.is_set("trace");
  DomainOptions& domains = options.domains;
  const std::pair<const NumberOption*, unsigned*> numbers[] = {
      {&kDepth, &domains.depth},
      {&kListLength, &domains.list_length},
      {&kFresh, &domains.fresh_atoms},
      {&kIntBits, &domains.int_bits},
      {&kBinaryLength, &domains.binary_length},
      {&kFunAnswers, &domains.answers},
      {&kEarlyTimeouts, &options.early_timeouts}};
  for (const auto& [option, out] : numbers) {
    const auto number = values.number(*option);
    if (!number) return number.error();
    *out = static_cast<unsigned>(*number);
  }
  const auto given = [&](const NumberOption& option) { return !values.last(option.name).empty(); };
  if (given(kDepth) && !given(kListLength)) domains.list_length = domains.depth;
  return options;
}

}  // namespace cuttle::erlang
