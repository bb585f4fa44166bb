// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit_settings.h"

#include <charconv>

#include "languages/c/runtime/graph.h"

namespace cuttle {
namespace {

std::vector<std::string> values(const Config& config, const std::string& name) {
  const auto found = config.language_options.find(name);
  return found == config.language_options.end() ? std::vector<std::string>() : found->second;
}

Result<void> read_bound(const Config& config, const std::string& name, unsigned most,
                        unsigned& out) {
  const auto given = values(config, name);
  if (given.empty()) return {};
  const std::string& text = given.back();
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > most)
    return Error::usage("--" + name + " takes a number from 1 to " + std::to_string(most) +
                        ", not `" + text + "'");
  out = number;
  return {};
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    if (comma > at) words.push_back(text.substr(at, comma - at));
    at = comma + 1;
  }
  return words;
}

}  // namespace

std::vector<LanguageOption> unit_language_options() {
  return {
      {"max-objects", "N", "8", "At most N input objects of each type", {}, false},
      {"max-array", "N", "4", "At most N elements in an array whose length is an input", {}, false},
      {"max-string", "N", "8", "At most N characters in an input string", {}, false},
      {"array",
       "P:N",
       "",
       "P points to an array of N elements: a parameter or a number; P:N,M: to N rows of M; "
       "P may be a member S.M",
       {},
       true},
      {"nonnull", "P", "", "The parameter P is never NULL; P may be a list", {}, true},
      {"sequence",
       "F,G:N",
       "",
       "Up to N calls of the functions F, G, ... are the test; which ones is an input",
       {},
       false},
      {"within",
       "T:S.M",
       "",
       "Pointers to a T lead to the member M of an S, as container_of expects",
       {},
       true},
      {"stub",
       "F",
       "",
       "Calls of F, which need not be defined, give inputs; F may be a list",
       {},
       true},
  };
}

namespace {

// "create,insert,remove:4".
Result<void> read_sequence(const Config& config, UnitOptions& options) {
  const auto given = values(config, "sequence");
  if (given.empty()) return {};
  const std::string& text = given.back();
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
  if (!config.function.empty())
    return Error::usage(
        "--function and --sequence exclude each other",
        "A single function is a sequence, too: --sequence " + config.function + ":1");
  return {};
}

}  // namespace

Result<UnitOptions> unit_options(const Config& config) {
  UnitOptions options;
  options.function = config.function;
  for (auto read : {read_bound(config, "max-objects", CUTTLE_GRAPH_SLOTS, options.objects),
                    read_bound(config, "max-array", 1u << 16, options.elements),
                    read_bound(config, "max-string", CUTTLE_GRAPH_MAX_SIZE - 1, options.string)})
    if (!read) return read.error();
  if (auto read = read_sequence(config, options); !read) return read.error();
  for (const auto& text : values(config, "array")) {
    const size_t colon = text.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == text.size())
      return Error::usage("--array takes a parameter and its length, not `" + text + "'",
                          "For int sum(int *values, int count): --array values:count");
    options.arrays[text.substr(0, colon)] = text.substr(colon + 1);
  }
  if (!options.arrays.empty() && !options.has_driver())
    return Error::usage("--array is about the parameters of a function: give --function, too");
  for (const auto& text : values(config, "within")) {
    const size_t colon = text.find(':'), dot = text.find('.', std::min(colon, text.size()));
    if (colon == std::string::npos || colon == 0 || dot == std::string::npos || dot == colon + 1 ||
        dot + 1 == text.size())
      return Error::usage("--within takes a type and a member of another type, not `" + text + "'",
                          "For struct item { struct link link; }: --within link:item.link");
    options.within[text.substr(0, colon)] = text.substr(colon + 1);
  }
  for (const auto& text : values(config, "nonnull"))
    for (auto& word : split(text)) options.nonnull.push_back(std::move(word));
  if (!options.nonnull.empty() && !options.has_driver())
    return Error::usage("--nonnull is about the parameters of a function: give --function, too");
  for (const auto& text : values(config, "stub"))
    for (auto& word : split(text)) options.stubs.push_back(std::move(word));
  return options;
}

}  // namespace cuttle
