// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/world.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <map>

#include "engine/support/suggest.h"
#include "engine/trace/node_import.h"
#include "languages/c/runtime/world_keys.h"

namespace cuttle {
namespace {

struct Key {
  std::string_view name;
  uint64_t least, most;  // both 0: a text
};

constexpr std::array kKeys = {
#define CUTTLE_KEY(key, standard, least, most, meaning) Key{#key, least, most},
    CUTTLE_WORLD_KEYS(CUTTLE_KEY)
#undef CUTTLE_KEY
};

std::string all_keys() {
  std::string names;
  for (const Key& key : kKeys) names += std::string(key.name) + ", ";
  return names + "locale and env:NAME";
}

Error bad_setting(const std::string& text, const std::string& why, const std::string& hint = {}) {
  return Error::usage("--world " + text + ": " + why,
                      hint.empty() ? "it takes KEY=VALUE, with one of " + all_keys() : hint);
}

Error unknown_key(const std::string& text, const std::string& name) {
  std::vector<std::string> names = {"locale", "env:"};
  for (const Key& key : kKeys) names.emplace_back(key.name);
  const std::string meant = did_you_mean(name, names);
  return bad_setting(text, "there is no `" + name + "' in this world",
                     (meant.empty() ? "" : meant + "\n") + "there are " + all_keys());
}

bool is_number_between(std::string_view text, uint64_t least, uint64_t most) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && error == std::errc() && end == text.data() + text.size() &&
         value >= least && value <= most;
}

// "80x24"
bool is_size(const std::string& text) {
  const size_t cross = std::min(text.find('x'), text.size());
  return is_number_between(std::string_view(text).substr(0, cross), 1, 65535) &&
         cross < text.size() &&
         is_number_between(std::string_view(text).substr(cross + 1), 1, 65535);
}

Result<void> check(const std::string& text, const Key& key, const std::string& value) {
  if (key.most != 0) {
    if (is_number_between(value, key.least, key.most)) return {};
    return bad_setting(text, "the value must be a number between " + std::to_string(key.least) +
                                 " and " + std::to_string(key.most));
  }
  if (key.name == "terminal" && value != "none" && !is_size(value))
    return bad_setting(text, "a terminal is `none' or has a size like 80x24");
  if (value.empty() || value.size() > CUTTLE_WORLD_LONGEST || value.find('\n') != std::string::npos)
    return bad_setting(
        text, "the value must have 1 to " + std::to_string(CUTTLE_WORLD_LONGEST) + " characters");
  return {};
}

bool is_input(const std::vector<InputSource>& inputs, CuttleSourceKind kind,
              const std::string& name) {
  return std::ranges::any_of(inputs, [&](const InputSource& input) {
    return input.kind == kind && (kind != CUTTLE_SOURCE_ENV || input.name == name);
  });
}

Result<void> add_variable(const std::string& text, const std::string& name,
                          const std::string& value, const std::vector<InputSource>& inputs,
                          WorldSettings& world) {
  if (name.empty()) return bad_setting(text, "a variable has a name");
  if (is_input(inputs, CUTTLE_SOURCE_ENV, name)) return bad_setting(text, "it is an input");
  world.environment.emplace_back(name, value);
  return {};
}

Result<void> add(const std::string& text, const std::vector<InputSource>& inputs,
                 WorldSettings& world) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) return bad_setting(text, "the value is missing");
  const std::string name = text.substr(0, equals), value = text.substr(equals + 1);
  if (name.starts_with("env:")) return add_variable(text, name.substr(4), value, inputs, world);
  if (name == "locale") {
    if (value.empty()) return bad_setting(text, "a locale has a name, such as C or de_DE.UTF-8");
    world.environment.emplace_back("LC_ALL", value);
    return {};
  }
  const auto key = std::ranges::find(kKeys, name, &Key::name);
  if (key == kKeys.end()) return unknown_key(text, name);
  if (auto fine = check(text, *key, value); !fine) return fine;
  if (name == "time" && is_input(inputs, CUTTLE_SOURCE_TIME, {}))
    return bad_setting(text, "it is an input");
  world.fixed.push_back({CUTTLE_SOURCE_WORLD, text, 0, 0});
  return {};
}

}  // namespace

Result<WorldSettings> parse_world(const std::vector<std::string>& texts,
                                  const std::vector<InputSource>& inputs) {
  WorldSettings world;
  for (const auto& text : texts)
    if (auto added = add(text, inputs, world); !added) return added.error();
  return world;
}

std::string world_lines(const std::vector<InputSource>& sources, const PortableTestCase& test) {
  std::map<std::string_view, std::string_view> values;
  for (const auto& input : test.inputs) values[input.name] = input.value;
  const auto value_of = [&](const std::string& name) {
    const auto found = values.find(name);
    return found == values.end() ? std::string("0") : std::string(found->second);
  };
  std::string text;
  for (const auto& source : sources) {
    if (source.kind == CUTTLE_SOURCE_WORLD) text += "world " + source.name + "\n";
    if (source.kind == CUTTLE_SOURCE_TIME) text += "world time=" + value_of("time") + "\n";
    if (source.kind != CUTTLE_SOURCE_RANDOM) continue;
    text += "random ";
    for (uint32_t i = 0; i < source.max; ++i) {
      char digits[3];
      std::snprintf(
          digits, sizeof digits, "%02x",
          static_cast<unsigned>(
              std::stoul(value_of(to_string(InputIdentity{source.label(), i, 1}))) & 255u));
      text += digits;
    }
    text += "\n";
  }
  return text;
}

}  // namespace cuttle
