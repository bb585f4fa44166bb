// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <regex.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>

extern "C" {
#include "languages/c/models/regex.h"
int cuttle_regex_search(const Regex* regex, const char* text, size_t start, size_t end, int given,
                        int flags, size_t found[2]);
}

namespace {

class Words {
 public:
  explicit Words(unsigned seed) : random_(seed) {}
  unsigned operator()(unsigned below) { return static_cast<unsigned>(random_()) % below; }
  std::string word(std::initializer_list<const char*> parts, unsigned most) {
    std::string text;
    for (unsigned i = (*this)(most + 1); i > 0; --i) text += parts.begin()[(*this)(parts.size())];
    return text;
  }

 private:
  std::mt19937 random_;
};

// What is asked for must decide the match: so the same match is found as by libc.
unsigned compare(const std::string& pattern, const std::string& text, int flags, int run_flags) {
  regex_t compiled;
  if (regcomp(&compiled, pattern.c_str(), flags) != 0) return 0;
  const auto regex = std::make_unique<Regex>();
  unsigned followed = 0;
  if (cuttle_regex_parse(regex.get(), pattern.c_str(), flags)) {
    followed = 1;
    size_t ours[2];
    regmatch_t theirs{};
    const bool found = regexec(&compiled, text.c_str(), 1, &theirs, run_flags) == 0;
    EXPECT_TRUE(cuttle_regex_search(regex.get(), text.c_str(), 0, text.size(), 0, run_flags, ours));
    const std::string about = "pattern `" + pattern + "' text `" + text + "' flags " +
                              std::to_string(flags) + " " + std::to_string(run_flags);
    EXPECT_EQ(ours[0], found ? static_cast<size_t>(theirs.rm_so) : ~size_t{0}) << about;
    EXPECT_EQ(ours[1], found ? static_cast<size_t>(theirs.rm_eo) : ~size_t{0}) << about;
  }
  regfree(&compiled);
  return followed;
}

TEST(Regex, FindsWhatLibcFinds) {
  Words words(1);
  unsigned followed = 0;
  constexpr unsigned rounds = 60000;
  for (unsigned round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
    const bool extended = words(2) != 0;
    const std::string pattern =
        extended ? words.word({"a",
                               "b",
                               "B",
                               "*",
                               "+",
                               "?",
                               "(",
                               ")",
                               "|",
                               "^",
                               "$",
                               ".",
                               "[ab]",
                               "[^a]",
                               "{2}",
                               "{1,2}",
                               "{2,}",
                               "\\<",
                               "\\b",
                               "\\B",
                               "\\w",
                               "_",
                               "[[:upper:]_]",
                               "(a|b)",
                               "(ab)*",
                               "\\."},
                              6)
                 : words.word({"a",       "b",         "B",   "*", "\\+", "\\?",       "\\(",
                               "\\)",     "\\|",       "^",   "$", ".",   "[ab]",      "[^a]",
                               "\\{2\\}", "\\{1,2\\}", "\\>", "+", "{",   "\\(ab\\)*", "\\*"},
                              6);
    const int flags = (extended ? REG_EXTENDED : 0) | (words(3) == 0 ? REG_ICASE : 0) |
                      (words(3) == 0 ? REG_NEWLINE : 0);
    const int run_flags = (words(4) == 0 ? REG_NOTBOL : 0) | (words(4) == 0 ? REG_NOTEOL : 0);
    const std::string text = words.word({"a", "b", "A", "B", "_", "\n", ".", "*", "+", "-"}, 6);
    followed += compare(pattern, text, flags, run_flags);
  }
  EXPECT_GT(followed, rounds / 4);  // most others are no patterns at all
}

TEST(Regex, LeavesStrangePatternsToLibc) {
  const auto regex = std::make_unique<Regex>();
  for (const char* pattern : {"\\(a\\)\\1", "[[=a=]]", "[[.a.]]", "\\`a"})
    EXPECT_FALSE(cuttle_regex_parse(regex.get(), pattern, 0)) << pattern;
  EXPECT_FALSE(cuttle_regex_parse(regex.get(), "((a{200}){200})", REG_EXTENDED));
  EXPECT_TRUE(cuttle_regex_parse(regex.get(), "^(foo|ba+r){2,3}[^x-z]$", REG_EXTENDED));
}

}  // namespace
