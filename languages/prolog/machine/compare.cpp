// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "languages/prolog/machine/machine.h"
#include "languages/prolog/term/utf8.h"

namespace cuttle::prolog {

namespace {

// Var < Number < String < Atom < Compound.
int order_class(const Store& store, Cell c) {
  switch (tag_of(c)) {
    case Tag::ref:
    case Tag::attvar:
      return 0;
    case Tag::integer:
      return 1;
    case Tag::box:
      return store.box_kind(c) == BoxKind::string ? 2 : 1;
    case Tag::atom:
      return 3;
    default:
      return 4;
  }
}

mpq_class exact(const Store& store, Cell c) {
  if (tag_of(c) == Tag::integer) return mpq_class(static_cast<long>(int_of(c)));
  switch (store.box_kind(c)) {
    case BoxKind::big_integer:
      return mpq_class(store.big_of(c));
    case BoxKind::rational:
      return store.rational_of(c);
    default:
      return mpq_class(store.float_of(c));
  }
}

bool is_float(const Store& store, Cell c) {
  return tag_of(c) == Tag::box && store.box_kind(c) == BoxKind::floating;
}

int compare_numbers(const Store& store, Cell a, Cell b) {
  if (tag_of(a) == Tag::integer && tag_of(b) == Tag::integer)
    return int_of(a) < int_of(b) ? -1 : int_of(a) > int_of(b);
  bool fa = is_float(store, a), fb = is_float(store, b);
  for (auto [f, c, sign] : {std::tuple{fa, a, 1}, std::tuple{fb, b, -1}}) {
    if (!f) continue;
    double d = store.float_of(c);
    if (std::isnan(d)) return -sign;  // NaN comes before all
    if (std::isinf(d)) {
      if (fa && fb && store.float_of(a) == store.float_of(b)) return 0;
      return d > 0 ? sign : -sign;
    }
  }
  int order = cmp(exact(store, a), exact(store, b));
  if (order != 0 || fa == fb) return order < 0 ? -1 : order > 0;
  return fa ? -1 : 1;  // 1.0 comes before 1
}

int sign_of(int v) {
  return v < 0 ? -1 : v > 0;
}

}  // namespace

// Standard order. Values that depend on inputs are compared by choices: are they equal, and if
// not, which comes first?
int Machine::compare(Cell a, Cell b) {
  std::vector<std::pair<Cell, Cell>> pending{{a, b}};
  uint64_t steps = 0;
  while (!pending.empty()) {
    if (++steps > max_steps) return 0;  // cyclic
    a = store_.deref(pending.back().first);
    b = store_.deref(pending.back().second);
    pending.pop_back();
    if (a == b) continue;
    if (tag_of(a) == Tag::symbolic || tag_of(b) == Tag::symbolic) {
      int order = compare_symbolic(a, b);
      if (order == 2) {  // exposed: compare again, one level down
        pending.emplace_back(look(a), look(b));
        continue;
      }
      if (order) return order;
      continue;
    }
    int ca = order_class(store_, a), cb = order_class(store_, b);
    if (ca != cb) return ca < cb ? -1 : 1;
    int order = 0;
    switch (ca) {
      case 0:
        order = payload(a) < payload(b) ? -1 : 1;
        break;
      case 1:
        order = compare_numbers(store_, a, b);
        break;
      case 3:
        order = a == atom_cell(atoms::nil) ? -1
                : b == atom_cell(atoms::nil)
                    ? 1
                    : sign_of(symbols().text(atom_of(a)).compare(symbols().text(atom_of(b))));
        if (order == 0) order = a < b ? -1 : 1;  // [] and '[]'
        break;
      case 2:
        order = sign_of(store_.string_of(a).compare(store_.string_of(b)));
        break;
      default: {
        FunctorId f = store_.functor_of(a), g = store_.functor_of(b);
        unsigned n = symbols().arity(f), k = symbols().arity(g);
        if (n != k) return n < k ? -1 : 1;
        if (f != g)
          return sign_of(
              symbols().text(symbols().name(f)).compare(symbols().text(symbols().name(g))));
        for (unsigned i = n; i-- > 0;) pending.emplace_back(store_.arg(a, i), store_.arg(b, i));
      }
    }
    if (order) return order;
  }
  return 0;
}

// -1, 0, 1, or 2: look at the exposed values instead.
int Machine::compare_symbolic(Cell a, Cell b) {
  shadow_->site = site_;
  bool sa = tag_of(a) == Tag::symbolic, sb = tag_of(b) == Tag::symbolic;
  if (sa && sb) {
    const auto x = shadow_->value(a), y = shadow_->value(b);
    Skeleton& skeleton = shadow_->skeleton();
    auto has_texts = [&](const Shadow::SymbolicValue& v) {
      return v.kind == Shadow::Kind::position && skeleton.domain(v.position).has_text_inside();
    };
    if (x.kind == Shadow::Kind::position && y.kind == Shadow::Kind::position && !has_texts(x) &&
        !has_texts(y)) {
      if (shadow_->choose(skeleton.equal(x.position, y.position))) return 0;
      return shadow_->choose(before(skeleton, StandardOrder(store_), x.position, y.position)) ? -1
                                                                                              : 1;
    }
  }
  if (int order = compare_texts(a, b); order != 2) return order;
  bool fa = sa && shadow_->is_float(a), fb = sb && shadow_->is_float(b);
  if (sa && !fa) a = shadow_->expose(a);
  if (sb && !fb) b = shadow_->expose(b);
  if (fa || fb) return compare_floats(a, b);
  sa = tag_of(a) == Tag::symbolic;
  sb = tag_of(b) == Tag::symbolic;
  if (!sa && !sb) return 2;
  // At least one unknown integer.
  auto integer = [this](Cell c, ExprId& out) {
    if (tag_of(c) == Tag::symbolic) {
      out = shadow_->integer_expr(c);
    } else if (tag_of(c) == Tag::integer) {
      out = shadow_->skeleton().integers().constant(mpz_class(static_cast<long>(int_of(c))));
    } else if (tag_of(c) == Tag::box && store_.box_kind(c) == BoxKind::big_integer) {
      out = shadow_->skeleton().integers().constant(store_.big_of(c));
    }
    return static_cast<bool>(out);
  };
  ExprId x, y;
  if (integer(a, x) && integer(b, y)) {
    Integers& integers = shadow_->skeleton().integers();
    if (shadow_->choose(integers.equal(x, y))) return 0;
    return shadow_->choose(integers.less(x, y)) ? -1 : 1;
  }
  Cell other = sa ? b : a;
  int order = order_class(store_, other) == 0 ? 1 : -1;  // of an integer to the other
  if (order_class(store_, other) == 1) {
    Cell number = shadow_->concretise(sa ? a : b, "comparison with a number that is no integer");
    order = compare_numbers(store_, number, other);
  }
  return sa ? order : -order;
}

// At least one of the two is an input: -1, 0 or 1 if both are texts, 2 otherwise.
int Machine::compare_texts(Cell a, Cell b) {
  Integers& integers = shadow_->skeleton().integers();
  ExprPool& pool = shadow_->pool();
  bool unknown = false;
  auto open = [&](Cell c, Shadow::Text& out) {
    if (tag_of(c) == Tag::symbolic) {
      if (shadow_->open_text(c, out)) return unknown = true;
      // What is looked at is an input that is known to be one of the program's atoms or strings.
      const auto v = shadow_->value(c);
      bool constant = v.kind == Shadow::Kind::position &&
                      shadow_->skeleton().domain(v.position).any_texts().size() > 0 &&
                      shadow_->choose_kind(c, [](const Symbol& s) {
                        return s.kind == SymbolKind::atom || s.kind == SymbolKind::string;
                      });
      if (!constant) return false;
      c = shadow_->expose(c);
    }
    bool string = tag_of(c) == Tag::box && store_.box_kind(c) == BoxKind::string;
    if (!string && (tag_of(c) != Tag::atom || c == atom_cell(atoms::nil))) return false;
    out.kind = string ? SymbolKind::string : SymbolKind::atom;
    for (char32_t code : decode_utf8(string ? store_.string_of(c) : symbols().text(atom_of(c))))
      out.codes.push_back(integers.constant(code));
    return true;
  };
  Shadow::Text x, y;
  if (!open(a, x) || !open(b, y) || !unknown) return 2;
  if (x.kind != y.kind) return x.kind == SymbolKind::string ? -1 : 1;
  size_t shared = std::min(x.codes.size(), y.codes.size());
  ExprId equal = pool.boolean(x.codes.size() == y.codes.size());
  ExprId before = pool.boolean(x.codes.size() < y.codes.size());
  for (size_t i = shared; i-- > 0;) {
    ExprId same = integers.equal(x.codes[i], y.codes[i]);
    equal = pool.and_(same, equal);
    before = pool.or_(integers.less(x.codes[i], y.codes[i]), pool.and_(same, before));
  }
  if (shadow_->choose(equal)) return 0;
  return shadow_->choose(before) ? -1 : 1;
}

// At least one of the two is an unknown float.
int Machine::compare_floats(Cell a, Cell b) {
  Floats& floats = shadow_->skeleton().floats();
  auto known = [&](Cell c) { return tag_of(c) != Tag::symbolic; };
  auto is_float_cell = [&](Cell c) {
    return known(c) ? is_float(store_, c) : shadow_->is_float(c);
  };
  for (auto [c, sign] : {std::pair{a, 1}, std::pair{b, -1}}) {
    int kind = known(c) ? order_class(store_, c) : 1;
    if (kind != 1) return kind < 1 ? -sign : sign;
  }
  auto real = [&](Cell c) -> ExprId {
    if (known(c)) return floats.constant(exact(store_, c).get_d());
    return is_float_cell(c) ? shadow_->float_facts(c).order
                            : floats.from_integer(shadow_->integer_expr(c));
  };
  ExprId x = real(a), y = real(b);
  if (!x || !y) {
    Cell one = known(a) ? a : shadow_->concretise(a, "comparison with a large integer");
    Cell two = known(b) ? b : shadow_->concretise(b, "comparison with a large integer");
    return compare_numbers(store_, one, two);
  }
  if (shadow_->choose(floats.less(x, y))) return -1;
  if (shadow_->choose(floats.less(y, x))) return 1;
  if (is_float_cell(a) == is_float_cell(b)) return 0;
  return is_float_cell(a) ? -1 : 1;
}

}  // namespace cuttle::prolog
