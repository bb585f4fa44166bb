// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/expr/ops.h"
#include "engine/expr/pool.h"

namespace cuttle {

// Expressions on their way out of the process: to a solver in a child process or into a recording.
// Numbers are little-endian base-128, so that the usual node takes eight bytes.
class ByteWriter {
 public:
  void byte(uint8_t value) { bytes_.push_back(value); }
  void number(uint64_t value);
  void text(std::string_view value);
  void value(const Value& value);  // its sort must be known to the reader

  std::span<const uint8_t> bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::vector<uint8_t> bytes_;
};

// Reads what a ByteWriter wrote. After the first malformed item everything reads as zero and ok()
// is false, so callers check once.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

  uint8_t byte();
  uint64_t number();
  std::string text();
  Value value(Sort sort);

  bool ok() const { return ok_; }
  bool at_end() const { return position_ == bytes_.size(); }
  size_t position() const { return position_; }

 private:
  std::span<const uint8_t> bytes_;
  size_t position_ = 0;
  bool ok_ = true;
};

// One node as it is read. Ids are the sender's; arguments come before the nodes that use them.
struct WireNode {
  ExprId id;
  ExprNode node;
  Value value;                       // of a constant
  std::string name, type;            // of a variable
  std::span<const ExprId> elements;  // of the table of a `lookup`
};

// Sends each node and each table of a pool at most once.
class ExprEncoder {
 public:
  explicit ExprEncoder(const ExprPool& pool) : pool_(pool) {}

  // Appends a counted list of the nodes below `roots` that were not sent before.
  void define(std::span<const ExprId> roots, ByteWriter& out);
  // The receiver knows nothing any more.
  void forget();
  size_t sent() const { return count_; }

 private:
  void collect(ExprId root);
  void encode(ExprId e, ByteWriter& out);

  const ExprPool& pool_;
  std::vector<bool> sent_, sent_tables_;
  std::vector<ExprId> pending_, stack_;
  size_t count_ = 0;
};

// Reads the nodes that define() wrote, one by one.
class ExprDecoder {
 public:
  // The elements of the result stay valid as long as the decoder.
  WireNode next(ByteReader& in);

 private:
  std::unordered_map<TableId, std::vector<ExprId>> tables_;
};

}  // namespace cuttle
