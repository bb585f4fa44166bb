// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/node_import.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace cuttle {
namespace {

struct BinaryOp {
  uint8_t trace;
  Op bits;
  Op boolean;  // for width 1, where there is one
};
constexpr BinaryOp binary_ops[] = {
    {CUTTLE_OP_AND, Op::bv_and, Op::and_},   {CUTTLE_OP_OR, Op::bv_or, Op::or_},
    {CUTTLE_OP_XOR, Op::bv_xor, Op::xor_},   {CUTTLE_OP_ADD, Op::bv_add, Op::xor_},
    {CUTTLE_OP_SUB, Op::bv_sub, Op::xor_},   {CUTTLE_OP_MUL, Op::bv_mul, Op::and_},
    {CUTTLE_OP_UDIV, Op::bv_udiv, Op::none}, {CUTTLE_OP_UREM, Op::bv_urem, Op::none},
    {CUTTLE_OP_SDIV, Op::bv_sdiv, Op::none}, {CUTTLE_OP_SREM, Op::bv_srem, Op::none},
    {CUTTLE_OP_SHL, Op::bv_shl, Op::none},   {CUTTLE_OP_LSHR, Op::bv_lshr, Op::none},
    {CUTTLE_OP_ASHR, Op::bv_ashr, Op::none},
};

struct FloatOp {
  uint8_t trace;
  Op op;
  uint8_t arity;
  bool compares;
};
constexpr FloatOp float_ops[] = {
    {CUTTLE_OP_FNEG, Op::f_neg, 1, false},   {CUTTLE_OP_FABS, Op::f_abs, 1, false},
    {CUTTLE_OP_FADD, Op::f_add, 2, false},   {CUTTLE_OP_FSUB, Op::f_sub, 2, false},
    {CUTTLE_OP_FMUL, Op::f_mul, 2, false},   {CUTTLE_OP_FDIV, Op::f_div, 2, false},
    {CUTTLE_OP_FREM, Op::f_rem, 2, false},   {CUTTLE_OP_FMA, Op::f_fma, 3, false},
    {CUTTLE_OP_FSQRT, Op::f_sqrt, 1, false}, {CUTTLE_OP_FMIN, Op::f_min, 2, false},
    {CUTTLE_OP_FMAX, Op::f_max, 2, false},   {CUTTLE_OP_FROUND, Op::f_round, 1, false},
    {CUTTLE_OP_FEQ, Op::f_eq, 2, true},      {CUTTLE_OP_FLT, Op::f_lt, 2, true},
    {CUTTLE_OP_FLE, Op::f_le, 2, true},      {CUTTLE_OP_FISNAN, Op::f_is_nan, 1, true},
};

// How many of a, b, c are nodes; -1 for an unknown operation.
int arity(const CuttleNode& node) {
  switch (node.op) {
    case CUTTLE_OP_CONSTANT:
    case CUTTLE_OP_VARIABLE:
      return 0;
    case CUTTLE_OP_EXTRACT:
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
    case CUTTLE_OP_LOOKUP:
    case CUTTLE_OP_NOT:
    case CUTTLE_OP_NEG:
    case CUTTLE_OP_FTOF:
    case CUTTLE_OP_SIGNED_TO_F:
    case CUTTLE_OP_UNSIGNED_TO_F:
    case CUTTLE_OP_F_TO_SIGNED:
    case CUTTLE_OP_F_TO_UNSIGNED:
      return 1;
    case CUTTLE_OP_CONCAT:
      return 2;
    case CUTTLE_OP_ITE:
      return 3;
    default:
      break;
  }
  if (node.op >= CUTTLE_OP_AND && node.op <= CUTTLE_OP_ASHR) return 2;
  if (node.op >= CUTTLE_OP_EQ && node.op <= CUTTLE_OP_SLE) return 2;
  for (const auto& entry : float_ops)
    if (entry.trace == node.op) return entry.arity;
  return -1;
}

}  // namespace

