// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "engine/support/subprocess.h"
#include "languages/c/driver/build.h"
#include "languages/c/driver/build_cache.h"
#include "languages/c/driver/symbols.h"
#include "languages/c/driver/wrapper.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "cuttle-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  fs::path path_;
};

TEST(Flags, AreSplitLikeAShellDoes) {
  EXPECT_EQ(split_flags("-DA=1  -DB='x y' \"-DC=\\\"q\\\"\" a\\ b ''"),
            (Words{"-DA=1", "-DB=x y", "-DC=\"q\"", "a b", ""}));
  EXPECT_TRUE(split_flags("  ").empty());
}

TEST(Digest, TellsContentsAndBoundariesApart) {
  Folder folder;
  const auto a = folder.write("a", "one"), b = folder.write("b", "two");
  EXPECT_NE(Digest().add_contents(a).text(), Digest().add_contents(b).text());
  EXPECT_EQ(Digest().add_contents(a).text(), Digest().add_contents(a).text());
  EXPECT_NE(Digest().add("ab").add("c").text(), Digest().add("a").add("bc").text());
}

TEST(Dependencies, AreReadWithContinuationsAndEscapes) {
  Folder folder;
  const auto file = folder.write("x.d", "x.o: x.c \\\n  dir/a\\ b.h \\\n  c$$d.h\n");
  EXPECT_EQ(read_dependencies(file), (std::vector<fs::path>{"x.c", "dir/a b.h", "c$d.h"}));
  EXPECT_TRUE(read_dependencies(folder.path() / "none").empty());
}

TEST(Wrapper, KnowsWhatACallAsksFor) {
  const auto check = [](const Words& words, bool compiles, bool links) {
    const auto call = classify_call(words);
    EXPECT_EQ(call.compiles, compiles) << ::testing::PrintToString(words);
    EXPECT_EQ(call.links, links) << ::testing::PrintToString(words);
  };
  check({"-c", "a.c"}, true, false);
  check({"a.c", "-o", "a"}, true, true);
  check({"a.o", "b.a", "-o", "a"}, false, true);
  check({"-S", "a.c"}, true, false);
  check({"-E", "a.c"}, false, false);
  check({"-M", "a.c"}, false, false);
  check({"-v"}, false, false);
  check({"--version"}, false, false);
  check({"-print-search-dirs"}, false, false);
  check({"-x", "c", "-"}, true, true);
  check({"-x", "c", "-c", "/dev/null"}, true, false);
  check({"-x", "c-header", "a.h", "-o", "a.pch"}, false, false);
  check({"a.h"}, false, false);
  check({"-MF", "a.d", "-c", "a.c"}, true, false);
  check({"-fsyntax-only", "a.c"}, false, false);
  check({"libz.so.1", "-o", "a"}, false, true);
}

