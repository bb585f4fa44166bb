// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

Status Machine::raise(Cell ball) {
  ball_ = FlatTerm::copy(store_, ball);
  // A clause of a library says little to the user: the clause of the program that called it does.
  error_site_ = user_site_ ? user_site_ : site_;
  return Status::error;
}

namespace {

Status raise_error(Machine& m, const char* name, std::initializer_list<Cell> args) {
  Store& store = m.store();
  Cell formal = args.size() == 0
                    ? atom_cell(m.symbols().atom(name))
                    : store.compound(m.symbols().functor(name, static_cast<unsigned>(args.size())),
                                     {args.begin(), args.size()});
  Cell pair[2] = {formal, store.new_var()};
  return m.raise(store.compound(m.symbols().error2, pair));
}

}  // namespace

Status Machine::type_error(const char* type, Cell culprit) {
  return raise_error(*this, "type_error", {atom_cell(symbols().atom(type)), culprit});
}

Status Machine::domain_error(const char* domain, Cell culprit) {
  return raise_error(*this, "domain_error", {atom_cell(symbols().atom(domain)), culprit});
}

Status Machine::instantiation_error() {
  return raise_error(*this, "instantiation_error", {});
}

Status Machine::existence_error(const char* kind, Cell culprit) {
  return raise_error(*this, "existence_error", {atom_cell(symbols().atom(kind)), culprit});
}

Status Machine::permission_error(const char* action, const char* type, Cell culprit) {
  return raise_error(*this, "permission_error",
                     {atom_cell(symbols().atom(action)), atom_cell(symbols().atom(type)), culprit});
}

Status Machine::representation_error(const char* what) {
  return raise_error(*this, "representation_error", {atom_cell(symbols().atom(what))});
}

Status Machine::evaluation_error(const char* what) {
  return raise_error(*this, "evaluation_error", {atom_cell(symbols().atom(what))});
}

Status Machine::resource_error(const char* what) {
  return raise_error(*this, "resource_error", {atom_cell(symbols().atom(what))});
}

Status Machine::uninstantiation_error(Cell culprit) {
  return raise_error(*this, "uninstantiation_error", {culprit});
}

// No error of the program: nobody in it catches this one.
Status Machine::unsupported(const std::string& what) {
  unsupported_ = true;
  if (shadow_) shadow_->limitation(Reason::unsupported, what);
  return raise_error(*this, "cuttle_unsupported", {atom_cell(symbols().atom(what))});
}

Status Machine::halt(int code) {
  exit_code_ = code;
  halted_ = true;
  return Status::fail;
}

void Machine::write(std::string_view text) {
  constexpr size_t keep = 1 << 16;  // of the program's output; nobody reads more
  std::string& out = redirect ? *redirect : output_;
  if (!redirect && out.size() + text.size() > keep) return;
  out += text;
}

Machine::Next Machine::undefined(Predicate* p) {
  Cell pair[2] = {atom_cell(p->name), int_cell(p->arity)};
  Cell indicator = store_.compound(symbols().slash2, pair);
  if (p->module != atoms::user) {
    Cell qualified[2] = {atom_cell(p->module), indicator};
    indicator = store_.compound(symbols().colon, qualified);
  }
  Cell args[2] = {atom_cell(symbols().atom("procedure")), indicator};
  Cell error[2] = {store_.compound(symbols().functor("existence_error", 2), args), indicator};
  raise(store_.compound(symbols().error2, error));
  return Next::error;
}

}  // namespace cuttle::prolog
