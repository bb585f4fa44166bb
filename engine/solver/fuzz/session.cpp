// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/fuzz/session.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "engine/expr/bits.h"
#include "engine/expr/evaluator.h"
#include "engine/expr/smtlib.h"
#include "engine/solver/dense_model.h"
#include "engine/solver/factory.h"
#include "engine/solver/model_evaluator.h"
#include "engine/solver/z3_direct.h"

namespace cuttle {

namespace {

class Session {
 public:
  Session(uint64_t seed, const FuzzOptions& options)
      : seed_(seed),
        options_(options),
        random_(pool_, seed, options.expr),
        limits_{.timeout_seconds = options.timeout_seconds},
        solver_(make_solver(pool_, limits_, options.chain)),
        evaluator_(pool_) {}

  FuzzResult run() {
    if (options_.plain) {
      for (unsigned i = 0; i < 4 * options_.plain_variables; ++i) plain_variable();
    }
    hint_ = random_.assignment();
    for (unsigned i = 0; i < options_.queries && result_.error.empty(); ++i) step();
    return result_;
  }

 private:
  ExprId plain_variable() {
    return pool_.variable("p" + std::to_string(random_.below(options_.plain_variables)),
                          Sort::bits(options_.plain_width));
  }

  ExprId plain_term() {
    const Sort sort = Sort::bits(options_.plain_width);
    const ExprId variable = plain_variable();
    const Op ops[] = {Op::bv_add, Op::bv_sub,  Op::bv_xor, Op::bv_mul, Op::bv_and,
                      Op::bv_or,  Op::bv_udiv, Op::bv_shl, Op::bv_urem};
    switch (random_.below(6)) {
      case 0:
        return pool_.constant(random_.value(sort));
      case 1:
        return pool_.binary(ops[random_.below(9)], variable, pool_.constant(random_.value(sort)));
      case 2:
        return pool_.binary(ops[random_.below(3)], variable, plain_variable());
      default:
        return variable;
    }
  }

  ExprId plain_constraint() {
    const Op ops[] = {Op::bv_ult, Op::bv_ule, Op::bv_slt, Op::bv_sle};
    const ExprId a = plain_term(), b = plain_term();
    const uint64_t kind = random_.below(7);
    if (kind >= 4) return kind == 4 ? pool_.eq(a, b) : pool_.binary(ops[2], a, b);
    return pool_.binary(ops[kind], a, b);
  }

  ExprId constraint() {
    return options_.plain ? plain_constraint() : random_.make(Sort::boolean());
  }

  // What a run under the hint would record: the constraints or their negations, as they are.
  void extend_path() {
    while (path_.size() < 1 + random_.below(options_.constraints)) {
      const ExprId e = constraint();
      path_.push_back(Evaluator(pool_, hint_).is_true(e) ? e : pool_.not_(e));
    }
  }

  void step() {
    extend_path();
    const size_t at = random_.below(path_.size());
    Query query{{path_.data(), at}, pool_.not_(path_[at]), &hint_};
    Assignment other;
    const uint64_t kind = random_.below(8);
    if (kind == 0) query.hint = nullptr;
    if (kind == 1) {  // a hint that promises nothing
      other = random_.assignment();
      query.hint = &other;
    }
    const Solution solution = solver_->check(query);
    ++result_.queries;
    check(query, solution);
    if (solution.answer == Answer::sat) {
      const ExprId goal = query.goal;
      path_.resize(at);
      path_.push_back(goal);
      hint_ = solution.model;
    } else if (random_.below(4) == 0) {
      path_.resize(at);
    }
  }

  void check(const Query& query, const Solution& solution) {
    switch (solution.answer) {
      case Answer::sat:
        ++result_.sat;
        return check_model(query, solution.model);
      case Answer::unsat:
        ++result_.unsat;
        return check_unsat(query);
      case Answer::unknown:
        ++result_.unknown;
        // Without a time limit in sight, only Z3 may give up, and only on what is not bits.
        if (!options_.expr.floats && !options_.expr.integers && solution.why != "timeout") {
          fail(query, "unknown: " + solution.why);
        }
    }
  }

