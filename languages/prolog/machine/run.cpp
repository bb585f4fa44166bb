// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/support/check.h"
#include "languages/prolog/machine/machine.h"
#include "languages/prolog/machine/meta_code.h"

namespace cuttle::prolog {

namespace {
constexpr uint64_t local_words = uint64_t{1} << 27;  // a gigabyte of address space
constexpr uint64_t check_interval = 1024;            // inferences between looks at the limits
}  // namespace

Machine::Machine(Program& program)
    : program_(program),
      store_(program.store()),
      local_area_(local_words),
      local_(local_area_.data()),
      areg_(1024),
      meta_(std::make_unique<MetaCode>()) {
  local_limit_ = local_words - (uint64_t{1} << 16);
}

Machine::~Machine() = default;

void Machine::reset(Shadow* shadow, const MachineLimits& limits) {
  shadow_ = shadow;
  limits_ = limits;
  store_.reset();
  store_.set_limit(limits.memory_bytes / sizeof(Cell));
  choices_.clear();
  saved_args_.clear();
  trail_.clear();
  match_lists_.clear();
  collections_.clear();
  pending_.clear();
  for (Predicate* p : changed_) {
    p->all = std::make_shared<ClauseList>();
    p->index.reset();
    p->next_ordinal = static_cast<uint32_t>(p->owned.size());
    for (auto& clause : p->owned) {
      clause->died = never;
      p->all->push_back(clause.get());
    }
  }
  changed_.clear();
  retired_.clear();
  asserted_.clear();
  globals.clear();
  flags.clear();
  redirect = nullptr;
  outputs.clear();
  references.clear();
  referred.clear();
  written_codes.clear();
  output_.clear();
  inferences_ = 0;
  next_check_ = check_interval;
  generation_ = 1;
  counter_ = 0;
  exit_code_ = 0;
  halted_ = ran_tabled_ = unsupported_ = false;
  probing_ = false;
  site_ = user_site_ = 0;
  digest_ = 0;
  local_top_ = 0;
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                  std::chrono::duration<double>(limits.seconds));
}

RunEnd Machine::solve(Cell goal, AtomId module) {
  hb_ = store_.top();
  // Frame 0: where the goal returns to.
  frame_env(0) = 0;
  frame_cont(0) = nullptr;
  frame_level(0) = 0;
  frame_clause(0) = &meta_->stop;
  local_top_ = frame_end(0);
  e_ = cont_env_ = 0;
  cont_ = meta_->stop.code.data();
  push_choice(PointKind::base);
  Next next = call_meta(goal, module, choices_.size());
  if (next == Next::error) next = handle_throw();
  if (next == Next::exhausted) return RunEnd::exception;
  static const Instr fail_instr;
  if (next == Next::fail) p_ = &fail_instr;
  return run();
}

RunEnd Machine::redo() {
  static const Instr fail_instr;
  p_ = &fail_instr;
  return run();
}

std::vector<uint32_t> Machine::take_completed() {
  return std::exchange(completed_, {});
}

uint64_t Machine::frame_end(uint64_t e) {
  return e + frame_header + frame_clause(e)->slots;
}

uint64_t Machine::push_meta_frame(const Clause& code, std::initializer_list<Cell> slots) {
  uint64_t e = local_top_;
  frame_env(e) = cont_env_;
  frame_cont(e) = cont_;
  frame_level(e) = choices_.size();
  frame_clause(e) = &code;
  std::copy(slots.begin(), slots.end(), frame_slots(e));
  local_top_ = frame_end(e);
  cont_env_ = e;
  cont_ = code.code.data();
  return e;
}

// ---- choice points ----

Machine::ChoicePoint& Machine::push_choice(PointKind kind) {
  ChoicePoint& cp = choices_.emplace_back();
  cp.kind = kind;
  cp.module = context_;
  cp.args_begin = static_cast<uint32_t>(saved_args_.size());
  cp.heap = store_.top();
  cp.trail = trail_.size();
  cp.local = local_top_;
  cp.env = e_;
  cp.cont_env = cont_env_;
  cp.cont = cont_;
  cp.matches = match_lists_.size();
  cp.collections = collections_.size();
  hb_ = cp.heap;
  return cp;
}

