// SPDX-License-Identifier: Apache-2.0
// Calls whose callee is known at run time only, and calls of code that is not replayed.
#include "languages/erlang/replay/lists.h"
#include "languages/erlang/replay/machine.h"
#include "languages/erlang/replay/opaque.h"

namespace cuttle::erlang::replay {

bool Machine::is_known_fun(Cell fun) {
  return fun.tag() == Tag::fun && heap_.fun_of(fun).kind == FunData::Kind::closure;
}

void Machine::step_call(const Code& code) {
  const LinkedModule& here = module();
  switch (code.kind) {
    case Code::Kind::local: {
      const std::vector<Cell> args = operands(code);
      return call(now_->frame.module, code.index, args);
    }
    case Code::Kind::call: {
      const Callee& callee = here.core.callees[code.index];
      uint32_t m = 0, f = 0;
      const std::vector<Cell> args = operands(code);
      if (!program_.find(callee.module, callee.function, callee.arity, m, f)) {
        if (program_.by_name.contains(callee.module))
          return raise(ErrorClass::error, heap_.atom("undef"));
        return disagree("the module " + callee.module + " is not known");
      }
      return call(m, f, args);
    }
    case Code::Kind::opaque: {
      const Callee& callee = here.core.callees[code.index];
      const std::vector<Cell> args = operands(code);
      return step_opaque(code, callee.module, callee.function, args,
                         here.checked_models[code.index]);
    }
    case Code::Kind::stacktrace:
      return step_opaque(code, "erlang", "get_stacktrace", {}, nullptr);
    case Code::Kind::apply: {
      const std::vector<Cell> values = operands(code);
      return step_apply(code, values[0], {values.data() + 1, values.size() - 1});
    }
    case Code::Kind::remote: {
      const std::vector<Cell> values = operands(code);
      return step_remote(code, values[0], values[1], {values.data() + 2, values.size() - 2});
    }
    default:
      break;
  }
  // With the arguments in a list.
  const std::vector<Cell> values = operands(code);
  auto args = spine(shadow_, values.back());
  if (!args) return raise(ErrorClass::error, heap_.atom("badarg"));
  if (code.kind == Code::Kind::apply_list) return step_apply(code, values[0], *args);
  step_remote(code, values[0], values[1], *args);
}

void Machine::step_apply(const Code& code, Cell fun, std::span<const Cell> args) {
  fun = shadow_.resolve(fun);
  if (!shadow_.decide_if(shadow_.is_kind(fun, mask_of(TermKind::fun)))) {
    Cell reason[] = {heap_.atom("badfun"), fun};
    return raise(ErrorClass::error, heap_.tuple(reason));
  }
  fun = shadow_.settle(fun);
  auto bad_arity = [&] {
    Cell inner[] = {fun, heap_.list(args)};
    Cell reason[] = {heap_.atom("badarity"), heap_.tuple(inner)};
    raise(ErrorClass::error, heap_.tuple(reason));
  };
  if (fun.tag() == Tag::position) {
    term::PositionId p = heap_.position_of(fun);
    int s = shadow_.known_symbol(p);
    if (s < 0) return disagree("an input fun is not known");
    if (shadow_.skeleton().symbol(p, static_cast<unsigned>(s)).id != args.size())
      return bad_arity();
    return apply_input(fun, args);
  }
  const FunData data = heap_.fun_of(fun);
  if (data.kind == FunData::Kind::foreign) {
    shadow_.limitation(Reason::external_call, "a fun from code that is not instrumented");
    return stop();
  }
  if (data.arity != args.size()) return bad_arity();
  if (data.kind == FunData::Kind::external) {
    uint32_t m = 0, f = 0;
    const std::string module = heap_.atoms().name(data.module);
    const std::string function = heap_.atoms().name(data.function);
    if (program_.find(module, function, args.size(), m, f)) return call(m, f, args);
    if (Model model = find_model(module, function, args.size())) {
      Call inner{shadow_, args};
      return finish(model(inner));
    }
    shadow_.limitation(Reason::external_call, "fun " + module + ":" + function);
    return stop();
  }
  (void)code;
  std::vector<Cell> all = data.captured;
  all.insert(all.end(), args.begin(), args.end());
  call(data.module, data.function, all);
}

// The fun's answers by distinct arguments (inputs/kinds.h): whether arguments came before is a
// choice.
void Machine::apply_input(Cell fun, std::span<const Cell> args) {
  term::PositionId p = heap_.position_of(fun);
  auto s = static_cast<unsigned>(shadow_.known_symbol(p));
  std::vector<Application>& known = applications_[p];
  for (const Application& each : known) {
    ExprId same = shadow_.yes();
    for (size_t i = 0; i < args.size(); ++i)
      same = pool_.and_(same, shadow_.identical(each.args[i], args[i]));
    if (shadow_.decide_if(same)) return deliver(each.result);
  }
  const unsigned answers = shadow_.skeleton().symbol(p, s).arity();
  if (answers == 0) return disagree("an input fun without an answer");
  const unsigned i = std::min(static_cast<unsigned>(known.size()), answers - 1);
  Cell result = heap_.position(shadow_.skeleton().child(p, s, i));
  known.push_back({{args.begin(), args.end()}, result});
  deliver(result);
}

void Machine::step_remote(const Code& code, Cell module, Cell function,
                          std::span<const Cell> args) {
  module = shadow_.settle(module);
  function = shadow_.settle(function);
  if (module.tag() != Tag::atom || function.tag() != Tag::atom)
    return raise(ErrorClass::error, heap_.atom("badarg"));
  uint32_t m = 0, f = 0;
  const std::string module_name = heap_.name(module), function_name = heap_.name(function);
  if (program_.find(module_name, function_name, args.size(), m, f)) return call(m, f, args);
  // Built-in functions of instrumented modules are opaque.
  if (program_.by_name.contains(module_name) && !is_turn() &&
      !events_.is(EventKind::opaque, this->module().core.key, code.site))
    return raise(ErrorClass::error, heap_.atom("undef"));
  step_opaque(code, module_name, function_name, args,
              find_checked_model(module_name, function_name, args.size()));
}

// ---- opaque calls ----

namespace {

bool is_spawn(const std::string& name) {
  return name == "erlang:spawn" || name == "erlang:spawn_link" || name == "erlang:spawn_monitor" ||
         name == "erlang:spawn_opt";
}

bool is_send(const std::string& name) {
  return name == "erlang:!" || name == "erlang:send";
}

}  // namespace

// What the result depends on besides the arguments.
void Machine::depend(const std::string& name, std::span<const Cell> args) {
  if (!is_pure(name) && !is_of_the_machine(name) && !is_output(name))
    shadow_.limitation(is_of_the_world(name) ? Reason::environment : Reason::external_call,
                       "call to " + name);
  if (is_shared(name) && mail_.touch(now_->number, Memory::place_of(shadow_, name, args)))
    race("processes that use " + name.substr(0, name.find(':')) + " in another order");
  if (!spawned_.empty() && has_orders_of_its_own(name))
    shadow_.limitation(Reason::threads, "call to " + name);
  if (reads_memory(name) || (args.empty() && (name == "erlang:get" || name == "erlang:erase"))) {
    memory_.forget(shadow_, "call to " + name);
    for (const Mail::Message& each : mail_.messages()) {
      if (name == "erlang:process_info") shadow_.concretise(each.value, "call to " + name);
    }
  }
}

bool Machine::keeps_arguments(const std::string& name) const {
  return is_spawn(name) || is_send(name) || is_output(name) || Memory::knows(name);
}

void Machine::step_opaque(const Code& code, std::string_view module, std::string_view function,
                          std::span<const Cell> args, Model checked) {
  if (take_turn()) return;
  const std::string name = std::string(module) + ":" + std::string(function);
  if (code.kind != Code::Kind::stacktrace) {
    if (events_.next().kind == EventKind::none) return stop();
    if (events_.next().kind == EventKind::ended) return end_process();
    if (!events_.is(EventKind::opaque, this->module().core.key, code.site))
      return disagree("another call was expected than " + name);
    events_.take();
    idle_steps_ = 0;
  }
  Continuation waiting{
      Continuation::Kind::await, &code, now_->frame, heap_.atom(name), {args.begin(), args.end()}};
  if (is_spawn(name)) prepare_spawn(name, waiting.args);
  if (name == "erlang:hibernate" && args.size() == 3) return hibernate(args);
  bool symbolic = false;
  for (Cell arg : args) symbolic = symbolic || !arg.is_ground();
  if (code.kind != Code::Kind::stacktrace) depend(name, args);
  if (Memory::knows(name)) memory_.fix_keys(shadow_, name, waiting.args);
  if (symbolic && !checked && !keeps_arguments(name)) {
    for (Cell& arg : waiting.args) {
      if (arg.tag() == Tag::fun || shadow_.resolve(arg).tag() == Tag::position) {
        Cell top = shadow_.resolve(arg);
        if (top.tag() == Tag::fun) continue;  // what it captures is seen when it is called back
      }
      arg = shadow_.concretise(arg, "call to " + name);
    }
  }
  now_->stack.push_back(std::move(waiting));
  now_->code = nullptr;
}

void Machine::step_await() {
  Process& p = *now_;
  const Continuation waiting = p.stack.back();
  const uint32_t key = program_.modules[waiting.frame.module]->core.key;
  switch (events_.next().kind) {
    case EventKind::process:
    case EventKind::race:
      take_turn();
      return;
    case EventKind::none:
      fail_opaque(waiting);
      finished_ = !events_.damaged();  // nobody caught what the callee raised
      return stop();
    case EventKind::ended:
      fail_opaque(waiting);
      return end_process();
    case EventKind::value:
      if (events_.is(EventKind::value, key, waiting.code->site)) return return_opaque(waiting);
      break;
    case EventKind::callback:
      if (events_.is(EventKind::callback, key, waiting.code->site)) return begin_callback(waiting);
      break;
    case EventKind::caught: {
      // The nearest handler of ours, or one of code that is passed over.
      for (size_t i = p.stack.size(); i-- > 0;) {
        const Continuation& each = p.stack[i];
        if (each.kind != Continuation::Kind::attempt) continue;
        if (!events_.is(EventKind::caught, program_.modules[each.frame.module]->core.key,
                        each.code->site))
          break;
        auto term = events_.term();
        events_.take();
        if (!term || !term->is_tuple() || term->items.size() != 2)
          return disagree("an exception makes no sense");
        fail_opaque(waiting);
        p.stack.erase(p.stack.begin() + static_cast<std::ptrdiff_t>(i) + 1, p.stack.end());
        return catch_here(heap_.from_term(term->items[0]), heap_.from_term(term->items[1]));
      }
      break;
    }
    default:
      break;
  }
  events_.take();  // of code that the callee called back
}

// It raised something: which, depends on the arguments as they are.
void Machine::fail_opaque(const Continuation& waiting) {
  const std::string name = heap_.name(waiting.callee);
  if (is_output(name)) return;
  for (Cell arg : waiting.args) {
    if (shadow_.resolve(arg).tag() != Tag::fun)
      shadow_.concretise(arg, "call to " + name + ", which failed");
  }
}

void Machine::return_opaque(const Continuation& waiting) {
  auto term = events_.term();
  events_.take();
  idle_steps_ = 0;
  if (!term) return disagree("a value makes no sense");
  const std::string name = heap_.name(waiting.callee);
  if (is_spawn(name)) name_spawned(*term);
  now_->frame = waiting.frame;
  Cell value = heap_.from_term(*term);
  if (Memory::knows(name)) value = memory_.apply(shadow_, now_->number, name, waiting.args, *term);
  if (is_send(name) && waiting.args.size() >= 2) sent(waiting.args, *term, value);
  if (waiting.code->kind == Code::Kind::opaque) {
    Model checked = program_.modules[waiting.frame.module]->checked_models[waiting.code->index];
    if (checked) {
      Call inner{shadow_, waiting.args};
      const Cases cases = checked(inner);
      std::vector<ExprId> conditions;
      for (const Case& one : cases) conditions.push_back(one.when);
      const auto taken = shadow_.decide(std::move(conditions));
      if (taken && !cases[*taken].raises && shadow_.agrees(cases[*taken].value, *term)) {
        value = cases[*taken].value;
      } else {
        for (Cell arg : waiting.args) shadow_.concretise(arg, "call to " + name);
      }
    }
  }
  now_->stack.pop_back();
  deliver(value);
}

void Machine::begin_callback(const Continuation& waiting) {
  auto term = events_.term();
  events_.take();
  idle_steps_ = 0;
  if (!term || !term->is_tuple() || term->items.size() != 2 || !term->items[0].is_integer() ||
      term->items[0].integer < 0 || term->items[0].integer >= waiting.args.size() ||
      !term->items[1].is_proper_list())
    return disagree("a callback makes no sense");
  Cell fun = shadow_.resolve(waiting.args[term->items[0].integer.get_ui()]);
  std::vector<Cell> args;
  for (size_t i = 0; i < term->items[1].length(); ++i)
    args.push_back(heap_.from_term(term->items[1].items[i]));
  if (!is_known_fun(fun)) return;  // its events are passed over
  now_->frame = waiting.frame;
  now_->stack.push_back({Continuation::Kind::callback, waiting.code, waiting.frame});
  const FunData data = heap_.fun_of(fun);
  if (data.arity != args.size()) return disagree("a callback has other arguments");
  std::vector<Cell> all = data.captured;
  all.insert(all.end(), args.begin(), args.end());
  call(data.module, data.function, all);
}

}  // namespace cuttle::erlang::replay
