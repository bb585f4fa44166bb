// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/exported_unit.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "languages/c/export/code_text.h"

namespace cuttle {
namespace {

// What is between tabs; at least `count` of them.
std::vector<std::string> fields(const std::string& text, size_t count) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string field; std::getline(stream, field, '\t');) found.push_back(field);
  found.resize(std::max(count, found.size()));
  return found;
}

// "makes object=0 address=1".
void read_role(const std::string& words, ExportedFunction& function) {
  std::istringstream stream(words);
  for (std::string word; stream >> word;) {
    const size_t equals = word.find('=');
    function.makes = function.makes || word == "makes";
    function.replaces = function.replaces || word == "replaces";
    function.ends = function.ends || word == "ends";
    if (equals == std::string::npos) continue;
    auto& list = word.starts_with("object") ? function.objects : function.addresses;
    list.push_back(static_cast<unsigned>(std::stoul(word.substr(equals + 1))));
  }
}

// Lines about the function that was found last.
void read_function(const std::string& key, const std::string& text, ExportedUnit& unit) {
  if (key == "found") unit.functions.push_back({.name = text, .call = text});
  if (unit.functions.empty()) return;
  ExportedFunction& function = unit.functions.back();
  if (key == "call") function.call = text;
  if (key == "result") function.result = text;
  if (key == "parameter") {
    const auto words = fields(text, 3);
    function.parameters.push_back({words[0], speakable(words[1]), speakable(words[2])});
  }
}

void read_line(const std::string& key, const std::string& text, ExportedUnit& unit) {
  const auto words = fields(text, 3);
  if (key == "sequence") {
    unit.is_sequence = true;
    unit.start = words[0];
    unit.objects = static_cast<unsigned>(std::stoul(words[1]));
    unit.object_type = words[2];
  }
  if (key == "role")
    for (auto& function : unit.functions)
      if (function.name == words[0]) read_role(words[1], function);
  if (key == "stub" || key == "static-stub") unit.stubs[words[0]] = words[1];
  if (key == "static-stub") unit.static_stubs.insert(words[0]);
  if (key == "callback") unit.callbacks[words[0]] = words[1];
  if (key == "vtable") unit.tables[words[0]] = words[1];
  if (key == "base") unit.bases[words[0]] = words[1];
  if (key == "flexible") unit.flexible[words[0]] = words[1];
  if (key == "constant") unit.constants.insert(text);
  if (key == "incomplete") unit.incomplete.insert(text);
}

}  // namespace

std::string ExportedUnit::title() const {
  std::string text;
  for (const auto& function : functions) text += (text.empty() ? "" : ", ") + function.name;
  return text;
}

const ExportedFunction* ExportedUnit::find(const std::string& name) const {
  for (const auto& function : functions)
    if (function.name == name) return &function;
  return nullptr;
}

bool read_unit_list(const std::filesystem::path& list, ExportedUnit& unit) {
  std::ifstream lines(list);
  bool chosen = false;
  for (std::string line; std::getline(lines, line);) {
    const size_t space = std::min(line.find(' '), line.size());
    const std::string key = line.substr(0, space),
                      text = line.substr(std::min(space + 1, line.size()));
    chosen = chosen || key == "chosen";
    read_function(key, text, unit);
    read_line(key, text, unit);
  }
  return chosen;
}

}  // namespace cuttle
