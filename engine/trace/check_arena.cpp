// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "engine/expr/sort.h"
#include "engine/trace/check_view.h"
#include "engine/trace/layout.h"

namespace cuttle {
namespace {

constexpr const char* no_chain = "it is not in the chain of its bucket";

// What an operation is made of: nodes among a, b, c, and how widths go together.
enum class Form : uint8_t {
  none,
  constant,
  variable,
  extract,
  concat,
  extend,
  ite,
  lookup,
  unary,     // a of the result's width
  binary,    // a and b of the result's width
  compare,   // a and b of one width; the result has width 1
  rounding,  // a of the result's width, b is a CuttleRounding
  fused,     // a, b, c of the result's width
  test,      // a; the result has width 1
  convert,   // a of any width
};

Form form_of(uint8_t op) {
  switch (op) {
    case CUTTLE_OP_CONSTANT:
      return Form::constant;
    case CUTTLE_OP_VARIABLE:
      return Form::variable;
    case CUTTLE_OP_EXTRACT:
      return Form::extract;
    case CUTTLE_OP_CONCAT:
      return Form::concat;
    case CUTTLE_OP_ZEXT:
    case CUTTLE_OP_SEXT:
      return Form::extend;
    case CUTTLE_OP_ITE:
      return Form::ite;
    case CUTTLE_OP_LOOKUP:
      return Form::lookup;
    case CUTTLE_OP_NOT:
    case CUTTLE_OP_NEG:
    case CUTTLE_OP_FNEG:
    case CUTTLE_OP_FABS:
    case CUTTLE_OP_FSQRT:
      return Form::unary;
    case CUTTLE_OP_FMA:
      return Form::fused;
    case CUTTLE_OP_FROUND:
      return Form::rounding;
    case CUTTLE_OP_FEQ:
    case CUTTLE_OP_FLT:
    case CUTTLE_OP_FLE:
      return Form::compare;
    case CUTTLE_OP_FISNAN:
      return Form::test;
    default:
      break;
  }
  if (op >= CUTTLE_OP_AND && op <= CUTTLE_OP_ASHR) return Form::binary;
  if (op >= CUTTLE_OP_EQ && op <= CUTTLE_OP_SLE) return Form::compare;
  if (op >= CUTTLE_OP_FADD && op <= CUTTLE_OP_FMAX) return Form::binary;
  if (op >= CUTTLE_OP_FTOF && op <= CUTTLE_OP_F_TO_UNSIGNED) return Form::convert;
  return Form::none;
}

unsigned arguments_of(Form form) {
  switch (form) {
    case Form::constant:
    case Form::variable:
    case Form::none:
      return 0;
    case Form::concat:
    case Form::binary:
    case Form::compare:
      return 2;
    case Form::ite:
    case Form::fused:
      return 3;
    default:
      return 1;
  }
}

// How many of a, b, c mean something, nodes or not.
unsigned fields_of(Form form) {
  if (form == Form::variable) return 1;
  const bool two = form == Form::extract || form == Form::lookup || form == Form::rounding;
  return two ? 2 : arguments_of(form);
}

bool works_on_integers(uint8_t op) {
  constexpr uint8_t ops[] = {
      CUTTLE_OP_CONSTANT, CUTTLE_OP_VARIABLE, CUTTLE_OP_ZEXT, CUTTLE_OP_SEXT,
      CUTTLE_OP_ITE,      CUTTLE_OP_NEG,      CUTTLE_OP_ADD,  CUTTLE_OP_SUB,
      CUTTLE_OP_MUL,      CUTTLE_OP_UDIV,     CUTTLE_OP_UREM, CUTTLE_OP_EQ,
      CUTTLE_OP_NE,       CUTTLE_OP_SLT,      CUTTLE_OP_SLE,  CUTTLE_OP_EXTRACT};
  return std::find(std::begin(ops), std::end(ops), op) != std::end(ops);
}

class ArenaCheck {
 public:
  explicit ArenaCheck(CheckView& view) : view_(view) {}

