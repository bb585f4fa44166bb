// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <map>

#include "engine/support/files.h"
#include "languages/c/target/classify.h"
#include "languages/c/target/describe.h"
#include "languages/c/target/replay.h"
#include "languages/c/target/symbolizer.h"

namespace cuttle {
namespace {

using Lines = std::vector<std::string>;

int exited(int code) {
  return code << 8;
}

TEST(Describe, ShowsValuesAsTheirTypeWould) {
  EXPECT_EQ(describe_value("int", 32, 0xfffffffb), "-5");
  EXPECT_EQ(describe_value("unsigned int", 32, 0xfffffffb), "4294967291");
  EXPECT_EQ(describe_value("char", 8, 'a'), "'a' (97)");
  EXPECT_EQ(describe_value("char", 8, 0x80), "-128");
  EXPECT_EQ(describe_value("unsigned char", 8, '\''), "'\\'' (39)");
  EXPECT_EQ(describe_value("bool", 8, 1), "true");
  EXPECT_EQ(describe_value("double", 64, 0x3ff8000000000000), "1.5");
  EXPECT_EQ(describe_value("float", 32, 0x7fc00000), "nan");
  EXPECT_EQ(describe_value("long", 64, ~0ull), "-1");
  EXPECT_EQ(describe_value("", 16, 7), "7");
}

TEST(Describe, GathersArraysAndStrings) {
  PortableTestCase test;
  test.inputs = {{"x", "int", "bv32", "3"},      {"s[0]", "char", "bv8", "104"},
                 {"s[1]", "char", "bv8", "105"}, {"s[2]", "char", "bv8", "0"},
                 {"a[0]", "short", "bv16", "1"}, {"a[1]", "short", "bv16", "65535"},
                 {"x#2", "int", "bv32", "4"},    {"a#2[0]", "short", "bv16", "9"}};
  EXPECT_EQ(describe_inputs(test),
            (Lines{"x = 3", "s = \"hi\"", "a = {1, -1}", "x#2 = 4", "a#2 = {9}"}));
}

TEST(Describe, ShowsStreamsWithTheirLength) {
  PortableTestCase test;
  test.inputs = {{"stdin.size", "size", "bv32", "3"},
                 {"stdin[0]", "unsigned char", "bv8", "65"},
                 {"stdin[1]", "unsigned char", "bv8", "10"},
                 {"file:a.txt.size", "size", "bv32", "0"}};
  EXPECT_EQ(describe_inputs(test), (Lines{"stdin = \"A\\n\\0\"", "file:a.txt = \"\""}));
}

TEST(Sources, AreReadFromTheCommandLine) {
  const auto sources = parse_input_sources({"stdin", "argv:2:5", "file:a:b.txt:9", "env:HOME"}, 1);
  ASSERT_TRUE(sources);
  Lines labels;
  std::vector<uint32_t> sizes;
  for (const auto& source : *sources) {
    labels.push_back(source.label());
    sizes.push_back(source.max);
  }
  EXPECT_EQ(labels, (Lines{"stdin", "arguments", "argv2", "argv3", "file:a:b.txt", "env:HOME"}));
  EXPECT_EQ(sizes, (std::vector<uint32_t>{64, 2, 5, 5, 9, 8}));
  for (const char* wrong : {"stdout", "stdin:0", "argv:x", "file:", "env:", "stdin:9999999",
                            "accept", "accept:0", "accept:80:0", "accept:99999", "accept:80:65537"})
    EXPECT_FALSE(parse_input_sources({wrong}, 0)) << wrong;
  EXPECT_FALSE(parse_input_sources({"stdin", "stdin:4"}, 0));
}

TEST(Sources, BecomeTheEnvironmentOfThePlainProgram) {
  const auto sources =
      parse_input_sources({"stdin:4", "argv:2:3", "file:f:4", "env:V:4", "accept:80:4"}, 0);
  ASSERT_TRUE(sources);
  PortableTestCase test;
  test.inputs = {{"stdin.size", "size", "bv32", "2"}, {"stdin[0]", "", "bv8", "104"},
                 {"stdin[1]", "", "bv8", "105"},      {"arguments", "int", "bv32", "1"},
                 {"argv1[0]", "", "bv8", "120"},      {"argv2[0]", "", "bv8", "121"},
                 {"file:f.size", "", "bv32", "1"},    {"env:V[0]", "", "bv8", "122"},
                 {"accept:80.size", "", "bv32", "1"}, {"accept:80[0]", "", "bv8", "65"}};
  const auto environment = plain_environment(*sources, test);
  EXPECT_TRUE(environment.has_stdin);
  EXPECT_EQ(environment.standard_input, "hi");
  EXPECT_EQ(environment.arguments, (Lines{"x"}));
  ASSERT_EQ(environment.files.size(), 1u);
  EXPECT_EQ(environment.files[0].second, std::string(1, '\0'));
  ASSERT_EQ(environment.variables.size(), 1u);
  EXPECT_EQ(environment.variables[0].second, "z");
  ASSERT_EQ(environment.connections.size(), 1u);
  EXPECT_EQ(environment.connections[0], (std::pair<uint32_t, std::string>(80, "A")));
}

TEST(Sources, ArgumentsHaveSizesOfTheirOwn) {
  const auto sources = parse_input_sources({"argv:1-3:10,1:3,3:0"}, 2);
  ASSERT_TRUE(sources);
  ASSERT_EQ(sources->size(), 4u);
  EXPECT_EQ((*sources)[0].name, "1");  // at least
  EXPECT_EQ((*sources)[0].max, 3u);
  EXPECT_EQ((*sources)[1].index, 3u);  // behind two others
  EXPECT_EQ((*sources)[1].max, 3u);
  EXPECT_EQ((*sources)[2].max, 10u);
  EXPECT_EQ((*sources)[3].max, 0u);
}

TEST(Sources, MistakesAreExplained) {
  for (const char* text :
       {"argv:0", "argv:3-2", "argv:1:x", "argv:2:4,3:1", "argv:2:4,0:1", "argv:65", "argv:1-",
        "argv:1:2,", "file", "env:", "stdn:3", "stdin:x"}) {
    const auto sources = parse_input_sources({text}, 0);
    ASSERT_FALSE(sources) << text;
    EXPECT_NE(sources.error().message.find(text), std::string::npos);
    EXPECT_FALSE(sources.error().hint.empty()) << text;
  }
  EXPECT_EQ(parse_input_sources({"stdn:3"}, 0).error().hint, "did you mean `stdin'?");
}

TEST(Sources, BecomeFilesForPeople) {
  const auto sources = parse_input_sources({"stdin:4", "argv:2:3", "file:a/b:4", "env:V:4"}, 0);
  ASSERT_TRUE(sources);
  PortableTestCase test;
  test.inputs = {{"stdin.size", "size", "bv32", "1"}, {"stdin[0]", "", "bv8", "10"},
                 {"arguments", "int", "bv32", "2"},   {"argv1[0]", "", "bv8", "97"},
                 {"file:a/b.size", "", "bv32", "1"},  {"file:a/b[0]", "", "bv8", "104"},
                 {"env:V[0]", "", "bv8", "122"},      {"accept:80.size", "", "bv32", "1"},
                 {"accept:80[0]", "", "bv8", "65"}};
  std::map<std::string, std::string> files;
  for (const auto& raw : raw_inputs(*sources, test)) files[raw.name] = raw.contents;
  EXPECT_EQ(files["stdin"], "\n");
  EXPECT_EQ(files["argv"],
            "'a'\n"
            "''\n");
  EXPECT_EQ(files["env"], "V='z'\n");
  EXPECT_EQ(files["file-a-b"], "h");
}

TEST(Sources, SeedsAreTheContentsOfFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"b", "a"}) std::ofstream(folder.path() / name) << name << "xyz";
  const auto sources = parse_input_sources({"env:V:2", "stdin:3"}, 0);
  ASSERT_TRUE(sources);
  const auto seeds = read_seeds({folder.path().string()}, *sources);
  ASSERT_TRUE(seeds);
  ASSERT_EQ(seeds->size(), 2u);
  EXPECT_EQ(plain_environment(*sources, seeds->front()).standard_input, "axy");
  EXPECT_FALSE(read_seeds({"/no/such/file"}, *sources));
  EXPECT_FALSE(read_seeds({folder.path().string()}, {}));
  EXPECT_TRUE(read_seeds({}, {}));
}

