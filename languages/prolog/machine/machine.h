// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "languages/prolog/program/program.h"
#include "languages/prolog/shadow/shadow.h"
#include "languages/prolog/term/flat_term.h"

namespace cuttle::prolog {

struct MachineLimits {
  uint64_t inferences = 10'000'000;
  double seconds = 10;
  uint64_t memory_bytes = uint64_t{1} << 30;
};

// How an attempt to find (another) answer ended.
enum class RunEnd : uint8_t {
  answer,
  failure,
  exception,  // Machine::ball()
  inference_limit,
  time_limit,
  memory_limit,
  halted,  // the program called halt
};

// One step of a trace in the sense of the papers.
struct TraceStep {
  enum class Kind : uint8_t { unfold, backtrack, fail };
  Kind kind;
  const Predicate* predicate;
  std::vector<const Clause*> clauses;  // matching ones; the one tried next; none
};

// Runs goals: a stack machine with structure copying. Clause bodies are sequences of Instr; frames
// live on the local stack, terms on the heap of the Store, alternatives on the stack of choice
// points. With a Shadow, unifications that touch symbolic cells are choices of the run.
class Machine {
 public:
  explicit Machine(Program& program);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  Program& program() { return program_; }
  Store& store() { return store_; }
  Symbols& symbols() { return store_.symbols(); }
  Shadow* shadow() { return shadow_; }

  // Forgets everything of the last run: terms, asserted clauses, global variables, flags.
  void reset(Shadow* shadow, const MachineLimits& limits);
  // Calls a goal (on the heap) in a module; then solve() finds the first answer, redo() the next.
  RunEnd solve(Cell goal, AtomId module);
  RunEnd redo();
  bool has_alternatives() const { return choices_.size() > 1; }

  const FlatTerm& ball() const { return ball_; }
  SiteId error_site() const { return error_site_; }
  uint64_t inferences() const { return inferences_; }
  bool ran_tabled() const { return ran_tabled_; }  // clauses that SWI-Prolog went through
  int exit_code() const { return exit_code_; }
  const std::string& output() const { return output_; }

  // Clauses that were evaluated to their end since the last call, by coverage point.
  std::vector<uint32_t> take_completed();
  // Records unfold and backtrack steps of user predicates while it is set.
  std::vector<TraceStep>* trace = nullptr;
  // While set, the run is summed up in a digest of what can be seen from outside: for each call the
  // set of matching clauses, for each builtin whether it succeeded or which error it raised.
  bool digesting = false;
  uint64_t digest() const { return digest_; }
  // Called for each clause entered: for comparing with other systems.
  std::function<void(const Clause&)> on_clause;

  // ---- for builtins ----
  Cell deref(Cell c) const { return store_.deref(c); }
  // The term as far as its functor: exposes symbolic values (a choice). Integers that stay
  // symbolic come back as symbolic cells.
  Cell look(Cell c) {
    c = store_.deref(c);
    return tag_of(c) == Tag::symbolic ? expose(c) : c;
  }
  // As look(), but integers are concretised, too.
  Cell look_concrete(Cell c, const char* why);
  // A copy with every input in it fixed to its value in this run, which is a limitation.
  Cell concretise_term(Cell c, const char* why);
  bool unify(Cell a, Cell b);           // records a choice if it depends on inputs
  bool unify_concrete(Cell a, Cell b);  // the plain operation; bindings are trailed
  bool identical(Cell a, Cell b);       // ==
  int compare(Cell a, Cell b);          // standard order
  bool is_acyclic(Cell term) const;
  // A clause or body with such a term would need too much stack; inputs are never that deep.
  bool is_deep(Cell term) const;
  void bind(Cell variable, Cell value);
  void assign(uint64_t index, Cell value);  // destructive, undone on backtracking
  // What is on the heap now survives backtracking: for destructive assignment that is not undone.
  void keep_heap();
  Status raise(Cell ball);
  Status type_error(const char* type, Cell culprit);
  Status domain_error(const char* domain, Cell culprit);
  Status instantiation_error();
  Status existence_error(const char* kind, Cell culprit);
  Status permission_error(const char* action, const char* type, Cell culprit);
  Status representation_error(const char* what);
  Status evaluation_error(const char* what);
  Status resource_error(const char* what);
  Status uninstantiation_error(Cell culprit);
  Status unsupported(const std::string& what);

  // Continues with calling `goal` in `module`; cuts inside are local to it.
  Status call_goal(Cell goal, AtomId module);
  // Continues with `goal`, then fails over to nothing special: for builtins written as goals.
  Status call_untabled(AtomId module, Cell goal);  // the clauses of a tabled predicate
  Status call_predicate(AtomId module, FunctorId f, std::initializer_list<Cell> args);
  // Leaves a choice point: on backtracking the builtin `again` is called with these arguments.
  void push_retry(Builtin again, const Cell* args, unsigned count);
  // For setup_call_cleanup/3: a choice point that cleans up when it is backtracked to or cut.
  void push_cleanup(const Cell* catcher_and_cleanup);
  void drop_cleanup(size_t level);  // without cleaning up, if it is the last choice point
  AtomId context() const { return context_; }  // module of the running goal
  void set_context(AtomId module) { context_ = module; }
  size_t level() const { return choices_.size(); }
  void cut_to(size_t level);

