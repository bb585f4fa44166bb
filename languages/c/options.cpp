// SPDX-License-Identifier: Apache-2.0
#include "languages/c/options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "languages/c/driver/build.h"
#include "languages/c/driver/flags.h"
#include "languages/c/runtime/graph.h"

namespace cuttle {
namespace {

constexpr NumberOption kObjects{"max-objects", UnitOptions::most_objects, 1, CUTTLE_GRAPH_SLOTS};
constexpr NumberOption kElements{"max-array", UnitOptions::most_elements, 1, 1u << 16};
constexpr NumberOption kString{"max-string", UnitOptions::longest_string, 1,
                               CUTTLE_GRAPH_MAX_SIZE - 1};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    if (comma > at) words.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

std::vector<std::string> split_all(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const auto& list : lists) std::ranges::move(split(list), std::back_inserter(words));
  return words;
}

Result<std::string> wanted_checks(const std::vector<std::string>& lists) {
  constexpr std::array<std::string_view, 4> known = {"signed-overflow", "shift", "cast", "nan"};
  std::string checks;
  for (const auto& word : split_all(lists)) {
    if (std::ranges::find(known, word) == known.end())
      return Error::usage("--detect: `" + word + "' is not known",
                          "Possible are: signed-overflow, shift, cast, nan");
    checks += (checks.empty() ? "" : ",") + word;
  }
  return checks;
}

Result<void> read_bound(const OptionValues& values, const NumberOption& option, unsigned& out) {
  const auto number = values.number(option);
  if (!number) return number.error();
  out = static_cast<unsigned>(*number);
  return {};
}

// "create,insert,remove:4".
Result<void> read_sequence(const std::string& text, UnitOptions& options) {
  if (text.empty()) return {};
  const size_t colon = text.rfind(':');
  // The names of C++ functions have colons, too.
  const bool has_number = colon != std::string::npos && colon + 1 < text.size() &&
                          text.find_first_not_of("0123456789", colon + 1) == std::string::npos;
  options.sequence = split(has_number ? text.substr(0, colon) : text);
  const auto [end, error] = has_number ? std::from_chars(text.data() + colon + 1,
                                                         text.data() + text.size(), options.calls)
                                       : std::from_chars_result{nullptr, std::errc()};
  if (options.sequence.empty() || options.sequence.size() > 100 || error != std::errc() ||
      options.calls == 0 || options.calls > 64)
    return Error::usage(
        "--sequence takes functions and how often to call them (1 to 64), not `" + text + "'",
        "At most four calls: --sequence create,insert,remove:4");
  if (!options.function.empty())
    return Error::usage(
        "--function and --sequence exclude each other",
        "A single function is a sequence, too: --sequence " + options.function + ":1");
  return {};
}

Result<void> read_arrays(const std::vector<std::string>& texts, UnitOptions& options) {
  for (const auto& text : texts) {
    const size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
      return Error::usage("--array takes a parameter and its length, not `" + text + "'",
                          "For int sum(int *values, int count): --array values:count");
    options.arrays[text.substr(0, colon)] = text.substr(colon + 1);
  }
  if (!options.arrays.empty() && !options.has_driver())
    return Error::usage("--array is about the parameters of a function: give --function, too");
  return {};
}

Result<void> read_within(const std::vector<std::string>& texts, UnitOptions& options) {
  for (const auto& text : texts) {
    const size_t colon = text.find(':'), dot = text.find('.', std::min(colon, text.size()));
    if (colon == std::string::npos || colon == 0 || dot == std::string::npos || dot == colon + 1 ||
        dot + 1 == text.size())
      return Error::usage("--within takes a type and a member of another type, not `" + text + "'",
                          "For struct item { struct link link; }: --within link:item.link");
    options.within[text.substr(0, colon)] = text.substr(colon + 1);
  }
  return {};
}

Result<UnitOptions> read_unit(const OptionValues& values) {
  UnitOptions options;
  options.function = values.last("function");
  for (auto read :
       {read_bound(values, kObjects, options.objects),
        read_bound(values, kElements, options.elements),
        read_bound(values, kString, options.string),
        read_sequence(values.last("sequence"), options), read_arrays(values.all("array"), options),
        read_within(values.all("within"), options)})
    if (!read) return read.error();
  options.nonnull = split_all(values.all("nonnull"));
  if (!options.nonnull.empty() && !options.has_driver())
    return Error::usage("--nonnull is about the parameters of a function: give --function, too");
  options.stubs = split_all(values.all("stub"));
  return options;
}

}  // namespace

