// SPDX-License-Identifier: Apache-2.0
// Numbers and atoms as texts, and back.
#include <algorithm>

#include "languages/erlang/replay/bits.h"
#include "languages/erlang/replay/lists.h"

namespace cuttle::erlang::replay {

namespace {

// The characters of a list, by a choice of its length: integers; nothing: it is something else.
std::optional<std::vector<Int>> characters(Call& call, Cell list) {
  auto items = spine(call.shadow, list);
  if (!items) return {};
  std::vector<Int> codes;
  ExprId all = call.shadow.yes();
  for (Cell item : *items) {
    Shadow::Number n = call.shadow.as_number(item);
    all = call.pool().and_(all, n.is_int);
    codes.push_back(n.integer);
  }
  if (!call.shadow.decide_if(all)) return {};
  return codes;
}

std::optional<std::vector<Int>> bytes_of(Call& call, Cell binary) {
  auto bits = call.shadow.choose_bits(binary);
  if (!bits) return {};
  Cell known = choose_length(call.shadow, *bits);
  const uint64_t size = call.heap().bits_of(known).size;
  if (size % 8 != 0) return {};
  std::vector<Int> codes;
  for (uint64_t at = 0; at < size; at += 8) {
    ExprId byte = call.pool().zext(read_bits(call.shadow, known, at, 8), 9);
    codes.push_back(call.shadow.ints().of(byte, 0, 255));
  }
  return codes;
}

ExprId is_code(Call& call, const Int& code, char c) {
  return call.shadow.ints().equal(code, call.shadow.ints().constant(c));
}

// Digits from `first` on: the condition that they are, and the number.
struct Digits {
  ExprId valid;
  Int value;
};

Digits read_digits(Call& call, const std::vector<Int>& codes, size_t first) {
  Ranged& ints = call.shadow.ints();
  ExprPool& pool = call.pool();
  Digits result{pool.boolean(first < codes.size()), ints.constant(0)};
  for (size_t i = first; i < codes.size(); ++i) {
    ExprId digit = pool.and_(ints.less_equal(ints.constant('0'), codes[i]),
                             ints.less_equal(codes[i], ints.constant('9')));
    result.valid = pool.and_(result.valid, digit);
    if (pool.is_false(result.valid)) return result;
    Int value = ints.subtract(codes[i], ints.constant('0'));
    // Whatever is no digit was excluded.
    ExprId bits = ints.low_bits(value, 4);
    value = ints.of(pool.zext(bits, 5), 0, 9);
    result.value = ints.add(ints.multiply(result.value, ints.constant(10)), value);
    if (!result.value.expr) return result;
  }
  return result;
}

Cases read_integer(Call& call, const std::vector<Int>& codes, Cell text) {
  ExprPool& pool = call.pool();
  Ranged& ints = call.shadow.ints();
  if (codes.empty()) return call.error("badarg");
  if (codes.size() > 150) {
    // Longer than any expression: exact for known texts only.
    std::string digits;
    Cell now = call.shadow.concretise(text, "a very large number");
    (void)now;
    for (const Int& code : codes) {
      mpz_class c = code.is_constant() ? code.low : call.shadow.inputs().integer(code.expr);
      digits += c >= 0 && c < 128 ? static_cast<char>(c.get_si()) : '?';
    }
    size_t sign = digits[0] == '-' || digits[0] == '+';
    if (digits.find_first_not_of("0123456789", sign) != std::string::npos)
      return call.error("badarg");
    return call.value(call.heap().integer(mpz_class(digits.substr(digits[0] == '+'))));
  }
  ExprId minus = is_code(call, codes[0], '-'), plus = is_code(call, codes[0], '+');
  Digits whole = read_digits(call, codes, 0), rest = read_digits(call, codes, 1);
  Cases cases;
  ExprId none = call.shadow.yes();
  auto add = [&](ExprId when, Int value) {
    if (pool.is_false(when)) return;
    cases.push_back({when, call.heap().unknown(std::move(value))});
    none = pool.and_(none, pool.not_(when));
  };
  add(whole.valid, whole.value);
  add(pool.and_(minus, rest.valid), ints.subtract(ints.constant(0), rest.value));
  add(pool.and_(plus, rest.valid), rest.value);
  if (!pool.is_false(none)) cases.push_back({none, call.heap().atom("badarg"), true});
  return cases;
}

Cases list_to_integer(Call& call) {
  auto codes = characters(call, call.arg(0));
  return codes ? read_integer(call, *codes, call.arg(0)) : call.error("badarg");
}

Cases binary_to_integer(Call& call) {
  auto codes = bytes_of(call, call.arg(0));
  return codes ? read_integer(call, *codes, call.arg(0)) : call.error("badarg");
}

// The sign and the number of digits are a choice; nothing: it is no integer.
std::optional<std::vector<Cell>> write_integer(Call& call) {
  Shadow& shadow = call.shadow;
  Ranged& ints = shadow.ints();
  ExprPool& pool = call.pool();
  Shadow::Number n = shadow.as_number(call.arg(0));
  if (!shadow.decide_if(n.is_int)) return {};
  Int value = n.integer;
  std::vector<Cell> out;
  if (value.is_constant()) {
    for (char c : value.low.get_str()) out.push_back(Cell::small(c));
    return out;
  }
  if (shadow.decide_if(ints.less(value, ints.constant(0)))) {
    out.push_back(Cell::small('-'));
    value = ints.subtract(ints.constant(0), value);
  }
  mpz_class most = std::max<mpz_class>(value.high, 9);
  std::vector<ExprId> conditions;
  for (mpz_class end = 10, start = 0;; start = end, end *= 10) {
    ExprId here = pool.and_(ints.less_equal(ints.constant(start), value),
                            ints.less(value, ints.constant(end)));
    conditions.push_back(here);
    if (end > most) break;
  }
  const unsigned digits = shadow.decide(conditions).value_or(0) + 1;
  std::vector<Cell> reversed;
  mpz_class power = 1;
  for (unsigned i = 0; i < digits; ++i, power *= 10) {
    Int digit = ints.remainder(ints.quotient(value, ints.constant(power)), ints.constant(10));
    Int low = ints.of(pool.zext(ints.low_bits(digit, 4), 8), 0, 9);
    reversed.push_back(call.heap().unknown(ints.add(low, ints.constant('0'))));
  }
  out.insert(out.end(), reversed.rbegin(), reversed.rend());
  return out;
}

Cases integer_to_list(Call& call) {
  auto text = write_integer(call);
  return text ? call.value(call.heap().list(*text)) : call.error("badarg");
}

Cases integer_to_binary(Call& call) {
  auto text = write_integer(call);
  if (!text) return call.error("badarg");
  BitsBuilder out(call.pool());
  for (Cell c : *text) {
    Int code = call.shadow.as_number(c).integer;
    out.add(code.is_constant() ? call.pool().bits(8, code.low.get_ui())
                               : call.shadow.ints().low_bits(code, 8));
  }
  return call.value(call.heap().bits(out.take()));
}

// ---- atoms ----

std::vector<uint32_t> code_points(const std::string& utf8) {
  std::vector<uint32_t> codes;
  for (size_t i = 0; i < utf8.size();) {
    auto lead = static_cast<uint8_t>(utf8[i]);
    unsigned count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t code = count == 1 ? lead : lead & (0x7Fu >> count);
    for (unsigned k = 1; k < count && i + k < utf8.size(); ++k)
      code = code << 6 | (static_cast<uint8_t>(utf8[i + k]) & 0x3F);
    codes.push_back(code);
    i += count;
  }
  return codes;
}

// All names that the atom can have, as lists, under their conditions.
Cases atom_to_list(Call& call) {
  constexpr size_t many = 64;
  Cell atom = call.shadow.resolve(call.arg(0));
  if (!call.shadow.decide_if(call.shadow.is_kind(atom, mask_of(TermKind::atom))))
    return call.error("badarg");
  if (call.shadow.resolve(atom).tag() == Tag::boolean) atom = call.shadow.settle(atom);
  if (call.shadow.shapes_of(atom).size() > many) atom = call.shadow.settle(atom);
  std::vector<Alt> texts;
  for (const Alt& alt : call.shadow.shapes_of(atom)) {
    if (alt.value.tag() != Tag::atom) continue;
    std::vector<Cell> text;
    for (uint32_t code : code_points(call.heap().name(alt.value)))
      text.push_back(Cell::small(code));
    texts.push_back({alt.when, call.heap().list(text)});
  }
  return call.value(call.shadow.mux(std::move(texts)));
}

std::string utf8_of(const std::vector<uint32_t>& codes) {
  std::string out;
  for (uint32_t c : codes) {
    if (c < 0x80) {
      out += static_cast<char>(c);
      continue;
    }
    unsigned more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    out += static_cast<char>((0xF00u >> (more + 1)) | c >> 6 * more);
    while (more-- > 0) out += static_cast<char>(0x80 | (c >> 6 * more & 0x3F));
  }
  return out;
}

// One way for each atom of the program that has so many characters; others are as in this run.
Cases list_to_atom(Call& call) {
  ExprPool& pool = call.pool();
  Ranged& ints = call.shadow.ints();
  auto codes = characters(call, call.arg(0));
  if (!codes) return call.error("badarg");
  if (codes->size() > 255) return call.error("system_limit");
  ExprId valid = call.shadow.yes();
  bool known = true;
  for (const Int& code : *codes) {
    known = known && code.is_constant();
    ExprId character = pool.and_(ints.less_equal(ints.constant(0), code),
                                 ints.less_equal(code, ints.constant(0x10FFFF)));
    ExprId surrogate = pool.and_(ints.less_equal(ints.constant(0xD800), code),
                                 ints.less_equal(code, ints.constant(0xDFFF)));
    valid = pool.and_(valid, pool.and_(character, pool.not_(surrogate)));
  }
  if (!call.shadow.decide_if(valid)) return call.error("badarg");
  Cases cases;
  ExprId none = call.shadow.yes();
  Atoms& atoms = call.heap().atoms();
  for (uint32_t id = 0; id < call.heap().program_atoms && !known; ++id) {
    const std::vector<uint32_t> name = code_points(atoms.name(id));
    if (name.size() != codes->size()) continue;
    ExprId same = call.shadow.yes();
    for (size_t i = 0; i < name.size() && !pool.is_false(same); ++i)
      same = pool.and_(same, ints.equal((*codes)[i], ints.constant(name[i])));
    if (pool.is_false(same)) continue;
    cases.push_back({same, Cell::atom(id)});
    none = pool.and_(none, pool.not_(same));
  }
  if (!cases.empty()) {
    std::vector<ExprId> conditions;
    for (const Case& one : cases) conditions.push_back(one.when);
    conditions.push_back(none);
    auto taken = call.shadow.decide(std::move(conditions));
    if (taken && *taken < cases.size()) return call.value(cases[*taken].value);
  }
  std::vector<uint32_t> text;
  for (const Int& code : *codes) {
    Cell c = call.shadow.concretise(call.heap().unknown(code), "the name of a new atom");
    text.push_back(static_cast<uint32_t>(call.heap().integer_of(c).get_ui()));
  }
  return call.value(call.heap().atom(utf8_of(text)));
}

constexpr ModelRow rows[] = {
    {"erlang", "list_to_integer", 1, list_to_integer},
    {"erlang", "binary_to_integer", 1, binary_to_integer},
    {"erlang", "integer_to_list", 1, integer_to_list},
    {"erlang", "integer_to_binary", 1, integer_to_binary},
    {"erlang", "atom_to_list", 1, atom_to_list},
    {"erlang", "list_to_atom", 1, list_to_atom},
};

}  // namespace

std::span<const ModelRow> conversion_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay
