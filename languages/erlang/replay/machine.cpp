// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/machine.h"

namespace cuttle::erlang::replay {

namespace {

// Without an event: the program loops where nothing is said, or the events are cut off.
constexpr uint64_t most_idle_steps = 5'000'000;
constexpr size_t most_words = size_t{1} << 27;  // of the heap

}  // namespace

std::string_view class_name(ErrorClass error_class) {
  switch (error_class) {
    case ErrorClass::error:
      return "error";
    case ErrorClass::exit:
      return "exit";
    case ErrorClass::throw_:
      break;
  }
  return "throw";
}

const CoreFunction* Program::find(std::string_view module, std::string_view function, size_t arity,
                                  uint32_t& module_index, uint32_t& function_index) const {
  auto at = by_name.find(module);
  if (at == by_name.end()) return nullptr;
  module_index = at->second;
  const auto& functions = modules[module_index]->core.functions;
  for (uint32_t i = 0; i < functions.size(); ++i) {
    if (!functions[i].exported || functions[i].name != function || functions[i].arity != arity)
      continue;
    function_index = i;
    return &functions[i];
  }
  return nullptr;
}

Machine::Machine(const Program& program, Shadow& shadow, Events events, Tracer* tracer)
    : program_(program),
      shadow_(shadow),
      heap_(shadow.heap()),
      pool_(shadow.pool()),
      events_(events),
      tracer_(tracer),
      lines_(program.sites.size()) {}

void Machine::run(uint32_t module, uint32_t function, std::span<const Cell> args) {
  processes_.push_back({});
  now_ = &processes_.back();
  now_->stack.push_back({Continuation::Kind::bottom, nullptr, {0, 0, ~size_t{0}}});
  take_turn();  // says who the first process is
  call(module, function, args);
  while (!stopped_) {
    if (shadow_.truncated || ++idle_steps_ > most_idle_steps || heap_.size() > most_words)
      return stop();
    step();
    if (shadow_.lost) return stop();
  }
}

// ---- frames ----

void Machine::call(uint32_t module, uint32_t function, std::span<const Cell> args) {
  const CoreFunction& callee = program_.modules[module]->core.functions[function];
  Process& p = *now_;
  // In tail position nothing of this activation is needed any more.
  size_t base = p.frame.base;
  if (p.stack.back().frame.base == base && p.stack.back().kind != Continuation::Kind::bottom)
    base += program_.modules[p.frame.module]->core.functions[p.frame.function].slots.size();
  if (traced()) tracer_->enter(p.stack.size(), program_.modules[module]->core, callee, p.code);
  const std::vector<Cell> values(args.begin(), args.end());
  p.slots.resize(base + callee.slots.size());
  std::copy(values.begin(), values.end(), p.slots.begin() + static_cast<std::ptrdiff_t>(base));
  p.frame = {module, function, base};
  p.code = &callee.body;
  visit(callee.line);
}

void Machine::deliver(std::span<const Cell> values) {
  Process& p = *now_;
  if (traced()) tracer_->leave(p.stack.size());
  Continuation top = std::move(p.stack.back());
  p.stack.pop_back();
  if (traced() && top.kind == Continuation::Kind::bind) tracer_->bind(*top.code);
  auto bind = [&](const std::vector<uint32_t>& slots) {
    for (size_t i = 0; i < slots.size() && i < values.size(); ++i)
      p.slots[p.frame.base + slots[i]] = values[i];
  };
  p.frame = top.frame;
  switch (top.kind) {
    case Continuation::Kind::bind:
      bind(top.code->slots);
      p.code = &top.code->parts[1];
      return;
    case Continuation::Kind::drop:
      p.code = &top.code->parts[1];
      return;
    case Continuation::Kind::attempt:
      bind(top.code->slots);
      p.code = &top.code->parts[1];
      return;
    case Continuation::Kind::callback:
      p.code = nullptr;
      if (events_.next().kind == EventKind::returned) {
        events_.take();
      } else if (events_.next().kind == EventKind::none) {
        finished_ = !events_.damaged();  // the run ended here
        stop();
      } else {
        disagree("a callback did not return");
      }
      return;
    case Continuation::Kind::await:
      return disagree("a call returned twice");
    case Continuation::Kind::bottom:
      break;
  }
  p.done = true;
  p.code = nullptr;
}

void Machine::visit(uint32_t line) {
  const auto& sites = module().sites;
  SiteId site = line < sites.size() ? sites[line] : 0;
  if (site == 0) return;
  shadow_.site = site;
  lines_[site] = true;
}

void Machine::disagree(const std::string& what) {
  if (shadow_.lost) return stop();
  shadow_.limitation(Reason::disagreement, what);
  stop();
}

std::vector<Cell> Machine::operands(const Code& code, size_t from) {
  Matcher m = matcher();
  std::vector<Cell> values;
  values.reserve(code.operands.size());
  for (size_t i = from; i < code.operands.size(); ++i) values.push_back(m.value(code.operands[i]));
  return values;
}

// ---- steps ----

void Machine::step() {
  Process& p = *now_;
  if (p.done || !p.known) {
    // Other processes go on; what this one says is passed over.
    if (events_.next().kind == EventKind::none) {
      finished_ = processes_.front().done && !events_.damaged();
      return stop();
    }
    if (take_turn()) return;
    if (events_.next().kind == EventKind::ended) turns_.ended(shadow_.site, shadow_.choices.size());
    events_.take();
    return;
  }
  if (!p.code) return step_await();
  const Code& code = *p.code;
  if (code.line != 0) visit(code.line);
  switch (code.kind) {
    case Code::Kind::let:
      p.stack.push_back({Continuation::Kind::bind, &code, p.frame});
      p.code = &code.parts[0];
      return;
    case Code::Kind::seq:
      p.stack.push_back({Continuation::Kind::drop, &code, p.frame});
      p.code = &code.parts[0];
      return;
    case Code::Kind::attempt:
      p.stack.push_back({Continuation::Kind::attempt, &code, p.frame});
      p.code = &code.parts[0];
      return;
    case Code::Kind::values:
      return deliver(operands(code));
    case Code::Kind::bif:
      return step_bif(code);
    case Code::Kind::primop:
      return step_primop(code);
    case Code::Kind::closure:
      return step_closure(code);
    case Code::Kind::map:
      return step_map(code);
    case Code::Kind::binary:
      return step_binary(code);
    case Code::Kind::choose:
      return step_case(code);
    case Code::Kind::receive:
      return step_receive(code);
    default:
      return step_call(code);
  }
}

// One of the ways in which a function can end: a choice.
void Machine::finish(const Cases& cases) {
  if (cases.empty()) return disagree("a function without a result");
  size_t taken = 0;
  if (cases.size() > 1) {
    std::vector<ExprId> conditions;
    for (const Case& one : cases) conditions.push_back(one.when);
    auto chosen = shadow_.decide(std::move(conditions));
    if (!chosen) return disagree("no result of a function fits");
    taken = *chosen;
  }
  const Case& one = cases[taken];
  return one.raises ? raise(one.error_class, one.value) : deliver(one.value);
}

void Machine::step_bif(const Code& code) {
  Model model = module().models[code.index];
  if (!model) {
    const Callee& callee = module().core.callees[code.index];
    return disagree("no model of " + callee.module + ":" + callee.function);
  }
  const std::vector<Cell> args = operands(code);
  Call call{shadow_, args};
  finish(model(call));
}

void Machine::step_closure(const Code& code) {
  FunData fun;
  fun.module = now_->frame.module;
  fun.function = code.index;
  fun.arity = module().core.functions[code.index].arity;
  fun.captured = operands(code);
  deliver(heap_.fun(std::move(fun)));
}

void Machine::step_map(const Code& code) {
  const std::vector<Cell> values = operands(code);
  Cell map = values[0];
  for (size_t i = 0; i < code.exact.size(); ++i) {
    Cases cases = put_key({shadow_, {}}, map, values[2 * i + 1], values[2 * i + 2], code.exact[i]);
    if (i + 1 == code.exact.size()) return finish(cases);
    std::vector<ExprId> conditions;
    for (const Case& one : cases) conditions.push_back(one.when);
    auto taken = shadow_.decide(std::move(conditions));
    if (!taken) return disagree("no result of an update fits");
    if (cases[*taken].raises) return raise(ErrorClass::error, cases[*taken].value);
    map = cases[*taken].value;
  }
  deliver(map);
}

void Machine::step_binary(const Code& code) {
  const std::vector<Cell> values = operands(code);
  std::vector<Cell> sizes;
  Matcher m = matcher();
  for (const Segment& segment : code.segments)
    sizes.push_back(segment.size_kind == Segment::Size::given ? m.value(segment.size) : Cell{});
  finish(build_binary({shadow_, values}, code.segments, sizes));
}

void Machine::step_primop(const Code& code) {
  const std::string& name = module().core.callees[code.index].function;
  const std::vector<Cell> args = operands(code);
  if (name == "match_fail" && args.size() == 1) {
    Cell reason = shadow_.resolve(args[0]);
    if (reason.tag() == Tag::tuple && heap_.tuple_size(reason) > 0 &&
        heap_.items(reason)[0] == heap_.atom("function_clause"))
      reason = heap_.items(reason)[0];
    return raise(ErrorClass::error, reason);
  }
  if ((name == "raise" || name == "raw_raise") && args.size() >= 2) {
    // The trace carries the class (catch_here).
    Cell trace = name == "raise" ? args[0] : args.back();
    Cell reason = args[1];
    ErrorClass error_class = ErrorClass::error;
    if (trace.tag() == Tag::tuple && heap_.tuple_size(trace) == 2) {
      Cell which = heap_.items(trace)[1];
      if (which == heap_.atom("exit")) error_class = ErrorClass::exit;
      if (which == heap_.atom("throw")) error_class = ErrorClass::throw_;
    }
    return raise(error_class, reason);
  }
  if (name == "bs_init_writable") return deliver(heap_.binary({}));
  disagree("the operation " + name + " is not known");
}

// ---- clauses ----

// Clauses are taken together up to one that needs a choice of its own before it is known whether
// it matches; that is asked only where all clauses before it do not.
// No clause is taken: `taken` is their number.
bool Machine::choose_clause(const std::vector<Clause>& clauses, size_t taken,
                            std::span<const Cell> values) {
  Matcher m = matcher();
  ExprId none = shadow_.yes();
  for (size_t start = 0; start < clauses.size();) {
    std::vector<ExprId> conditions;
    size_t end = start;
    for (; end < clauses.size() && !pool_.is_false(none); ++end) {
      shadow_.forbidden = end > start;
      shadow_.refused = false;
      ExprId here = m.match_all(clauses[end].patterns, values);
      if (!pool_.is_false(here)) here = pool_.and_(here, m.holds(clauses[end].guard));
      shadow_.forbidden = false;
      if (shadow_.refused) break;
      here = shadow_.known(here);
      conditions.push_back(pool_.and_(none, here));
      none = pool_.and_(none, pool_.not_(here));
    }
    if (taken < end) {
      if (!pool_.is_false(none)) conditions.push_back(none);
      if (taken - start >= conditions.size()) return false;
      return shadow_.decide(std::move(conditions), static_cast<unsigned>(taken - start));
    }
    if (pool_.is_false(none)) return false;
    // Some later clause.
    conditions.push_back(none);
    const auto later = static_cast<unsigned>(conditions.size() - 1);
    if (!shadow_.decide(std::move(conditions), later)) return false;
    none = shadow_.yes();
    start = end;
  }
  return taken == clauses.size();
}

void Machine::step_case(const Code& code) {
  if (take_turn()) return;
  const Event& event = events_.next();
  if (event.kind == EventKind::none) return stop();
  if (event.kind == EventKind::ended) return end_process();
  size_t taken = code.clauses.size();
  if (event.kind == EventKind::clause && event.module == module().core.key) {
    for (size_t i = 0; i < code.clauses.size(); ++i)
      if (code.clauses[i].point == event.number) taken = i;
  }
  if (taken == code.clauses.size()) return disagree("another clause was expected");
  const std::vector<Cell> values = operands(code);
  events_.take();
  idle_steps_ = 0;
  if (!choose_clause(code.clauses, taken, values))
    return disagree("the clause does not match in the replay");
  if (traced()) tracer_->choose(now_->stack.size(), code, taken);
  const Clause& clause = code.clauses[taken];
  if (clause.line != 0) visit(clause.line);
  now_->code = &clause.body;
}

// ---- exceptions ----

void Machine::catch_here(Cell error_class, Cell reason) {
  Process& p = *now_;
  const Continuation top = std::move(p.stack.back());
  p.stack.pop_back();
  p.frame = top.frame;
  if (traced()) tracer_->unwind(p.stack.size());
  Cell trace[] = {heap_.atom("cuttle trace"), error_class};
  const Cell values[] = {error_class, reason, heap_.tuple(trace)};
  for (size_t i = 0; i < 3; ++i) p.slots[p.frame.base + top.code->caught[i]] = values[i];
  p.code = &top.code->parts[2];
}

void Machine::raise(ErrorClass error_class, Cell reason) {
  Process& p = *now_;
  if (is_turn() && !p.stack.empty()) {
    // The step is made again when this process goes on.
    if (p.code) {
      take_turn();
      return;
    }
  }
  while (!p.stack.empty()) {
    const Continuation& top = p.stack.back();
    if (top.kind == Continuation::Kind::attempt) break;
    if (top.kind == Continuation::Kind::await &&
        events_.is(EventKind::value, program_.modules[top.frame.module]->core.key,
                   top.code->site)) {
      p.code = nullptr;  // other code has caught it
      return;
    }
    p.stack.pop_back();
  }
  if (p.stack.empty()) {
    p.done = true;
    p.code = nullptr;
    p.raised = reason;
    return;
  }
  const Continuation& top = p.stack.back();
  if (!events_.is(EventKind::caught, program_.modules[top.frame.module]->core.key,
                  top.code->site)) {
    if (events_.next().kind == EventKind::none) return stop();
    return disagree("an exception was expected to be caught");
  }
  auto term = events_.term();
  events_.take();
  idle_steps_ = 0;
  Cell name = heap_.atom(class_name(error_class));
  if (term && term->is_tuple() && term->items.size() == 2) {
    if (!term->items[0].is_atom(class_name(error_class)))
      return disagree("another exception was expected");
    if (!shadow_.agrees(reason, term->items[1])) {
      shadow_.concretise(reason, "the reason of an exception");
      reason = heap_.from_term(term->items[1]);
    }
  }
  catch_here(name, reason);
}

}  // namespace cuttle::erlang::replay
