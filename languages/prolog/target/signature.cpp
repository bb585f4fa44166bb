// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/signature.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>

namespace cuttle::prolog {

void Signature::add(AtomId a) {
  if (std::find(atoms.begin(), atoms.end(), a) == atoms.end()) atoms.push_back(a);
}

void Signature::add(FunctorId f, int) {
  if (std::find(functors.begin(), functors.end(), f) == functors.end()) functors.push_back(f);
}

namespace {

// Builtins under which all constants are alike, apart from being equal or not.
constexpr std::string_view pure[] = {
    "=/2",        "\\=/2",     "==/2",          "\\==/2",    "call/1",      "call/2",
    "call/3",     "call/4",    "call/5",        "call/6",    "findall/3",   "forall/2",
    "once/1",     "ignore/1",  "\\+/1",         "not/1",     "write/1",     "nl/0",
    "print/1",    "writeln/1", "format/1",      "format/2",  "assertz/1",   "asserta/1",
    "assert/1",   "retract/1", "dif/2",         "member/2",  "append/3",    "memberchk/2",
    "reverse/2",  "select/3",  "bagof/3",       "maplist/2", "maplist/3",   "maplist/4",
    "catch/3",    "throw/1",   "clause/2",      "ground/1",  "var/1",       "nonvar/1",
    "phrase/2",   "phrase/3",  "copy_term/2",   "exclude/3", "include/3",   "foldl/4",
    "subtract/3", "delete/3",  "permutation/2", "last/2",    "assertion/1", "true/0",
    "fail/0",     "false/0",   "halt/0"};

// Builtins of ours, without clauses, that take lists.
constexpr std::string_view list_builtins[] = {"msort/2",
                                              "sort/2",
                                              "sort/4",
                                              "keysort/2",
                                              "is_list/1",
                                              "atom_codes/2",
                                              "atom_chars/2",
                                              "atomic_list_concat/2",
                                              "atomic_list_concat/3"};

// Builtins that compare terms in standard order.
constexpr std::string_view orders[] = {"compare/3",
                                       "@</2",
                                       "@>/2",
                                       "@=</2",
                                       "@>=/2",
                                       "msort/2",
                                       "sort/2",
                                       "sort/4",
                                       "setof/3",
                                       "predsort/3",
                                       "bagof/3",
                                       "keysort/2",
                                       "list_to_ord_set/2",
                                       "ord_union/3",
                                       "max_member/2",
                                       "min_member/2"};

constexpr std::string_view float_tests[] = {"float/1", "number/1"};
constexpr std::string_view string_tests[] = {"string/1",       "string_concat/3", "string_length/2",
                                             "string_chars/2", "string_codes/2",  "split_string/4"};

// Builtins that look at the characters of atoms, and of strings.
constexpr std::string_view text_builtins[] = {"atom_codes/2",
                                              "atom_chars/2",
                                              "atom_length/2",
                                              "char_code/2",
                                              "sub_atom/5",
                                              "atom_concat/3",
                                              "atomic_list_concat/2",
                                              "atomic_list_concat/3",
                                              "upcase_atom/2",
                                              "downcase_atom/2",
                                              "atom_number/2",
                                              "atom_string/2",
                                              "char_type/2",
                                              "name/2",
                                              "term_to_atom/2",
                                              "code_type/2",
                                              "term_string/2",
                                              "format/3",
                                              "with_output_to/2",
                                              "sformat/3",
                                              "atom_to_term/3",
                                              "text_to_string/2",
                                              "sub_atom_icasechk/3",
                                              "normalize_space/2",
                                              "read_term_from_atom/3",
                                              "atomics_to_string/2",
                                              "atomic_concat/3",
                                              "collation_key/2"};
constexpr std::string_view string_builtins[] = {
    "string_concat/3",       "string_length/2",  "string_chars/2", "string_codes/2",
    "split_string/4",        "sub_string/5",     "string_upper/2", "string_lower/2",
    "number_string/2",       "string_code/3",    "atom_string/2",  "text_concat/3",
    "read_term_from_atom/3", "text_to_string/2", "term_string/2"};

// Builtins on dicts, and which argument is a key.
struct DictBuiltin {
  std::string_view indicator;
  int key;  // -1: none
};
constexpr DictBuiltin dict_builtins[] = {
    {"is_dict/1", -1},    {"is_dict/2", -1}, {"get_dict/3", 0}, {"get_dict/5", 0},
    {"get_dict_ex/3", 0}, {"./3", 1},        {"put_dict/4", 0}, {"put_dict/3", -1},
    {"del_dict/4", 0},    {":</2", -1},      {">:</2", -1},     {"dict_pairs/3", -1}};

template <typename List>
bool among(const List& list, const std::string& indicator) {
  return std::find(std::begin(list), std::end(list), indicator) != std::end(list);
}

// What the predicates of libraries can match inputs with: the symbols of their heads, and of the
// terms that they unify with or look for. Of a call only the arguments that may hold inputs count:
// must_be(integer, X) makes no names of types inputs.
class LibraryHeads {
 public:
  explicit LibraryHeads(Program& program) : program_(program), store_(program.store()) {}