  void strings() {
    const uint32_t count = view_.count(CUTTLE_AREA_STRINGS);
    if (count == 0) return;
    const char* text = view_.text(view_.header.areas[CUTTLE_AREA_STRINGS].offset);
    if (text[0] != 0) view_.problem("strings: the first byte is not 0");
    if (text[count - 1] != 0) view_.problem("strings: the last one is not terminated");
  }

  void variables() {
    const uint32_t count = view_.count(CUTTLE_AREA_VARIABLES);
    const auto chained =
        chains<CuttleVariable>(CUTTLE_AREA_VARIABLES, CUTTLE_AREA_VARIABLE_BUCKETS, "variable",
                               [](const CuttleVariable& entry) { return entry.hash; });
    std::map<std::tuple<std::string, uint32_t, uint32_t, uint32_t>, uint32_t> seen;
    for (uint32_t i = 1; i < count; ++i) {
      const auto entry = view_.get<CuttleVariable>(CUTTLE_AREA_VARIABLES, i);
      view_.want(chained[i], "variable", i, no_chain);
      const bool width = (entry.width >= 1 && entry.width <= 64) || entry.width == CUTTLE_INTEGER;
      view_.want(width, "variable", i, "width " + std::to_string(entry.width));
      view_.want(entry.occurrence >= 1, "variable", i, "occurrences are counted from 1");
      view_.want(view_.is_string(entry.type), "variable", i, "its type is no string");
      if (!view_.want(view_.is_string(entry.name), "variable", i, "its name is no string"))
        continue;
      const std::string name =
          view_.text(view_.header.areas[CUTTLE_AREA_STRINGS].offset + entry.name);
      const uint32_t hash =
          cuttle_variable_hash(name.c_str(), entry.index, entry.occurrence, entry.width);
      view_.want(entry.hash == hash, "variable", i, "the hash is not that of its identity");
      const auto [same, is_new] =
          seen.try_emplace({name, entry.index, entry.occurrence, entry.width}, i);
      view_.want(is_new, "variable", i,
                 "`" + name + "' is variable " + std::to_string(same->second) + " already");
      if (entry.node == 0) continue;
      const auto node = entry.node < view_.count(CUTTLE_AREA_NODES)
                            ? view_.get<CuttleNode>(CUTTLE_AREA_NODES, entry.node)
                            : CuttleNode{};
      view_.want(node.op == CUTTLE_OP_VARIABLE && node.a == i, "variable", i,
                 "its node " + std::to_string(entry.node) + " is another one");
    }
  }

  void tables() {
    const uint32_t count = view_.count(CUTTLE_AREA_TABLES);
    const uint32_t elements = view_.count(CUTTLE_AREA_TABLE_ELEMENTS);
    const auto chained = chains<CuttleTable>(CUTTLE_AREA_TABLES, CUTTLE_AREA_TABLE_BUCKETS, "table",
                                             [](const CuttleTable& table) { return table.hash; });
    for (uint32_t i = 1; i < count; ++i) {
      const auto table = view_.get<CuttleTable>(CUTTLE_AREA_TABLES, i);
      view_.want(chained[i], "table", i, no_chain);
      if (!view_.want(
              table.count != 0 && table.first <= elements && table.count <= elements - table.first,
              "table", i, "its elements are not there"))
        continue;
      std::vector<uint32_t> ids;
      for (uint32_t n = 0; n < table.count; ++n)
        ids.push_back(view_.get<uint32_t>(CUTTLE_AREA_TABLE_ELEMENTS, table.first + n));
      view_.want(table.hash == cuttle_table_hash(ids.data(), table.count), "table", i,
                 "the hash is not that of its elements");
      const bool nodes = std::all_of(ids.begin(), ids.end(), [&](uint32_t id) {
        return id != 0 && id < view_.count(CUTTLE_AREA_NODES) && width(id) == width(ids[0]);
      });
      view_.want(nodes, "table", i, "elements are nodes of one width");
    }
  }

