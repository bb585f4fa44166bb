// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/unit_tests.h"

#include <bit>
#include <cmath>
#include <cstdio>

#include "languages/c/target/describe.h"
#include "languages/c/target/input_graph.h"
#include "languages/c/unit/object_name.h"

namespace cuttle {
namespace {

std::string function_name(const ExportTest& test) {
  return "test_" + std::to_string(test.run);
}

// What a test is expected to show, in a few words.
std::string outcome_words(const Outcome& outcome) {
  if (!outcome.is_bug()) return "ends";
  return std::string(to_string(outcome.bug)) +
         (outcome.location.empty() ? "" : " at " + outcome.location);
}

std::string floating(double value) {
  if (std::isnan(value)) return "__builtin_nan(\"\")";
  if (std::isinf(value)) return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  char text[64];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

std::string number(const InputValue& value) {
  if (value.type == "float")
    return floating(std::bit_cast<float>(static_cast<uint32_t>(value.value)));
  if (value.type == "double") return floating(std::bit_cast<double>(value.value));
  const bool is_unsigned = value.type.find("unsigned") != std::string::npos || value.width == 1;
  // The smallest number is no literal: it is the negation of one that does not fit.
  if (!is_unsigned && value.value == 1ull << (value.width - 1))
    return "(-" + std::to_string(value.value - 1) + (value.width == 64 ? "l" : "") + " - 1)";
  return describe_value(is_unsigned ? "" : "int", value.width, value.value) +
         (is_unsigned && value.width > 31 ? "u" : "") + (value.width == 64 ? "l" : "");
}

bool needs_stub(const InputValue& value) {
  if (value.is_function() && value.value != 0) return true;
  for (const auto& part : value.parts)
    if (needs_stub(part.value)) return true;
  return false;
}

class Writer {
 public:
  Writer(const ExportedUnit& unit, const InputGraph& graph) : unit_(unit), graph_(graph) {}

  // The body of a test; empty when it needs a stub.
  std::string body() {
    for (const auto& object : graph_.objects())
      if (needs_stub(object.value)) return {};
    for (const auto& variable : graph_.variables())
      if (needs_stub(variable.value) || !is_parameter(variable.name)) return {};
    for (const auto& object : graph_.objects()) allocate(object);
    for (const auto& object : graph_.objects()) fill(object);
    std::string arguments;
    for (const auto& parameter : unit_.parameters) {
      declare(parameter);
      arguments += (arguments.empty() ? "" : ", ") + parameter.name;
    }
    text_ += "  " + unit_.function + "(" + arguments + ");\n";
    return text_;
  }

 private:
  bool is_parameter(const std::string& name) const {
    for (const auto& parameter : unit_.parameters)
      if (parameter.name == name) return true;
    return false;
  }

  static std::string object_type(const InputGraph::Object& object) {
    return object.type == "void" ? "unsigned char" : object.type;
  }

  void allocate(const InputGraph::Object& object) {
    const std::string type = object_type(object);
    const size_t count =
        object.value.is_array() ? std::max<size_t>(1, object.value.parts.size()) : 1;
    const bool is_text = object.type == "char", is_blob = object.type == "void";
    const size_t elements = is_text || is_blob ? count + is_text : 1;
    text_ += "  " + type + " *" + object.name + " = (" + type + " *)calloc(" +
             std::to_string(elements) + ", sizeof(" + type + "));\n";
  }

  void fill(const InputGraph::Object& object) {
    if (object.type == "char") {
      std::string characters;
      for (const auto& part : object.value.parts) characters += static_cast<char>(part.value.value);
      while (!characters.empty() && characters.back() == 0) characters.pop_back();
      if (!characters.empty())
        text_ += "  memcpy(" + object.name + ", " + octal(characters) + ", " +
                 std::to_string(characters.size()) + ");\n";
    } else if (!object.value.type.empty()) {
      assign("*" + object.name, object.value);
    } else if (object.value.is_array()) {
      assign(object.name, object.value);
    } else {
      for (const auto& part : object.value.parts)
        assign(object.name + "->" + part.name, part.value);
    }
  }

  static std::string octal(const std::string& characters) {
    std::string text = "\"";
    for (const char c : characters) {
      char escaped[8];
      const bool plain = (c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?');
      std::snprintf(escaped, sizeof escaped, plain ? "%c" : "\\%03o",
                    static_cast<unsigned char>(c));
      text += escaped;
    }
    return text + "\"";
  }

  void declare(const ExportedUnit::Parameter& parameter) {
    const InputValue* value = nullptr;
    for (const auto& variable : graph_.variables())
      if (variable.name == parameter.name) value = &variable.value;
    const bool is_reference = parameter.type.ends_with(" &");
    std::string type =
        is_reference ? parameter.type.substr(0, parameter.type.size() - 2) + " *" : parameter.type;
    const bool is_pointer = type.ends_with("*");
    if (type.find("(*)") != std::string::npos) type = "__typeof__(" + type + ")";
    const std::string name = is_reference ? parameter.name + "_" : parameter.name;
    if (is_pointer && (value == nullptr || (value->type.empty() && value->is_array()))) {
      // An array of --array: of exactly that many elements.
      const std::string element = type.substr(0, type.size() - 1);
      const size_t count = value == nullptr ? 0 : value->parts.size();
      text_ += "  " + type + name + " = (" + type + ")calloc(" + std::to_string(count) +
               ", sizeof(" + element + "));\n";
      if (value != nullptr) assign(name, *value);
      return;
    }
    const bool scalar = value != nullptr && !value->type.empty();
    text_ += "  " + type + (is_pointer ? "" : " ") + name;
    if (scalar) {
      text_ += " = " + scalar_text(*value, type) + ";\n";
    } else {
      text_ += ";\n  memset(&" + name + ", 0, sizeof " + name + ");\n";
      if (value != nullptr) assign(name, *value);
    }
    if (is_reference) text_ += "  " + parameter.type + parameter.name + " = *" + name + ";\n";
  }

  std::string scalar_text(const InputValue& value, const std::string& type) {
    if (value.is_function()) return "NULL";
    if (value.is_pointer()) {
      const auto* object = graph_.target(value);
      if (object == nullptr) return "NULL";
      const std::string member = member_part(pointed_type(value.type));
      return member.empty() ? object->name : "&" + object->name + "->" + member.substr(1);
    }
    const bool is_enum = value.type.starts_with("enum ");
    return is_enum || unit_.cxx ? "(" + type + ")" + number(value) : number(value);
  }

  // Only what is not zero: the memory is.
  void assign(const std::string& place, const InputValue& value) {
    if (!value.type.empty()) {
      if (value.value == 0) return;
      text_ += "  " + place + " = " + scalar_text(value, value.type) + ";\n";
      return;
    }
    for (const auto& part : value.parts)
      assign(value.is_array() ? place + "[" + part.name + "]" : place + "." + part.name,
             part.value);
  }

  const ExportedUnit& unit_;
  const InputGraph& graph_;
  std::string text_;
};

}  // namespace

UnitTestFile write_unit_tests(const ExportedUnit& unit, const std::vector<ExportTest>& tests) {
  UnitTestFile file;
  file.text = "/* Tests of `" + unit.function +
              "', made by cuttle export. */\n"
              "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n"
              "#include <sys/wait.h>\n\n"
              "/* The unit itself; its own main, if any, stays out of the way. */\n"
              "#define main unit_main\n#include \"" +
              unit.source + "\"\n#undef main\n";
  for (const auto& test : tests) {
    const InputGraph graph(test.test);
    const std::string body = Writer(unit, graph).body();
    if (body.empty()) {
      ++file.left_out;
      continue;
    }
    file.text += "\n/* " + outcome_words(test.outcome) + " */\nstatic void " + function_name(test) +
                 "(void) {\n" + body + "}\n";
    file.tests.push_back(&test);
  }
  return file;
}

std::string plain_main(const UnitTestFile& file) {
  std::string text =
      "\nstatic const struct {\n  int number;\n  void (*run)(void);\n} tests[] = {\n";
  for (const auto* test : file.tests)
    text += "    {" + std::to_string(test->run) + ", " + function_name(*test) + "},\n";
  text +=
      "};\n\n"
      "/* All tests, each in a process of its own; or the one whose number is given. */\n"
      "int main(int argc, char **argv) {\n"
      "  int failed = 0;\n"
      "  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {\n"
      "    int status = 0;\n"
      "    if (argc > 1) {\n"
      "      if (atoi(argv[1]) == tests[i].number) tests[i].run();\n"
      "      continue;\n"
      "    }\n"
      "    pid_t child = fork();\n"
      "    if (child == 0) {\n"
      "      alarm(10);\n"
      "      tests[i].run();\n"
      "      exit(0);\n"
      "    }\n"
      "    waitpid(child, &status, 0);\n"
      "    if (!WIFSIGNALED(status)) continue;\n"
      "    printf(\"test %d failed: %s\\n\", tests[i].number, strsignal(WTERMSIG(status)));\n"
      "    failed = 1;\n"
      "  }\n"
      "  return failed;\n"
      "}\n";
  return text;
}

std::string exported_names(const UnitTestFile& file) {
  std::string text = "\n/* For GoogleTest. */\n#ifdef __cplusplus\nextern \"C\"\n#endif\n";
  text += "void run_unit_test(int number) {\n  switch (number) {\n";
  for (const auto* test : file.tests)
    text += "    case " + std::to_string(test->run) + ":\n      " + function_name(*test) +
            "();\n      break;\n";
  return text + "  }\n}\n";
}

std::string google_tests(const ExportedUnit& unit, const UnitTestFile& file) {
  std::string suite;
  for (const char c : unit.function) suite += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  std::string text =
      "// Tests of `" + unit.function +
      "', made by cuttle export.\n"
      "#include <gtest/gtest.h>\n#include <unistd.h>\n\n"
      "#include <cstdlib>\n\n"
      "extern \"C\" void run_unit_test(int number);\n\n"
      "namespace {\n\n"
      "// In a process of its own: a test that crashes or hangs fails, and the others go on.\n"
      "void run(int number) {\n"
      "  alarm(10);\n"
      "  run_unit_test(number);\n"
      "  std::exit(0);\n"
      "}\n\n";
  for (const auto* test : file.tests)
    text += "// " + outcome_words(test->outcome) + "\nTEST(" + suite + ", Run" +
            std::to_string(test->run) + ") {\n  EXPECT_EXIT(run(" + std::to_string(test->run) +
            "), testing::ExitedWithCode(0), \"\");\n}\n\n";
  return text + "}  // namespace\n";
}

}  // namespace cuttle