std::string to_string(const InputIdentity& identity) {
  std::string text = identity.name;
  if (identity.occurrence != 1) text += "#" + std::to_string(identity.occurrence);
  if (identity.index != CUTTLE_NO_INDEX) text += "[" + std::to_string(identity.index) + "]";
  return text;
}

namespace {

// Takes a number off the end of `text`, between `open` and `close` (0: the end).
bool take_number(std::string& text, char open, char close, uint32_t& number) {
  std::string_view rest = text;
  if (close != '\0') {
    if (rest.empty() || rest.back() != close) return false;
    rest.remove_suffix(1);
  }
  const size_t at = rest.rfind(open);
  if (at == std::string_view::npos || at + 1 == rest.size()) return false;
  const char* end = rest.data() + rest.size();
  uint32_t value = 0;
  const auto [stop, error] = std::from_chars(rest.data() + at + 1, end, value);
  if (error != std::errc() || stop != end || value == CUTTLE_NO_INDEX) return false;
  number = value;
  text.resize(at);
  return true;
}

}  // namespace

std::vector<InputIdentity> possible_identities(const std::string& text) {
  std::vector<InputIdentity> found{{text, CUTTLE_NO_INDEX, 1}};
  InputIdentity element{text, CUTTLE_NO_INDEX, 1};
  if (take_number(element.name, '[', ']', element.index)) found.push_back(element);
  const size_t plain = found.size();
  for (size_t i = 0; i < plain; ++i) {
    InputIdentity later = found[i];
    if (take_number(later.name, '#', '\0', later.occurrence) && later.occurrence > 1)
      found.push_back(later);
  }
  return found;
}

void NodeImport::forget() {
  imported_.clear();
  states_.clear();
  variables_.clear();
  variable_owners_.clear();
}

unsigned NodeImport::width_of(ExprId e) const {
  const Sort sort = pool_.sort(e);
  return sort.is_bool() ? 1 : sort.is_int() ? CUTTLE_INTEGER : sort.width;
}

ExprId NodeImport::to_bits(ExprId e) {
  return e && pool_.sort(e).is_bool() ? pool_.bool_to_bits(e, 1) : e;
}

ExprId NodeImport::to_bool(ExprId e) {
  return e && pool_.sort(e) == Sort::bits(1) ? pool_.eq(e, pool_.bits(1, 1)) : e;
}

ExprId NodeImport::as_float(ExprId e) {
  const ExprId bits = to_bits(e);
  const std::array args = {bits};
  return pool_.make(Op::f_from_bits, Sort::floating(pool_.sort(bits).width), args);
}

