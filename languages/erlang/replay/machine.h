// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>

#include "engine/target/target.h"
#include "languages/erlang/replay/events.h"
#include "languages/erlang/replay/mail.h"
#include "languages/erlang/replay/match.h"
#include "languages/erlang/replay/memory.h"
#include "languages/erlang/replay/tracer.h"
#include "languages/erlang/replay/turns.h"

namespace cuttle::erlang::replay {

// The modules of a target.
struct Program {
  std::vector<std::unique_ptr<LinkedModule>> modules;
  std::map<std::string, uint32_t, std::less<>> by_name;
  std::vector<SourceLocation> sites;

  // The exported function of that name, or null.
  const CoreFunction* find(std::string_view module, std::string_view function, size_t arity,
                           uint32_t& module_index, uint32_t& function_index) const;
};

// One replay: walks the code of the processes as the events say. Never recurses with the program:
// what is to be done after a call lies on a stack of its own, and calls in tail position leave
// nothing there.
class Machine {
 public:
  // `tracer` may be null.
  Machine(const Program& program, Shadow& shadow, Events events, Tracer* tracer);

  // Calls the function; runs until there are no more events, or something does not fit.
  void run(uint32_t module, uint32_t function, std::span<const Cell> args);

  // All events were followed, and the first process came to its end.
  bool finished() const { return finished_; }
  const std::vector<bool>& lines() const { return lines_; }  // by SiteId
  EventLog take_log() { return std::move(turns_.log); }

 private:
  // An activation of a function: where its slots begin.
  struct Frame {
    uint32_t module = 0, function = 0;
    size_t base = 0;
  };
  struct Continuation {
    enum class Kind : uint8_t { bind, drop, attempt, await, callback, bottom };
    Kind kind;
    const Code* code = nullptr;
    Frame frame = {};
    Cell callee = {};  // await: what is called; see opaque.cpp
    std::vector<Cell> args = {};
  };
  struct Process {
    uint32_t number = 0;
    uint32_t thread = 0;  // index, once it had a turn
    bool known = true;    // false: nobody knows what it runs, its events are passed over
    bool done = false;
    const Code* code = nullptr;  // null: the top continuation awaits an event
    Frame frame = {};
    std::vector<Cell> slots = {};
    std::vector<Continuation> stack = {};
    SiteId site = 0;                  // where it is
    std::string pid = {};             // empty: not known yet
    std::optional<Cell> raised = {};  // what ended it
  };
  // What a process that was started runs: a fun, or a function by name.
  struct Spawned {
    std::string pid;  // empty: not known yet
    uint32_t parent = 0;
    Cell fun, module, function;
    std::vector<Cell> args;
    bool taken = false;
  };

  // ---- machine.cpp ----
  void step();
  void step_case(const Code& code);
  void step_bif(const Code& code);
  void step_primop(const Code& code);
  void step_map(const Code& code);
  void step_binary(const Code& code);
  void step_closure(const Code& code);
  void deliver(std::span<const Cell> values);
  void deliver(Cell value) { deliver({&value, 1}); }
  void finish(const Cases& cases);
  void raise(ErrorClass error_class, Cell reason);
  void catch_here(Cell error_class, Cell reason);
  // The clause that was taken, whose patterns match `values`.
  bool choose_clause(const std::vector<Clause>& clauses, size_t taken,
                     std::span<const Cell> values);
  void call(uint32_t module, uint32_t function, std::span<const Cell> args);

  // ---- processes.cpp ----
  void step_receive(const Code& code);
  bool take_time(const Code& code);
  void take_message(const Code& code, const std::vector<Term>& left);
  bool pass_over(const Code& code, const std::vector<Term>& left, size_t before);
  Cell message_of(const Term& term, size_t& place);
  Cell last_words(const Term& message, Mail::Origin& origin);
  void poll(const Code& code);
  void sent(std::span<const Cell> args, const Term& given, Cell& value);
  bool is_turn() const;
  bool take_turn();
  void take_race();
  void end_process();
  void prepare_spawn(const std::string& name, std::vector<Cell>& args);
  void name_spawned(const Term& value);
  void start_process(uint32_t number, const std::string& pid);
  void hibernate(std::span<const Cell> args);
  Process* find_process(const std::string& pid);
  void race(const std::string& what);

  // ---- calls.cpp ----
  void step_call(const Code& code);
  void step_apply(const Code& code, Cell fun, std::span<const Cell> args);
  void step_remote(const Code& code, Cell module, Cell function, std::span<const Cell> args);
  void apply_input(Cell fun, std::span<const Cell> args);
  void step_opaque(const Code& code, std::string_view module, std::string_view function,
                   std::span<const Cell> args, Model checked);
  void step_await();
  void return_opaque(const Continuation& waiting);
  void fail_opaque(const Continuation& waiting);
  void begin_callback(const Continuation& waiting);
  void depend(const std::string& name, std::span<const Cell> args);
  bool keeps_arguments(const std::string& name) const;
  bool is_known_fun(Cell fun);

  Matcher matcher() {
    return Matcher(shadow_, *program_.modules[now_->frame.module],
                   now_->slots.data() + now_->frame.base);
  }
  std::vector<Cell> operands(const Code& code, size_t from = 0);
  const LinkedModule& module() const { return *program_.modules[now_->frame.module]; }
  void visit(uint32_t line);
  bool traced() const { return tracer_ && now_->number == 0; }
  void disagree(const std::string& what);
  void stop() { stopped_ = true; }

  const Program& program_;
  Shadow& shadow_;
  Heap& heap_;
  ExprPool& pool_;
  Events events_;
  Tracer* tracer_;  // of the first process
  std::deque<Process> processes_;
  Process* now_ = nullptr;
  bool stopped_ = false, finished_ = false;
  uint64_t idle_steps_ = 0;  // since the last event
  std::vector<bool> lines_;
  std::vector<Spawned> spawned_;
  Mail mail_;
  Turns turns_;
  Memory memory_;
  struct Application {
    std::vector<Cell> args;
    Cell result;
  };
  std::map<term::PositionId, std::vector<Application>> applications_;
};

std::string_view class_name(ErrorClass error_class);

}  // namespace cuttle::erlang::replay
