// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/stubs.h"

#include <algorithm>

#include "languages/c/export/code_text.h"
#include "languages/c/unit/object_name.h"

namespace cuttle {
namespace {

// A type of C for results that come in the same register.
std::string plain_result(const std::string& type, unsigned width) {
  static const std::set<std::string> basic = {
      "char",         "signed char", "unsigned char", "short",     "unsigned short",     "int",
      "unsigned int", "long",        "unsigned long", "long long", "unsigned long long", "float",
      "double",       "void"};
  if (basic.count(type) != 0) return type;
  if (type == "bool") return "_Bool";
  if (!pointed_type(type).empty() || type.find("(*)") != std::string::npos) return "void *";
  return width == 8 ? "signed char" : width == 16 ? "short" : width == 32 ? "int" : "long";
}

std::string results_declaration(const std::string& type, const std::string& name,
                                const std::string& count) {
  return declaration(type, name + "_results[" + count + "]");
}

}  // namespace

ExportedStubs::ExportedStubs(const ExportedUnit& unit) : unit_(unit) {
  for (const auto& [symbol, type] : unit.stubs)
    functions_[symbol + "()"] = {symbol, plain_result(type, 0), 0};
}

std::string ExportedStubs::callback(const std::string& member, const std::string& type) {
  std::string name = object_name(type) + "()";
  for (const auto& [stub, stub_type] : unit_.callbacks)
    if (stub_type == type && (stub == member + "()" || stub.ends_with("_" + member + "()")))
      name = stub;
  const FunctionType parts = split_function_type(type);
  if (!parts.understood || parts.result.find("(*)") != std::string::npos) return {};
  Stub& stub = callbacks_[name];
  if (stub.name.empty()) stub = {identifier(name), parts.result, stub.results};
  return stub.name + "_stub";
}

std::string ExportedStubs::result_place(const std::string& input, const InputValue& value) {
  const size_t mark = input.rfind('#');
  const std::string name = input.substr(0, mark);
  if (!name.ends_with("()")) return {};
  const unsigned number =
      mark == std::string::npos ? 1 : static_cast<unsigned>(std::stoul(input.substr(mark + 1)));
  const auto function = functions_.find(name);
  Stub& stub = function != functions_.end() ? function->second : callbacks_[name];
  if (function != functions_.end()) stub.type = plain_result(value.type, value.width);
  if (stub.name.empty()) stub = {identifier(name), value.type, 0};
  stub.results = std::max(stub.results, number);
  return stub.name + "_results[" + std::to_string(number - 1) + "]";
}

std::string ExportedStubs::body(const Stub& stub) {
  if (stub.type == "void") return " {}\n";
  if (stub.results == 0) return " {\n  return 0;\n}\n";
  return " {\n  static unsigned next;\n  return next < " + std::to_string(stub.results) + " ? " +
         stub.name + "_results[next++] : 0;\n}\n";
}

std::string ExportedStubs::in_tests() const {
  std::string text;
  for (const auto& [name, stub] : functions_)
    if (stub.results != 0)
      text += std::string("extern ") + (unit_.cxx ? "\"C\" " : "") +
              results_declaration(unit_.cxx && stub.type == "_Bool" ? "bool" : stub.type, stub.name,
                                  std::to_string(stub.results)) +
              ";\n";
  for (const auto& [name, stub] : callbacks_) {
    const auto type = unit_.callbacks.find(name);
    if (type == unit_.callbacks.end()) continue;
    std::string parameters;
    unsigned number = 0;  // of the parameter
    for (const auto& parameter : split_function_type(type->second).parameters) {
      if (number++ != 0) parameters += ", ";
      parameters += declaration(parameter, "argument" + std::to_string(number));
    }
    if (stub.results != 0)
      text += "static " + results_declaration(stub.type, stub.name, std::to_string(stub.results)) +
              ";\n";
    text += "static " + declaration(stub.type, stub.name + "_stub(") +
            (parameters.empty() ? "void" : parameters) + ")" + body(stub);
  }
  if (!text.empty()) text = "\n/* Stubs: they give the results that a test says. */\n" + text;
  return text;
}

std::string ExportedStubs::in_own_file() const {
  if (functions_.empty()) return {};
  std::string text =
      "/* Functions that the tests replace: they give the results that a test says. Made by "
      "cuttle\n"
      "   export. */\n";
  for (const auto& [name, stub] : functions_) {
    text += '\n';
    if (stub.results != 0)
      text += results_declaration(stub.type, stub.name, std::to_string(stub.results)) + ";\n";
    text += declaration(stub.type, stub.name + "(void)") + body(stub);
  }
  return text;
}

}  // namespace cuttle
