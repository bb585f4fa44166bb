// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/recording.h"

#include <gtest/gtest.h>

#include "engine/solver/factory.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

std::unique_ptr<Solver> plain(ExprPool& pool, const SolverLimits& limits) {
  return make_solver(pool, limits);
}

TEST(Recording, CanBeAskedAgain) {
  TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "queries";
  Result<MakeSolver> make = record_solvers(plain, file);
  ASSERT_TRUE(make);
  std::vector<Answer> answers;
  {
    ExprPool pool;
    const std::unique_ptr<Solver> solver = (*make)(pool, {});
    const ExprId x = pool.variable("x", Sort::bits(32)), y = pool.variable("y", Sort::bits(32));
    const std::vector<ExprId> prefix = {pool.binary(Op::bv_ult, x, y),
                                        pool.binary(Op::bv_ult, y, pool.bits(32, 10))};
    Assignment hint;
    for (uint64_t limit : {5, 9, 20}) {
      hint.set(pool.var_of(x), Value::bits(32, limit));
      const ExprId goal = pool.eq(x, pool.bits(32, limit));
      answers.push_back(solver->check({prefix, goal, &hint}).answer);
    }
  }
  ExprPool pool;
  const Result<std::vector<RecordedQuery>> queries = read_recording(file, pool);
  ASSERT_TRUE(queries);
  ASSERT_EQ(queries->size(), answers.size());
  const std::unique_ptr<Solver> solver = make_solver(pool, {});
  for (size_t i = 0; i < answers.size(); ++i) {
    const RecordedQuery& query = (*queries)[i];
    EXPECT_EQ(query.answer, answers[i]);
    EXPECT_EQ(query.prefix.size(), 2u);
    EXPECT_TRUE(query.has_hint);
    EXPECT_EQ(solver->check(query.query()).answer, answers[i]);
  }
}

TEST(Recording, SaysWhatIsWrong) {
  TemporaryFolder folder;
  const Result<MakeSolver> make = record_solvers(plain, folder.path() / "missing" / "queries");
  ASSERT_FALSE(make);
  EXPECT_NE(make.error().message.find("missing"), std::string::npos);
  ExprPool pool;
  EXPECT_FALSE(read_recording(folder.path() / "nothing", pool));
  ASSERT_TRUE(write_file(folder.path() / "other", "something else"));
  EXPECT_FALSE(read_recording(folder.path() / "other", pool));
  ASSERT_TRUE(write_file(folder.path() / "damaged", "cuttle-queries 2\n\x05"));
  EXPECT_FALSE(read_recording(folder.path() / "damaged", pool));
}

}  // namespace
}  // namespace cuttle
