// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/core.h"

#include <gtest/gtest.h>

#include "languages/erlang/replay/test_samples.h"
#include "languages/erlang/term/etf.h"

namespace cuttle::erlang {
namespace {

Result<CoreModule> decoded(const Term& term) {
  const std::string bytes = encode_etf(term);
  return decode_core({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

TEST(Core, ReadsTheSamples) {
  for (const char* name : sample_names) {
    auto module = decode_core(sample_bytes(std::string(name) + ".core"));
    ASSERT_TRUE(module) << name << ": " << module.error().message;
    EXPECT_EQ(module->name, name);
    EXPECT_EQ(module->functions.at(0).name, "main");
  }
}

TEST(Core, KnowsTheShapeOfSum) {
  auto module = decode_core(sample_bytes("sum.core"));
  ASSERT_TRUE(module);
  const CoreFunction& sum = module->functions.at(1);
  EXPECT_EQ(sum.name, "sum");
  EXPECT_EQ(sum.arity, 1u);
  EXPECT_FALSE(sum.exported);
  ASSERT_EQ(sum.body.kind, Code::Kind::choose);
  ASSERT_EQ(sum.body.clauses.size(), 3u);
  EXPECT_EQ(sum.body.clauses[1].patterns[0].kind, Pattern::Kind::cons);
  EXPECT_EQ(sum.body.clauses[1].guard.kind, Guard::Kind::bif);
}

// Each part of a module replaced by something else: refused or read, never a crash; and what was
// read has no index that leads nowhere (the replay would follow it).
void mutate(Term& root, Term& at, unsigned& tried) {
  const Term before = at;
  for (const Term& other : {Term::make_atom("x"), Term::make_integer(4000000), Term::make_tuple({}),
                            Term::make_list({Term::make_nil()})}) {
    at = other;
    if (auto module = decoded(root)) {
      EXPECT_LE(module->callees.size(), 1000u);
    }
    ++tried;
  }
  at = before;
  for (Term& part : at.items) mutate(root, part, tried);
}

TEST(Core, SurvivesEveryMutation) {
  auto bytes = sample_bytes("sum.core");
  auto term = decode_etf(bytes);
  ASSERT_TRUE(term);
  unsigned tried = 0;
  mutate(*term, *term, tried);
  EXPECT_GT(tried, 500u);
}

TEST(Core, SaysWhatIsWrong) {
  auto module = decoded(Term::make_tuple({Term::make_atom("other")}));
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().message.find("not a module: {other}"), std::string::npos)
      << module.error().message;
}

}  // namespace
}  // namespace cuttle::erlang
