// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <unordered_set>

#include "languages/prolog/machine/machine.h"
#include "languages/prolog/machine/meta_code.h"

namespace cuttle::prolog {

// Calls a term as a goal. Cuts in it go to `cut_level`.
Machine::Next Machine::call_meta(Cell goal, AtomId module, size_t cut_level) {
  for (;;) {
    goal = look(goal);
    if (is_var_tag(tag_of(goal))) {
      instantiation_error();
      return Next::error;
    }
    FunctorId f;
    if (tag_of(goal) == Tag::atom) {
      if (goal == atom_cell(atoms::true_)) return finish(Status::ok);
      if (goal == atom_cell(atoms::cut)) {
        cut_to(cut_level);
        return finish(Status::ok);
      }
      if (goal == atom_cell(atoms::fail) || goal == atom_cell(atoms::false_)) return Next::fail;
      f = symbols().functor(atom_of(goal), 0);
    } else if (tag_of(goal) == Tag::compound) {
      f = store_.functor_of(goal);
      if (f == symbols().colon) {
        Cell m = look(store_.arg(goal, 0));
        if (is_var_tag(tag_of(m))) {
          instantiation_error();
          return Next::error;
        }
        if (tag_of(m) == Tag::atom) {
          module = atom_of(m);
          goal = store_.arg(goal, 1);
          continue;
        }
        type_error("module", m);
        return Next::error;
      }
      bool again = false;
      Next next = call_control(goal, f, module, cut_level, again);
      if (again) continue;
      if (next != Next::exhausted) return next;
    } else {
      type_error("callable", goal);
      return Next::error;
    }
    unsigned n = symbols().arity(f);
    for (unsigned i = 0; i < n; ++i) areg_[i] = store_.arg(goal, i);
    context_ = module;
    return call(program_.lookup(module, f));
  }
}

// One control construct. `again`: go on with `goal`. Returns exhausted when it is none.
Machine::Next Machine::call_control(Cell& goal, FunctorId f, AtomId module, size_t cut_level,
                                    bool& again) {
  const Symbols& s = symbols();
  Cell m = atom_cell(module);
  if (f == s.comma) {
    push_meta_frame(meta_->goal, {store_.arg(goal, 1), cut_level, m});
    goal = store_.arg(goal, 0);
    again = true;
    return Next::go;
  }
  if (f == s.not_provable) {
    size_t level = choices_.size();
    ChoicePoint& cp = push_choice(PointKind::goal);
    Cell then = atom_cell(atoms::true_);
    save_args(cp, &then, 1);
    push_meta_frame(meta_->negation, {level});
    return call_meta(store_.arg(goal, 0), module, choices_.size());
  }
  if (f != s.semicolon && f != s.arrow && f != s.soft_arrow) return Next::exhausted;
  Cell first = goal, otherwise = atom_cell(atoms::fail);
  if (f == s.semicolon) {
    first = look(store_.arg(goal, 0));
    otherwise = store_.arg(goal, 1);
  }
  size_t level = choices_.size();
  ChoicePoint& cp = push_choice(PointKind::goal);
  cp.module = module;
  cp.level = cut_level;
  save_args(cp, &otherwise, 1);
  bool hard = store_.is_functor(first, s.arrow), soft = store_.is_functor(first, s.soft_arrow);
  if (!hard && !soft) {
    goal = first;
    again = true;
    return Next::go;
  }
  push_meta_frame(hard ? meta_->then : meta_->soft_then,
                  {store_.arg(first, 1), cut_level, m, level});
  return call_meta(store_.arg(first, 0), module, choices_.size());
}

// The instruction of a meta frame: the goal before it has succeeded.
Machine::Next Machine::run_meta_code() {
  Cell* slots = frame_slots(e_);
  OpCode op = p_->op;
  uint64_t frame = e_;
  cont_ = frame_cont(frame);
  cont_env_ = frame_env(frame);
  auto leave = [this, frame] {
    e_ = cont_env_;
    local_top_ = std::max(protected_local(), frame);
  };
  switch (op) {
    case OpCode::meta_goal: {
      Cell goal = slots[0];
      size_t level = slots[1];
      AtomId module = atom_of(slots[2]);
      leave();
      return call_meta(goal, module, level);
    }
    case OpCode::meta_then:
    case OpCode::meta_soft_then: {
      Cell goal = slots[0];
      size_t cut_level = slots[1], level = slots[3];
      AtomId module = atom_of(slots[2]);
      if (op == OpCode::meta_then) {
        cut_to(level);
      } else if (choices_.size() == level + 1) {
        pop_choice();
      } else {
        choices_[level].dead = true;
      }
      leave();
      return call_meta(goal, module, cut_level);
    }
    case OpCode::meta_not:
      cut_to(slots[0]);
      return Next::fail;
    case OpCode::findall_add: {
      collections_[slots[1]].answers.push_back(FlatTerm::copy(store_, slots[0]));
      return Next::fail;
    }
    case OpCode::exit_catch:
      if (choices_.size() == slots[0] + 1) pop_choice();
      leave();
      proceed();
      return Next::go;
    case OpCode::exit_mark: {
      uint32_t point = static_cast<uint32_t>(slots[0]);
      Clause* clause = program_.clause_of_point(point);
      if (!clause->complete) note_completed(*clause);
      leave();
      proceed();
      return Next::go;
    }
    default:
      return Next::fail;
  }
}

// A body with a part that can never be called is refused as a whole, before any of it runs.
bool Machine::is_body(Cell goal) const {
  std::vector<Cell> pending{goal};
  while (!pending.empty()) {
    Cell g = store_.deref(pending.back());
    pending.pop_back();
    if (tag_of(g) == Tag::integer || tag_of(g) == Tag::box) return false;
    if (tag_of(g) != Tag::compound) continue;
    FunctorId f = store_.functor_of(g);
    const Symbols& s = store_.symbols();
    if (f != s.comma && f != s.semicolon && f != s.arrow && f != s.soft_arrow) continue;
    pending.push_back(store_.arg(g, 1));
    pending.push_back(store_.arg(g, 0));
  }
  return true;
}

Status Machine::call_goal(Cell goal, AtomId module) {
  if (store_.is_functor(goal, symbols().comma) && !is_acyclic(goal))
    return representation_error("cyclic_term");
  if (!is_body(goal)) return type_error("callable", goal);
  return status_of(call_meta(goal, module, choices_.size()));
}

Status Machine::call_predicate(AtomId module, FunctorId f, std::initializer_list<Cell> args) {
  std::copy(args.begin(), args.end(), areg_.begin());
  context_ = module;
  return status_of(call(program_.lookup(module, f)));
}

void Machine::push_retry(Builtin again, const Cell* args, unsigned count) {
  ChoicePoint& cp = push_choice(PointKind::retry);
  cp.again = again;
  save_args(cp, args, count);
}

namespace {

// The goal has no more answers.
Status clean_up_and_fail(Machine& m, Cell* args) {
  return m.call_predicate(atoms::prelude, m.symbols().functor("$clean_up_and_fail", 2),
                          {args[0], args[1]});
}

}  // namespace

void Machine::push_cleanup(const Cell* catcher_and_cleanup) {
  push_retry(clean_up_and_fail, catcher_and_cleanup, 2);
}

void Machine::schedule_cleanup(const ChoicePoint& cp) {
  if (cp.kind != PointKind::retry || cp.again != clean_up_and_fail) return;
  schedule(atom_cell(symbols().atom("$cleanup")),
           store_.compound(symbols().minus2, {saved_args_.data() + cp.args_begin, 2}));
}

void Machine::drop_cleanup(size_t level) {
  if (choices_.size() == level && choices_.back().again == clean_up_and_fail) pop_choice();
}

Status Machine::start_findall(Cell templ, Cell goal, Cell result, Cell tail, AtomId module) {
  size_t index = collections_.size();
  ChoicePoint& cp = push_choice(PointKind::findall);
  cp.level = index;
  Cell args[2] = {result, tail};
  save_args(cp, args, 2);
  collections_.emplace_back();
  push_meta_frame(meta_->findall, {templ, index});
  return call_goal(goal, module);
}

Status Machine::start_catch(Cell goal, Cell catcher, Cell recovery, AtomId module) {
  size_t level = choices_.size();
  ChoicePoint& cp = push_choice(PointKind::catcher);
  cp.module = module;
  Cell args[2] = {catcher, recovery};
  save_args(cp, args, 2);
  choices_.back().frame = push_meta_frame(meta_->catching, {level});
  return call_goal(goal, module);
}

Status Machine::start_negation(Cell goal, AtomId module) {
  Cell negation = store_.compound(symbols().not_provable, {&goal, 1});
  return call_goal(negation, module);
}

// Finds the innermost catch/3 whose goal is still running: its frame is in the chain of
// continuations. Others are left over on the stack because their goals had more answers.
Machine::Next Machine::handle_throw() {
  std::unordered_set<uint64_t> active;
  for (uint64_t start : {e_, cont_env_}) {
    for (uint64_t e = start; e != 0 && active.insert(e).second;) e = frame_env(e);
  }
  pending_.clear();
  while (choices_.back().kind != PointKind::base) {
    ChoicePoint cp = choices_.back();
    restore(cp);
    collections_.resize(cp.collections);
    if (cp.kind != PointKind::catcher || unsupported_ || !active.contains(cp.frame)) {
      pop_choice();
      continue;
    }
    Cell catcher = saved_args_[cp.args_begin], recovery = saved_args_[cp.args_begin + 1];
    pop_choice();
    Cell ball = ball_.build(store_);
    uint64_t mark = trail_.size();
    if (!unify(catcher, ball)) {
      undo_to(mark);
      continue;
    }
    Next next = call_meta(recovery, cp.module, choices_.size());
    if (next != Next::error) return next;
    return handle_throw();
  }
  return Next::exhausted;
}

}  // namespace cuttle::prolog