// clang-format off
std::vector<LanguageOption> c_option_rows() {
  return {
      {"function", "F", "", "Explore calls of the function F; its parameters are the inputs", {}, false,
       LanguageOption::Names::program},
      {"cc", "CLANG", "clang-19", "The clang to use: a name, a path or a version"},
      {"cflags", "FLAGS", "", "Flags for compiling and linking the program", {}, true},
      {"detect", "KIND", "",
       "Look also for these mistakes, one or a list: signed-overflow, shift, cast, nan", {}, true},
      {"no-memory-checks", "", "",
       "Do not look at each access whether it may touch that memory: a little faster"},
      {"input", "SOURCE", "",
       "What else is an input: stdin[:MAX], argv[:N[:MAX[,I:MAX]]], file:PATH[:MAX], env:NAME[:MAX], accept:PORT[:MAX], time, random[:MAX]", {}, true},
      {"world", "KEY=VALUE", "",
       "What the program is told of the world: time, pid, seed, hostname, cores, env:NAME, ... (docs/world.md)", {}, true},
      {"seed-input", "FILE", "",
       "Begin with the contents of this file, or of the files in this folder", {}, true},
      {"prune", "", "", "Ask whether anything can fail, and run no path that surely cannot (docs/pruning.md)"},
      {"sanitize", "KINDS", "", "Build with sanitizers: address, undefined, leak", {}, true},
      {"plain", "PROGRAM", "", "The uninstrumented build of a program that cuttle-cc built"},
      {"persistent", "WHEN", "auto", "Do many runs in one process; auto: of units and harnesses",
       {"auto", "always", "never"}},
      {"threads", "HOW", "controlled", "Who decides which thread runs when: we do, and explore it (controlled), or the system (free)",
       {"controlled", "free"}},
      number_row(kObjects, "At most N input objects of each type"),
      number_row(kElements, "At most N elements in an array whose length is an input"),
      number_row(kString, "At most N characters in an input string"),
      {"array", "P:N", "",
       "P points to an array of N elements: a parameter or a number; P:N,M: to N rows of M; "
       "P may be a member S.M", {}, true},
      {"nonnull", "P", "", "The parameter P is never NULL; P may be a list", {}, true},
      {"sequence", "F,G:N", "",
       "Up to N calls of the functions F, G, ... are the test; which ones is an input"},
      {"within", "T:S.M", "",
       "Pointers to a T lead to the member M of an S, as container_of expects", {}, true},
      {"stub", "F", "", "Calls of F, which need not be defined, give inputs; F may be a list", {}, true},
  };
}
// clang-format on

Result<COptions> read_c_options(const OptionValues& values) {
  COptions options;
  options.clang = values.last("cc");
  for (const auto& flags : values.all("cflags"))
    std::ranges::move(split_flags(flags), std::back_inserter(options.flags));
  for (const auto& kinds : values.all("sanitize")) {
    auto flags = sanitizer_flags(kinds);
    if (!flags) return flags.error();
    std::ranges::move(*flags, std::back_inserter(options.sanitizer));
  }
  auto checks = wanted_checks(values.all("detect"));
  if (!checks) return checks.error();
  options.checks = std::move(checks).value();
  options.memory_checks = !values.is_set("no-memory-checks");
  options.prune = values.is_set("prune");
  options.inputs = values.all("input");
  options.world = values.all("world");
  options.seeds = values.all("seed-input");
  options.plain = values.last("plain");
  std::error_code problem;
  if (!options.plain.empty() && !std::filesystem::exists(options.plain, problem))
    return Error::usage("--plain " + options.plain.string() + ": there is no such file");
  if (const std::string wish = values.last("persistent", "auto"); wish != "auto")
    options.persistent = wish == "always";
  options.threads_asked = values.last("threads") == "controlled";
  options.controlled = !options.prune && values.last("threads", "controlled") == "controlled";
  auto unit = read_unit(values);
  if (!unit) return unit.error();
  options.unit = std::move(unit).value();
  return options;
}

}  // namespace cuttle