  // Database.
  Status add_clause(Cell clause, AtomId module, bool at_end);
  Clause* last_added() const { return asserted_.back().get(); }
  void erase(Clause* clause);
  uint64_t generation() const { return generation_; }
  Predicate* dynamic_predicate(AtomId module, FunctorId f);
  // Clauses whose head may match, with the choice recorded; for clause/2 and retract/1.
  std::vector<Clause*> matching(Predicate* p, const Cell* args);
  // Head and body of a clause as fresh terms.
  void decompile(const Clause& clause, Cell& head, Cell& body);

  // Global variables, flags, findall buffers, output.
  std::map<AtomId, uint64_t> globals;  // where on the heap the value is
  std::map<AtomId, FlatTerm> flags;
  std::map<Clause*, AtomId> references;  // of clauses, and what they mean
  std::map<AtomId, Clause*> referred;
  std::deque<std::string> outputs;  // of with_output_to/2, innermost last
  std::string* redirect = nullptr;
  std::vector<ExprId> written_codes;  // unknown characters in what was written
  void write(std::string_view text);
  Status halt(int code);
  uint64_t next_counter() { return ++counter_; }

  // Attributed variables: goals that wait until the current unification is done.
  void schedule(Cell attvar_attributes, Cell value);

  // Control constructs that are builtins; they return Status::jump.
  Status start_findall(Cell templ, Cell goal, Cell result, Cell tail, AtomId module);
  Status start_catch(Cell goal, Cell catcher, Cell recovery, AtomId module);
  Status start_negation(Cell goal, AtomId module);

  Cell* registers() { return areg_.data(); }

 private:
  friend class SymbolicUnifier;

  enum class PointKind : uint8_t { base, clauses, code, goal, retry, catcher, findall };
  struct ChoicePoint {
    PointKind kind;
    bool dead = false;  // by a soft cut: skipped on backtracking
    AtomId module = 0;
    uint32_t args_begin = 0, nargs = 0;
    uint64_t heap, trail, local;
    uint64_t env;  // current frame (code)
    uint64_t cont_env;
    const Instr* cont;
    const Instr* alternative = nullptr;  // code
    Predicate* pred = nullptr;           // clauses
    const ClauseList* list = nullptr;
    size_t next = 0;  // in list
    uint64_t generation = 0;
    Cell key = 0;
    size_t level = 0;  // goal: where its cuts go; findall: buffer
    Builtin again = nullptr;
    size_t matches = 0;  // height of match_lists_
    size_t collections = 0;
    uint64_t frame = 0;  // catcher: the frame of its goal
  };
  struct Trailed {
    uint64_t index;
    Cell old;
  };
  struct Collection {  // of one findall
    std::vector<FlatTerm> answers;
  };
  enum class Next : uint8_t { go, fail, error, exhausted };
  // Comparisons of cyclic terms would go on for ever; other terms are not that large.
  static constexpr uint64_t max_steps = 10'000'000;

  // run.cpp
  RunEnd run();
  bool step_limits(RunEnd& end);
  void continue_after_cut(const Instr& instr);
  Next backtrack();
  void proceed() {
    e_ = cont_env_;
    p_ = cont_;
    local_top_ = std::max(protected_local(), frame_end(e_));
  }
  void at(const Clause& clause) {                 // where the machine is, for choices and errors
    if (clause.module == atoms::prelude) return;  // ours: what calls it is what people know
    site_ = clause.site;
    if (clause.point != no_point) user_site_ = site_;
  }
  void load_args(const Instr& instr);
  Cell build(const Clause& clause, Cell t, Cell* slots);
  uint64_t push_frame(const Clause* clause, uint32_t slots);
  void pop_frame();

  void note(uint64_t event) {
    digest_ = (digest_ ^ (event + 1)) * 0x9E3779B97F4A7C15ull;
    digest_ ^= digest_ >> 29;
  }
  void note_functor(FunctorId f);  // by its name: numbers differ from one target to the next
  void note_status(const Predicate& p, Status status);

  // arithmetic.cpp
  Next arithmetic(const Instr& instr);
  bool small_value(const Clause& clause, Cell t, const Cell* slots, int64_t& out) const;

