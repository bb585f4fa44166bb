// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/swi/session.h"

#include <charconv>

#include "engine/support/subprocess.h"
#include "languages/prolog/swi/scripts.h"
#include "languages/prolog/term/writer.h"

namespace cuttle::prolog {

namespace {

uint32_t number(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void count_variables(const WireTerm& term, uint32_t& count) {
  for_each_subterm(term, [&](const WireTerm& t) {
    if (t.kind == WireTerm::Kind::variable) count = std::max(count, t.variable + 1);
  });
}

SwiClause to_clause(WireTerm& t) {
  SwiClause c;
  count_variables(t, c.variables);
  c.head = std::move(t.args[0]);
  c.body = std::move(t.args[1]);
  c.module = t.args[2].text;
  c.file = t.args[3].text;
  c.line = number(t.args[4].text);
  c.user = t.args[5].is_atom("true");
  return c;
}

void read_properties(const WireTerm& list, SwiPredicate& p) {
  for (const WireTerm* property : list_items(list)) {
    if (property->is_atom("dynamic")) p.dynamic = true;
    if (property->is_atom("foreign")) p.foreign = true;
    if (property->is_atom("built_in")) p.built_in = true;
    if (property->is_atom("tabled")) p.tabled = true;
    if (property->is_atom("moded")) p.moded = true;
    if (property->is_atom("det")) p.det = true;
    if (property->is_atom("ssu")) p.ssu = true;
    if (property->is("meta", 1)) {
      for (const WireTerm& spec : property->args[0].args) p.meta.push_back(spec.text);
    }
  }
}

}  // namespace

Result<std::unique_ptr<SwiSession>> SwiSession::start(const std::vector<std::string>& files,
                                                      Role role,
                                                      const std::vector<std::string>& libraries,
                                                      const Walls& walls) {
  if (find_program("swipl").empty())
    return Error::environment("SWI-Prolog (swipl) is not installed",
                              "install the package swi-prolog-nox");
  std::unique_ptr<SwiSession> session(new SwiSession(files, role, libraries, walls));
  if (auto begun = session->begin(); !begun) return begun.error();
  return session;
}

Result<void> SwiSession::begin() {
  std::string script(loader_script, loader_script_size);
  script.append(modes_script, modes_script_size);
  script.append(unlike_script, unlike_script_size);
  if (role_ == Role::loader) {
    script += "\n:- assertz(in_prelude).\n";
    script.append(prelude_script, prelude_script_size);
  } else {
    script.append(judge_script, judge_script_size);
  }
  const char* goal = role_ == Role::loader ? "cuttle_loader:serve" : "cuttle_loader:judge";
  if (auto started = process_.start(script.data(), script.size(), goal, walls_); !started)
    return started.error();
  for (const std::string& folder : libraries_) {
    if (auto sent = send("library(" + quoted_string(folder, '\'') + ")"); !sent)
      return sent.error();
    if (auto reply = line(); !reply) return reply.error();
  }
  return load(files_);
}

SwiSession::~SwiSession() = default;

Error SwiSession::lost() {
  if (process_.timed_out())
    return Error::usage("SWI-Prolog did not finish loading the program in time",
                        "does a directive of it run without end?");
  std::string how = process_.ending();
  std::string said = process_.printed();
  process_.stop();
  return Error::usage("SWI-Prolog ended (" + how + ") while it was working on the program" +
                          (said.empty() ? "" : ":\n" + said),
                      "does the program call halt while it is loaded?");
}

Result<void> SwiSession::send(const std::string& request) {
  // Files that an earlier request left are gone: it works in a folder that is not there any more.
  const std::string first = process_.running() && process_.freshen() ? "enter_again .\n" : "";
  if (!process_.running() || !process_.send(first + request + " .\n")) return lost();
  return {};
}

Result<std::string> SwiSession::line() {
  std::string text;
  if (!process_.read_line(text, timeout_)) return lost();
  if (!text.empty() && text[0] == 'X')
    return Error::usage("SWI-Prolog: " + unescape_wire(std::string_view(text).substr(1)));
  return text;
}

// One token; how many terms follow as its arguments (of a list: items, and the tail).
bool SwiSession::read_token(const std::string& line, WireTerm& out, uint32_t& items) {
  items = 0;
  if (line.empty()) return false;
  std::string text = line.substr(1);
  using Kind = WireTerm::Kind;
  switch (line[0]) {
    case 'V':
      out.kind = Kind::variable;
      out.variable = number(text);
      return true;
    case 'I':
      out.kind = Kind::integer;
      out.text = text;
      return true;
    case 'Q':
      out.kind = Kind::rational;
      out.text = text;
      return true;
    case 'F':
      out.kind = Kind::floating;
      out.text = text.substr(std::min(text.find_first_not_of(' '), text.size()));
      return true;
    case 'N':
      out.kind = Kind::nil;
      return true;
    case 'A':
    case 'S':
      out.kind = line[0] == 'A' ? Kind::atom : Kind::string;
      out.text = unescape_wire(text);
      return true;
    case 'L':
      out.kind = Kind::compound;
      out.text = "[|]";
      items = number(text);
      return items > 0;
    case 'B':
    case 'C': {
      size_t space = text.find(' ');
      out.kind = Kind::compound;
      out.text = unescape_wire(std::string_view(text).substr(space + 1));
      out.brackets = line[0] == 'B';
      out.args.resize(number(text.substr(0, space)));
      return true;
    }
  }
  return false;
}

bool SwiSession::read_term(const std::string& first, WireTerm& out) {
  struct Hole {
    WireTerm* at;
    uint32_t items;  // > 0: this many items of a list, and its tail
  };
  std::vector<Hole> pending;
  auto take = [&](const std::string& token, WireTerm& into) {
    uint32_t items = 0;
    if (!read_token(token, into, items)) return false;
    if (items > 0) {
      into.args.resize(2);
      pending.push_back({&into, items});
    }
    for (size_t i = items > 0 ? 0 : into.args.size(); i-- > 0;)
      pending.push_back({&into.args[i], 0});
    return true;
  };
  if (!take(first, out)) return false;
  std::string token;
  while (!pending.empty()) {
    Hole hole = pending.back();
    pending.pop_back();
    if (!process_.read_line(token, timeout_)) return false;
    if (hole.items == 0) {
      if (!take(token, *hole.at)) return false;
      continue;
    }
    // The next item; behind it the rest of the list.
    WireTerm& rest = hole.at->args[1];
    if (hole.items > 1) {
      rest.kind = WireTerm::Kind::compound;
      rest.text = hole.at->text;
      rest.args.resize(2);
      pending.push_back({&rest, hole.items - 1});
    } else {
      pending.push_back({&rest, 0});
    }
    if (!take(token, hole.at->args[0])) return false;
  }
  return true;
}

Result<WireTerm> SwiSession::term() {
  auto first = line();
  if (!first) return first.error();
  WireTerm t;
  if (!read_term(*first, t)) return lost();
  return t;
}

Result<void> SwiSession::load(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (auto sent = send("load(" + quoted_string(file, '\'') + ")"); !sent) return sent.error();
    timeout_ = 60;
    auto reply = line();
    timeout_ = 0;
    std::string said = process_.printed();
    if (!reply) {
      Error error = reply.error();
      if (!said.empty()) error.message += "\n" + said;
      return error;
    }
    if (*reply != "I0")
      return Error::usage("SWI-Prolog found errors in `" + file + "':\n" + said,
                          "correct the program until `swipl " + file + "' loads it");
    messages_ += said;
  }
  return {};
}

Result<SwiPredicate> SwiSession::resolve(const std::string& module, const std::string& name,
                                         unsigned arity) {
  std::lock_guard lock(mutex_);
  if (auto sent = send("resolve(" + quoted_string(module, '\'') + "," + quoted_string(name, '\'') +
                       "," + std::to_string(arity) + ")");
      !sent)
    return sent.error();
  SwiPredicate p;
  auto first = line();
  if (!first) return first.error();
  if (*first == "U") return p;
  WireTerm t;
  if (!read_term(*first, t) || !t.is("predicate", 2)) return lost();
  p.defined = true;
  p.module = t.args[0].text;
  read_properties(t.args[1], p);
  for (;;) {
    auto next = line();
    if (!next) return next.error();
    if (*next == "E") return p;
    WireTerm c;
    if (!read_term(*next, c) || !c.is("clause", 6)) return lost();
    p.clauses.push_back(to_clause(c));
  }
}

Result<std::vector<SwiOperator>> SwiSession::operators() {
  std::lock_guard lock(mutex_);
  if (auto sent = send("operators"); !sent) return sent.error();
  std::vector<SwiOperator> all;
  for (;;) {
    auto next = line();
    if (!next) return next.error();
    if (*next == "E") return all;
    WireTerm t;
    if (!read_term(*next, t) || t.args.size() != 3) return lost();
    all.push_back({static_cast<int>(number(t.args[0].text)), t.args[1].text, t.args[2].text});
  }
}

Result<SwiGoal> SwiSession::read_goal(const std::string& text) {
  std::lock_guard lock(mutex_);
  if (auto sent = send("goal(" + quoted_string(text, '\'') + ")"); !sent) return sent.error();
  auto t = term();
  if (!t) return t.error();
  SwiGoal goal;
  goal.goal = t->args[0];
  for (const WireTerm* binding : list_items(t->args[1])) {
    if (binding->is("=", 2))
      goal.names.emplace_back(binding->args[0].text, binding->args[1].variable);
  }
  return goal;
}

Result<std::vector<SwiPredicateName>> SwiSession::predicates() {
  std::lock_guard lock(mutex_);
  if (auto sent = send("predicates"); !sent) return sent.error();
  std::vector<SwiPredicateName> all;
  for (;;) {
    auto next = line();
    if (!next) return next.error();
    if (*next == "E") return all;
    WireTerm t;
    if (!read_term(*next, t) || t.args.size() != 4) return lost();
    all.push_back(
        {t.args[0].text, t.args[1].text, number(t.args[2].text), t.args[3].is_atom("true")});
  }
}

Result<WireTerm> SwiSession::modes(const std::string& name, unsigned arity) {
  std::lock_guard lock(mutex_);
  if (auto s = send("modes(" + quoted_string(name, '\'') + "," + std::to_string(arity) + ")"); !s)
    return s.error();
  return term();
}

Result<WireTerm> SwiSession::seeds(const std::string& name, unsigned arity) {
  std::lock_guard lock(mutex_);
  if (auto s = send("seeds(" + quoted_string(name, '\'') + "," + std::to_string(arity) + ")"); !s)
    return s.error();
  return term();
}

Result<std::vector<std::string>> SwiSession::names(const std::string& request) {
  std::lock_guard lock(mutex_);
  if (auto sent = send(request); !sent) return sent.error();
  auto reply = term();
  if (!reply) return reply.error();
  std::vector<std::string> names;
  for (const WireTerm* name : list_items(*reply)) names.push_back(name->text);
  return names;
}

Result<std::vector<std::string>> SwiSession::files() {
  return names("files");
}

std::vector<Attempt> SwiSession::take_attempts() {
  std::lock_guard lock(mutex_);
  return process_.take_attempts();
}

Result<WireTerm> SwiSession::ask(const std::string& request, double seconds) {
  std::lock_guard lock(mutex_);
  timeout_ = seconds;
  Result<void> sent = send(request);
  Result<WireTerm> reply = sent ? term() : Result<WireTerm>(sent.error());
  timeout_ = 0;
  return reply;
}

Result<std::vector<std::string>> SwiSession::redefined() {
  return names("redefined");
}

Result<std::vector<std::string>> SwiSession::assertion_directives() {
  return names("assertions");
}

Result<WireTerm> SwiSession::solve(const std::string& goal, unsigned limit, double seconds) {
  std::lock_guard lock(mutex_);
  timeout_ = seconds;
  const auto sent = send("solve((" + goal + ")," + std::to_string(limit) + ")");
  auto reply = sent ? term() : Result<WireTerm>(sent.error());
  timeout_ = 0;
  const bool late = process_.timed_out();
  if (reply || (process_.running() && !late)) return reply;
  process_.stop();
  const std::string why = late ? "it does not end in time" : "SWI-Prolog breaks down";
  if (auto begun = begin(); !begun) return begun.error();
  return Error::environment(why);
}

std::string swi_version() {
  Command command;
  command.arguments = {"swipl", "--version"};
  command.timeout_seconds = 10;
  auto result = run_command(command);
  if (!result || !result->ok()) return {};
  std::string text = result->out;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace cuttle::prolog
