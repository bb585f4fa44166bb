// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/core.h"

#include <map>

#include "languages/erlang/term/etf.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

namespace {

// Terms nest as deeply as the program does; beyond this it is no program.
constexpr unsigned max_nesting = 2000;

// Reads one module. The first fault is kept, and everything after it is meaningless.
class Decoder {
 public:
  Result<CoreModule> decode(const Term& term);

 private:
  // ---- faults ----
  void fail(const char* what, const Term& term);
  const Term& item(const Term& tuple, size_t i) {
    static const Term none;
    return i < tuple.items.size() ? tuple.items[i] : none;
  }
  uint32_t number(const Term& term);
  std::string name(const Term& term);
  uint32_t slot(const Term& term);
  std::vector<uint32_t> slots(const Term& list);
  // The elements of a proper list.
  std::span<const Term> elements(const Term& list);
  template <typename T>
  std::vector<T> all(const Term& list, T (Decoder::*read)(const Term&)) {
    std::vector<T> result;
    for (const Term& each : elements(list)) result.push_back((this->*read)(each));
    return result;
  }
  bool enter(const Term& term);

  // ---- parts ----
  uint32_t literal(const Term& term);
  uint32_t callee(std::string module, std::string function, size_t arity);
  Operand operand(const Term& term);
  Pattern pattern(const Term& term);
  void map_pattern(const Term& term, Pattern& out);
  Segment segment(const Term& term);
  Guard guard(const Term& term);
  Guard::Clause guard_clause(const Term& term);
  Clause clause(const Term& term);
  Code code(const Term& term);
  bool flow(const Term& term, const std::string& tag, Code& out);
  bool calls(const Term& term, const std::string& tag, Code& out);
  bool data(const Term& term, const std::string& tag, Code& out);
  CoreFunction function(const Term& term);