  void nodes() {
    const uint32_t count = view_.count(CUTTLE_AREA_NODES);
    const auto chained =
        chains<CuttleNode>(CUTTLE_AREA_NODES, CUTTLE_AREA_NODE_BUCKETS, "node",
                           [](const CuttleNode& node) { return cuttle_node_hash(&node); });
    using Key = std::tuple<uint8_t, uint16_t, uint32_t, uint32_t, uint32_t, uint64_t>;
    std::map<Key, uint32_t> seen;
    for (uint32_t i = 1; i < count; ++i) {
      const auto node = view_.get<CuttleNode>(CUTTLE_AREA_NODES, i);
      view_.want(chained[i], "node", i, no_chain);
      const uint64_t value = node.op == CUTTLE_OP_CONSTANT ? node.value : 0;
      const auto [same, is_new] =
          seen.try_emplace({node.op, node.width, node.a, node.b, node.c, value}, i);
      view_.want(is_new, "node", i,
                 "it is the same as node " + std::to_string(same->second) +
                     "; equal nodes must be one (hash-consing)");
      check_node(node, i);
    }
  }

 private:
  // Which elements are reached from their buckets.
  template <typename T, typename Hash>
  std::vector<bool> chains(CuttleAreaId area, CuttleAreaId buckets, const char* what,
                           const Hash& hash) {
    const uint32_t count = view_.count(area), capacity = view_.header.areas[buckets].capacity;
    std::vector<bool> reached(std::max(count, 1u));
    for (uint32_t b = 0; b < capacity; ++b) {
      for (uint32_t i = view_.get<uint32_t>(buckets, b); i != 0;) {
        if (i >= count) {
          view_.problem(std::string(what) + " buckets: bucket " + std::to_string(b) + " leads to " +
                        std::to_string(i) + ", which is not there");
          break;
        }
        if (reached[i]) {
          view_.problem(what, i, "it is in the chains twice");
          break;
        }
        reached[i] = true;
        const T element = view_.get<T>(area, i);
        view_.want((hash(element) & (capacity - 1)) == b, what, i,
                   "it is in the chain of bucket " + std::to_string(b) + ", not of its own");
        i = element.next;
      }
    }
    return reached;
  }

  uint32_t width(uint32_t node) const {
    return view_.get<CuttleNode>(CUTTLE_AREA_NODES, node).width;
  }

  void check_node(const CuttleNode& node, uint32_t i) {
    const Form form = form_of(node.op);
    if (!view_.want(form != Form::none, "node", i,
                    "there is no operation " + std::to_string(node.op)) ||
        !view_.want(node.width != 0, "node", i, "its width is 0"))
      return;
    const uint32_t fields[] = {node.a, node.b, node.c};
    for (unsigned k = fields_of(form); k < 3; ++k)
      view_.want(fields[k] == 0, "node", i, "a field that it does not use is not 0");
    uint32_t depth = 0;
    for (unsigned k = 0; k < arguments_of(form); ++k) {
      if (!view_.want(fields[k] != 0 && fields[k] < i, "node", i,
                      "argument " + std::to_string(fields[k]) + " is no earlier node"))
        return;
      depth = std::max(depth, view_.get<CuttleNode>(CUTTLE_AREA_NODES, fields[k]).depth);
    }
    if (form == Form::lookup) {
      if (!check_table_of(node, i, depth)) return;
    }
    view_.want(node.depth == depth + 1, "node", i,
               "its depth is " + std::to_string(node.depth) + ", not " + std::to_string(depth + 1));
    view_.want(widths_fit(form, node), "node", i, "the widths do not fit its operation");
    view_.want(integers_fit(form, node), "node", i, "integers do not have this operation");
    view_.want(node.op < CUTTLE_OP_FNEG || floats_fit(node), "node", i,
               "floats have 16, 32, 64, 80 or 128 bits");
    const bool fits =
        node.width >= 64 || (node.flags & CUTTLE_NODE_NO_VALUE) || node.value >> node.width == 0;
    view_.want(fits, "node", i, "its value has more bits than its width");
  }

