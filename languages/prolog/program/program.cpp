// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/program/program.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "engine/support/check.h"
#include "languages/prolog/program/compiler.h"

namespace cuttle::prolog {

SiteId SiteTable::id(const SourceLocation& where) {
  std::string key = where.file + ':' + std::to_string(where.line) + ':' + where.function;
  std::lock_guard lock(mutex_);
  auto [it, fresh] = by_text_.try_emplace(key, static_cast<SiteId>(sites_.size()));
  if (fresh) sites_.push_back(where);
  return it->second;
}

std::vector<SourceLocation> SiteTable::all() const {
  std::lock_guard lock(mutex_);
  return sites_;
}

Program::Program(Store& store, SwiSession* session, std::shared_ptr<SiteTable> sites)
    : store_(store), session_(session), character_types_(session), sites_(std::move(sites)) {}

Predicate* Program::find(AtomId module, FunctorId functor) const {
  auto it = by_name_.find(uint64_t{module} << 32 | functor);
  return it == by_name_.end() ? nullptr : it->second;
}

Predicate* Program::lookup(AtomId module, FunctorId functor) {
  auto [it, fresh] = by_name_.try_emplace(uint64_t{module} << 32 | functor);
  if (fresh) {
    auto p = std::make_unique<Predicate>();
    p->module = module;
    p->functor = functor;
    p->name = symbols().name(functor);
    p->arity = symbols().arity(functor);
    it->second = p.get();
    predicates_.push_back(std::move(p));
  }
  return it->second;
}

Predicate* Program::define(AtomId module, FunctorId functor) {
  Predicate* p = lookup(module, functor);
  if (p->state == Predicate::State::unresolved) {
    p->state = Predicate::State::clauses;
    p->user = true;
  }
  return p;
}

void Program::add_builtin(std::string_view name, unsigned arity, Builtin function) {
  builtins_[symbols().functor(name, arity)] = function;
}

Builtin Program::builtin(FunctorId functor) const {
  auto it = builtins_.find(functor);
  return it == builtins_.end() ? nullptr : it->second;
}

void Program::set_evaluable(FunctorId f, uint8_t code) {
  if (f >= evaluable_.size()) evaluable_.resize(f + 1);
  evaluable_[f] = code;
}

Predicate* Program::resolve(Predicate* p) {
  while (p->alias) p = p->alias;
  if (p->state != Predicate::State::unresolved) return p;
  Builtin native = builtin(p->functor);
  if (native && (p->module == atoms::system || !session_)) {
    p->state = Predicate::State::builtin;
    p->builtin = native;
    p->locked = true;
    return p;
  }
  if (!session_) {
    p->state = Predicate::State::undefined;
    return p;
  }
  auto answer = session_->resolve(symbols().text(p->module), symbols().text(p->name), p->arity);
  if (!answer || !answer->defined) {
    p->state = native ? Predicate::State::builtin : Predicate::State::undefined;
    p->builtin = native;
    return p;
  }
  AtomId home = symbols().atom(answer->module);
  if (home != p->module) {
    Predicate* definition = lookup(home, p->functor);
    p->alias = definition;
    if (definition->state == Predicate::State::unresolved) {
      bool of_system = home == atoms::system || answer->module[0] == '$';
      if (native && of_system) {
        definition->state = Predicate::State::builtin;
        definition->builtin = native;
        definition->locked = true;
      } else {
        take_definition(definition, *answer);
      }
    }
    return definition;
  }
  if (native && answer->module[0] == '$') {  // findall/4 of $bags, for one
    p->state = Predicate::State::builtin;
    p->builtin = native;
    p->locked = true;
    return p;
  }
  take_definition(p, *answer);
  return p;
}

void Program::take_definition(Predicate* p, const SwiPredicate& from) {
  p->dynamic = from.dynamic;
  p->det = from.det;
  p->ssu = from.ssu;
  p->locked = from.built_in;
  for (const std::string& spec : from.meta) p->meta.push_back(symbols().atom(spec));
  if (from.foreign) {
    p->state = Predicate::State::foreign;
    return;
  }
  p->state = Predicate::State::clauses;
  std::string indicator = symbols().text(p->name) + "/" + std::to_string(p->arity);
  for (const SwiClause& c : from.clauses) {
    uint64_t mark = store_.top();
    std::vector<Cell> variables(c.variables, 0);
    Cell head = import(c.head, variables);
    Cell body = import(c.body, variables);
    auto clause = compile_clause(*this, p, head, body, symbols().atom(c.module));
    store_.cut_back(mark);
    SourceLocation where{c.file, c.line, 0, indicator};
    if (size_t slash = where.file.rfind('/'); !c.user && slash != std::string::npos)
      where.file.erase(0, slash + 1);
    if (p->all->empty()) p->site = sites_->id(where);
    where.function += ":-";  // the bodies of a predicate's first clause are another place
    clause->site = sites_->id(where);
    clause->user = c.user;
    p->user = p->user || c.user;
    clause->ordinal = p->next_ordinal++;
    p->all->push_back(clause.get());
    p->owned.push_back(std::move(clause));
  }
  if (p->all->empty()) p->site = sites_->id({"", 0, 0, indicator});
  p->tabled = from.tabled;
  if (p->tabled && from.moded) {
    // SWI-Prolog has the tables; the clauses only say what inputs may look like.
    p->state = Predicate::State::foreign;
    p->all->clear();
  }
}

Result<void> Program::load_user_predicates() {
  auto operators = session_->operators();
  if (!operators) return operators.error();
  for (const SwiOperator& op : *operators) {
    OpType type;
    if (parse_op_type(op.type, type)) operators_.set(op.name, op.priority, type);
  }
  auto names = session_->predicates();
  if (!names) return names.error();
  std::vector<std::pair<SourceLocation, Clause*>> found;
  for (const SwiPredicateName& name : *names) {
    Predicate* p =
        resolve(lookup(symbols().atom(name.module), symbols().functor(name.name, name.arity)));
    if (std::find(user_.begin(), user_.end(), p) != user_.end()) continue;
    user_.push_back(p);
    for (Clause* clause : *p->all) {
      if (!clause->user) continue;
      SourceLocation where = sites_->all()[clause->site];
      where.function.resize(where.function.size() - 2);
      found.emplace_back(where, clause);
    }
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first.file != b.first.file ? a.first.file < b.first.file : a.first.line < b.first.line;
  });
  for (auto& [where, clause] : found) {
    clause->point = static_cast<uint32_t>(points_.size());
    clause->label = clause->point + 1;
    points_.push_back(where);
    by_point_.push_back(clause);
  }
  return {};
}