  // A call in the program, or in the goal itself: every argument but constants may be an input.
  void call(Predicate* p, Cell goal) { reach(p, arguments_of(goal, {})); }

  void collect(Signature& out) {
    constexpr size_t most = 300;  // predicates: a library may reach all others
    for (size_t done = 0; done < todo_.size() && done < most; ++done) {
      auto [p, given] = todo_[done];
      for (const auto& clause : p->owned) {
        uint64_t mark = store_.top();
        Cell rule = clause->source.build(store_);
        Cell head = store_.deref(store_.arg(rule, 0));
        if (may_match(head, given)) {
          heads(head, given, out);
          body(store_.arg(rule, 1), clause->module, closed_variables(head, given), out);
        }
        store_.cut_back(mark);
      }
    }
  }

 private:
  // Of each argument: may it hold inputs, or which constant is it?
  static constexpr Cell open = 0, closed = 1;
  using Arguments = std::vector<Cell>;
  using Variables = std::map<uint64_t, Cell>;  // that hold no inputs

  void reach(Predicate* p, const Arguments& given) {
    if (p->user || p->state != Predicate::State::clauses || is_internal(p->module)) return;
    if (std::find(given.begin(), given.end(), open) == given.end()) return;
    if (seen_.insert({p, given}).second) todo_.emplace_back(p, given);
  }

  // SWI-Prolog's own machinery (messages, expansion, errors) looks at no inputs of the program.
  bool is_internal(AtomId module) const {
    const std::string& name = program_.symbols().text(module);
    return module != atoms::prelude &&
           (module == atoms::system || name.starts_with('$') || name.starts_with("prolog_"));
  }

  template <typename Visit>
  void walk(Cell term, const Visit& visit) {
    std::vector<Cell> pending{term};
    while (!pending.empty()) {
      Cell c = store_.deref(pending.back());
      pending.pop_back();
      visit(c);
      if (tag_of(c) != Tag::compound) continue;
      for (unsigned i = program_.symbols().arity(store_.functor_of(c)); i-- > 0;)
        pending.push_back(store_.arg(c, i));
    }
  }

  Arguments arguments_of(Cell goal, const Variables& known) {
    Arguments given;
    if (tag_of(goal) != Tag::compound) return given;
    for (unsigned i = 0; i < program_.symbols().arity(store_.functor_of(goal)); ++i) {
      Cell arg = store_.deref(store_.arg(goal, i));
      Cell what = tag_of(arg) == Tag::atom ? arg : closed;
      if (auto it = known.find(payload(arg)); is_var_tag(tag_of(arg)) && it != known.end())
        what = it->second;
      walk(arg, [&](Cell c) {
        if (is_var_tag(tag_of(c)) && !known.contains(payload(c))) what = open;
      });
      given.push_back(what);
    }
    return given;
  }

