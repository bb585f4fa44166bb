// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "cli/options.h"
#include "engine/explore/request_json.h"

namespace cuttle::cli {
namespace {

// A language with one option of each kind.
class Lisp : public Language {
 public:
  std::string name() const override { return "lisp"; }
  bool accepts(const std::filesystem::path&) const override { return true; }
  Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest&) override {
    return Error::usage("not a real language");
  }
  std::vector<DoctorItem> doctor() const override { return {}; }
  std::vector<LanguageOption> options() const override {
    return {{.name = "load", .argument = "FILE", .help = "Load FILE first", .repeatable = true},
            {.name = "strict", .help = "Check types"},
            {.name = "dialect", .argument = "D", .help = "Which", .choices = {"r5rs", "r7rs"}}};
  }
};

class Parse : public testing::Test {
 protected:
  Parse() { languages_.push_back(std::make_unique<Lisp>()); }
  Result<Settings> parsed(const std::string& command, const std::vector<std::string>& arguments) {
    OptionTable table(languages_);
    return parse(table, *table.command(command), arguments);
  }
  std::string error(const std::string& command, const std::vector<std::string>& arguments) {
    Result<Settings> result = parsed(command, arguments);
    if (result) return "no error";
    EXPECT_EQ(result.error().kind, Error::Kind::usage);
    return result.error().message + "\n" + result.error().hint;
  }
  Languages languages_;
};

TEST_F(Parse, ReadsEveryKindOfValue) {
  auto got = parsed("run", {"a.c", "--max-runs", "12", "--time=2m", "--memory", "1G", "--seed", "7",
                            "-j", "3", "--stop-on-bug", "--out", "x y", "b.c", "-q"});
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->operands, (std::vector<std::string>{"a.c", "b.c"}));
  EXPECT_EQ(got->config.max_runs, 12u);
  EXPECT_EQ(got->config.time_seconds, 120);
  EXPECT_EQ(got->config.limits.memory_bytes, 1ull << 30);
  EXPECT_EQ(got->config.seed, 7u);
  EXPECT_EQ(got->config.jobs, 3u);
  EXPECT_TRUE(got->config.stop_on_bug);
  EXPECT_EQ(got->config.out, "x y");
  EXPECT_EQ(got->verbosity, -1);
}

TEST_F(Parse, KeepsDefaults) {
  auto got = parsed("run", {"a.c"});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->config.max_runs, Config{}.max_runs);
  EXPECT_TRUE(got->request.options.given().empty());
}

// The table shows the defaults that Config has: given as they are shown, they change nothing.
TEST_F(Parse, ShownDefaultsAreTheDefaults) {
  const OptionTable table(languages_);
  for (const Option* option : table.options_of(*table.command("run"))) {
    const bool is_number =
        option->argument == "N" || option->argument == "SECONDS" || option->argument == "SIZE";
    if (!is_number || option->initial == "no limit") continue;
    auto got = parsed("run", {"a.c", "--" + option->name, option->initial});
    ASSERT_TRUE(got) << option->name << ": " << got.error().message;
    auto none = parsed("run", {"a.c"});
    EXPECT_EQ(request_to_json({got->request, got->config}),
              request_to_json({none->request, none->config}))
        << option->name;
  }
}

TEST_F(Parse, TheLastOneCounts) {
  auto got = parsed("run", {"--seed", "1", "a.c", "--seed", "2"});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->config.seed, 2u);
}

TEST_F(Parse, GivesTheProgramWhatFollowsTheDashes) {
  auto got = parsed("run", {"a.c", "--", "--max-runs", "--", "x"});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->request.arguments, (std::vector<std::string>{"--max-runs", "--", "x"}));
  EXPECT_EQ(got->config.max_runs, 0u);
}

TEST_F(Parse, TakesOptionsOfLanguages) {
  auto got = parsed("run", {"--load", "-a", "--load=b", "--strict", "--dialect", "r7rs", "x"});
  ASSERT_TRUE(got) << got.error().message;
  const OptionValues& options = got->request.options;
  EXPECT_EQ(options.all("load"), (std::vector<std::string>{"-a", "b"}));
  EXPECT_TRUE(options.is_set("strict"));
  EXPECT_EQ(options.last("dialect"), "r7rs");
}

TEST_F(Parse, SaysWhatWasMeant) {
  EXPECT_NE(error("run", {"a.c", "--max-run", "3"}).find("did you mean `--max-runs'?"),
            std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--strategy", "dsf"}).find("did you mean `dfs'?"),
            std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--dialect", "r6rs"}).find("Possible are: r5rs, r7rs"),
            std::string::npos);
}

TEST_F(Parse, RefusesWrongValues) {
  EXPECT_NE(error("run", {"a.c", "--max-runs", "many"}).find("`many' is not a whole number"),
            std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--time", "-1"}).find("`-1' is not a time"), std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--memory", "4X"}).find("`4X' is not"), std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--time"}).find("--time needs a value"), std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--resume=no"}).find("takes no value"), std::string::npos);
  EXPECT_NE(error("run", {"a.c", "--json="}).find("--json"), std::string::npos);
}

TEST_F(Parse, CountsOperands) {
  EXPECT_NE(error("run", {}).find("`cuttle run' needs TARGET"), std::string::npos);
  EXPECT_NE(error("doctor", {"x"}).find("unexpected argument `x'"), std::string::npos);
}

TEST_F(Parse, LeavesTheCompilersArgumentsAlone) {
  auto got = parsed("cc", {"-c", "--help", "--", "-o", "x"});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->operands.size(), 5u);
  EXPECT_FALSE(got->help);
}

TEST_F(Parse, HelpNeedsNoOperands) {
  auto got = parsed("run", {"--help"});
  ASSERT_TRUE(got);
  EXPECT_TRUE(got->help);
}

TEST(OptionTable, IsWellFormed) {
  OptionTable table(Languages{});
  for (const Option& option : table.options()) {
    EXPECT_FALSE(option.help.empty()) << option.name;
    EXPECT_NE(option.help.back(), '.') << option.name;
    for (const std::string& command : option.commands) EXPECT_TRUE(table.command(command));
    for (const Option& other : table.options()) {
      if (&other == &option) continue;
      if (other.name == option.name) {  // commands may differ in what they mean by a name
        EXPECT_FALSE(option.commands.empty()) << option.name;
        for (const std::string& command : option.commands)
          EXPECT_FALSE(std::ranges::count(other.commands, command)) << option.name;
      }
      EXPECT_TRUE(!option.letter || other.letter != option.letter) << option.name;
    }
  }
}

}  // namespace
}  // namespace cuttle::cli