  CoreModule module_;
  std::map<Callee, uint32_t> callees_;
  uint32_t slot_count_ = 0, function_count_ = 0;
  unsigned nesting_ = 0;
  std::string fault_;
};

void Decoder::fail(const char* what, const Term& term) {
  if (!fault_.empty()) return;
  std::string text = to_text(term);
  if (text.size() > 80) text = text.substr(0, 77) + "...";
  fault_ = std::string(what) + ": " + text;
}

bool Decoder::enter(const Term& term) {
  if (nesting_ > max_nesting) fail("too deep", term);
  return fault_.empty();
}

uint32_t Decoder::number(const Term& term) {
  if (term.is_integer() && term.integer >= 0 && term.integer <= 0xFFFFFFFFul)
    return static_cast<uint32_t>(term.integer.get_ui());
  fail("not a number", term);
  return 0;
}

std::string Decoder::name(const Term& term) {
  if (!term.is_atom()) fail("not an atom", term);
  return term.text;
}

uint32_t Decoder::slot(const Term& term) {
  uint32_t n = number(term);
  if (n >= slot_count_) fail("no such slot", term);
  return n;
}

std::span<const Term> Decoder::elements(const Term& list) {
  if (!list.is_proper_list()) {
    fail("not a list", list);
    return {};
  }
  return {list.items.data(), list.length()};
}

std::vector<uint32_t> Decoder::slots(const Term& list) {
  return all(list, &Decoder::slot);
}

uint32_t Decoder::literal(const Term& term) {
  module_.literals.push_back(term);
  return static_cast<uint32_t>(module_.literals.size() - 1);
}

uint32_t Decoder::callee(std::string module, std::string function, size_t arity) {
  Callee wanted{std::move(module), std::move(function), static_cast<uint32_t>(arity)};
  auto [at, added] = callees_.try_emplace(wanted, module_.callees.size());
  if (added) module_.callees.push_back(std::move(wanted));
  return at->second;
}

Operand Decoder::operand(const Term& term) {
  Operand out;
  ++nesting_;
  if (!enter(term)) {
    // Nothing.
  } else if (term.is_tuple("v", 2)) {
    out.kind = Operand::Kind::slot;
    out.index = slot(term.items[1]);
  } else if (term.is_tuple("l", 2)) {
    out.index = literal(term.items[1]);
  } else if (term.is_tuple("cons", 3)) {
    out.kind = Operand::Kind::cons;
    out.items = {operand(term.items[1]), operand(term.items[2])};
  } else if (term.is_tuple("tuple", 2)) {
    out.kind = Operand::Kind::tuple;
    out.items = all(term.items[1], &Decoder::operand);
  } else {
    fail("not a value", term);
  }
  --nesting_;
  return out;
}

Segment Decoder::segment(const Term& term) {
  Segment out;
  if (!term.is_tuple() || term.items.size() != 5) {
    fail("not a segment", term);
    return out;
  }
  const Term& size = term.items[1];
  if (size.is_tuple("l", 2) && size.items[1].is_atom("all")) {
    out.size_kind = Segment::Size::all;
  } else if (!size.is_atom("undefined")) {
    out.size_kind = Segment::Size::given;
    out.size = operand(size);
  }
  if (term.items[2].is_integer()) out.unit = number(term.items[2]);
  static const std::map<std::string, Segment::Type, std::less<>> types = {
      {"integer", Segment::Type::integer}, {"float", Segment::Type::floating},
      {"binary", Segment::Type::binary},   {"utf8", Segment::Type::utf8},
      {"utf16", Segment::Type::utf16},     {"utf32", Segment::Type::utf32}};
  auto type = types.find(name(term.items[3]));
  if (type == types.end()) {
    fail("not a type of segments", term);
  } else {
    out.type = type->second;
  }
  for (const Term& flag : elements(term.items[4])) {
    out.is_signed |= flag.is_atom("signed");
    out.little |= flag.is_atom("little");
  }
  return out;
}

void Decoder::map_pattern(const Term& term, Pattern& out) {
  out.kind = Pattern::Kind::map;
  for (const Term& pair : elements(term.items[1])) {
    if (!pair.is_tuple() || pair.items.size() != 2) return fail("not a pair", pair);
    out.keys.push_back(operand(pair.items[0]));
    out.items.push_back(pattern(pair.items[1]));
  }
}

Pattern Decoder::pattern(const Term& term) {
  Pattern out;
  ++nesting_;
  if (!enter(term)) {
    // Nothing.
  } else if (term.is_tuple("v", 2)) {
    out.index = slot(term.items[1]);
  } else if (term.is_tuple("l", 2)) {
    out.kind = Pattern::Kind::literal;
    out.index = literal(term.items[1]);
  } else if (term.is_tuple("alias", 3)) {
    out.kind = Pattern::Kind::alias;
    out.index = slot(term.items[1]);
    out.items = {pattern(term.items[2])};
  } else if (term.is_tuple("cons", 3)) {
    out.kind = Pattern::Kind::cons;
    out.items = {pattern(term.items[1]), pattern(term.items[2])};
  } else if (term.is_tuple("tuple", 2)) {
    out.kind = Pattern::Kind::tuple;
    out.items = all(term.items[1], &Decoder::pattern);
  } else if (term.is_tuple("map", 2)) {
    map_pattern(term, out);
  } else if (term.is_tuple("binary", 2)) {
    out.kind = Pattern::Kind::binary;
    out.segments = all(term.items[1], &Decoder::segment);
    for (const Term& each : elements(term.items[1])) out.items.push_back(pattern(item(each, 0)));
  } else {
    fail("not a pattern", term);
  }
  --nesting_;
  return out;
}

Guard::Clause Decoder::guard_clause(const Term& term) {
  return {all(item(term, 0), &Decoder::pattern), guard(item(term, 1)), guard(item(term, 2))};
}

Guard Decoder::guard(const Term& term) {
  Guard out;
  ++nesting_;
  if (!enter(term) || term.is_atom("true")) {
    // No condition.
  } else if (term.is_tuple("bif", 3)) {
    out.kind = Guard::Kind::bif;
    out.items = all(term.items[2], &Decoder::guard);
    out.bif = callee("erlang", name(term.items[1]), out.items.size());
  } else if (term.is_tuple("let", 4)) {
    out.kind = Guard::Kind::let;
    out.slots = slots(term.items[1]);
    out.items = {guard(term.items[2]), guard(term.items[3])};
  } else if (term.is_tuple("case", 3)) {
    out.kind = Guard::Kind::choose;
    out.items = all(term.items[1], &Decoder::guard);
    out.clauses = all(term.items[2], &Decoder::guard_clause);
  } else if (term.is_tuple("values", 2)) {
    out.kind = Guard::Kind::values;
    out.items = all(term.items[1], &Decoder::guard);
  } else if (term.is_tuple("try", 3)) {
    out.kind = Guard::Kind::attempt;
    out.items = {guard(term.items[1])};
    out.value = operand(term.items[2]);
  } else {
    out.kind = Guard::Kind::value;
    out.value = operand(term);
  }
  --nesting_;
  return out;
}

Clause Decoder::clause(const Term& term) {
  if (!term.is_tuple() || term.items.size() != 5) {
    fail("not a clause", term);
    return {};
  }
  Clause out;
  out.point = number(term.items[0]);
  out.line = number(term.items[1]);
  out.patterns = all(term.items[2], &Decoder::pattern);
  out.guard = guard(term.items[3]);
  out.body = code(term.items[4]);
  return out;
}

// What decides where to go on.
bool Decoder::flow(const Term& term, const std::string& tag, Code& out) {
  const size_t size = term.items.size();
  if (tag == "let" && size == 4) {
    out.kind = Code::Kind::let;
    out.slots = slots(term.items[1]);
    out.parts = {code(term.items[2]), code(term.items[3])};
  } else if (tag == "seq" && size == 3) {
    out.kind = Code::Kind::seq;
    out.parts = {code(term.items[1]), code(term.items[2])};
  } else if (tag == "case" && size == 4) {
    out.kind = Code::Kind::choose;
    out.line = number(term.items[1]);
    out.operands = all(term.items[2], &Decoder::operand);
    out.clauses = all(term.items[3], &Decoder::clause);
    for (const Clause& each : out.clauses) {
      if (each.patterns.size() != out.operands.size()) fail("patterns do not fit", term);
    }
  } else if (tag == "try" && size == 8) {
    out.kind = Code::Kind::attempt;
    out.site = number(term.items[1]);
    out.line = number(term.items[2]);
    out.slots = slots(term.items[4]);
    out.caught = slots(term.items[6]);
    out.parts = {code(term.items[3]), code(term.items[5]), code(term.items[7])};
    if (out.caught.size() != 3) fail("not a handler", term);
  } else if (tag == "receive" && size == 6) {
    out.kind = Code::Kind::receive;
    out.site = number(term.items[1]);
    out.line = number(term.items[2]);
    out.clauses = all(term.items[3], &Decoder::clause);
    out.operands = {operand(term.items[4])};
    out.parts = {code(term.items[5])};
    for (const Clause& each : out.clauses) {
      if (each.patterns.size() != 1) fail("patterns do not fit", term);
    }
  } else {
    return false;
  }
  return true;
}

bool Decoder::calls(const Term& term, const std::string& tag, Code& out) {
  const auto& items = term.items;
  const size_t size = items.size();
  auto take = [&](Code::Kind kind, const Term& line, const Term& args) {
    out.kind = kind;
    out.line = number(line);
    for (Operand& each : all(args, &Decoder::operand)) out.operands.push_back(std::move(each));
  };
  if (tag == "local" && size == 4) {
    take(Code::Kind::local, items[1], items[3]);
    out.index = number(items[2]);
    if (out.index >= function_count_) fail("no such function", term);
  } else if ((tag == "call" || tag == "bif") && size == 5) {
    take(tag == "bif" ? Code::Kind::bif : Code::Kind::call, items[1], items[4]);
    out.index = callee(name(items[2]), name(items[3]), out.operands.size());
  } else if (tag == "opaque" && size == 6) {
    take(Code::Kind::opaque, items[2], items[5]);
    out.site = number(items[1]);
    out.index = callee(name(items[3]), name(items[4]), out.operands.size());
  } else if (tag == "primop" && size == 4) {
    take(Code::Kind::primop, items[1], items[3]);
    out.index = callee({}, name(items[2]), out.operands.size());
  } else if (tag == "remote" && size == 6) {
    out.operands = {operand(items[3]), operand(items[4])};
    take(Code::Kind::remote, items[2], items[5]);
    out.site = number(items[1]);
  } else if (tag == "apply" && size == 5) {
    out.operands = {operand(items[3])};
    take(Code::Kind::apply, items[2], items[4]);
    out.site = number(items[1]);
  } else if (tag == "remote_list" && size == 6) {
    out.kind = Code::Kind::remote_list;
    out.site = number(items[1]);
    out.line = number(items[2]);
    out.operands = {operand(items[3]), operand(items[4]), operand(items[5])};
  } else if (tag == "apply_list" && size == 5) {
    out.kind = Code::Kind::apply_list;
    out.site = number(items[1]);
    out.line = number(items[2]);
    out.operands = {operand(items[3]), operand(items[4])};
  } else {
    return false;
  }
  return true;
}

// What makes values.
bool Decoder::data(const Term& term, const std::string& tag, Code& out) {
  const auto& items = term.items;
  const size_t size = items.size();
  if (tag == "values" && size == 2) {
    out.operands = all(items[1], &Decoder::operand);
  } else if (tag == "stacktrace" && size == 3) {
    out.kind = Code::Kind::stacktrace;
    out.site = number(items[1]);
    out.line = number(items[2]);
  } else if (tag == "fun" && size == 3) {
    out.kind = Code::Kind::closure;
    out.index = number(items[1]);
    out.operands = all(items[2], &Decoder::operand);
    if (out.index >= function_count_) fail("no such function", term);
  } else if (tag == "map" && size == 4) {
    out.kind = Code::Kind::map;
    out.line = number(items[1]);
    out.operands = {operand(items[2])};
    for (const Term& pair : elements(items[3])) {
      out.exact.push_back(item(pair, 0).is_atom("exact"));
      out.operands.push_back(operand(item(pair, 1)));
      out.operands.push_back(operand(item(pair, 2)));
    }
  } else if (tag == "binary" && size == 3) {
    out.kind = Code::Kind::binary;
    out.line = number(items[1]);
    out.segments = all(items[2], &Decoder::segment);
    for (const Term& each : elements(items[2])) out.operands.push_back(operand(item(each, 0)));
  } else {
    return false;
  }
  return true;
}

Code Decoder::code(const Term& term) {
  Code out;
  ++nesting_;
  if (enter(term)) {
    const Term& first = item(term, 0);
    const std::string tag = term.is_tuple() && first.is_atom() ? first.text : std::string();
    if (!flow(term, tag, out) && !calls(term, tag, out) && !data(term, tag, out))
      out.operands = {operand(term)};
  }
  --nesting_;
  return out;
}

CoreFunction Decoder::function(const Term& term) {
  CoreFunction out;
  if (!term.is_tuple() || term.items.size() != 8) {
    fail("not a function", term);
    return out;
  }
  if (number(term.items[0]) != module_.functions.size()) fail("functions are not in order", term);
  out.name = name(term.items[1]);
  out.arity = number(term.items[2]);
  out.captured = number(term.items[3]);
  out.exported = term.items[4].is_atom("true");
  out.line = number(term.items[5]);
  out.slots = all(term.items[6], &Decoder::name);
  slot_count_ = static_cast<uint32_t>(out.slots.size());
  if (uint64_t{out.arity} + out.captured > slot_count_) fail("too few slots", term);
  out.body = code(term.items[7]);
  return out;
}

Result<CoreModule> Decoder::decode(const Term& term) {
  if (!term.is_tuple("cuttle_core", 6)) fail("not a module", term);
  if (fault_.empty() && number(term.items[1]) != 1) fail("another version", term.items[1]);
  if (fault_.empty()) {
    module_.name = name(term.items[2]);
    module_.key = number(term.items[3]);
    module_.file = term.items[4].text;
    auto functions = elements(term.items[5]);
    function_count_ = static_cast<uint32_t>(functions.size());
    for (const Term& each : functions) {
      CoreFunction read = function(each);
      module_.functions.push_back(std::move(read));
      if (!fault_.empty()) break;
    }
  }
  if (!fault_.empty())
    return Error::environment("the instrumented module makes no sense: " + fault_);
  return std::move(module_);
}

}  // namespace

Result<CoreModule> decode_core(std::span<const uint8_t> bytes) {
  auto term = decode_etf(bytes);
  if (!term) return term.error();
  return Decoder().decode(*term);
}

}  // namespace cuttle::erlang
