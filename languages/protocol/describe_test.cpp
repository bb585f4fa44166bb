// SPDX-License-Identifier: Apache-2.0
#include "languages/protocol/describe.h"

#include <gtest/gtest.h>

namespace cuttle::protocol {
namespace {

TEST(Describe, ShowsValuesAsTheirTypeSays) {
  PortableTestCase test;
  test.inputs = {{"x", "int", "bv32", "4294967291"},
                 {"y", "", "bv8", "255"},
                 {"u", "uint32", "bv32", "4294967291"},
                 {"b", "bool", "bv1", "1"},
                 {"c", "char", "bv8", "97"},
                 {"n", "char", "bv8", "10"},
                 {"d", "double", "bv64", "4609434218613702656"},
                 {"s[0]", "char", "bv8", "104"},
                 {"s[1]", "char", "bv8", "0"},
                 {"s[7]", "int", "bv8", "1"},
                 {"t[1]", "int", "bv8", "1"},
                 {"odd", "", "int", "7"}};
  EXPECT_EQ(describe_inputs(test),
            (std::vector<std::string>{"x = -5", "y = -1", "u = 4294967291", "b = true",
                                      "c = 'a' (97)", "n = 10", "d = 1.5", "s = {'h' (104), 0}",
                                      "s[7] = 1", "t[1] = 1", "odd = 7"}));
}

}  // namespace
}  // namespace cuttle::protocol
