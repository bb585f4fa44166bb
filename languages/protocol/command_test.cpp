// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/command.h"

#include <gtest/gtest.h>

#include <fstream>

#include "engine/support/files.h"

namespace cuttle::protocol {
namespace {

using Words = std::vector<std::string>;

TEST(Command, IsSplitAsAShellWould) {
  EXPECT_EQ(split_words("  a  b\tc ").value(), (Words{"a", "b", "c"}));
  EXPECT_EQ(split_words("a 'b c' \"d 'e\" f\\ g '' h'i'j").value(),
            (Words{"a", "b c", "d 'e", "f g", "", "hij"}));
  EXPECT_EQ(split_words("'a\\b' \"c\\\"d\"").value(), (Words{"a\\b", "c\"d"}));
  EXPECT_EQ(split_words("").value(), Words{});
  EXPECT_FALSE(split_words("a 'b"));
}

TEST(Command, TargetsAndArgumentsComeLast) {
  EXPECT_EQ(command_line("/bin/sh -x", {"t", "u"}, {"1"}).value(),
            (Words{"/bin/sh", "-x", "t", "u", "1"}));
  EXPECT_EQ(command_line("/bin/sh {} -x", {"t", "u"}, {"1"}).value(),
            (Words{"/bin/sh", "t", "u", "-x", "1"}));
  EXPECT_EQ(command_line("{}", {"/bin/sh"}, {}).value(), (Words{"/bin/sh"}));
  const auto found = command_line("sh", {"t"}, {}).value();
  EXPECT_TRUE(found[0].starts_with("/") && found[0].ends_with("/sh"));
}

TEST(Command, SaysWhatIsWrong) {
  EXPECT_NE(command_line("no-such-program", {"t"}, {}).error().message.find("there is no program"),
            std::string::npos);
  EXPECT_NE(command_line(" ", {"t"}, {}).error().message.find("needs the command"),
            std::string::npos);
  const TemporaryFolder folder;
  const std::string file = folder.path() / "data";
  std::ofstream(file) << "x";
  EXPECT_NE(command_line("{}", {file}, {}).error().message.find("is not executable"),
            std::string::npos);
}

}  // namespace
}  // namespace cuttle::protocol