void Machine::keep_heap() {
  for (ChoicePoint& cp : choices_) cp.heap = store_.top();
  hb_ = store_.top();
}

void Machine::save_args(ChoicePoint& cp, const Cell* args, unsigned n) {
  cp.nargs = n;
  saved_args_.insert(saved_args_.end(), args, args + n);
}

void Machine::undo_to(uint64_t trail) {
  while (trail_.size() > trail) {
    store_[trail_.back().index] = trail_.back().old;
    trail_.pop_back();
  }
}

void Machine::restore(const ChoicePoint& cp) {
  undo_to(cp.trail);
  store_.cut_back(cp.heap);
  local_top_ = cp.local;
  e_ = cp.env;
  cont_env_ = cp.cont_env;
  cont_ = cp.cont;
  context_ = cp.module;
  pending_.clear();
}

void Machine::pop_choice() {
  saved_args_.resize(choices_.back().args_begin);
  choices_.pop_back();
  hb_ = choices_.empty() ? store_.base() : choices_.back().heap;
  match_lists_.resize(choices_.empty() ? 0 : choices_.back().matches);
}

// Clean-ups that the cut has triggered come first.
void Machine::continue_after_cut(const Instr& instr) {
  ++p_;
  if (pending_.empty()) return;
  cont_ = &instr + 1;
  cont_env_ = e_;
  if (!wake_up()) p_ = cont_;
}

void Machine::cut_to(size_t level) {
  if (choices_.size() <= level) return;
  for (size_t i = choices_.size(); i-- > level;) schedule_cleanup(choices_[i]);
  saved_args_.resize(choices_[level].args_begin);
  choices_.erase(choices_.begin() + static_cast<ptrdiff_t>(level), choices_.end());
  hb_ = choices_.empty() ? store_.base() : choices_.back().heap;
  match_lists_.resize(choices_.empty() ? 0 : choices_.back().matches);
}

Machine::Next Machine::backtrack() {
  for (;;) {
    ChoicePoint& cp = choices_.back();
    restore(cp);
    match_lists_.resize(cp.matches);
    if (cp.dead && cp.kind != PointKind::base) {
      pop_choice();
      continue;
    }
    switch (cp.kind) {
      case PointKind::base:
        if (trace) trace->push_back({TraceStep::Kind::fail, nullptr, {}});
        return Next::exhausted;
      case PointKind::clauses: {
        std::copy_n(saved_args_.begin() + cp.args_begin, cp.nargs, areg_.begin());
        if (trace && cp.pred->user) {
          size_t at = cp.next;
          if (Clause* next = next_clause(*cp.list, at, cp.key, cp.generation))
            trace->push_back({TraceStep::Kind::backtrack, cp.pred, {next}});
        }
        Next next = try_clauses(cp.pred, cp.list, cp.next, cp.key, cp.generation, true);
        if (next != Next::fail) return next;
        continue;
      }
      case PointKind::code:
        p_ = cp.alternative;
        pop_choice();
        return Next::go;
      case PointKind::goal: {
        Cell goal = saved_args_[cp.args_begin];
        size_t level = cp.level;
        pop_choice();
        Next next = call_meta(goal, context_, level);
        if (next != Next::fail) return next;
        continue;
      }
      case PointKind::retry: {
        std::copy_n(saved_args_.begin() + cp.args_begin, cp.nargs, areg_.begin());
        Builtin again = cp.again;
        pop_choice();
        Next next = finish(again(*this, areg_.data()));
        if (next != Next::fail) return next;
        continue;
      }
      case PointKind::catcher:
        pop_choice();
        continue;
      case PointKind::findall: {
        Cell result = saved_args_[cp.args_begin], tail = saved_args_[cp.args_begin + 1];
        Collection answers = std::move(collections_[cp.level]);
        collections_.resize(cp.level);
        pop_choice();
        std::vector<Cell> items;
        for (const FlatTerm& answer : answers.answers) items.push_back(answer.build(store_));
        Cell list = store_.list(items, tail);
        if (!unify(result, list)) continue;
        return finish(Status::ok);
      }
    }
  }
}

// ---- the loop ----