TEST(Classify, SanitizersSayWhere) {
  Ending ending;
  ending.wait_status = exited(1);
  ending.complaints =
      "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\n"
      "    #0 0x1 in __asan_memcpy (/x/program+0x1)\n"
      "    #1 0x2 in std::copy(char*) /usr/lib/gcc/x/12/../../../../include/c++/12/h.h:3:3\n"
      "    #2 0x2 in copy /src/my project/b.c:12:3\n"
      "    #3 0x2 in test /src/my project/b.c:20:3\n"
      "    #4 0x2 in run_one /x/languages/c/harness/fuzzer.c:21:1\n"
      "    #5 0x2 in below /libc.c:1:1\n\n"
      "allocated here:\n    #0 0x1 in other /src/c.c:1:1\n";
  EXPECT_EQ(classify_c(ending).bug, BugKind::out_of_bounds);
  EXPECT_EQ(classify_c(ending).location, "/src/my project/b.c:12");
  EXPECT_EQ(classify_c(ending).stack,
            (std::vector<std::string>{"std::copy(char*) at /usr/include/c++/12/h.h:3",
                                      "copy at /src/my project/b.c:12",
                                      "test at /src/my project/b.c:20"}));
  ending.complaints =
      "m.c:7:20: runtime error: signed integer overflow: 1 + 2\n    #0 0x1 in f m.c:7\n";
  EXPECT_EQ(classify_c(ending).bug, BugKind::overflow);
  EXPECT_EQ(classify_c(ending).location, "m.c:7");
}

