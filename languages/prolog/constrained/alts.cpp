// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/constrained/alts.h"

#include "engine/expr/evaluator.h"

namespace cuttle::prolog {

namespace {

class Search {
 public:
  Search(ExprPool& pool, Solver& solver, ExprId known, const std::vector<ExprId>& heads,
         const std::vector<bool>& taken)
      : pool_(pool), solver_(solver), known_(known), heads_(heads), taken_(taken) {}

  // One question per set, and a last one: an input under which no set seen so far matches.
  Alternatives ground() {
    ExprId rest = known_;
    for (;;) {
      Solution solution = solver_.check({{}, rest, nullptr});
      if (solution.answer == Answer::unknown) ++out_.undecided;
      if (solution.answer != Answer::sat) return std::move(out_);
      Evaluator evaluator(pool_, solution.model);
      std::vector<bool> set(heads_.size());
      ExprId condition = pool_.true_expr();
      for (size_t i = 0; i < heads_.size(); ++i) {
        set[i] = evaluator.is_true(heads_[i]);
        condition = pool_.and_(condition, set[i] ? heads_[i] : pool_.not_(heads_[i]));
      }
      if (set != taken_) out_.sets.push_back({set, pool_.and_(known_, condition)});
      rest = pool_.and_(rest, pool_.not_(condition));
    }
  }

  // Decides clause after clause. Leaving one out makes the constraint stronger, so whatever cannot
  // match now cannot match later: such branches end at once.
  Alternatives constrained() {
    set_.assign(heads_.size(), false);
    decide(0, known_);
    return std::move(out_);
  }

 private:
  bool possible(ExprId condition) {
    if (pool_.is_constant(condition)) return !pool_.is_false(condition);
    Answer answer = solver_.check({{}, condition, nullptr}).answer;
    if (answer == Answer::unknown) ++out_.undecided;
    return answer == Answer::sat;
  }

  void decide(size_t at, ExprId constraint) {
    if (at == heads_.size()) {
      if (set_ != taken_) out_.sets.push_back({set_, constraint});
      return;
    }
    ExprId without = pool_.and_(constraint, pool_.not_(heads_[at]));
    if (possible(without) && all_match(at, without)) decide(at + 1, without);
    if (!possible(pool_.and_(constraint, heads_[at]))) return;
    set_[at] = true;
    decide(at + 1, constraint);
    set_[at] = false;
  }

  bool all_match(size_t count, ExprId constraint) {
    for (size_t i = 0; i < count; ++i) {
      if (set_[i] && !possible(pool_.and_(constraint, heads_[i]))) return false;
    }
    return true;
  }

  ExprPool& pool_;
  Solver& solver_;
  ExprId known_;
  const std::vector<ExprId>& heads_;
  const std::vector<bool>& taken_;
  std::vector<bool> set_;
  Alternatives out_;
};

}  // namespace

Alternatives alts(ExprPool& pool, Solver& solver, ExprId known, const std::vector<ExprId>& heads,
                  const std::vector<bool>& taken, Calls calls) {
  Search search(pool, solver, known, heads, taken);
  return calls == Calls::ground ? search.ground() : search.constrained();
}

}  // namespace cuttle::prolog
