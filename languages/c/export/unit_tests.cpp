// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export/unit_tests.h"

#include <algorithm>

#include "languages/c/export/code_text.h"
#include "languages/c/export/test_body.h"
#include "languages/c/target/input_graph.h"

namespace cuttle {
namespace {

std::string function_name(const ExportTest& test) {
  return "test_" + std::to_string(test.run);
}

// What a test is expected to show, in a few words.
std::string outcome_words(const Outcome& outcome) {
  if (!outcome.is_bug())
    return outcome.exit_code == 0 ? "ends"
                                  : "ends with exit code " + std::to_string(outcome.exit_code);
  return std::string(to_string(outcome.bug)) +
         (outcome.location.empty() ? "" : " at " + outcome.location);
}

// A test with a bug fails until the bug is mended.
int expected_code(const ExportTest& test) {
  return test.outcome.is_bug() ? 0 : test.outcome.exit_code;
}

bool has_leak(const std::vector<ExportTest>& tests) {
  return std::any_of(tests.begin(), tests.end(), [](const ExportTest& test) {
    return test.outcome.is_bug() && test.outcome.bug == BugKind::leak;
  });
}

std::string beginning(const ExportedUnit& unit) {
  std::string text =
      "/* Tests of `" + unit.title() +
      "', made by cuttle export. */\n"
      "#include <stdlib.h>\n#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n"
      "#include <sys/wait.h>\n" +
      (unit.cxx ? "#include <new>\n" : "") + '\n';
  // Weak, so that the stub in the other file takes the place of what is defined here.
  for (const auto& [symbol, type] : unit.stubs) text += "#pragma weak " + symbol + "\n";
  text +=
      "/* The unit itself; its own main, if any, stays out of the way. */\n"
      "#define main unit_main\n#include \"" +
      unit.source + "\"\n#undef main\n";
  for (const auto& [name, symbol] : unit.tables)
    text += "\n/* The virtual functions of " + name + ". */\nextern void *table_of_" +
            identifier(name) + "[] __asm__(\"" + symbol + "\");\n";
  return text;
}

std::string sanitizer_options(bool leaks) {
  return std::string(
             "\n/* The inputs themselves are not leaks. */\n"
             "#ifdef __cplusplus\nextern \"C\"\n#endif\n"
             "const char *__asan_default_options(void);\n"
             "const char *__asan_default_options(void) { return \"detect_leaks=") +
         (leaks ? "1" : "0") + "\"; }\n";
}

// What only the unit knew is lost when it returns, also on the stack.
constexpr const char* forget_stack =
    "\nstatic void forget_stack(void) {\n"
    "  volatile char dead[1 << 15];\n"
    "  for (size_t i = 0; i < sizeof dead; i++) dead[i] = 0;\n"
    "}\n";

}  // namespace

bool needs_sanitizer(const std::vector<ExportTest>& tests) {
  return std::any_of(tests.begin(), tests.end(), [](const ExportTest& test) {
    const BugKind bug = test.outcome.bug;
    return test.outcome.is_bug() &&
           (bug == BugKind::out_of_bounds || bug == BugKind::use_after_free ||
            bug == BugKind::segfault || bug == BugKind::leak || bug == BugKind::abort);
  });
}

UnitTestFile write_unit_tests(const ExportedUnit& unit, const std::vector<ExportTest>& tests) {
  UnitTestFile file;
  ExportedStubs stubs(unit);
  const bool leaks = has_leak(tests);
  std::string bodies;
  for (const auto& test : tests) {
    std::string why;
    const InputGraph graph(test.test);
    auto body = TestBody(unit, graph, stubs, leaks).write(why);
    if (!stubs.can_replace()) {
      why = "they replace a static function (" + *unit.static_stubs.begin() + ")";
      body.reset();
    }
    if (!body) {
      ++file.left_out[why];
      continue;
    }
    bodies += "\n/* " + outcome_words(test.outcome) + " */\nstatic void " + function_name(test) +
              "(void) {\n" + *body + "}\n";
    file.tests.push_back(&test);
  }
  file.text = beginning(unit) + stubs.in_tests();
  if (needs_sanitizer(tests)) file.text += sanitizer_options(leaks);
  if (leaks) file.text += forget_stack;
  file.text += bodies;
  file.text +=
      "\nstatic const struct {\n  int number;\n  void (*run)(void);\n  int exit_code;\n} tests[] = "
      "{\n";
  for (const auto* test : file.tests)
    file.text += "    {" + std::to_string(test->run) + ", " + function_name(*test) + ", " +
                 std::to_string(expected_code(*test)) + "},\n";
  file.text += "};\n\nstatic void run_test(size_t i) {\n  tests[i].run();\n";
  if (leaks) file.text += "  forget_stack();\n";
  file.text += "}\n";
  file.stubs = stubs.in_own_file();
  return file;
}

std::string plain_main(const UnitTestFile&) {
  return "\n/* All tests, each in a process of its own; or the one whose number is given. */\n"
         "int main(int argc, char **argv) {\n"
         "  int failed = 0;\n"
         "  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {\n"
         "    int status = 0;\n"
         "    if (argc > 1) {\n"
         "      if (atoi(argv[1]) == tests[i].number) run_test(i);\n"
         "      continue;\n"
         "    }\n"
         "    pid_t child = fork();\n"
         "    if (child == 0) {\n"
         "      alarm(10);\n"
         "      run_test(i);\n"
         "      exit(0);\n"
         "    }\n"
         "    waitpid(child, &status, 0);\n"
         "    if (WIFEXITED(status) && WEXITSTATUS(status) == tests[i].exit_code) continue;\n"
         "    failed = 1;\n"
         "    if (WIFSIGNALED(status))\n"
         "      printf(\"test %d failed: %s\\n\", tests[i].number, strsignal(WTERMSIG(status)));\n"
         "    else\n"
         "      printf(\"test %d failed: exit code %d\\n\", tests[i].number, "
         "WEXITSTATUS(status));\n"
         "  }\n"
         "  return failed;\n"
         "}\n";
}

std::string exported_names(const UnitTestFile&) {
  return "\n/* For GoogleTest. */\n#ifdef __cplusplus\nextern \"C\"\n#endif\n"
         "void run_unit_test(int number) {\n"
         "  for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)\n"
         "    if (tests[i].number == number) run_test(i);\n"
         "}\n";
}

std::string google_tests(const ExportedUnit& unit, const UnitTestFile& file) {
  const std::string suite = identifier(unit.title());
  std::string text =
      "// Tests of `" + unit.title() +
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
            "), testing::ExitedWithCode(" + std::to_string(expected_code(*test)) +
            "), \"\");\n}\n\n";
  return text + "}  // namespace\n";
}

}  // namespace cuttle