  bool may_match(Cell head, const Arguments& given) {
    for (unsigned i = 0; i < given.size(); ++i) {
      if (given[i] == open || given[i] == closed) continue;
      Cell arg = store_.deref(store_.arg(head, i));
      if (!is_var_tag(tag_of(arg)) && arg != given[i]) return false;
    }
    return true;
  }

  Variables closed_variables(Cell head, const Arguments& given) {
    Variables known;
    for (unsigned i = 0; i < given.size(); ++i) {
      Cell arg = store_.deref(store_.arg(head, i));
      walk(arg, [&](Cell c) {
        if (!is_var_tag(tag_of(c)) || given[i] == open) return;
        known[payload(c)] = c == arg ? given[i] : closed;
      });
    }
    for (unsigned i = 0; i < given.size(); ++i) {
      if (given[i] == open) walk(store_.arg(head, i), [&](Cell c) { known.erase(payload(c)); });
    }
    return known;
  }

  void heads(Cell head, const Arguments& given, Signature& out) {
    for (unsigned i = 0; i < given.size(); ++i) {
      if (given[i] == open) symbols_of(store_.arg(head, i), out);
    }
  }

  void symbols_of(Cell term, Signature& out) {
    walk(term, [&](Cell c) {
      if (tag_of(c) == Tag::integer) out.integers = true;
      if (tag_of(c) == Tag::compound) out.add(store_.functor_of(c), 0);
      if (c == atom_cell(atoms::nil)) out.add(atoms::nil);
      if (tag_of(c) != Tag::atom || c == atom_cell(atoms::nil)) return;
      auto& known = out.library_atoms;
      if (std::find(known.begin(), known.end(), atom_of(c)) == known.end())
        known.push_back(atom_of(c));
    });
  }

  void body(Cell goal, AtomId module, const Variables& known, Signature& out) {
    goal = store_.deref(goal);
    if (tag_of(goal) != Tag::compound) return;
    FunctorId f = store_.functor_of(goal);
    const Symbols& s = program_.symbols();
    const std::string& name = s.text(s.name(f));
    unsigned n = s.arity(f);
    if (f == s.comma || f == s.semicolon || f == s.arrow || f == s.soft_arrow ||
        f == s.not_provable) {
      for (unsigned i = 0; i < n; ++i) body(store_.arg(goal, i), module, known, out);
      return;
    }
    if (name == "throw" || name.ends_with("_error")) return;
    bool looks = n == 2 && (name == "=" || name == "==" || name == "memberchk" || name == "member");
    Arguments given = arguments_of(goal, known);
    if (looks && std::find(given.begin(), given.end(), open) != given.end())
      for (unsigned i = 0; i < n; ++i) symbols_of(store_.arg(goal, i), out);
    const std::string indicator = name + "/" + std::to_string(n);
    if (among(list_builtins, indicator)) {
      out.add(atoms::nil);
      out.add(s.list, 0);
    }
    if (std::find(given.begin(), given.end(), open) != given.end()) {
      if (among(text_builtins, indicator)) out.texts = true;
      if (among(string_builtins, indicator)) out.texts = out.string_texts = true;
      if (among(orders, indicator)) out.ordered = true;
    }
    reach(program_.resolve(program_.lookup(module, f)), given);
  }

  Program& program_;
  Store& store_;
  std::vector<std::pair<Predicate*, Arguments>> todo_;
  std::set<std::pair<Predicate*, Arguments>> seen_;
};

// Builtins that take terms apart into a name and arguments: where the term, the name and the arity
// (or the list of arguments) stand.
struct Anatomy {
  std::string_view indicator;
  unsigned name;
  int arity, arguments;  // -1: not there
};
constexpr Anatomy anatomies[] = {{"functor/3", 1, 2, -1},
                                 {"functor/4", 1, 2, -1},
                                 {"compound_name_arity/3", 1, 2, -1},
                                 {"compound_name_arguments/3", 1, -1, 2}};

class Collector {
 public:
  Collector(Program& program) : program_(program), store_(program.store()), library_(program) {}