  bool check_table_of(const CuttleNode& node, uint32_t i, uint32_t& depth) {
    const bool there = node.b != 0 && node.b < view_.count(CUTTLE_AREA_TABLES);
    if (!view_.want(there, "node", i, "there is no table " + std::to_string(node.b))) return false;
    const auto table = view_.get<CuttleTable>(CUTTLE_AREA_TABLES, node.b);
    const uint32_t elements = view_.count(CUTTLE_AREA_TABLE_ELEMENTS);
    if (table.first > elements || table.count > elements - table.first)
      return false;  // said before
    for (uint32_t n = 0; n < table.count; ++n) {
      const uint32_t element = view_.get<uint32_t>(CUTTLE_AREA_TABLE_ELEMENTS, table.first + n);
      if (!view_.want(element != 0 && element < i && width(element) == node.width, "node", i,
                      "element " + std::to_string(n) +
                          " of its table is no earlier node of its "
                          "width"))
        return false;
      depth = std::max(depth, view_.get<CuttleNode>(CUTTLE_AREA_NODES, element).depth);
    }
    return true;
  }

  bool widths_fit(Form form, const CuttleNode& node) const {
    const uint32_t w = node.width;
    switch (form) {
      case Form::constant:
        return w <= 64 || w == CUTTLE_INTEGER;
      case Form::variable:
        return node.a != 0 && node.a < view_.count(CUTTLE_AREA_VARIABLES) &&
               view_.get<CuttleVariable>(CUTTLE_AREA_VARIABLES, node.a).width == w;
      case Form::extract:
        return width(node.a) == CUTTLE_INTEGER ? node.b == 0
                                               : uint64_t{node.b} + w <= width(node.a);
      case Form::concat:
        return width(node.a) + width(node.b) == w;
      case Form::extend:
        return width(node.a) < w;
      case Form::ite:
        return width(node.a) == 1 && width(node.b) == w && width(node.c) == w;
      case Form::unary:
        return width(node.a) == w;
      case Form::rounding:
        return width(node.a) == w && node.b <= CUTTLE_ROUND_ZERO;
      case Form::binary:
        return width(node.a) == w && width(node.b) == w;
      case Form::fused:
        return width(node.a) == w && width(node.b) == w && width(node.c) == w;
      case Form::compare:
        return w == 1 && width(node.a) == width(node.b);
      case Form::test:
        return w == 1;
      default:
        return true;
    }
  }

  bool integers_fit(Form form, const CuttleNode& node) const {
    bool any = node.width == CUTTLE_INTEGER;
    const uint32_t fields[] = {node.a, node.b, node.c};
    for (unsigned k = 0; k < arguments_of(form); ++k) any |= width(fields[k]) == CUTTLE_INTEGER;
    return !any || works_on_integers(node.op);
  }

  bool floats_fit(const CuttleNode& node) const {
    const bool from_bits = node.op == CUTTLE_OP_SIGNED_TO_F || node.op == CUTTLE_OP_UNSIGNED_TO_F;
    const bool to_bits = node.op == CUTTLE_OP_F_TO_SIGNED || node.op == CUTTLE_OP_F_TO_UNSIGNED ||
                         form_of(node.op) == Form::compare || node.op == CUTTLE_OP_FISNAN;
    return (from_bits || is_float_width(width(node.a))) && (to_bits || is_float_width(node.width));
  }

  CheckView& view_;
};

}  // namespace

void check_arena(CheckView& view) {
  ArenaCheck arena(view);
  arena.strings();
  arena.variables();
  arena.nodes();
  arena.tables();
  const auto used = [&](CuttleAreaId area) { return std::max(view.count(area), 1u) - 1; };
  view.check().variables = used(CUTTLE_AREA_VARIABLES);
  view.check().nodes = used(CUTTLE_AREA_NODES);
}

}  // namespace cuttle