  void check_model(const Query& query, const Assignment& model) {
    Evaluator evaluator(pool_, model);
    if (!evaluator.is_true(query.goal)) return fail(query, "the model does not satisfy the goal");
    for (ExprId e : query.prefix) {
      if (!evaluator.is_true(e)) return fail(query, "the model does not satisfy the prefix");
    }
    for (VarId v = 0; query.hint && v < query.hint->limit(); ++v) {
      if (query.hint->has(v) && !model.has(v)) return fail(query, "the model lacks a variable");
    }
  }

  void check_unsat(const Query& query) {
    std::vector<ExprId> all(query.prefix.begin(), query.prefix.end());
    all.push_back(query.goal);
    if (has_model(all)) fail(query, "unsat, but there is a model");
  }

  // Tries all values, or asks Z3.
  bool has_model(const std::vector<ExprId>& constraints) {
    std::vector<VarId> variables;
    for (ExprId e : constraints) {
      for (VarId v : pool_.variables_of(e)) variables.push_back(v);
    }
    std::sort(variables.begin(), variables.end());
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    unsigned bits = 0;
    for (VarId v : variables) {
      const Sort sort = pool_.variable_info(v).sort;
      bits += is_narrow(sort) ? bit_width(sort) : 1000;
    }
    return bits <= options_.exhaustive_bits ? try_all(constraints, variables, bits)
                                            : ask_z3(constraints);
  }

  bool try_all(const std::vector<ExprId>& constraints, const std::vector<VarId>& variables,
               unsigned bits) {
    ++result_.exhaustive;
    const DenseModel zero;
    for (uint64_t code = 0; code < uint64_t{1} << bits; ++code) {
      evaluator_.begin(zero);
      uint64_t rest = code;
      for (VarId v : variables) {
        const Sort sort = pool_.variable_info(v).sort;
        evaluator_.override_variable(v, rest & low_mask(bit_width(sort)));
        rest >>= bit_width(sort);
      }
      if (evaluator_.all_true(constraints)) return true;
    }
    return false;
  }

  bool ask_z3(const std::vector<ExprId>& constraints) {
    const Answer answer = Z3Direct(pool_, 2000).check_fresh(constraints);
    ++(answer == Answer::unsat ? result_.by_z3 : result_.unconfirmed);
    return answer == Answer::sat;
  }

  void fail(const Query& query, const std::string& what) {
    std::string text = "seed " + std::to_string(seed_) + ", query " +
                       std::to_string(result_.queries) + ": " + what + "\n";
    for (ExprId e : query.prefix) text += "  " + to_smtlib(pool_, e) + "\n";
    text += "goal " + to_smtlib(pool_, query.goal) + "\n";
    for (VarId v = 0; query.hint && v < query.hint->limit(); ++v) {
      if (!query.hint->has(v)) continue;
      text += "  " + pool_.variable_info(v).name + " = " + query.hint->get(v)->to_text() + "\n";
    }
    result_.error = text;
  }

  uint64_t seed_;
  const FuzzOptions& options_;
  ExprPool pool_;
  RandomExpr random_;
  SolverLimits limits_;
  std::unique_ptr<Solver> solver_;
  ModelEvaluator evaluator_;
  Assignment hint_;
  std::vector<ExprId> path_;
  FuzzResult result_;
};

}  // namespace

FuzzResult& FuzzResult::operator+=(const FuzzResult& other) {
  if (error.empty()) error = other.error;
  queries += other.queries;
  sat += other.sat;
  unsat += other.unsat;
  unknown += other.unknown;
  exhaustive += other.exhaustive;
  by_z3 += other.by_z3;
  unconfirmed += other.unconfirmed;
  return *this;
}

FuzzResult run_session(uint64_t seed, const FuzzOptions& options) {
  return Session(seed, options).run();
}

}  // namespace cuttle
