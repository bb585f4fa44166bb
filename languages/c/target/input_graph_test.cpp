// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/input_graph.h"

#include <gtest/gtest.h>

#include "languages/c/runtime/graph.h"

namespace cuttle {
namespace {

std::string slot(unsigned number) {
  return std::to_string(CUTTLE_GRAPH_BASE + (uint64_t{number} << CUTTLE_GRAPH_SLOT_SHIFT));
}

// A ring of two cells; the run had met the second one first.
PortableTestCase ring() {
  PortableTestCase test;
  test.inputs = {{"p", "struct cell *", "bv64", slot(1)},          {"cell2.v", "int", "bv32", "3"},
                 {"cell2.next", "struct cell *", "bv64", slot(0)}, {"cell1.v", "int", "bv32", "0"},
                 {"cell1.next", "struct cell *", "bv64", slot(1)}, {"x", "int", "bv32", "1"}};
  return test;
}

TEST(InputGraph, ObjectsAreNumberedAsOneMeetsThem) {
  const InputGraph graph(ring());
  ASSERT_TRUE(graph.is_graph());
  EXPECT_EQ(
      describe_graph(graph),
      (std::vector<std::string>{"p = &cell1 {v: 3, next: &cell2 {v: 0, next: &cell1}}", "x = 1"}));
}

TEST(InputGraph, ThePictureHasABoxForEachObjectAndAnArrowForEachPointer) {
  const std::string dot = graph_to_dot(InputGraph(ring()));
  EXPECT_EQ(dot.find("digraph"), 0u);
  EXPECT_NE(dot.find("cell1 [label=\"cell1|<f0> v\\ =\\ 3|<f1> next\"]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("variable1:f0 -> cell1"), std::string::npos) << dot;
  EXPECT_NE(dot.find("cell1:f1 -> cell2"), std::string::npos) << dot;
  EXPECT_NE(dot.find("cell2:f1 -> cell1"), std::string::npos) << dot;
}

TEST(InputGraph, CallsOfASequenceLookLikeCalls) {
  PortableTestCase test;
  test.inputs = {{"step1", "stop|create|insert", "bv8", "1"},
                 {"step2", "stop|create|insert", "bv8", "2"},
                 {"step2.set", "object1|object2", "bv8", "1"},
                 {"step2.key", "int", "bv32", "7"},
                 {"step3", "stop|create|insert", "bv8", "0"}};
  EXPECT_EQ(
      describe_graph(InputGraph(test)),
      (std::vector<std::string>{"step1 = create()", "step2 = insert(set = object2, key = 7)"}));
}

TEST(InputValue, AWordThatIsNotThereIsANumber) {
  EXPECT_EQ((InputValue{"a|b", 8, 1, {}}).word(), "b");
  EXPECT_EQ((InputValue{"a|b", 8, 7, {}}).word(), "7");
}

}  // namespace
}  // namespace cuttle
