// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

namespace {

// Foreign predicates that act on the world outside of the program, or that wait for it.
constexpr std::string_view forbidden[] = {"shell",
                                          "system",
                                          "delete_file",
                                          "delete_directory",
                                          "rename_file",
                                          "make_directory",
                                          "open",
                                          "read",
                                          "read_term",
                                          "get_char",
                                          "get_code",
                                          "get_byte",
                                          "peek_char",
                                          "peek_code",
                                          "see",
                                          "tell",
                                          "consult",
                                          "load_files",
                                          "thread_create",
                                          "thread_get_message",
                                          "sleep",
                                          "chdir",
                                          "working_directory",
                                          "setenv",
                                          "unsetenv",
                                          "prolog",
                                          "break",
                                          "abort",
                                          "fork",
                                          "exec",
                                          "kill",
                                          "process_create",
                                          "tcp_connect",
                                          "tcp_socket",
                                          "wait_for_input",
                                          "put_byte",
                                          "close",
                                          "tmp_file"};

constexpr unsigned max_solutions = 1000;

// args: goal, remaining solutions
Status next_solution(Machine& m, Cell* args) {
  Cell goal = args[0], list = m.deref(args[1]);
  while (m.store().is_functor(list, m.symbols().list)) {
    Cell solution = m.store().arg(list, 0);
    list = m.deref(m.store().arg(list, 1));
    if (list != atom_cell(atoms::nil)) {
      Cell rest[2] = {goal, list};
      m.push_retry(next_solution, rest, 2);
    }
    return m.unify(goal, solution) ? Status::ok : Status::fail;
  }
  return Status::fail;
}

}  // namespace

// The term with every input in it fixed to its value on this path: a copy, without recursion.
Cell Machine::concretise_term(Cell term, const char* why) {
  if (!has_inputs(term)) return term;
  std::vector<std::pair<Cell, uint64_t>> pending;  // and where its copy goes
  std::unordered_map<uint64_t, Cell> copies;       // cyclic terms stay cyclic
  auto convert = [&](Cell c) {
    c = look_concrete(c, why);
    if (is_var_tag(tag_of(c))) return ref_cell(payload(c));
    if (tag_of(c) != Tag::compound) return c;
    auto [it, fresh] = copies.try_emplace(payload(c), 0);
    if (!fresh) return it->second;
    unsigned n = symbols().arity(store_.functor_of(c));
    uint64_t at = store_.allocate(n + 1);
    store_[at] = store_[payload(c)];
    for (unsigned i = n; i-- > 0;) pending.emplace_back(store_.arg(c, i), at + 1 + i);
    return it->second = compound_cell(at);
  };
  Cell result = convert(term);
  while (!pending.empty() && !store_.exhausted()) {
    auto [c, at] = pending.back();
    pending.pop_back();
    Cell converted = convert(c);
    store_[at] = converted;
  }
  for (auto [c, at] : pending) store_[at] = atom_cell(atoms::nil);
  return result;
}

bool Machine::has_inputs(Cell term) const {
  std::vector<Cell> pending{term};
  for (uint64_t steps = 0; !pending.empty() && steps < max_steps; ++steps) {
    Cell c = store_.deref(pending.back());
    pending.pop_back();
    if (tag_of(c) == Tag::symbolic) return true;
    if (tag_of(c) != Tag::compound) continue;
    for (unsigned i = store_.symbols().arity(store_.functor_of(c)); i-- > 0;)
      pending.push_back(store_.arg(c, i));
  }
  return !pending.empty();
}

double Machine::seconds_left() const {
  using Seconds = std::chrono::duration<double>;
  return std::max(0.1, Seconds(deadline_ - std::chrono::steady_clock::now()).count());
}

// Runs a predicate that is written in C in the SWI-Prolog process, on the values of this run.
Machine::Next Machine::foreign(Predicate* p) {
  const std::string& name = symbols().text(p->name);
  std::string indicator = name + "/" + std::to_string(p->arity);
  for (std::string_view bad : forbidden) {
    if (name != bad) continue;
    unsupported(indicator + " is not run during exploration");
    return Next::error;
  }
  ran_tabled_ = ran_tabled_ || p->tabled || !p->meta.empty();
  std::vector<Cell> args(areg_.begin(), areg_.begin() + p->arity);
  if (shadow_) {
    shadow_->site = site_;
    std::string why = (p->tabled ? "tabled predicate " : "foreign predicate ") + indicator;
    bool inputs =
        std::any_of(args.begin(), args.end(), [this](Cell arg) { return has_inputs(arg); });
    for (Cell& arg : args) arg = concretise_term(arg, why.c_str());
    // Without inputs it is the same for all runs that get here.
    if (inputs)
      shadow_->limitation(Reason::foreign, indicator + (p->tabled ? " is tabled with modes" : ""));
  }
  Cell goal = p->arity ? store_.compound(p->functor, args) : atom_cell(p->name);
  WriteOptions options;
  options.quoted = true;
  options.ignore_ops = true;
  bool cut = false;
  options.cut = &cut;
  std::string text = write_term(store_, Operators(), goal, options);
  if (cut) {
    unsupported(indicator + " with a cyclic, very deep or very large term");
    return Next::error;
  }
  auto solutions = program_.session()->solve(
      quoted_string(symbols().text(p->module), '\'') + ":" + text, max_solutions, seconds_left());
  if (!solutions) {
    unsupported(indicator + ": " + solutions.error().message);
    return Next::error;
  }
  if (solutions->is_atom("$handle")) {
    unsupported(indicator + " gives something that only SWI-Prolog can hold");
    return Next::error;
  }
  std::vector<Cell> variables;
  if (solutions->is("$threw", 1)) {
    raise(program_.import(solutions->args[0], variables));
    return Next::error;
  }
  Cell again[2] = {goal, program_.import(*solutions, variables)};
  return finish(next_solution(*this, again));
}

}  // namespace cuttle::prolog