  Signature run(Cell goal, AtomId module) {
    terms_of_goal(goal, module);
    while (!todo_.empty()) {
      Predicate* p = todo_.front();
      todo_.pop_front();
      for (const auto& clause : p->owned) {
        uint64_t mark = store_.top();
        Cell term = clause->source.build(store_);
        Cell head = store_.deref(store_.arg(term, 0));
        bound_.clear();
        note_bound(head);
        if (tag_of(head) == Tag::compound) arguments(head);
        terms_of_goal(store_.arg(term, 1), clause->module);
        store_.cut_back(mark);
      }
    }
    out_.called.insert(seen_.begin(), seen_.end());
    library_.collect(out_);
    if (takes_apart_) add_named_functors();
    if (calls_terms_) {  // an input may name a predicate; that alone makes it nobody's duty to call
                         // it
      for (Predicate* p : program_.user_predicates()) {
        if (p->arity) {
          out_.add(p->functor, 0);
        } else {
          out_.add(p->name);
        }
      }
    }
    return std::move(out_);
  }

 private:
  void reach(Predicate* p) {
    if (seen_.insert(p).second) todo_.push_back(p);
  }

  // A name in an argument may be called: all user predicates of that name are reachable.
  void maybe_called(AtomId name) {
    for (Predicate* p : program_.user_predicates()) {
      if (p->name == name) reach(p);
    }
  }

  // ---- names of functors: functor(X, point, 2), X =.. [point|_] ----

  // Variables that a clause has had so far: a term in another one is made, not taken apart.
  void note_bound(Cell term) {
    std::vector<Cell> pending{term};
    while (!pending.empty()) {
      Cell c = store_.deref(pending.back());
      pending.pop_back();
      if (is_var_tag(tag_of(c))) bound_.insert(payload(c));
      if (tag_of(c) != Tag::compound) continue;
      for (unsigned i = program_.symbols().arity(store_.functor_of(c)); i-- > 0;)
        pending.push_back(store_.arg(c, i));
    }
  }

  void anatomy(Cell g, const std::string& indicator) {
    if (tag_of(g) != Tag::compound) return;
    Cell taken = store_.deref(store_.arg(g, 0));
    if (is_var_tag(tag_of(taken)) && !bound_.contains(payload(taken))) return;
    if (indicator == "=../2") {
      Cell list = store_.deref(store_.arg(g, 1));
      const bool known = store_.is_functor(list, program_.symbols().list);
      return known ? parts(store_.deref(store_.arg(list, 0)), arity_of(store_.arg(list, 1)))
                   : parts(list, {});
    }
    for (const Anatomy& known : anatomies) {
      if (known.indicator != indicator) continue;
      Cell name = store_.deref(store_.arg(g, known.name));
      if (known.arguments >= 0)
        return parts(name, arity_of(store_.arg(g, static_cast<unsigned>(known.arguments))));
      Cell arity = store_.deref(store_.arg(g, static_cast<unsigned>(known.arity)));
      return parts(name, tag_of(arity) == Tag::integer ? Arities{int_of(arity)} : Arities{});
    }
  }

  using Arities = std::set<int64_t>;  // none: not known

  // How many arguments a list can hold: [X,Y] two, [X|_] one or more.
  Arities arity_of(Cell list) {
    int64_t n = 0;
    list = store_.deref(list);
    for (; store_.is_functor(list, program_.symbols().list); ++n)
      list = store_.deref(store_.arg(list, 1));
    if (list == atom_cell(atoms::nil)) return {n};
    return n == 0 ? Arities{} : Arities{n, n + 1};
  }

  void parts(Cell name, Arities arities) {
    constexpr int64_t most = 16;
    for (int64_t arity : arities) {
      if (arity > 0 && arity <= most) arities_.insert(arity);
    }
    if (tag_of(name) != Tag::atom) {
      takes_apart_ = true;
      return;
    }
    if (arities.empty()) {
      open_names_.insert(atom_of(name));
      takes_apart_ = true;
    }
    for (int64_t arity : arities) {
      if (arity > 0 && arity <= most)
        out_.add(program_.symbols().functor(atom_of(name), static_cast<unsigned>(arity)), 0);
    }
  }

