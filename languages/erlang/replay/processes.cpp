// SPDX-License-Identifier: Apache-2.0
// Processes: their turns, what they run, and the messages between them.
#include "languages/erlang/replay/lists.h"
#include "languages/erlang/replay/machine.h"

namespace cuttle::erlang::replay {

namespace {

constexpr size_t nowhere = ~size_t{0};

std::vector<Term> elements(const std::optional<Term>& list) {
  if (!list) return {};
  return {list->items.begin(), list->items.begin() + static_cast<std::ptrdiff_t>(list->length())};
}

}  // namespace

void Machine::race(const std::string& what) {
  if (turns_.several()) return;  // all orders are tried
  shadow_.limitation(Reason::threads, what);
}

// ---- receive ----

void Machine::step_receive(const Code& code) {
  if (take_turn()) return;
  if (!take_time(code)) return;
  if (events_.next().kind == EventKind::none) return stop();
  if (events_.next().kind == EventKind::ended) return end_process();
  std::vector<Term> left;
  if (events_.next().kind == EventKind::mailbox) {
    if (events_.next().number != 0)
      shadow_.limitation(Reason::unsupported, "more messages that wait than are looked at");
    left = elements(events_.term());
    events_.take();
    idle_steps_ = 0;
  }
  const Event event = events_.next();
  if (event.kind == EventKind::received) return take_message(code, left);
  if (!pass_over(code, left, nowhere)) return disagree("a message was expected to be taken");
  if (event.kind == EventKind::timeout && event.number == code.site) {
    events_.take();
    idle_steps_ = 0;
    poll(code);
    now_->code = &code.parts[0];
  } else if (event.kind == EventKind::none || is_turn()) {
    now_->done = true;  // it waits for ever
  } else {
    disagree("a message was expected, not the event " +
             std::to_string(static_cast<unsigned>(event.kind)));
  }
}

// Time passes only when nobody can go on. But who does not wait at all may come too early.
void Machine::poll(const Code& code) {
  if (matcher().value(code.operands[0]) == Cell::small(0)) mail_.poll(now_->number);
}

// How long a receive waits: not at all, for some time, for ever; or that is no time.
bool Machine::take_time(const Code& code) {
  const Cell time = matcher().value(code.operands[0]);
  if (time.is_ground()) return true;
  const Shadow::Number n = shadow_.as_number(time);
  ExprId zero = shadow_.no(), some = shadow_.no();
  if (!pool_.is_false(n.is_int)) {
    Ranged& ints = shadow_.ints();
    const Int none = ints.constant(0), most = ints.constant(0xffffffffl);
    zero = pool_.and_(n.is_int, ints.equal(n.integer, none));
    some = pool_.and_(n.is_int,
                      pool_.and_(ints.less(none, n.integer), ints.less_equal(n.integer, most)));
  }
  const ExprId ever = shadow_.is_atom(time, heap_.atom("infinity").as_atom());
  const ExprId other = pool_.not_(pool_.or_(pool_.or_(zero, some), ever));
  const auto taken = shadow_.decide({zero, some, ever, other});
  const EventKind next = events_.next().kind;
  if (taken != 3u || next == EventKind::received || next == EventKind::mailbox) return true;
  raise(ErrorClass::error, heap_.atom("timeout_value"));
  return false;
}

void Machine::take_message(const Code& code, const std::vector<Term>& left) {
  const Event event = events_.next();
  size_t taken = code.clauses.size();
  for (size_t i = 0; i < code.clauses.size() && event.module == module().core.key; ++i)
    if (code.clauses[i].point == event.number) taken = i;
  auto term = events_.term();
  if (taken == code.clauses.size() || !term)
    return disagree("a message for another clause was expected");
  events_.take();
  idle_steps_ = 0;
  size_t place = nowhere;
  Cell message = message_of(*term, place);
  Mail::Origin origin;
  if (place != nowhere) {
    origin = mail_.messages()[place].origin;
  } else {
    message = last_words(*term, origin);
  }
  if (!pass_over(code, left, place)) return disagree("an earlier message was expected");
  const uint32_t object = place != nowhere ? mail_.messages()[place].object : 0;
  if (place != nowhere)
    mail_.messages().erase(mail_.messages().begin() + static_cast<std::ptrdiff_t>(place));
  if (mail_.receive(now_->number, origin))
    race("messages of several processes: they could come in another order");
  if (!choose_clause(code.clauses, taken, {&message, 1}))
    return disagree("the message does not match in the replay");
  if (code.clauses[taken].line != 0) visit(code.clauses[taken].line);
  turns_.received(object, shadow_.site, shadow_.choices.size());
  now_->code = &code.clauses[taken].body;
}

// The first message of these that is on its way to this process.
Cell Machine::message_of(const Term& term, size_t& place) {
  const auto& messages = mail_.messages();
  for (size_t i = place == nowhere ? 0 : place + 1; i < messages.size(); ++i) {
    const bool ours = messages[i].to.empty() || now_->pid.empty() || messages[i].to == now_->pid;
    if (!ours || !shadow_.agrees(messages[i].value, term)) continue;
    place = i;
    return messages[i].value;
  }
  place = nowhere;
  return heap_.from_term(term);
}

// None of the clauses is for the messages that were left where they are, as far as they came before
// the one at `before`.
bool Machine::pass_over(const Code& code, const std::vector<Term>& left, size_t before) {
  size_t last = nowhere;
  for (const Term& term : left) {
    size_t place = last;
    const Cell message = message_of(term, place);
    if (place != nowhere) last = place;
    if (place != nowhere && before != nowhere && place > before) return true;
    const bool matches = !choose_clause(code.clauses, code.clauses.size(), {&message, 1});
    if (matches && place != nowhere && before == nowhere) return false;
  }
  return true;
}

// A message that nobody sent: often the news that a process has ended, and why.
Cell Machine::last_words(const Term& message, Mail::Origin& origin) {
  const Cell known = heap_.from_term(message);
  const bool down = message.is_tuple("DOWN", 5), exit = message.is_tuple("EXIT", 3);
  Process* ended = nullptr;
  if (down || exit) ended = find_process(message.items[down ? 3 : 1].text);
  origin = mail_.step(ended ? ended->number : now_->number);
  if (ended) turns_.joined(ended->thread, shadow_.site, shadow_.choices.size());
  if (!ended || !ended->raised) return known;
  const Term& reason = message.items.back();
  auto items = heap_.items(known);
  std::vector<Cell> parts(items.begin(), items.end());
  if (shadow_.agrees(*ended->raised, reason)) {
    parts.back() = *ended->raised;
  } else if (reason.is_tuple() && reason.items.size() == 2 &&
             shadow_.agrees(*ended->raised, reason.items[0])) {
    const Cell with_stack[] = {*ended->raised, heap_.from_term(reason.items[1])};
    parts.back() = heap_.tuple(with_stack);
  } else {
    shadow_.concretise(*ended->raised, "the reason for which a process ended");
  }
  return heap_.tuple(parts);
}

void Machine::sent(std::span<const Cell> args, const Term& given, Cell& value) {
  const Cell to = shadow_.resolve(args[0]);
  const bool pid = to.tag() == Tag::opaque && heap_.opaque_of(to).kind == TermKind::pid;
  mail_.send(now_->number, pid ? heap_.opaque_of(to).text : std::string(), args[1],
             turns_.sent(shadow_.site, shadow_.choices.size()));
  if (shadow_.agrees(args[1], given)) value = args[1];
}

// ---- turns ----

bool Machine::is_turn() const {
  return events_.next().kind == EventKind::process || events_.next().kind == EventKind::race;
}

// Each turn is a race; what the process did before is behind it.
void Machine::take_race() {
  const auto told = events_.term();
  const uint32_t name = events_.next().number;
  events_.take();
  idle_steps_ = 0;
  if (!told ||
      !turns_.race(name, *told, shadow_.site, shadow_.choices, shadow_.alternatives, shadow_.yes()))
    return disagree("a race makes no sense");
  shadow_.truncated = shadow_.truncated || shadow_.is_full();
  now_->thread = turns_.thread();
}

bool Machine::take_turn() {
  if (!is_turn()) return false;
  if (events_.next().kind == EventKind::race) {
    take_race();
    return true;
  }
  auto pid = events_.term();
  const uint32_t number = events_.next().number;
  events_.take();
  idle_steps_ = 0;
  if (pid) shadow_.self = pid->text;
  now_->site = shadow_.site;
  for (Process& p : processes_) {
    if (p.number != number) continue;
    now_ = &p;
    shadow_.site = p.site;
    if (pid) p.pid = pid->text;
    return true;
  }
  start_process(number, pid ? pid->text : std::string());
  return true;
}

// Something from outside ended it: an exception of a callee, another process, a limit.
void Machine::end_process() {
  turns_.ended(shadow_.site, shadow_.choices.size());
  events_.take();
  now_->done = true;
}

Machine::Process* Machine::find_process(const std::string& pid) {
  for (Process& p : processes_)
    if (!p.pid.empty() && p.pid == pid) return &p;
  return nullptr;
}

// ---- what processes run ----

// The arguments of spawn, spawn_link, spawn_monitor, spawn_opt: a node may come first, options
// last.
void Machine::prepare_spawn(const std::string& name, std::vector<Cell>& args) {
  std::span<const Cell> rest = args;
  if (name == "erlang:spawn_opt" && !args.empty()) {
    args.back() = shadow_.concretise(args.back(), "options of a process");
    rest = rest.first(rest.size() - 1);
  }
  if (rest.size() == 2 || rest.size() == 4) rest = rest.subspan(1);
  Spawned spawned;
  spawned.parent = now_->number;
  if (rest.size() == 1) spawned.fun = shadow_.resolve(rest[0]);
  if (rest.size() == 3) {
    spawned.module = shadow_.settle(rest[0]);
    spawned.function = shadow_.settle(rest[1]);
    if (auto values = spine(shadow_, rest[2])) spawned.args = std::move(*values);
  }
  spawned_.push_back(std::move(spawned));
}

void Machine::name_spawned(const Term& value) {
  const Term& pid = value.is_tuple() && !value.items.empty() ? value.items[0] : value;
  for (Spawned& each : spawned_)
    if (each.pid.empty()) each.pid = pid.kind == TermKind::pid ? pid.text : "?";
}

void Machine::start_process(uint32_t number, const std::string& pid) {
  processes_.push_back({});
  now_ = &processes_.back();
  now_->number = number;
  now_->pid = pid;
  now_->stack.push_back({Continuation::Kind::bottom, nullptr, {0, 0, ~size_t{0}}});
  Spawned* found = nullptr;
  for (Spawned& each : spawned_) {
    if (each.taken || (!each.pid.empty() && each.pid != pid)) continue;
    if (!found || each.pid == pid) found = &each;
  }
  now_->known = false;
  if (found) {
    found->taken = true;
    mail_.start(found->parent, number);
    const Spawned child = *found;
    uint32_t m = 0, f = 0;
    if (is_known_fun(child.fun)) {
      now_->known = true;
      const FunData fun = heap_.fun_of(child.fun);
      return call(fun.module, fun.function, fun.captured);
    }
    if (child.module.tag() == Tag::atom && child.function.tag() == Tag::atom &&
        program_.find(heap_.name(child.module), heap_.name(child.function), child.args.size(), m,
                      f)) {
      now_->known = true;
      return call(m, f, child.args);
    }
  }
  shadow_.limitation(Reason::external_call, "a process that code that is not followed runs");
}

// What the process did before is forgotten; it goes on with the function when a message comes.
void Machine::hibernate(std::span<const Cell> args) {
  Process& p = *now_;
  p.stack.clear();
  p.stack.push_back({Continuation::Kind::bottom, nullptr, {0, 0, ~size_t{0}}});
  p.frame = {};
  uint32_t m = 0, f = 0;
  const Cell module = shadow_.settle(args[0]), function = shadow_.settle(args[1]);
  auto values = spine(shadow_, args[2]);
  if (values && module.tag() == Tag::atom && function.tag() == Tag::atom &&
      program_.find(heap_.name(module), heap_.name(function), values->size(), m, f))
    return call(m, f, *values);
  p.known = false;
  shadow_.limitation(Reason::external_call, "a process that code that is not followed runs");
}

}  // namespace cuttle::erlang::replay
