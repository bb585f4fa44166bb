// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace cuttle {

// What the driver tells the plug-in, in the environment variable CUTTLE_UNIT: words KEY=VALUE.
struct UnitOptions {
  static constexpr const char* variable = "CUTTLE_UNIT";
  // When nothing else is said.
  static constexpr unsigned most_objects = 8, most_elements = 4, longest_string = 8;

  std::string function;               // empty: the program keeps its main
  std::vector<std::string> sequence;  // or several functions, called one after the other
  unsigned calls = 4;                 // of a sequence, at most
  std::string list;                   // where to write what was found; see UnitDriverPass
  unsigned objects = most_objects;    // of each type
  unsigned elements = most_elements;  // of an array whose length is an input
  unsigned string = longest_string;   // characters
  // parameter -> its length: a parameter or a number; or two with a comma, of rows and columns
  std::map<std::string, std::string> arrays;
  std::vector<std::string> nonnull;           // parameters that are never NULL
  std::map<std::string, std::string> within;  // type -> member "item.link" that pointers to it mean
  std::vector<std::string> stubs;             // functions whose results are inputs

  // The lengths of an array: one, or of rows and columns.
  static std::vector<std::string> lengths(const std::string& text) {
    const size_t comma = text.find(',');
    if (comma == std::string::npos) return {text};
    return {text.substr(0, comma), text.substr(comma + 1)};
  }

  // Is the program a driver of ours?
  bool has_driver() const { return !function.empty() || !sequence.empty(); }
  std::vector<std::string> functions() const {
    return function.empty() ? sequence : std::vector<std::string>{function};
  }

  std::string to_text() const {
    std::ostringstream text;
    text << "objects=" << objects << "\nelements=" << elements << "\nstring=" << string << '\n';
    if (!function.empty()) text << "function=" << function << '\n';
    for (const auto& name : sequence) text << "sequence=" << name << '\n';
    if (!sequence.empty()) text << "calls=" << calls << '\n';
    if (!list.empty()) text << "list=" << list << '\n';
    for (const auto& [array, length] : arrays) text << "array=" << array << ':' << length << '\n';
    for (const auto& name : nonnull) text << "nonnull=" << name << '\n';
    for (const auto& [type, member] : within) text << "within=" << type << ':' << member << '\n';
    for (const auto& stub : stubs) text << "stub=" << stub << '\n';
    return text.str();
  }

  static UnitOptions from_environment() {
    UnitOptions options;
    const char* text = std::getenv(variable);
    std::istringstream lines(text != nullptr ? text : "");
    for (std::string line; std::getline(lines, line);) {
      const size_t equals = line.find('=');
      if (equals == std::string::npos) continue;
      options.set(line.substr(0, equals), line.substr(equals + 1));
    }
    return options;
  }

 private:
  void set(const std::string& key, const std::string& value) {
    const auto number = [&] {
      return static_cast<unsigned>(std::strtoul(value.c_str(), nullptr, 10));
    };
    if (key == "function") function = value;
    if (key == "sequence") sequence.push_back(value);
    if (key == "calls") calls = number();
    if (key == "list") list = value;
    if (key == "objects") objects = number();
    if (key == "elements") elements = number();
    if (key == "string") string = number();
    if (key == "stub") stubs.push_back(value);
    if (key == "nonnull") nonnull.push_back(value);
    if (const size_t colon = value.rfind(':'); key == "array" && colon != std::string::npos)
      arrays[value.substr(0, colon)] = value.substr(colon + 1);
    if (const size_t colon = value.rfind(':'); key == "within" && colon != std::string::npos)
      within[value.substr(0, colon)] = value.substr(colon + 1);
  }
};

}  // namespace cuttle
