// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cctype>
#include <string>

namespace cuttle {

// Pointers into an object have a type such as "struct item.link *": what they point to, and where
// in it. Both parts together are the type that they point to.
inline std::string without_member(const std::string& type) {
  return type.substr(0, type.find('.'));
}
inline std::string member_part(const std::string& type) {
  return type.substr(std::min(type.find('.'), type.size()));
}

// What objects of a type are called in inputs, before their number: "cell" for "struct cell",
// "int" for "int", "int_pointer" for "int *", "string" for what a char * points to. The plug-in and
// the reports agree on it.
inline std::string object_name(std::string type) {
  if (type == "char") return "string";
  type = without_member(type);
  for (const char* prefix : {"struct ", "union ", "enum ", "class "})
    if (type.rfind(prefix, 0) == 0) type.erase(0, std::string(prefix).size());
  std::string name;
  for (const char c : type) {
    if (c == '*')
      name += "pointer";
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '_')
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) return "object";
  // The number that follows is not part of the name: "vec3_1".
  return std::isdigit(static_cast<unsigned char>(name.back())) ? name + "_" : name;
}

// The type that a pointer type such as "struct cell *" points to; "" for other types.
inline std::string pointed_type(const std::string& type) {
  if (type.size() < 2 || (type.back() != '*' && type.back() != '&')) return {};
  std::string target = type.substr(0, type.size() - 1);
  while (!target.empty() && target.back() == ' ') target.pop_back();
  return target;
}

}  // namespace cuttle