bool Machine::step_limits(RunEnd& end) {
  error_site_ = site_;
  next_check_ = inferences_ + check_interval;
  if (inferences_ >= limits_.inferences) {
    end = RunEnd::inference_limit;
    return false;
  }
  if (store_.exhausted() || local_top_ > local_limit_ ||
      trail_.size() * sizeof(Trailed) + choices_.size() * sizeof(ChoicePoint) >
          limits_.memory_bytes) {
    end = RunEnd::memory_limit;
    return false;
  }
  if (std::chrono::steady_clock::now() > deadline_) {
    end = RunEnd::time_limit;
    return false;
  }
  return true;
}

RunEnd Machine::run() {
  for (;;) {
    const Instr& instr = *p_;
    Next next = Next::go;
    switch (instr.op) {
      case OpCode::call: {
        if (inferences_ >= next_check_ || store_.exhausted()) [[unlikely]] {
          RunEnd end;
          if (!step_limits(end)) return end;
        }
        const Clause& clause = *frame_clause(e_);
        Cell* slots = frame_slots(e_);
        const Cell* t = clause.templates.data() + instr.args;
        for (unsigned i = 0; i < instr.nargs; ++i) areg_[i] = build(clause, t[i], slots);
        context_ = instr.module;
        at(clause);
        if (instr.last) {
          leave_for_last_call();
        } else {
          cont_ = &instr + 1;
          cont_env_ = e_;
        }
        next = call(instr.pred);
        break;
      }
      case OpCode::unify: {
        const Clause& clause = *frame_clause(e_);
        const Cell* t = clause.templates.data() + instr.args;
        Cell a = build(clause, t[0], frame_slots(e_));
        Cell b = build(clause, t[1], frame_slots(e_));
        ++inferences_;
        at(clause);
        bool equal = unify(a, b);
        if (digesting) note(equal);
        if (!equal) {
          next = Next::fail;
        } else if (!pending_.empty()) {
          cont_ = &instr + 1;
          cont_env_ = e_;
          if (!wake_up()) p_ = cont_;
        } else {
          ++p_;
        }
        break;
      }
      case OpCode::is:
      case OpCode::compare:
        ++inferences_;
        if (inferences_ >= next_check_) [[unlikely]] {
          RunEnd end;
          if (!step_limits(end)) return end;
        }
        next = arithmetic(instr);
        break;
      case OpCode::cut:
        cut_to(frame_level(e_));
        continue_after_cut(instr);
        break;
      case OpCode::get_level:
        frame_slots(e_)[instr.slot] = choices_.size();
        ++p_;
        break;
      case OpCode::cut_to:
        cut_to(frame_slots(e_)[instr.slot] + instr.nargs);
        continue_after_cut(instr);
        break;
      case OpCode::soft_cut: {
        size_t level = frame_slots(e_)[instr.slot];
        if (choices_.size() == level + 1) {
          pop_choice();
        } else if (choices_.size() > level) {
          choices_[level].dead = true;
        }
        ++p_;
        break;
      }
      case OpCode::try_else: {
        local_top_ = std::max(local_top_, frame_end(e_));
        ChoicePoint& cp = push_choice(PointKind::code);
        cp.alternative = instr.target;
        ++p_;
        break;
      }
      case OpCode::jump:
        p_ = instr.target;
        break;
      case OpCode::fail:
        next = Next::fail;
        break;
      case OpCode::init:
        frame_slots(e_)[instr.slot] = store_.new_var();
        ++p_;
        break;
      case OpCode::exit: {
        const Clause& clause = *frame_clause(e_);
        if (clause.point != no_point && !clause.complete) note_completed(clause);
        cont_ = frame_cont(e_);
        cont_env_ = frame_env(e_);
        proceed();
        break;
      }
      case OpCode::stop:
        return RunEnd::answer;
      default:
        next = run_meta_code();
    }
    while (next != Next::go) {
      if (halted_) return RunEnd::halted;
      if (next == Next::fail) {
        next = backtrack();
        if (next == Next::exhausted) return RunEnd::failure;
      } else {
        next = handle_throw();
        if (next == Next::exhausted) return RunEnd::exception;
      }
      if (inferences_ >= next_check_ || store_.exhausted()) [[unlikely]] {
        RunEnd end;
        if (!step_limits(end)) return end;
      }
    }
  }
}

}  // namespace cuttle::prolog
