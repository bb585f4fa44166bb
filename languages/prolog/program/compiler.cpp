// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/program/compiler.h"

#include <unordered_map>

#include "languages/prolog/program/program.h"

namespace cuttle::prolog {

namespace {

class Compiler {
 public:
  Compiler(Program& program, Clause& clause)
      : program_(program), store_(program.store()), symbols_(program.symbols()), clause_(clause) {}

  void clause(Cell head, Cell body) {
    count(head);
    count(body);
    unsigned n = clause_.owner->arity;
    if (n > 0) {
      head = store_.deref(head);
      clause_.key = first_key(store_.deref(store_.arg(head, 0)));
    }
    clause_.head_args = arguments(head, n);
    body = store_.deref(body);
    clause_.fact = body == atom_cell(atoms::true_);
    if (!clause_.fact) goal(body, clause_.module, Level{});
    emit(OpCode::exit);
    clause_.slots = next_slot_;
    link();
  }

 private:
  // Where cuts go: to the level in a slot, plus an offset for the choice point of the construct
  // itself, or (no slot) to the clause's own level.
  struct Level {
    uint32_t slot = ~0u;
    uint16_t offset = 0;
    bool own() const { return slot == ~0u; }
  };

  Cell first_key(Cell c) {
    switch (tag_of(c)) {
      case Tag::atom:
      case Tag::integer:
        return c;
      case Tag::compound:
        return store_[payload(c)];
      default:
        return 0;
    }
  }

  // How often each variable occurs: single ones need no slot.
  void count(Cell root) {
    std::vector<Cell> pending{root};
    while (!pending.empty()) {
      Cell c = store_.deref(pending.back());
      pending.pop_back();
      if (is_var_tag(tag_of(c))) ++occurrences_[payload(c)];
      if (tag_of(c) != Tag::compound) continue;
      for (unsigned i = symbols_.arity(store_.functor_of(c)); i-- > 0;)
        pending.push_back(store_.arg(c, i));
    }
  }

  uint32_t new_slot() { return next_slot_++; }

  Cell variable(uint64_t index) {
    auto it = slots_.find(index);
    if (it != slots_.end()) return template_var(it->second, Occurrence::next);
    if (occurrences_[index] == 1) return template_var(0, Occurrence::only);
    uint32_t slot = new_slot();
    slots_.emplace(index, slot);
    return template_var(slot, Occurrence::first);
  }

  // Room for n templates first, so that the arguments of a term lie side by side.
  uint32_t arguments(Cell term, unsigned n) {
    auto at = static_cast<uint32_t>(clause_.templates.size());
    clause_.templates.resize(at + n);
    for (unsigned i = 0; i < n; ++i) {
      Cell t = make(store_.arg(term, i));
      clause_.templates[at + i] = t;
    }
    return at;
  }

  Cell make(Cell c) {
    c = store_.deref(c);
    switch (tag_of(c)) {
      case Tag::ref:
      case Tag::attvar:
        return variable(payload(c));
      case Tag::box:
        return constant(c);
      case Tag::compound: {
        auto at = static_cast<uint32_t>(clause_.templates.size());
        unsigned n = symbols_.arity(store_.functor_of(c));
        clause_.templates.push_back(store_[payload(c)]);
        arguments(c, n);
        return compound_cell(at);
      }
      default:
        return c;
    }
  }

  Cell constant(Cell box) {
    Store::Constants scope(store_);
    uint64_t n = store_.box_words(box) + 1;
    uint64_t at = store_.allocate(n);
    for (uint64_t i = 0; i < n; ++i) store_[at + i] = store_[payload(box) + i];
    return make_cell(Tag::box, at);
  }

  Instr& emit(OpCode op) {
    clause_.code.push_back({});
    clause_.code.back().op = op;
    targets_.push_back(0);
    return clause_.code.back();
  }
  size_t here() const { return clause_.code.size(); }
  void aim(size_t instr) { targets_[instr] = here(); }

  // Variables that are met for the first time inside of a choice must exist before it: what one
  // branch puts into the slot is gone when the other branch starts.
  void init_variables(Cell root) {
    std::vector<Cell> pending{root};
    while (!pending.empty()) {
      Cell c = store_.deref(pending.back());
      pending.pop_back();
      if (is_var_tag(tag_of(c)) && occurrences_[payload(c)] > 1 && !slots_.contains(payload(c))) {
        uint32_t slot = new_slot();
        slots_.emplace(payload(c), slot);
        emit(OpCode::init).slot = slot;
      }
      if (tag_of(c) != Tag::compound) continue;
      for (unsigned i = symbols_.arity(store_.functor_of(c)); i-- > 0;)
        pending.push_back(store_.arg(c, i));
    }
  }

  void goal(Cell g, AtomId module, Level level) {
    g = store_.deref(g);
    if (tag_of(g) == Tag::atom) {
      if (g == atom_cell(atoms::true_)) return;
      if (g == atom_cell(atoms::cut)) {
        Instr& cut = emit(level.own() ? OpCode::cut : OpCode::cut_to);
        cut.slot = level.slot;
        cut.nargs = level.offset;
        return;
      }
      if (g == atom_cell(atoms::fail) || g == atom_cell(atoms::false_)) {
        emit(OpCode::fail);
        return;
      }
      return call(g, symbols_.functor(atom_of(g), 0), module);
    }
    if (tag_of(g) != Tag::compound) return meta_call(g, module);
    FunctorId f = store_.functor_of(g);
    if (f == symbols_.comma) {
      goal(store_.arg(g, 0), module, level);
      return goal(store_.arg(g, 1), module, level);
    }
    if (f == symbols_.semicolon || f == symbols_.arrow || f == symbols_.soft_arrow)
      return choice(g, f, module, level);
    if (f == symbols_.not_provable) return negation(g, module);
    if (f == symbols_.equals) {
      uint32_t args = arguments(g, 2);
      emit(OpCode::unify).args = args;
      clause_.code.back().module = module;
      return;
    }
    if (f == symbols_.colon) {
      Cell m = store_.deref(store_.arg(g, 0));
      Cell inner = store_.deref(store_.arg(g, 1));
      if (tag_of(m) == Tag::atom && !is_var_tag(tag_of(inner)))
        return goal(inner, atom_of(m), level);
      return meta_call(g, module);
    }
    call(g, f, module);
  }