std::optional<uint32_t> NodeImport::owner(VarId variable) const {
  const auto found = variable_owners_.find(variable);
  return found == variable_owners_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<VarId> NodeImport::variable(uint32_t id) {
  if (id == 0 || id >= trace_.count(CUTTLE_AREA_VARIABLES)) return {};
  if (id < variables_.size() && variables_[id]) return variables_[id];
  const auto record = trace_.get<CuttleVariable>(CUTTLE_AREA_VARIABLES, id);
  const bool is_int = record && record->width == CUTTLE_INTEGER;
  if (!record || record->width == 0 || (record->width > 64 && !is_int)) return {};
  const Sort sort = is_int ? Sort::integer() : Sort::bits(record->width);
  const std::string plain =
      to_string(InputIdentity{trace_.string(record->name), record->index, record->occurrence});
  // Two inputs may have one name and different widths; test cases need them apart.
  std::string name = plain;
  for (unsigned n = 2;; ++n) {
    const Variable* known = pool_.find_variable(name);
    if (known == nullptr) break;
    const auto taken = owner(pool_.var_of(known->expr));
    if (known->sort == sort && (!taken || *taken == id)) break;
    name = plain + ":" + std::to_string(n);
  }
  const VarId variable = pool_.var_of(pool_.variable(name, sort, trace_.string(record->type)));
  if (variables_.size() <= id) variables_.resize(id + 1);
  variables_[id] = variable;
  variable_owners_[variable] = id;
  return variable;
}

// Depth first without recursion: expressions may be millions of nodes deep.
ExprId NodeImport::expression(uint32_t root) {
  const uint32_t count = trace_.count(CUTTLE_AREA_NODES);
  if (root == 0 || root >= count) return {};
  if (imported_.size() < count) {
    imported_.resize(count);
    states_.resize(count, State::unknown);
  }
  std::vector<uint32_t> work{root};
  while (!work.empty()) {
    const uint32_t id = work.back();
    if (states_[id] != State::unknown) {
      work.pop_back();
      continue;
    }
    const auto node = trace_.get<CuttleNode>(CUTTLE_AREA_NODES, id);
    const size_t before = work.size();
    const bool sound = node && need_arguments(*node, id, work);
    if (sound && work.size() > before) continue;
    imported_[id] = sound ? make(*node) : ExprId{};
    states_[id] = imported_[id] ? State::known : State::broken;
    work.resize(before - 1);
  }
  return imported_[root];
}

bool NodeImport::need(uint32_t argument, uint32_t id, std::vector<uint32_t>& work) {
  if (argument == 0 || argument >= id || states_[argument] == State::broken) return false;
  if (states_[argument] == State::unknown) work.push_back(argument);
  return true;
}

bool NodeImport::need_arguments(const CuttleNode& node, uint32_t id, std::vector<uint32_t>& work) {
  const int count = arity(node);
  if (count < 0 || node.width == 0) return false;
  const uint32_t arguments[] = {node.a, node.b, node.c};
  for (int i = 0; i < count; ++i)
    if (!need(arguments[i], id, work)) return false;
  if (node.op != CUTTLE_OP_LOOKUP) return true;
  const auto table = trace_.get<CuttleTable>(CUTTLE_AREA_TABLES, node.b);
  if (!table || table->count == 0 || table->count > trace_.capacity(CUTTLE_AREA_TABLE_ELEMENTS))
    return false;
  for (uint32_t i = 0; i < table->count; ++i) {
    const auto element = trace_.get<uint32_t>(CUTTLE_AREA_TABLE_ELEMENTS, table->first + i);
    if (!element || !need(*element, id, work)) return false;
  }
  return true;
}

ExprId NodeImport::make(const CuttleNode& node) {
  if (node.width == CUTTLE_INTEGER) return make_integer(node);
  if (node.op >= CUTTLE_OP_FNEG) return to_bool(make_float(node));
  if (node.op >= CUTTLE_OP_EQ) return make_comparison(node);
  if (node.op >= CUTTLE_OP_AND) return make_binary(node);
  return to_bool(make_basic(node));
}

ExprId NodeImport::make_basic(const CuttleNode& node) {
  const ExprId a = arg(node.a);
  switch (node.op) {
    case CUTTLE_OP_CONSTANT:
      return node.width <= 64 ? pool_.bits(node.width, node.value) : ExprId{};
    case CUTTLE_OP_VARIABLE: {
      const auto var = variable(node.a);
      if (!var || pool_.variable_info(*var).sort != Sort::bits(node.width)) return {};
      return pool_.variable_info(*var).expr;
    }
    case CUTTLE_OP_EXTRACT:
      if (pool_.sort(a).is_int()) {
        const std::array args = {a};
        return node.b == 0 ? pool_.make(Op::int_to_bits, Sort::bits(node.width), args) : ExprId{};
      }
      if (uint64_t{node.b} + node.width > width_of(a)) return {};
      return width_of(a) == 1 ? a : pool_.extract(a, node.b, node.width);
    case CUTTLE_OP_CONCAT: {
      const ExprId b = arg(node.b);
      if (width_of(a) + width_of(b) != node.width) return {};
      return pool_.concat(to_bits(a), to_bits(b));
    }
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
      return make_extension(node, a);
    case CUTTLE_OP_ITE:
      if (!pool_.sort(a).is_bool() || width_of(arg(node.b)) != node.width ||
          width_of(arg(node.c)) != node.width)
        return {};
      return pool_.ite(a, arg(node.b), arg(node.c));
    case CUTTLE_OP_LOOKUP:
      return make_lookup(node);
    case CUTTLE_OP_NOT:
      if (width_of(a) != node.width) return {};
      return pool_.sort(a).is_bool() ? pool_.not_(a) : pool_.unary(Op::bv_not, a);
    case CUTTLE_OP_NEG:
      if (width_of(a) != node.width) return {};
      return pool_.sort(a).is_bool() ? a : pool_.unary(Op::bv_neg, a);
    default:
      return {};
  }
}

ExprId NodeImport::make_integer(const CuttleNode& node) {
  const ExprId a = arg(node.a), b = arg(node.b), c = arg(node.c);
  const auto are_ints = [&](std::initializer_list<ExprId> all) {
    return std::all_of(all.begin(), all.end(), [&](ExprId e) { return pool_.sort(e).is_int(); });
  };
  const auto binary = [&](Op op) { return are_ints({a, b}) ? pool_.binary(op, a, b) : ExprId{}; };
  switch (node.op) {
    case CUTTLE_OP_CONSTANT:
      return pool_.constant(Value::integer(static_cast<int64_t>(node.value)));
    case CUTTLE_OP_VARIABLE: {
      const auto var = variable(node.a);
      return var && pool_.variable_info(*var).sort.is_int() ? pool_.variable_info(*var).expr
                                                            : ExprId{};
    }
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT: {
      if (pool_.sort(a).is_int()) return {};
      const std::array args = {to_bits(a)};
      const bool sign = node.op == CUTTLE_OP_SEXT;
      return pool_.make(sign ? Op::signed_bits_to_int : Op::bits_to_int, Sort::integer(), args);
    }
    case CUTTLE_OP_ITE:
      return pool_.sort(a).is_bool() && are_ints({b, c}) ? pool_.ite(a, b, c) : ExprId{};
    case CUTTLE_OP_NEG:
      return are_ints({a}) ? pool_.unary(Op::int_neg, a) : ExprId{};
    case CUTTLE_OP_ADD:
      return binary(Op::int_add);
    case CUTTLE_OP_SUB:
      return binary(Op::int_sub);
    case CUTTLE_OP_MUL:
      return binary(Op::int_mul);
    case CUTTLE_OP_UDIV:
      return binary(Op::int_div);
    case CUTTLE_OP_UREM:
      return binary(Op::int_mod);
    default:
      return {};
  }
}

ExprId NodeImport::make_extension(const CuttleNode& node, ExprId a) {
  if (width_of(a) > node.width) return {};
  if (width_of(a) == node.width) return a;
  const bool sign = node.op == CUTTLE_OP_SEXT;
  if (!pool_.sort(a).is_bool()) return sign ? pool_.sext(a, node.width) : pool_.zext(a, node.width);
  if (!sign) return pool_.bool_to_bits(a, node.width);
  return pool_.sext(to_bits(a), node.width);
}

ExprId NodeImport::make_lookup(const CuttleNode& node) {
  const auto table = trace_.get<CuttleTable>(CUTTLE_AREA_TABLES, node.b);
  if (!table) return {};
  std::vector<ExprId> elements;
  elements.reserve(table->count);
  for (uint32_t i = 0; i < table->count; ++i) {
    const auto id = trace_.get<uint32_t>(CUTTLE_AREA_TABLE_ELEMENTS, table->first + i);
    const ExprId element = id ? arg(*id) : ExprId{};
    if (!element || width_of(element) != node.width) return {};
    elements.push_back(to_bits(element));
  }
  if (elements.empty() || pool_.sort(arg(node.a)).is_int()) return {};
  return pool_.lookup(pool_.table(elements), to_bits(arg(node.a)));
}

ExprId NodeImport::make_binary(const CuttleNode& node) {
  const ExprId a = arg(node.a), b = arg(node.b);
  if (width_of(a) != node.width || width_of(b) != node.width) return {};
  for (const auto& entry : binary_ops) {
    if (entry.trace != node.op) continue;
    if (node.width == 1 && entry.boolean != Op::none) return pool_.binary(entry.boolean, a, b);
    return to_bool(pool_.binary(entry.bits, to_bits(a), to_bits(b)));
  }
  return {};
}

ExprId NodeImport::make_comparison(const CuttleNode& node) {
  const ExprId a = arg(node.a), b = arg(node.b);
  if (node.width != 1 || width_of(a) != width_of(b)) return {};
  if (pool_.sort(a).is_int() && node.op >= CUTTLE_OP_ULT) {
    if (node.op < CUTTLE_OP_SLT) return {};
    return pool_.binary(node.op == CUTTLE_OP_SLT ? Op::int_lt : Op::int_le, a, b);
  }
  switch (node.op) {
    case CUTTLE_OP_EQ:
      return pool_.eq(a, b);
    case CUTTLE_OP_NE:
      return pool_.ne(a, b);
    case CUTTLE_OP_ULT:
      return pool_.binary(Op::bv_ult, to_bits(a), to_bits(b));
    case CUTTLE_OP_ULE:
      return pool_.binary(Op::bv_ule, to_bits(a), to_bits(b));
    case CUTTLE_OP_SLT:
      return pool_.binary(Op::bv_slt, to_bits(a), to_bits(b));
    default:
      return pool_.binary(Op::bv_sle, to_bits(a), to_bits(b));
  }
}

ExprId NodeImport::make_float(const CuttleNode& node) {
  for (const auto& entry : float_ops)
    if (entry.trace == node.op)
      return make_float_operation(node, entry.op, entry.arity, entry.compares);
  return make_float_conversion(node);
}

ExprId NodeImport::make_float_operation(const CuttleNode& node, Op op, unsigned count,
                                        bool compares) {
  const ExprId arguments[] = {arg(node.a), arg(node.b), arg(node.c)};
  const unsigned width = width_of(arguments[0]);
  if (!is_float_width(width) || node.width != (compares ? 1 : width)) return {};
  std::vector<ExprId> floats;
  for (unsigned i = 0; i < count; ++i) {
    if (width_of(arguments[i]) != width) return {};
    floats.push_back(as_float(arguments[i]));
  }
  if (compares) return pool_.make(op, Sort::boolean(), floats);
  const bool rounds = op == Op::f_round;
  if (rounds && node.b > CUTTLE_ROUND_ZERO) return {};
  return float_bits(pool_.make(op, Sort::floating(width), floats, rounds ? node.b : 0));
}

ExprId NodeImport::make_float_conversion(const CuttleNode& node) {
  const ExprId a = arg(node.a);
  const bool from_float = node.op == CUTTLE_OP_FTOF || node.op == CUTTLE_OP_F_TO_SIGNED ||
                          node.op == CUTTLE_OP_F_TO_UNSIGNED;
  const bool to_float = node.op == CUTTLE_OP_FTOF || node.op == CUTTLE_OP_SIGNED_TO_F ||
                        node.op == CUTTLE_OP_UNSIGNED_TO_F;
  if (from_float && !is_float_width(width_of(a))) return {};
  if (to_float && (!is_float_width(node.width) || pool_.sort(a).is_int())) return {};
  const std::array args = {from_float ? as_float(a) : to_bits(a)};
  const Sort sort = to_float ? Sort::floating(node.width) : Sort::bits(node.width);
  switch (node.op) {
    case CUTTLE_OP_FTOF:
      if (width_of(a) == node.width) return a;
      return float_bits(pool_.make(Op::f_to_float, sort, args));
    case CUTTLE_OP_SIGNED_TO_F:
      return float_bits(pool_.make(Op::f_from_signed, sort, args));
    case CUTTLE_OP_UNSIGNED_TO_F:
      return float_bits(pool_.make(Op::f_from_unsigned, sort, args));
    case CUTTLE_OP_F_TO_SIGNED:
      return pool_.make(Op::f_to_signed, sort, args);
    default:
      return pool_.make(Op::f_to_unsigned, sort, args);
  }
}

ExprId NodeImport::float_bits(ExprId e) {
  const std::array args = {e};
  return pool_.make(Op::f_to_bits, Sort::bits(pool_.sort(e).width), args);
}

}  // namespace cuttle