TEST(Classify, ReadsSanitizerReports) {
  Ending ending;
  ending.wait_status = exited(1);
  ending.complaints =
      "=====\n==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\nmore\n";
  const Outcome outcome = classify_c(ending);
  EXPECT_EQ(outcome.bug, BugKind::use_after_free);
  EXPECT_EQ(outcome.message, "AddressSanitizer: heap-use-after-free");
  ending.complaints = "f.c:3:4: runtime error: signed integer overflow: 1 + 2\n";
  EXPECT_EQ(classify_c(ending).bug, BugKind::overflow);
}

TEST(Classify, TellsUncaughtExceptionsFromAborts) {
  Ending ending;
  ending.wait_status = SIGABRT;
  EXPECT_EQ(classify_c(ending).bug, BugKind::abort);
  ending.complaints = "terminate called after throwing an instance of 'int'\n";
  EXPECT_EQ(classify_c(ending).bug, BugKind::uncaught_exception);
  ending.wait_status = SIGSEGV;
  EXPECT_EQ(classify_c(ending).bug, BugKind::segfault);
}

TEST(Classify, SanitizersDoNotOverruleTheEngine) {
  Ending ending;
  ending.wait_status = exited(1);
  ending.complaints = "==3==ERROR: AddressSanitizer: SEGV on unknown address 0x1\n";
  ending.timed_out = true;
  EXPECT_EQ(classify_c(ending).bug, BugKind::timeout);
  ending.timed_out = false;
  ending.recorded.kind = CUTTLE_OUTCOME_REJECTED;
  EXPECT_EQ(classify_c(ending).kind, Outcome::Kind::rejected);
  ending.recorded.kind = CUTTLE_OUTCOME_NONE;
  EXPECT_EQ(classify_c(ending).bug, BugKind::segfault);
}

TEST(Replay, NamesTheFilesThatStandForThoseOfTheProgram) {
  const TemporaryFolder folder;
  const ReplayFolder files(folder.path());
  ReplayCommand command;
  command.program = "/bin/true";
  command.scratch = folder.path();
  command.sources = parse_input_sources({"file:data.txt:4", "stdin:4"}, 0).value();
  PortableTestCase test;
  test.inputs = {{"file:data.txt.size", "", "bv32", "1"}, {"file:data.txt[0]", "", "bv8", "104"}};
  const auto run = prepare_replay(command, test, files);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->input, files.path() / "stdin");
  const auto text = read_file(files.path() / "test");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("file data.txt\nbecomes " + (files.path() / "file0").string() + "\n"),
            std::string::npos);
  EXPECT_NE(text->find("report " + files.report().string() + "\n"), std::string::npos);
}

TEST(Symbolizer, ShortensLongNames) {
  EXPECT_EQ(shown_function("f<int>(int)"), "f<int>(int)");
  const std::string types = std::string(40, 'a') + "<b>, " + std::string(40, 'c');
  EXPECT_EQ(shown_function("std::visit<" + types + ">::run(x<y>&)"), "std::visit<>::run(x<>&)");
  EXPECT_EQ(shown_function("f(" + types + ", " + types + ")"), "f()");
  EXPECT_EQ(shown_function("operator<< <" + types + ">(int)"), "operator<< <>(int)");
}

TEST(Symbolizer, ReadsBothPrograms) {
  const auto json = parse_symbolizer_output(
      R"([{"Address":"0x1","Symbol":[{"FileName":"/x/f.c","FunctionName":"g","Line":2,"StartLine":1},)"
      R"({"FileName":"/x/f.c","FunctionName":"main","Line":9,"StartLine":8}]},)"
      R"({"Address":"0x2","Symbol":[{"FileName":"","FunctionName":"","Line":0}]}])");
  ASSERT_EQ(json.size(), 2u);
  ASSERT_EQ(json[0].size(), 2u);
  EXPECT_EQ(json[0][1].function, "main");
  EXPECT_EQ(json[0][1].place(), "/x/f.c:9");
  EXPECT_FALSE(json[1][0].has_place());
  EXPECT_TRUE(parse_symbolizer_output("no json").empty());
  const auto lines = parse_addr2line_output(
      "0x0001\ng\n/x/f.c:2\nmain\n/x/f.c:9 (discriminator 2)\n0x0002\n??\n??:0\n");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0][1].place(), "/x/f.c:9");
  EXPECT_FALSE(lines[1][0].has_place());
}

}  // namespace
}  // namespace cuttle