  // is/2 and the arithmetic comparisons need no term for their expressions.
  OpCode arithmetic(FunctorId f, uint16_t& relation) {
    if (symbols_.arity(f) != 2) return OpCode::call;
    const std::string& name = symbols_.text(symbols_.name(f));
    if (name == "is") return OpCode::is;
    constexpr const char* names[] = {"=:=", "=\\=", "<", ">", "=<", ">="};
    for (relation = 0; relation < 6; ++relation) {
      if (name == names[relation]) return OpCode::compare;
    }
    return OpCode::call;
  }

  void call(Cell g, FunctorId f, AtomId module) {
    auto n = static_cast<uint16_t>(symbols_.arity(f));
    uint32_t args = n ? arguments(g, n) : 0;
    uint16_t relation = 0;
    OpCode op = arithmetic(f, relation);
    Instr& instr = emit(op);
    instr.nargs = op == OpCode::compare ? relation : n;
    instr.args = args;
    instr.module = module;
    instr.pred = program_.lookup(module, f);
  }

  void meta_call(Cell g, AtomId module) {
    Cell t = make(g);
    auto args = static_cast<uint32_t>(clause_.templates.size());
    clause_.templates.push_back(t);
    Instr& instr = emit(OpCode::call);
    instr.nargs = 1;
    instr.args = args;
    instr.module = module;
    instr.pred = program_.lookup(atoms::system, symbols_.functor(atoms::call, 1));
  }

  // (C -> T ; E), (C *-> T ; E), (A ; B), (C -> T), (C *-> T)
  void choice(Cell g, FunctorId f, AtomId module, Level level) {
    init_variables(g);
    Cell first = g, otherwise = 0;
    if (f == symbols_.semicolon) {
      first = store_.deref(store_.arg(g, 0));
      otherwise = store_.arg(g, 1);
    }
    bool hard = store_.is_functor(first, symbols_.arrow);
    bool soft = store_.is_functor(first, symbols_.soft_arrow);
    if (soft && !otherwise) {  // (C *-> T) is (C, T)
      uint32_t here_level = level_slot();
      goal(store_.arg(first, 0), module, Level{here_level, 0});
      return goal(store_.arg(first, 1), module, level);
    }
    uint32_t mark = hard || soft ? level_slot() : 0;
    size_t try_at = here();
    emit(OpCode::try_else);
    if (hard || soft) {
      goal(store_.arg(first, 0), module, Level{mark, 1});
      emit(hard ? OpCode::cut_to : OpCode::soft_cut).slot = mark;
      goal(store_.arg(first, 1), module, level);
    } else {
      goal(first, module, level);
    }
    size_t jump_at = here();
    emit(OpCode::jump);
    aim(try_at);
    if (otherwise) {
      goal(otherwise, module, level);
    } else {
      emit(OpCode::fail);
    }
    aim(jump_at);
  }

  uint32_t level_slot() {
    uint32_t slot = new_slot();
    emit(OpCode::get_level).slot = slot;
    return slot;
  }

  void negation(Cell g, AtomId module) {
    init_variables(g);
    uint32_t mark = level_slot();
    size_t try_at = here();
    emit(OpCode::try_else);
    goal(store_.arg(g, 0), module, Level{mark, 1});
    emit(OpCode::cut_to).slot = mark;
    emit(OpCode::fail);
    aim(try_at);
  }

  void link() {
    for (size_t i = 0; i < clause_.code.size(); ++i) {
      Instr& instr = clause_.code[i];
      if (instr.op == OpCode::try_else || instr.op == OpCode::jump)
        instr.target = clause_.code.data() + targets_[i];
      // A call is the last one when nothing but jumps lies between it and the exit.
      if (instr.op == OpCode::call && i + 1 < clause_.code.size()) {
        const Instr* next = &clause_.code[i + 1];
        size_t at = i + 1;
        while (next->op == OpCode::jump) {
          at = targets_[at];
          next = &clause_.code[at];
        }
        if (next->op == OpCode::exit) instr.last = true;
      }
    }
  }

  Program& program_;
  Store& store_;
  Symbols& symbols_;
  Clause& clause_;
  uint32_t next_slot_ = 0;
  std::unordered_map<uint64_t, uint32_t> occurrences_, slots_;
  std::vector<size_t> targets_;
};

}  // namespace

std::unique_ptr<Clause> compile_clause(Program& program, Predicate* owner, Cell head, Cell body,
                                       AtomId module) {
  auto clause = std::make_unique<Clause>();
  clause->owner = owner;
  clause->module = module;
  Compiler(program, *clause).clause(head, body);
  Cell pair[2] = {head, body};
  Store& store = program.store();
  clause->source = FlatTerm::copy(store, store.compound(store.symbols().neck, pair), false);
  return clause;
}

}  // namespace cuttle::prolog
