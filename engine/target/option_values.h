// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/support/result.h"

namespace cuttle {

// An option whose value is a whole number. Its default and its bounds are said here once: the
// row of the table of options is made from it, and the value is read with it.
struct NumberOption {
  const char* name;
  uint64_t initial, least, most;
};

// What the user gave for the options that only languages know, by their long names without dashes
// ("cflags", "ground"). A language reads them once, into a struct of its own.
class OptionValues {
 public:
  using Map = std::map<std::string, std::vector<std::string>>;

  OptionValues() = default;
  explicit OptionValues(Map given) : given_(std::move(given)) {}

  void add(const std::string& name, std::string value) { given_[name].push_back(std::move(value)); }

  // Of an option that may be repeated: all values, in the order in which they were given.
  std::vector<std::string> all(const std::string& name) const;
  // Of others: the last one, or `initial` when there is none.
  std::string last(const std::string& name, std::string initial = {}) const;
  bool is_set(const std::string& name) const { return last(name) == "true"; }  // a switch
  Result<uint64_t> number(const NumberOption& option) const;

  const Map& given() const { return given_; }
  friend bool operator==(const OptionValues&, const OptionValues&) = default;

 private:
  Map given_;
};

}  // namespace cuttle