Cell Program::import_constant(const WireTerm& t, std::vector<Cell>& variables) {
  using Kind = WireTerm::Kind;
  switch (t.kind) {
    case Kind::variable: {
      if (t.variable >= variables.size()) variables.resize(t.variable + 1, 0);
      Cell& v = variables[t.variable];
      if (v == 0) v = store_.new_var();
      return v;
    }
    case Kind::integer:
      return store_.integer(mpz_class(t.text));
    case Kind::rational: {
      mpq_class q(t.text);
      q.canonicalize();
      return store_.rational(q);
    }
    case Kind::floating: {
      if (t.text == "inf" || t.text == "1.0Inf") return store_.floating(HUGE_VAL);
      if (t.text == "-inf" || t.text == "-1.0Inf") return store_.floating(-HUGE_VAL);
      if (t.text == "nan" || t.text == "1.5NaN") return store_.floating(std::nan(""));
      return store_.floating(std::strtod(t.text.c_str(), nullptr));
    }
    case Kind::atom:
      return atom_cell(symbols().atom(t.text));
    case Kind::string:
      return store_.string(t.text);
    default:
      return atom_cell(atoms::nil);
  }
}

FunctorId Program::functor_of(const WireTerm& t) {
  auto n = static_cast<unsigned>(t.args.size());
  return t.brackets ? symbols().functor(AtomId{atoms::nil}, n) : symbols().functor(t.text, n);
}

// Without recursion: terms may be a million levels deep.
Cell Program::import(const WireTerm& term, std::vector<Cell>& variables) {
  if (term.is("$cuttle_cycles", 2)) return import_cycles(term, variables);
  std::vector<std::pair<const WireTerm*, uint64_t>> pending;  // and where its cell goes
  auto convert = [&](const WireTerm& t) {
    if (t.kind != WireTerm::Kind::compound) return import_constant(t, variables);
    uint64_t at = store_.allocate(t.args.size() + 1);
    store_[at] = functor_cell(functor_of(t));
    for (size_t i = t.args.size(); i-- > 0;) pending.emplace_back(&t.args[i], at + 1 + i);
    return compound_cell(at);
  };
  Cell result = convert(term);
  while (!pending.empty()) {
    auto [t, at] = pending.back();
    pending.pop_back();
    if (store_.exhausted()) return atom_cell(atoms::nil);
    Cell cell = convert(*t);
    store_[at] = cell;
  }
  return result;
}

// $cuttle_cycles(Skeleton, [Variable=Term, ...])
Cell Program::import_cycles(const WireTerm& term, std::vector<Cell>& variables) {
  Cell result = import(term.args[0], variables);
  for (const WireTerm* equation : list_items(term.args[1])) {
    Cell variable = import(equation->args[0], variables);
    Cell value = import(equation->args[1], variables);
    store_[payload(variable)] = value;
  }
  return store_.deref(result);
}

}  // namespace cuttle::prolog
