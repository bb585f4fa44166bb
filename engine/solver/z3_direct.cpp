// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_direct.h"

#include <algorithm>

#include "engine/support/check.h"

namespace cuttle {

Z3Direct::Z3Direct(ExprPool& pool, unsigned timeout_ms) : timeout_ms_(timeout_ms), encoder_(pool) {
  const Z3_config config = Z3_mk_config();
  z3_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(z3_, [](Z3_context, Z3_error_code) {});
  translator_ = std::make_unique<Z3Translator>(z3_);
}

Z3Direct::~Z3Direct() {
  if (incremental_) Z3_solver_dec_ref(z3_, incremental_);
  translator_.reset();
  Z3_del_context(z3_);
}

Z3_solver Z3Direct::new_solver() {
  const Z3_solver solver = Z3_mk_solver(z3_);
  Z3_solver_inc_ref(z3_, solver);
  const Z3_params params = Z3_mk_params(z3_);
  Z3_params_inc_ref(z3_, params);
  Z3_params_set_uint(z3_, params, Z3_mk_string_symbol(z3_, "timeout"), timeout_ms_);
  Z3_solver_set_params(z3_, solver, params);
  Z3_params_dec_ref(z3_, params);
  return solver;
}

void Z3Direct::define(std::span<const ExprId> constraints) {
  ByteWriter bytes;
  encoder_.define(constraints, bytes);
  ByteReader in(bytes.bytes());
  const uint64_t nodes = in.number();
  for (uint64_t i = 0; i < nodes; ++i) {
    const bool translated = translator_->define(decoder_.next(in));
    CUTTLE_CHECK(translated, "Z3 has no term for this expression");
  }
}

Answer Z3Direct::run(Z3_solver solver) {
  const Z3_lbool result = Z3_solver_check(z3_, solver);
  return result == Z3_L_TRUE ? Answer::sat : result == Z3_L_FALSE ? Answer::unsat : Answer::unknown;
}

Answer Z3Direct::check_fresh(std::span<const ExprId> constraints) {
  define(constraints);
  const Z3_solver solver = new_solver();
  for (ExprId e : constraints) Z3_solver_assert(z3_, solver, translator_->term(e));
  const Answer answer = run(solver);
  Z3_solver_dec_ref(z3_, solver);
  return answer;
}

Answer Z3Direct::check_incremental(std::span<const ExprId> prefix, ExprId goal) {
  define(prefix);
  define({&goal, 1});
  if (!incremental_) incremental_ = new_solver();
  const size_t limit = std::min(prefix.size(), prefix_.size());
  size_t common = 0;
  while (common < limit && prefix[common] == prefix_[common]) ++common;
  Z3_solver_pop(z3_, incremental_, static_cast<unsigned>(prefix_.size() - common));
  prefix_.resize(common);
  for (ExprId e : prefix.subspan(common)) {
    Z3_solver_push(z3_, incremental_);
    Z3_solver_assert(z3_, incremental_, translator_->term(e));
    prefix_.push_back(e);
  }
  Z3_solver_push(z3_, incremental_);
  Z3_solver_assert(z3_, incremental_, translator_->term(goal));
  const Answer answer = run(incremental_);
  Z3_solver_pop(z3_, incremental_, 1);
  return answer;
}

}  // namespace cuttle