  // The name comes from elsewhere, or the arity does: any atom of the program with any of the small
  // numbers in it.
  void add_named_functors() {
    constexpr size_t most = 24;
    if (arities_.empty()) arities_ = mentioned_;
    arities_.insert({1, 2});
    std::vector<AtomId> names(open_names_.begin(), open_names_.end());
    if (names_.size() <= most) names.insert(names.end(), names_.begin(), names_.end());
    for (AtomId name : names) {
      for (int64_t arity : arities_)
        out_.add(program_.symbols().functor(name, static_cast<unsigned>(arity)), 0);
    }
  }

  void term(Cell c) {
    c = store_.deref(c);
    switch (tag_of(c)) {
      case Tag::atom:
        out_.add(atom_of(c));
        if (c != atom_cell(atoms::nil)) names_.insert(atom_of(c));
        maybe_called(atom_of(c));
        break;
      case Tag::integer:
        out_.integers = true;
        if (int_of(c) > 0 && int_of(c) <= 3) mentioned_.insert(int_of(c));
        break;
      case Tag::box:
        box(c);
        break;
      case Tag::compound:
        if (is_dict(program_.symbols(), store_.functor_of(c))) return dict(c);
        out_.add(store_.functor_of(c), 0);
        maybe_called(program_.symbols().name(store_.functor_of(c)));
        arguments(c);
        break;
      default:
        break;
    }
  }

  // Its keys are those that inputs have; its values are like other terms.
  void dict(Cell c) {
    out_.dicts = true;
    const unsigned n = program_.symbols().arity(store_.functor_of(c));
    for (unsigned i = 1; i + 1 < n; i += 2) {
      term(store_.arg(c, i));
      dict_key(store_.arg(c, i + 1));
    }
  }

  void dict_key(Cell c) {
    c = store_.deref(c);
    if (tag_of(c) != Tag::atom) return;
    out_.add(atom_of(c));
    auto& keys = out_.dict_keys;
    if (std::find(keys.begin(), keys.end(), atom_of(c)) == keys.end()) keys.push_back(atom_of(c));
  }

  void dict_goal(Cell g, const std::string& indicator) {
    for (const DictBuiltin& known : dict_builtins) {
      if (known.indicator != indicator) continue;
      out_.dicts = true;
      if (known.key >= 0 && tag_of(g) == Tag::compound)
        dict_key(store_.arg(g, static_cast<unsigned>(known.key)));
    }
  }

  void box(Cell c) {
    if (store_.box_kind(c) == BoxKind::floating) out_.floats = true;
    if (store_.box_kind(c) != BoxKind::string) {
      out_.integers = true;
      return;
    }
    for (Cell known : out_.strings) {
      if (store_.box_equal(known, c)) return;
    }
    Store::Constants scope(store_);
    uint64_t n = store_.box_words(c) + 1;
    uint64_t at = store_.allocate(n);
    for (uint64_t i = 0; i < n; ++i) store_[at + i] = store_[payload(c) + i];
    out_.strings.push_back(make_cell(Tag::box, at));
  }

  void expression(Cell c) {
    c = store_.deref(c);
    if (tag_of(c) == Tag::box) box(c);
    if (tag_of(c) != Tag::compound) return;
    for (unsigned i = 0; i < program_.symbols().arity(store_.functor_of(c)); ++i)
      expression(store_.arg(c, i));
  }

  void arguments(Cell c) {
    unsigned n = program_.symbols().arity(store_.functor_of(c));
    for (unsigned i = 0; i < n; ++i) term(store_.arg(c, i));
  }

