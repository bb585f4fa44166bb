// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/test_body.h"

#include <algorithm>

#include "languages/c/export/code_text.h"
#include "languages/c/unit/object_name.h"

namespace cuttle {
namespace {

bool is_bytes(const InputValue& value, const char* type) {
  return value.type.empty() && !value.parts.empty() && value.is_array() &&
         std::all_of(value.parts.begin(), value.parts.end(),
                     [&](const auto& part) { return part.value.type == type; });
}

// Only what is not zero has to be said: the memory is.
bool is_zero(const InputValue& value) {
  return value.value == 0 && std::all_of(value.parts.begin(), value.parts.end(),
                                         [](const auto& part) { return is_zero(part.value); });
}

// C does not turn `char **' into `const char *const *' by itself, and an array is made as its
// elements.
bool needs_cast(const std::string& type) {
  return type.ends_with("* *") || type.ends_with("] *") || type.ends_with("]) *");
}

// "area" of "shapes::Box<a::b>::area".
std::string last_name(const std::string& name) {
  int depth = 0;
  for (size_t i = name.size(); i > 1; --i) {
    depth += (name[i - 1] == '>') - (name[i - 1] == '<');
    if (depth == 0 && name[i - 1] == ':' && name[i - 2] == ':') return name.substr(i);
  }
  return name;
}

}  // namespace

std::optional<std::string> TestBody::write(std::string& why) {
  for (const auto& object : graph_.objects()) allocate(object);
  for (const auto& object : graph_.objects()) fill(object);
  set_results();
  if (unit_.is_sequence)
    call_steps();
  else if (!unit_.functions.empty())
    call_function(unit_.functions.front());
  if (problem_.empty()) return text_;
  why = problem_;
  return std::nullopt;
}

// ---- Objects

// The names of parameters come first.
std::string TestBody::object_code(const InputGraph::Object& object) const {
  for (const auto& function : unit_.functions)
    for (const auto& parameter : function.parameters)
      if (parameter.name == object.name && !unit_.is_sequence) return object.name + "_";
  return object.name;
}

bool TestBody::is_blob(const InputGraph::Object& object) const {
  return unit_.incomplete.count(object.type) != 0;
}

void TestBody::pointer_variable(const std::string& type, const std::string& name,
                                const std::string& made) {
  const std::string declared = declaration(type, name);
  if (keep_)
    text_ += "  static " + declared + ";\n  " + name + " = (" + type + ")" + made + ";\n";
  else
    text_ += "  " + declared + " = (" + type + ")" + made + ";\n";
}

void TestBody::allocate(const InputGraph::Object& object) {
  const std::string type = object.type == "void" ? "unsigned char" : speakable(object.type);
  const bool text = object.type == "char";
  std::string made = "calloc(1, sizeof(" + type + "))";
  if (const size_t length = object.type.rfind('['); length != std::string::npos) {
    const std::string element = speakable(object.type.substr(0, length));
    pointer_variable(declaration(element, "*"), object_code(object),
                     "calloc(" + object.type.substr(length + 1, object.type.size() - length - 2) +
                         ", sizeof(" + element + "))");
    return;
  }
  if (text || is_blob(object))
    made =
        "calloc(" + std::to_string(std::max<size_t>(1, object.value.parts.size()) + text) + ", 1)";
  if (const auto last = unit_.flexible.find(object.type); last != unit_.flexible.end()) {
    const InputValue* elements = object.value.find(last->second);
    made = "calloc(1, sizeof(" + type + ") + " +
           std::to_string(elements == nullptr ? 0 : elements->parts.size()) + " * sizeof(((" +
           declaration(type, "*") + ")0)->" + last->second + "[0]))";
  }
  pointer_variable(declaration(type, "*"), object_code(object), made);
}

void TestBody::fill(const InputGraph::Object& object) {
  const std::string name = object_code(object);
  if (object.type == "char" || is_blob(object)) {
    copy(name, object.value);
  } else if (!object.value.type.empty()) {
    assign_scalar("*" + name, "", object.value);
  } else {
    fill_from(name, object.value);
  }
  if (const auto table = unit_.tables.find(object.type); table != unit_.tables.end())
    text_ += "  *(void **)" + name + " = table_of_" + identifier(object.type) + " + 2;\n";
}

// What a pointer points to.
void TestBody::fill_from(const std::string& pointer, const InputValue& value) {
  for (const auto& part : value.parts)
    if (value.is_array())
      assign(pointer + "[" + part.name + "]", "", part.value);
    else if (const auto base = unit_.bases.find(part.name); base != unit_.bases.end())
      assign("static_cast<" + base->second + " &>(*" + pointer + ")", "", part.value);
    else
      assign(pointer + "->" + part.name, part.name, part.value);
}

// ---- Values

void TestBody::copy(const std::string& place, const InputValue& bytes) {
  std::string characters;
  for (const auto& part : bytes.parts) characters += static_cast<char>(part.value.value);
  while (!characters.empty() && characters.back() == 0) characters.pop_back();
  if (!characters.empty())
    text_ += "  memcpy(" + place + ", " + literal_code(characters) + ", " +
             std::to_string(characters.size()) + ");\n";
}

void TestBody::assign(const std::string& place, const std::string& member,
                      const InputValue& value) {
  if (is_zero(value) && value.type.find('&') == std::string::npos) return;
  if (!value.type.empty()) return assign_scalar(place, member, value);
  if (is_bytes(value, "char") || is_bytes(value, "unsigned char"))
    return copy("(void *)&" + place, value);
  for (const auto& part : value.parts)
    if (value.is_array())
      assign(place + "[" + part.name + "]", member, part.value);
    else if (const auto base = unit_.bases.find(part.name); base != unit_.bases.end())
      assign("static_cast<" + base->second + " &>(" + place + ")", "", part.value);
    else
      assign(place + "." + part.name, part.name, part.value);
}

void TestBody::assign_scalar(const std::string& place, const std::string& member,
                             const InputValue& value) {
  if (value.value == 0) return;
  if (value.type.ends_with("&")) problem_ = "a reference is a member of an object";
  const std::string code = scalar(member, value);
  if (value.is_function() || needs_cast(value.type))
    text_ += "  " + place + " = (__typeof__(" + place + "))" + code + ";\n";
  else if (unit_.constants.count(member) != 0)
    text_ += "  *(" + value.type + (value.is_pointer() ? "" : " ") + "*)&" + place + " = " + code +
             ";\n";
  else
    text_ += "  " + place + " = " + code + ";\n";
}

std::string TestBody::scalar(const std::string& member, const InputValue& value) {
  if (value.is_function()) {
    if (value.value == 0) return "NULL";
    const std::string stub = stubs_.callback(member, value.type);
    if (stub.empty()) problem_ = "a function that returns a function is an input";
    return stub;
  }
  if (value.is_stream()) return value.value == 0 ? "NULL" : "stdout";
  if (value.is_pointer()) {
    const auto* object = graph_.target(value);
    if (object == nullptr) return "NULL";
    const std::string inside = member_part(pointed_type(value.type));
    return inside.empty() ? object_code(*object)
                          : "&" + object_code(*object) + "->" + inside.substr(1);
  }
  const bool is_enum = value.type.starts_with("enum ");
  return is_enum || unit_.cxx ? "(" + value.type + ")" + number_code(value) : number_code(value);
}

void TestBody::set_results() {
  for (const auto& [name, value] : graph_.variables())
    if (const std::string place = stubs_.result_place(name, value); !place.empty()) {
      if (value.value == 0) continue;
      const bool typed = value.is_pointer() || value.is_function();
      text_ += "  " + place + " = " + (typed && !unit_.cxx ? "(void *)" : "") + scalar("", value) +
               ";\n";
    } else if (name.find("()") == std::string::npos && !value.is_call() && !unit_.is_sequence &&
               std::none_of(unit_.functions.front().parameters.begin(),
                            unit_.functions.front().parameters.end(),
                            [&](const auto& parameter) { return parameter.name == name; })) {
      problem_ = "the unit reads inputs of its own (CUTTLE_input)";
    }
}

// ---- Calls

std::string TestBody::array_argument(const Parameter& parameter, const InputValue* value,
                                     const std::string& name) {
  // Of exactly that many elements.
  const std::string element = parameter.type.substr(0, parameter.type.size() - 1);
  if (value != nullptr && !value->parts.empty() && value->parts[0].value.type.empty() &&
      element.ends_with("* "))
    return rows_argument(parameter, *value, name);
  pointer_variable(parameter.type, name,
                   "calloc(" + std::to_string(value == nullptr ? 0 : value->parts.size()) +
                       ", sizeof(" + element + "))");
  if (value != nullptr) fill_from(name, *value);
  return needs_cast(parameter.type) ? "(" + parameter.written + ")" + name : name;
}

std::string TestBody::rows_argument(const Parameter& parameter, const InputValue& value,
                                    const std::string& name) {
  const std::string row = parameter.type.substr(0, parameter.type.size() - 2);
  pointer_variable(parameter.type, name,
                   "calloc(" + std::to_string(value.parts.size()) + ", sizeof(" + row + "))");
  for (const auto& part : value.parts) {
    const std::string place = name + "[" + part.name + "]";
    text_ += "  " + place + " = (" + row + ")calloc(" + std::to_string(part.value.parts.size()) +
             ", sizeof(*" + place + "));\n";
    fill_from(place, part.value);
  }
  return name;
}

std::string TestBody::argument(const Parameter& parameter, const InputValue* value,
                               const std::string& name) {
  const std::string& type = parameter.type;
  const bool is_pointer = type.ends_with("*"), is_reference = type.ends_with("&");
  const bool is_function = type.find("(*)") != std::string::npos;
  if (is_pointer && (value == nullptr || (value->type.empty() && value->is_array())))
    return array_argument(parameter, value, name);
  if (is_reference) {
    const std::string moved = "static_cast<" + parameter.written + ">";
    const std::string code = value == nullptr ? "" : scalar(parameter.name, *value);
    return parameter.written.ends_with("&&") ? moved + "(*" + code + ")" : "*" + code;
  }
  if (value != nullptr && !value->type.empty()) {
    std::string code = scalar(parameter.name, *value);
    if (unit_.is_sequence && !is_function && !needs_cast(type)) return code;
    if (is_function || needs_cast(type)) code = "(" + parameter.written + ")" + code;
    text_ += "  " + declaration(parameter.written, name) + " = " + code + ";\n";
    return name;
  }
  if (unit_.cxx) {  // there may be no constructor that takes nothing
    const std::string pointer = name + "_pointer";
    pointer_variable(declaration(type, "*"), pointer, "calloc(1, sizeof(" + type + "))");
    if (value != nullptr) fill_from(pointer, *value);
    return "*" + pointer;
  }
  text_ += "  " + declaration(type, name) + ";\n  memset(&" + name + ", 0, sizeof " + name + ");\n";
  if (value != nullptr) assign(name, parameter.name, *value);
  return name;
}

std::string TestBody::call(const ExportedFunction& function,
                           const std::vector<std::string>& arguments) {
  const size_t first = function.is_method() ? 1 : 0;
  std::string list;
  for (size_t i = first; i < arguments.size(); ++i)
    list += (list.empty() ? "" : ", ") + arguments[i];
  if (!function.is_method()) return function.call + "(" + list + ")";
  const std::string last = last_name(function.call);
  const std::string own = last_name(pointed_type(function.parameters.front().type));
  if (last == own)
    return "new (" + arguments[0] + ") " + pointed_type(function.parameters.front().type) + "(" +
           list + ")";
  return arguments[0] + "->" + (last.starts_with("~") ? last : function.call) + "(" + list + ")";
}

void TestBody::call_and_keep(const ExportedFunction& function, const std::string& call) {
  if (keep_ && !pointed_type(function.result).empty() && function.result.ends_with("*"))
    text_ += "  static const volatile void *result;\n  result = " + call + ";\n";
  else
    text_ += "  " + call + ";\n";
}

void TestBody::call_function(const ExportedFunction& function) {
  std::vector<std::string> arguments;
  for (const auto& parameter : function.parameters) {
    const InputValue* value = nullptr;
    for (const auto& variable : graph_.variables())
      if (variable.name == parameter.name) value = &variable.value;
    const bool taken = parameter.name == "this" || parameter.name == last_name(function.call);
    arguments.push_back(argument(parameter, value, parameter.name + (taken ? "_" : "")));
  }
  call_and_keep(function, call(function, arguments));
}

}  // namespace cuttle
