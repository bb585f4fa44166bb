// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/model.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace cuttle::erlang::replay {
namespace {

// The machine says nothing about what is in the list, and everything about what is not: both must
// have the same in mind.
TEST(Models, AreThoseOfTheList) {
  std::ifstream in(CUTTLE_MODELS);
  ASSERT_TRUE(in);
  std::set<std::string> listed, modelled;
  for (std::string line; std::getline(in, line);)
    if (!line.empty() && line[0] != '#') listed.insert(line);
  for (const ModelRow& row : all_models()) {
    std::string name =
        std::string(row.module) + ":" + row.function + "/" + std::to_string(row.arity);
    EXPECT_TRUE(modelled.insert(name).second) << name << " twice";
    EXPECT_TRUE(listed.contains(name)) << name << " is not in the list";
    EXPECT_EQ(find_checked_model(row.module, row.function, row.arity), nullptr) << name;
  }
  for (const std::string& name : listed)
    EXPECT_TRUE(modelled.contains(name)) << name << " has no model";
}

}  // namespace
}  // namespace cuttle::erlang::replay
