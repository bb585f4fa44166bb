// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/wire.h"

#include <algorithm>

namespace cuttle {

void ByteWriter::number(uint64_t value) {
  while (value >= 0x80) {
    bytes_.push_back(static_cast<uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes_.push_back(static_cast<uint8_t>(value));
}

void ByteWriter::text(std::string_view value) {
  number(value.size());
  bytes_.insert(bytes_.end(), value.begin(), value.end());
}

void ByteWriter::value(const Value& value) {
  const Sort sort = value.sort();
  if (sort.is_bool() || (sort.is_bits() && sort.width <= 64)) return number(value.low64());
  text(value.to_text());
}

uint8_t ByteReader::byte() {
  if (position_ >= bytes_.size()) {
    ok_ = false;
    return 0;
  }
  return bytes_[position_++];
}

uint64_t ByteReader::number() {
  uint64_t result = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint8_t next = byte();
    result |= static_cast<uint64_t>(next & 0x7f) << shift;
    if ((next & 0x80) == 0) return result;
  }
  ok_ = false;
  return 0;
}

std::string ByteReader::text() {
  const uint64_t size = number();
  if (size > bytes_.size() - position_) {
    ok_ = false;
    return {};
  }
  std::string result(reinterpret_cast<const char*>(bytes_.data()) + position_, size);
  position_ += size;
  return result;
}

Value ByteReader::value(Sort sort) {
  if (sort.is_bool()) return Value::boolean(number() != 0);
  if (sort.is_bits() && sort.width <= 64) return Value::bits(sort.width, number());
  Value result;
  if (!parse_value(sort, text(), result)) {
    ok_ = false;
    return Value::zero(sort);
  }
  return result;
}

void ExprEncoder::forget() {
  sent_.clear();
  sent_tables_.clear();
  count_ = 0;
}

void ExprEncoder::collect(ExprId root) {
  stack_.push_back(root);
  while (!stack_.empty()) {
    const ExprId e = stack_.back();
    stack_.pop_back();
    if (!e || sent_[e.index]) continue;
    sent_[e.index] = true;
    pending_.push_back(e);
    const ExprNode& node = pool_.node(e);
    for (ExprId a : node.args) stack_.push_back(a);
    if (has_table(node.op)) {
      for (ExprId element : pool_.elements(node.payload)) stack_.push_back(element);
    }
  }
}

void ExprEncoder::define(std::span<const ExprId> roots, ByteWriter& out) {
  sent_.resize(pool_.size());
  pending_.clear();
  for (ExprId root : roots) collect(root);
  // A pool makes arguments before what uses them, so ascending ids are a topological order.
  std::sort(pending_.begin(), pending_.end());
  out.number(pending_.size());
  for (ExprId e : pending_) encode(e, out);
  count_ += pending_.size();
}

void ExprEncoder::encode(ExprId e, ByteWriter& out) {
  const ExprNode& node = pool_.node(e);
  out.number(e.index);
  out.byte(static_cast<uint8_t>(node.op));
  out.byte(static_cast<uint8_t>(node.sort.kind));
  out.number(node.sort.width);
  if (node.op == Op::constant) return out.value(pool_.value(e));
  if (node.op == Op::variable) {
    const Variable& variable = pool_.variable_info(node.payload);
    out.number(node.payload);
    out.text(variable.name);
    out.text(variable.type);
    return;
  }
  // Arguments as distances: small numbers for what was made just before.
  for (ExprId a : node.args) out.number(a ? e.index - a.index : 0);
  out.number(node.payload);
  if (!has_table(node.op)) return;
  if (node.payload >= sent_tables_.size()) sent_tables_.resize(node.payload + 1);
  out.byte(!sent_tables_[node.payload]);
  if (sent_tables_[node.payload]) return;
  sent_tables_[node.payload] = true;
  const std::span<const ExprId> elements = pool_.elements(node.payload);
  out.number(elements.size());
  for (ExprId element : elements) out.number(element.index);
}

WireNode ExprDecoder::next(ByteReader& in) {
  WireNode result;
  ExprNode& node = result.node;
  result.id = ExprId{static_cast<uint32_t>(in.number())};
  node.op = static_cast<Op>(in.byte());
  node.sort.kind = static_cast<SortKind>(in.byte());
  node.sort.width = static_cast<uint16_t>(in.number());
  if (node.op == Op::constant) {
    result.value = in.value(node.sort);
    return result;
  }
  if (node.op == Op::variable) {
    node.payload = static_cast<uint32_t>(in.number());
    result.name = in.text();
    result.type = in.text();
    return result;
  }
  for (ExprId& a : node.args) {
    const uint32_t distance = static_cast<uint32_t>(in.number());
    if (distance != 0) a = ExprId{result.id.index - distance};
  }
  node.payload = static_cast<uint32_t>(in.number());
  if (!has_table(node.op)) return result;
  std::vector<ExprId>& table = tables_[node.payload];
  if (in.byte() != 0) {
    const uint64_t count = in.number();
    table.clear();
    for (uint64_t i = 0; i < count && in.ok(); ++i) {
      table.push_back(ExprId{static_cast<uint32_t>(in.number())});
    }
  }
  result.elements = table;
  return result;
}

}  // namespace cuttle