TEST(Wrapper, TakesThePlaceOfLibFuzzer) {
  EXPECT_TRUE(classify_call({"-fsanitize=address,fuzzer", "a.c"}).fuzzer);
  EXPECT_FALSE(classify_call({"-fsanitize=fuzzer-no-link", "-c", "a.c"}).fuzzer);
  Toolchain chain;
  chain.installation = {"/p", "/i"};
  const auto words = wrapped_command(chain, false, {"-fsanitize=address,fuzzer", "a.c"});
  const auto has = [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  EXPECT_TRUE(has("-fsanitize=address"));
  EXPECT_TRUE(has("/p/libcuttle-fuzzer.a"));
  EXPECT_FALSE(has("/p/libcuttle-heap.a"));
}

TEST(Wrapper, KeepsWhatStacksAreReadBy) {
  Toolchain chain;
  const auto words =
      wrapped_command(chain, false, {"-c", "-fno-asynchronous-unwind-tables", "a.c"});
  const auto at = [&](const char* word) { return std::ranges::find(words, word) - words.begin(); };
  EXPECT_LT(at("-fno-asynchronous-unwind-tables"), at("-fasynchronous-unwind-tables"));
  EXPECT_LT(at("-fasynchronous-unwind-tables"), static_cast<long>(words.size()));
}

TEST(Symbols, OfThisProgram) {
  EXPECT_TRUE(read_symbols("/proc/self/exe").defined.contains("main"));
  EXPECT_FALSE(is_instrumented_program("/proc/self/exe"));
  Folder folder;
  EXPECT_TRUE(read_symbols(folder.write("x.o", "no object")).defined.empty());
  EXPECT_FALSE(is_elf(folder.path() / "x.o"));
  Symbols harness;
  harness.defined = {"LLVMFuzzerTestOneInput"};
  EXPECT_TRUE(is_fuzzing_harness(harness));
  harness.undefined = {"__VERIFIER_nondet_int", "getchar"};
  EXPECT_TRUE(declares_inputs(harness) && reads_standard_input(harness));
}

TEST(Symbols, MayHaveBeenTakenAway) {
  const auto objcopy = find_program("objcopy");
  if (objcopy.empty()) GTEST_SKIP() << "there is no objcopy";
  const auto copy = [&](std::vector<std::string> options, const fs::path& to) {
    options.insert(options.begin(), objcopy.string());
    options.insert(options.end(), {fs::read_symlink("/proc/self/exe").string(), to.string()});
    ASSERT_TRUE(run_command({.arguments = options})->ok());
  };
  Folder folder;
  const auto whole = folder.path() / "whole", stripped = folder.path() / "stripped",
             debug = folder.path() / "symbols.debug", linked = folder.path() / "linked";
  copy({"--strip-debug"}, whole);
  copy({"--strip-all"}, stripped);
  copy({"--only-keep-debug"}, debug);
  copy({"--strip-all", "--add-gnu-debuglink=" + debug.string()}, linked);
  EXPECT_FALSE(is_stripped(whole));
  EXPECT_TRUE(is_stripped(stripped));
  EXPECT_FALSE(is_stripped(linked));
  fs::remove(debug);
  EXPECT_TRUE(is_stripped(linked));
}

class Build : public ::testing::Test {
 protected:
  // A toolchain whose plug-in does nothing is enough: clang is asked to load none.
  void SetUp() override { folder_.write("libcuttle-pass-19.so", ""); }
  Folder folder_;
};

TEST_F(Build, UnknownCompilersAreRefusedWithTheirName) {
  const Installation installation{folder_.path(), folder_.path()};
  const auto missing = find_toolchain(installation, "no-such-clang");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("no-such-clang"), std::string::npos);
  const auto shell = find_toolchain(installation, "sh");
  ASSERT_FALSE(shell);
  EXPECT_EQ(shell.error().kind, Error::Kind::usage);
}

TEST_F(Build, TheWrapperAddsThePluginWhenCompilingAndTheRuntimeWhenLinking) {
  Toolchain chain;
  chain.clang = "/usr/bin/clang-19";
  chain.plugin = "/p/libcuttle-pass-19.so";
  chain.installation = {"/p", "/i"};
  const auto has = [](const Words& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  const auto compile = wrapped_command(chain, false, {"-c", "a.c"});
  EXPECT_TRUE(has(compile, "-fpass-plugin=/p/libcuttle-pass-19.so"));
  EXPECT_FALSE(has(compile, "/p/libcuttle-runtime.a"));
  const auto link = wrapped_command(chain, false, {"a.o"});
  EXPECT_FALSE(has(link, "-fpass-plugin=/p/libcuttle-pass-19.so"));
  EXPECT_TRUE(has(link, "/p/libcuttle-runtime.a"));
  const auto shared = wrapped_command(chain, false, {"-shared", "a.o"});
  EXPECT_FALSE(has(shared, "/p/libcuttle-runtime.a"));
}

}  // namespace
}  // namespace cuttle
