// SPDX-License-Identifier: Apache-2.0
#include "engine/target/option_values.h"

#include <charconv>

namespace cuttle {

std::vector<std::string> OptionValues::all(const std::string& name) const {
  const auto found = given_.find(name);
  return found == given_.end() ? std::vector<std::string>() : found->second;
}

std::string OptionValues::last(const std::string& name, std::string initial) const {
  const auto found = given_.find(name);
  return found == given_.end() || found->second.empty() ? std::move(initial) : found->second.back();
}

Result<uint64_t> OptionValues::number(const NumberOption& option) const {
  const std::string text = last(option.name, std::to_string(option.initial));
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < option.least ||
      value > option.most)
    return Error::usage("--" + std::string(option.name) + " takes a number from " +
                        std::to_string(option.least) + " to " + std::to_string(option.most) +
                        ", not `" + text + "'");
  return value;
}

}  // namespace cuttle
