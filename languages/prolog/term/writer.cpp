// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/term/writer.h"

#include <cctype>

#include "languages/prolog/term/lexical.h"

namespace cuttle::prolog {

namespace {

// Writes one term; remembers the last character so that two tokens never run together.
class Writer {
 public:
  Writer(const Store& store, const Operators& ops, const WriteOptions& options)
      : store_(store), ops_(ops), options_(options) {}

  std::string take(Cell term) {
    write(term, options_.priority, 0);
    if (full()) {
      while (out_.size() > options_.max_length &&
             (out_.size() > options_.max_length + 4 || (out_.back() & 0xC0) == 0x80))
        out_.pop_back();
      out_ += "...";
    }
    if (options_.cut) *options_.cut = full() || too_deep_;
    return std::move(out_);
  }

 private:
  bool full() const { return out_.size() >= options_.max_length; }

  void token(std::string_view text) {
    if (text.empty()) return;
    if (!out_.empty() && would_join(out_.back(), text.front())) out_ += ' ';
    out_ += text;
  }
  std::string atom_text(AtomId a) const {
    const std::string& text = store_.symbols().text(a);
    if (!options_.quoted || a == atoms::nil) return text;
    return quoted_atom(text);
  }

  // Cyclic terms have no end, and each level takes stack; long lists do not.
  static constexpr int max_depth = 5000;

  void write(Cell c, int priority, int depth) {
    if (full()) return;
    if (depth > max_depth) {
      too_deep_ = true;
      return token("...");
    }
    c = store_.deref(c);
    if (tag_of(c) == Tag::symbolic) {
      if (!options_.resolve) return token("_symbolic");
      c = store_.deref(options_.resolve(c));
    }
    switch (tag_of(c)) {
      case Tag::ref:
      case Tag::attvar:
        return variable(payload(c));
      case Tag::atom:
        return atom(atom_of(c), priority);
      case Tag::integer:
        return token(std::to_string(int_of(c)));
      case Tag::box:
        return box(c);
      default:
        return compound(c, priority, depth);
    }
  }

  void variable(uint64_t index) {
    if (options_.variable_names) {
      if (auto it = options_.variable_names->find(index); it != options_.variable_names->end())
        return token(it->second);
    }
    token("_G" + std::to_string(index - store_.base()));
  }

  void atom(AtomId a, int priority) {
    const std::string& text = store_.symbols().text(a);
    if (priority < 999 && a != atoms::nil && ops_.is_op(text)) {
      token("(");
      token(atom_text(a));
      out_ += ')';
    } else {
      token(atom_text(a));
    }
  }

  void box(Cell c) {
    switch (store_.box_kind(c)) {
      case BoxKind::floating:
        return token(float_text(store_.float_of(c)));
      case BoxKind::big_integer:
        return token(store_.big_of(c).get_str());
      case BoxKind::rational: {
        mpq_class q = store_.rational_of(c);
        return token(q.get_num().get_str() + "r" + q.get_den().get_str());
      }
      case BoxKind::string:
        if (options_.quoted) return token(quoted_string(store_.string_of(c), '"'));
        out_ += store_.string_of(c);
    }
  }

  void compound(Cell c, int priority, int depth) {
    const Symbols& symbols = store_.symbols();
    FunctorId f = store_.functor_of(c);
    unsigned n = symbols.arity(f);
    if (f == symbols.list) return list(c, depth);
    if (is_dict(symbols, f)) return dict(c, n, depth);
    if (options_.numbervars && f == symbols.dollar_var1 && numbered(store_.deref(store_.arg(c, 0))))
      return;
    if (!options_.ignore_ops) {
      if (f == symbols.curly) {
        token("{");
        write(store_.arg(c, 0), 1200, depth + 1);
        out_ += '}';
        return;
      }
      const std::string& name = symbols.text(symbols.name(f));
      if (n == 2 && infix(c, name, priority, depth)) return;
      if (n == 1 && (prefix(c, name, priority, depth) || postfix(c, name, priority, depth))) return;
    }
    canonical(c, f, n, depth);
  }

  // Tag{key:value, ...}; the arguments are the tag, then values and keys.
  void dict(Cell c, unsigned n, int depth) {
    write(store_.arg(c, 0), 0, depth + 1);
    out_ += '{';
    for (unsigned i = 1; i + 1 < n; i += 2) {
      if (i > 1) out_ += ',';
      write(store_.arg(c, i + 1), 0, depth + 1);
      out_ += ':';
      write(store_.arg(c, i), 599, depth + 1);
    }
    out_ += '}';
  }