  void terms_of_goal(Cell g, AtomId module) {
    g = store_.deref(g);
    const Symbols& s = program_.symbols();
    if (is_var_tag(tag_of(g))) {
      calls_terms_ = true;
      return;
    }
    if (tag_of(g) == Tag::atom) return goal(g, program_.symbols().functor(atom_of(g), 0), module);
    if (tag_of(g) != Tag::compound) return;
    FunctorId f = store_.functor_of(g);
    if (f == s.comma || f == s.semicolon || f == s.arrow || f == s.soft_arrow) {
      terms_of_goal(store_.arg(g, 0), module);
      return terms_of_goal(store_.arg(g, 1), module);
    }
    if (f == s.not_provable) return terms_of_goal(store_.arg(g, 0), module);
    if (f == s.colon) {
      Cell m = store_.deref(store_.arg(g, 0));
      return terms_of_goal(store_.arg(g, 1), tag_of(m) == Tag::atom ? atom_of(m) : module);
    }
    goal(g, f, module);
  }

  void goal(Cell g, FunctorId f, AtomId module) {
    Predicate* p = program_.resolve(program_.lookup(module, f));
    std::string indicator = program_.symbols().text(program_.symbols().name(f)) + "/" +
                            std::to_string(program_.symbols().arity(f));
    if (p->user) {
      reach(p);
    } else {
      builtin(indicator);
      anatomy(g, indicator);
      dict_goal(g, indicator);
      if (!lists_ && mentions_lists(p, indicator, 2)) {
        lists_ = true;
        out_.add(atoms::nil);
        out_.add(program_.symbols().list, 0);
      }
      if (!arithmetic_) library_.call(p, g);  // constraints are on numbers
    }
    if (tag_of(g) != Tag::compound) return;
    // Goals inside of meta-calls are code, not data.
    unsigned n = program_.symbols().arity(f);
    for (unsigned i = 0; i < n; ++i) {
      bool is_goal = i < p->meta.size() && program_.symbols().text(p->meta[i]) == "0";
      bool known = indicator == "findall/3"  ? i == 1
                   : indicator == "forall/2" ? true
                   : indicator == "catch/3"
                       ? i != 1
                       : indicator == "call/1" || indicator == "once/1" || indicator == "ignore/1";
      unsigned more = i < p->meta.size() ? added_arguments(program_.symbols().text(p->meta[i])) : 0;
      if (is_goal || known) {
        terms_of_goal(store_.arg(g, i), module);
      } else if (more > 0 && closure(store_.arg(g, i), more, module)) {
        // Code as well: maplist(atom_length, ...), maplist([X]>>(...), ...).
      } else if (indicator == "{}/1") {
        // Integers stand for all real numbers.
      } else if (arithmetic_) {
        expression(store_.arg(g, i));
      } else if (indicator != "throw/1") {  // errors are no inputs
        term(store_.arg(g, i));
      }
    }
    arithmetic_ = false;
    note_bound(g);
  }

  // How many arguments a meta-predicate adds to a goal: `2` means two.
  static unsigned added_arguments(const std::string& spec) {
    return spec.size() == 1 && spec[0] >= '1' && spec[0] <= '9' ? unsigned(spec[0] - '0') : 0;
  }

  // A goal that lacks `more` arguments; false when it is a variable, or terms of its own are data.
  bool closure(Cell c, unsigned more, AtomId module) {
    c = store_.deref(c);
    Symbols& s = program_.symbols();
    if (tag_of(c) == Tag::atom) {
      FunctorId f = s.functor(atom_of(c), more);
      if (program_.resolve(program_.lookup(module, f))->state == Predicate::State::undefined)
        return false;
      goal(c, f, module);
      arithmetic_ = false;
      return true;
    }
    if (tag_of(c) != Tag::compound) return false;
    FunctorId f = store_.functor_of(c);
    if (s.text(s.name(f)) == ">>" && s.arity(f) == 2) {
      parameters(store_.arg(c, 0));
      terms_of_goal(store_.arg(c, 1), module);
      return true;
    }
    FunctorId whole = s.functor(s.name(f), s.arity(f) + more);
    Predicate* p = program_.resolve(program_.lookup(module, whole));
    if (p->state == Predicate::State::undefined) return false;
    goal(atom_cell(atoms::nil), whole, module);
    arguments(c);
    arithmetic_ = false;
    return true;
  }

