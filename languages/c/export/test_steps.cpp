// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/code_text.h"
#include "languages/c/export/test_body.h"

// The calls of --sequence, as languages/c/unit/sequence.cpp makes them.

namespace cuttle {
namespace {

std::string object_name_of(unsigned number) {
  return "object" + std::to_string(number + 1);
}

}  // namespace

void TestBody::call_steps() {
  const std::string pointer = declaration(unit_.object_type, "*");
  const bool has_memory = unit_.start == "memory" || unit_.start == "untouched";
  const unsigned count = unit_.start == "none" ? 0 : unit_.objects;
  for (unsigned i = 0; i < count; ++i)
    pointer_variable(pointer, object_name_of(i),
                     has_memory ? "calloc(1, sizeof(" + unit_.object_type + "))" : "NULL");
  ready_.assign(count, false);
  for (const auto& [name, value] : graph_.variables()) {
    if (!value.is_call()) continue;
    if (value.value == 0) break;
    if (const ExportedFunction* function = unit_.find(value.word()))
      step(*function, value, name + "_");
    else
      problem_ = "a call is not known";
  }
}

// Where a new object goes: into the first place that is free.
std::string TestBody::free_place() const {
  if (unit_.objects == 1) return object_name_of(0);
  std::string code = "&" + object_name_of(unit_.objects - 1);
  for (unsigned i = unit_.objects - 1; i-- > 0;)
    code = object_name_of(i) + " == NULL ? &" + object_name_of(i) + " : " + code;
  return "*(" + code + ")";
}

std::vector<unsigned> TestBody::chosen_objects(const ExportedFunction& function,
                                               const InputValue& value) {
  const auto& parameters = function.objects.empty() ? function.addresses : function.objects;
  std::vector<unsigned> chosen;
  if (function.makes) {  // an init: the first object that is not made yet
    unsigned next = 0;
    while (next + 1 < ready_.size() && ready_[next]) ++next;
    return {next};
  }
  for (const unsigned parameter : parameters) {
    const InputValue* which = value.find(function.parameters[parameter].name);
    chosen.push_back(which == nullptr || !which->is_word() ? 0
                                                           : static_cast<unsigned>(which->value));
    if (function.objects.empty()) break;
  }
  return chosen;
}

void TestBody::step(const ExportedFunction& function, const InputValue& value,
                    const std::string& prefix) {
  const bool uses = !function.objects.empty() || !function.addresses.empty();
  const std::vector<unsigned> chosen =
      uses && !ready_.empty() ? chosen_objects(function, value) : std::vector<unsigned>();
  std::vector<std::string> arguments(function.parameters.size());
  if (!chosen.empty()) {
    for (size_t i = 0; i < function.objects.size() && i < chosen.size(); ++i) {
      const auto& type = function.parameters[function.objects[i]].type;
      arguments[function.objects[i]] = (type.ends_with("&") ? "*" : "") + object_name_of(chosen[i]);
    }
    for (const unsigned parameter : function.addresses)
      arguments[parameter] = (function.parameters[parameter].type.ends_with("&") ? "" : "&") +
                             object_name_of(chosen[0]);
  }
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].empty())
      arguments[i] = argument(function.parameters[i], value.find(function.parameters[i].name),
                              prefix + function.parameters[i].name);
  const std::string made = call(function, arguments);
  const std::string pointer = "(" + declaration(unit_.object_type, "*") + ")";
  if (function.makes && !uses && !ready_.empty())
    text_ += "  " + free_place() + " = " + pointer + made + ";\n";
  else if (function.replaces && !chosen.empty())
    text_ += "  " + object_name_of(chosen[0]) + " = " + pointer + made + ";\n";
  else
    text_ += "  " + made + ";\n";
  if (chosen.empty()) return;
  if (function.makes) ready_[chosen[0]] = true;
  if (!function.ends) return;
  ready_[chosen[0]] = false;
  if (unit_.start == "missing" || unit_.start == "null")
    text_ += "  " + object_name_of(chosen[0]) + " = NULL;\n";
}

}  // namespace cuttle