  bool numbered(Cell c) {
    if (tag_of(c) != Tag::integer || int_of(c) < 0) return false;
    int64_t v = int_of(c);
    std::string name(1, static_cast<char>('A' + v % 26));
    if (v >= 26) name += std::to_string(v / 26);
    token(name);
    return true;
  }

  void canonical(Cell c, FunctorId f, unsigned n, int depth) {
    token(atom_text(store_.symbols().name(f)));
    out_ += '(';
    for (unsigned i = 0; i < n; ++i) {
      if (i) out_ += options_.spacing_next_argument ? ", " : ",";
      write(store_.arg(c, i), 999, depth + 1);
    }
    out_ += ')';
  }

  void list(Cell c, int depth) {
    token("[");
    write(store_.arg(c, 0), 999, depth + 1);
    for (;;) {
      Cell tail = store_.deref(store_.arg(c, 1));
      if (tag_of(tail) == Tag::symbolic && options_.resolve) tail = options_.resolve(tail);
      if (store_.is_functor(tail, store_.symbols().list) && !full()) {
        out_ += options_.spacing_next_argument ? ", " : ",";
        write(store_.arg(tail, 0), 999, depth + 1);
        c = tail;
        continue;
      }
      if (tail != atom_cell(atoms::nil)) {
        out_ += '|';
        write(tail, 999, depth + 1);
      }
      break;
    }
    out_ += ']';
  }

  void open(bool needed) {
    if (!needed) return;
    token("(");
  }
  void close(bool needed) {
    if (needed) out_ += ')';
  }

  bool infix(Cell c, const std::string& name, int priority, int depth) {
    OpDef op = ops_.infix(name);
    if (!op.priority) return false;
    bool parens = op.priority > priority;
    open(parens);
    write(store_.arg(c, 0), op.type == OpType::yfx ? op.priority : op.priority - 1, depth + 1);
    if (name == ",") {
      out_ += options_.spacing_next_argument ? ", " : ",";
    } else if (name == "|") {
      out_ += '|';
    } else {
      std::string text = options_.quoted ? quoted_atom(name) : name;
      bool spaced = is_alphanumeric_start(text.front());
      if (spaced) out_ += ' ';
      spaced ? void(out_ += text) : token(text);
      if (spaced) out_ += ' ';
    }
    write(store_.arg(c, 1), op.type == OpType::xfy ? op.priority : op.priority - 1, depth + 1);
    close(parens);
    return true;
  }

  bool prefix(Cell c, const std::string& name, int priority, int depth) {
    OpDef op = ops_.prefix(name);
    if (!op.priority) return false;
    Cell arg = store_.deref(store_.arg(c, 0));
    if (tag_of(arg) == Tag::symbolic && options_.resolve) arg = options_.resolve(arg);
    bool parens = op.priority > priority;
    open(parens);
    token(options_.quoted ? quoted_atom(name) : name);
    bool number = tag_of(arg) == Tag::integer ||
                  (tag_of(arg) == Tag::box && store_.box_kind(arg) != BoxKind::string);
    bool sign = name == "-" || name == "+";
    if (tag_of(arg) == Tag::atom && ops_.is_op(store_.symbols().text(atom_of(arg)))) {
      out_ += " (" + atom_text(atom_of(arg)) + ")";
    } else {
      size_t before = out_.size();
      if (sign && number) out_ += ' ';
      write(arg, op.type == OpType::fy ? op.priority : op.priority - 1, depth + 1);
      // `\+ (a,b)' and `- 2^2': without the space they are something else.
      char first = out_.size() > before ? out_[before] : ' ';
      if (first == '(' || (sign && first >= '0' && first <= '9')) out_.insert(before, " ");
    }
    close(parens);
    return true;
  }

  bool postfix(Cell c, const std::string& name, int priority, int depth) {
    OpDef op = ops_.postfix(name);
    if (!op.priority) return false;
    bool parens = op.priority > priority;
    open(parens);
    write(store_.arg(c, 0), op.type == OpType::yf ? op.priority : op.priority - 1, depth + 1);
    token(options_.quoted ? quoted_atom(name) : name);
    close(parens);
    return true;
  }

  const Store& store_;
  const Operators& ops_;
  const WriteOptions& options_;
  std::string out_;
  bool too_deep_ = false;
};

}  // namespace

std::string write_term(const Store& store, const Operators& ops, Cell term,
                       const WriteOptions& options) {
  return Writer(store, ops, options).take(term);
}

}  // namespace cuttle::prolog