  // Of a lambda: Free/[X1, ...].
  void parameters(Cell c) {
    c = store_.deref(c);
    if (store_.is_functor(c, program_.symbols().slash2)) c = store_.deref(store_.arg(c, 1));
    while (store_.is_functor(c, program_.symbols().list)) {
      term(store_.arg(c, 0));
      c = store_.deref(store_.arg(c, 1));
    }
  }

  void builtin(const std::string& indicator) {
    if (!among(pure, indicator)) out_.integers = out_.kinds = true;
    if (indicator == "clause/2" || indicator == "=../2") calls_terms_ = true;
    if (among(orders, indicator)) out_.ordered = true;
    if (among(float_tests, indicator)) out_.floats = true;
    if (among(string_tests, indicator) && out_.strings.empty()) add_string();
    if (among(text_builtins, indicator)) out_.texts = true;
    if (among(string_builtins, indicator)) out_.texts = out_.string_texts = true;
    // X is Y+1 does not make inputs like 1+1 interesting, only X is Y*0.5 floats.
    arithmetic_ = indicator == "is/2" || indicator == "=:=/2" || indicator == "=\\=/2" ||
                  indicator == "</2" || indicator == ">/2" || indicator == "=</2" ||
                  indicator == ">=/2" || indicator == "{}/1" || indicator.starts_with('#');
  }

  // Does a library's predicate, or one that it calls, have lists in its heads?
  bool mentions_lists(Predicate* p, const std::string& indicator, unsigned levels) {
    if (among(list_builtins, indicator)) return true;
    if (p->user || p->state != Predicate::State::clauses || !library_seen_.insert(p).second)
      return false;
    for (const auto& clause : p->owned) {
      uint64_t mark = store_.top();
      Cell rule = clause->source.build(store_);
      bool found = has_list(store_.arg(rule, 0)) ||
                   (levels > 0 && calls_lists(store_.arg(rule, 1), clause->module, levels - 1));
      store_.cut_back(mark);
      if (found) return true;
    }
    return false;
  }

  bool calls_lists(Cell body, AtomId module, unsigned levels) {
    body = store_.deref(body);
    if (tag_of(body) != Tag::compound) return false;
    FunctorId f = store_.functor_of(body);
    const Symbols& s = program_.symbols();
    if (f == s.comma || f == s.semicolon || f == s.arrow || f == s.soft_arrow)
      return calls_lists(store_.arg(body, 0), module, levels) ||
             calls_lists(store_.arg(body, 1), module, levels);
    Predicate* p = program_.resolve(program_.lookup(module, f));
    return mentions_lists(p, s.text(s.name(f)) + "/" + std::to_string(s.arity(f)), levels);
  }

  bool has_list(Cell head) {
    head = store_.deref(head);
    if (tag_of(head) != Tag::compound) return false;
    for (unsigned i = 0; i < program_.symbols().arity(store_.functor_of(head)); ++i) {
      Cell arg = store_.deref(store_.arg(head, i));
      if (arg == atom_cell(atoms::nil) || store_.is_functor(arg, program_.symbols().list))
        return true;
    }
    return false;
  }

  void add_string() {
    Store::Constants scope(store_);
    out_.strings.push_back(store_.string("text"));
  }

  Program& program_;
  Store& store_;
  LibraryHeads library_;
  Signature out_;
  std::set<Predicate*> seen_;
  std::deque<Predicate*> todo_;
  std::set<Predicate*> library_seen_;
  bool lists_ = false;
  bool calls_terms_ = false;
  bool arithmetic_ = false;

  std::set<uint64_t> bound_;     // variables of the clause at hand
  std::set<AtomId> names_;       // atoms of the program
  std::set<AtomId> open_names_;  // of functors whose arity is not known
  Arities arities_, mentioned_;  // of functors; small integers
  bool takes_apart_ = false;
};

}  // namespace

Signature collect_signature(Program& program, Cell goal, AtomId module) {
  return Collector(program).run(goal, module);
}

}  // namespace cuttle::prolog