  // call.cpp
  static Status status_of(Next next);  // of a builtin that ends with a call
  Next call(Predicate* p);
  Next finish(Status status);
  Next call_clauses(Predicate* p);
  Next call_tabled(Predicate* p);
  Next try_clauses(Predicate* p, const ClauseList* list, size_t from, Cell key, uint64_t gen,
                   bool on_choice);
  bool enter(Clause* clause, size_t level);
  ClauseList probe_all(const ClauseList& list, Cell key);
  bool unify_head(const Clause& clause, Cell* slots) {
    return clause.owner->ssu ? match_head(clause, slots) : unify_head_args(clause, slots);
  }
  bool unify_head_args(const Clause& clause, Cell* slots);
  bool match_head(const Clause& clause, Cell* slots);
  bool unify_arg(const Clause& clause, Cell t, Cell c, Cell* slots);
  Cell key_of(Cell first_argument) const;
  Clause* next_clause(const ClauseList& list, size_t& at, Cell key, uint64_t gen) const;
  void wrap_meta_arguments(Predicate* p);
  void note_completed(const Clause& clause);
  void leave_for_last_call();
  bool wake_up();

  // symbolic.cpp
  // The clauses that match, if that depends on inputs.
  bool choose_clauses(Predicate* p, const ClauseList& list, Cell key, ClauseList& matched);
  Literal head_literal(const Clause& clause);
  enum class Probe : uint8_t { mismatch, match, symbolic };
  Probe probe_head(const Clause& clause);
  Cell expose(Cell symbolic);
  Literal unify_literal(Cell a, Cell b);
  int compare_symbolic(Cell a, Cell b);
  int compare_floats(Cell a, Cell b);
  int compare_texts(Cell a, Cell b);

  // meta.cpp
  Next call_meta(Cell goal, AtomId module, size_t cut_level);
  bool is_body(Cell goal) const;
  Next call_control(Cell& goal, FunctorId f, AtomId module, size_t cut_level, bool& again);
  Next run_meta_code();
  Next handle_throw();  // exhausted: nobody catches
  uint64_t push_meta_frame(const Clause& code, std::initializer_list<Cell> slots);
  Next foreign(Predicate* p);  // foreign.cpp
  double seconds_left() const;
  bool has_inputs(Cell c) const;
  Next undefined(Predicate* p);

  ChoicePoint& push_choice(PointKind kind);
  void save_args(ChoicePoint& cp, const Cell* args, unsigned n);
  void undo_to(uint64_t trail);
  void restore(const ChoicePoint& cp);
  void pop_choice();
  void schedule_cleanup(const ChoicePoint& cp);
  uint64_t protected_local() const { return choices_.empty() ? 0 : choices_.back().local; }

  static constexpr unsigned frame_header = 4;
  uint64_t& frame_env(uint64_t e) { return local_[e]; }
  const Instr*& frame_cont(uint64_t e) { return reinterpret_cast<const Instr*&>(local_[e + 1]); }
  uint64_t& frame_level(uint64_t e) { return local_[e + 2]; }
  const Clause*& frame_clause(uint64_t e) {
    return reinterpret_cast<const Clause*&>(local_[e + 3]);
  }
  Cell* frame_slots(uint64_t e) { return local_ + e + frame_header; }
  uint64_t frame_end(uint64_t e);

  Program& program_;
  Store& store_;
  Shadow* shadow_ = nullptr;
  MachineLimits limits_;

  Area local_area_;
  uint64_t* local_;
  uint64_t local_limit_;
  uint64_t local_top_ = 0;

  const Instr* p_ = nullptr;  // program pointer
  uint64_t e_ = 0;            // frame of the running clause
  const Instr* cont_ = nullptr;
  uint64_t cont_env_ = 0;
  AtomId context_ = atoms::user;
  SiteId site_ = 0;        // of the running clause
  SiteId user_site_ = 0;   // of the clause of the program that ran last
  SiteId error_site_ = 0;  // where the last error was raised, or the run stopped
  uint64_t hb_ = 0;        // bindings of older cells are trailed

  std::vector<Cell> areg_;
  std::vector<ChoicePoint> choices_;
  std::vector<Cell> saved_args_;
  std::vector<Trailed> trail_;
  std::deque<ClauseList> match_lists_;  // of the choice points that try a chosen set
  std::vector<Collection> collections_;
  std::vector<std::pair<Cell, Cell>> pending_;  // woken attributed variables

  bool probing_ = false, met_symbolic_ = false;
  FlatTerm ball_;
  uint64_t inferences_ = 0, next_check_ = 0;
  std::chrono::steady_clock::time_point deadline_;
  uint64_t digest_ = 0;
  std::vector<uint64_t> functor_digests_;  // 0: not known yet
  uint64_t generation_ = 1;
  uint64_t counter_ = 0;
  int exit_code_ = 0;
  bool halted_ = false;
  bool unsupported_ = false;
  bool ran_tabled_ = false;
  std::string output_;
  std::vector<uint32_t> completed_;
  std::vector<std::unique_ptr<Clause>> asserted_;
  std::vector<Predicate*> changed_;  // predicates whose clauses differ from the program's
  std::vector<std::shared_ptr<ClauseList>> retired_;
  struct MetaCode;
  std::unique_ptr<MetaCode> meta_;
};

}  // namespace cuttle::prolog
